/* The step graph: what the operations of an object do, as code over registers and a bounded memory.
 *
 * An operation is a run of instructions. Those that touch memory which others can reach, and a few that say so, are its
 * steps; everything between two steps is local to the process and happens with the step before it. A process between
 * two steps rests *before* an instruction that is one; what it still needs then are the registers that are live there
 * (all others are gone, so states that differ in dead values only are one).
 *
 * Memory is flat and bounded. Addresses are numbers, so that code may mark and tag pointers as it likes:
 *
 *   LN_OWN_BASE ...     the process's own: thread-local variables, arrays of a function. The same for every process.
 *   LN_SHARED_BASE ...  globals, what was made by create(), and the blocks of the pools
 *
 * Blocks of one pool are alike, and processes of one class are alike: nothing but addresses and `identity` tells them
 * apart. Which words hold pointers is known: `pointer` of instructions and of registers; a pointer that becomes a
 * number passes through LN_TO_NUMBER. */
#ifndef LN_STEPS_PROGRAM_H
#define LN_STEPS_PROGRAM_H

#include "base/arena.h"
#include "base/error.h"
#include "base/str.h"
#include "base/vec.h"

/* clang-format off */
enum ln_code {
    /* to = a, cut to `width` bits */
    LN_MOVE,
    LN_TO_NUMBER, /* a pointer becomes a number, */
    LN_TO_POINTER, /* and a number a pointer */
    LN_SIGN, /* from b bits */
    /* to = a . b */
    LN_ADD, LN_SUB, LN_MUL, LN_UDIV, LN_SDIV, LN_UREM, LN_SREM, LN_AND, LN_OR, LN_XOR, LN_SHL, LN_LSHR, LN_ASHR,
    LN_EQ, LN_NE, LN_ULT, LN_ULE, LN_SLT, LN_SLE,
    LN_COUNT_ONES, LN_LEADING, LN_TRAILING, LN_SWAP_BYTES,
    LN_SELECT, /* to = a ? b : c */
    LN_JUMP,   /* to `target` */
    LN_BRANCH, /* a ? target : other */
    /* memory; a is the address, `width` that of the value */
    LN_LOAD,
    LN_STORE,  /* b */
    LN_UPDATE, /* to = what was there; `how` says what is done to it with b */
    LN_CAS,    /* to = what was there, to2 = was it b, which c then replaces */
    LN_ALLOC,  /* to = a new block of a bytes; `target` is its pool, or LN_ANY_POOL */
    LN_FREE,
    LN_LOCK,   /* waits */
    LN_TRYLOCK, /* to = 0, or 16 (EBUSY) */
    LN_UNLOCK,
    /* what plain C cannot say */
    LN_STEP,
    LN_ATOMIC, LN_ATOMIC_END,
    LN_FUSE, LN_FUSE_END, /* what is between them belongs to the step behind them */
    LN_CHOOSE, /* to = any of 0..a-1; a fault if there is none */
    LN_AWAIT,  /* the step cannot be taken before a holds */
    LN_ASSUME, /* what would come if a does not hold is of no interest */
    LN_POINT,  /* if a: the operation takes effect here and will return the value b, c */
    LN_FAIL,   /* the code gives up: `target` is a text */
    LN_RETURN  /* the value a, b */
};
/* clang-format on */

/* clang-format off */
enum ln_update { LN_EXCHANGE, LN_FETCH_ADD, LN_FETCH_SUB, LN_FETCH_AND, LN_FETCH_OR, LN_FETCH_XOR, LN_FETCH_NAND,
                 LN_FETCH_MAX, LN_FETCH_MIN, LN_FETCH_UMAX, LN_FETCH_UMIN };
/* clang-format on */

enum ln_operand_kind { LN_CONSTANT, LN_REGISTER, LN_THE_OBJECT /* what create() returned */ };

struct ln_operand {
    uint64_t value; /* or the number of the register */
    uint8_t kind;   /* enum ln_operand_kind */
};

struct ln_place {
    uint32_t file;         /* among program.files */
    uint32_t line, column; /* from 1; 0: nowhere */
};

struct ln_instruction {
    uint8_t code;         /* enum ln_code */
    uint8_t width;        /* in bits, 1..64 */
    uint8_t how;          /* enum ln_update */
    bool own : 1;         /* touches the process's own memory: no step */
    bool plain : 1;       /* not atomic */
    bool relaxed : 1;     /* atomic, but weaker than sequentially consistent */
    bool pointer : 1;     /* the value is a pointer */
    bool weak : 1;        /* a compare-and-swap that may fail for no reason */
    bool may_be_null : 1; /* of an allocation: the code looks whether it failed */
    uint32_t to, to2;
    struct ln_operand a, b, c;
    uint32_t target, other;
    struct ln_place place;
};

#define LN_NO_REGISTER UINT32_MAX
#define LN_ANY_POOL UINT32_MAX

/* Fields of what is in memory, to name places: a tree of types. */
struct ln_member {
    const char *name; /* NULL: an element of an array */
    uint32_t offset, type;
};

struct ln_type {
    uint32_t size;
    uint32_t first, count; /* fields; of an array one field for `count` elements */
    bool array, pointer;
};

#define LN_NO_TYPE UINT32_MAX

/* A piece of memory that is accessed as a whole: a global, what create() made, a block. */
struct ln_region {
    const char *name;
    uint32_t offset, size; /* from LN_SHARED_BASE */
    uint32_t type;
    uint32_t pool;  /* LN_ANY_POOL: it is always there */
    uint32_t block; /* its number among the blocks, when it is one */
};

/* Blocks of one size. Which of those that were freed a new one is, is a choice; of those never used only the first is
 * taken, since they are all alike. */
struct ln_pool {
    uint32_t size, type;
    bool grows; /* operations take blocks from it */
};

enum ln_block { LN_BLOCK_NEW, LN_BLOCK_TAKEN, LN_BLOCK_FREED };

struct ln_own_region {
    const char *name;
    uint32_t offset, size, type;
};

#define LN_OWN_BASE UINT64_C(0x10000)
#define LN_SHARED_BASE UINT64_C(0x100000)
#define LN_GRAIN 16u /* regions begin at multiples of it */

struct ln_call_tuple {
    uint16_t operation;
    uint16_t number; /* among all calls */
    int64_t args[4];
};

struct ln_program_operation {
    const char *name;
    uint32_t entry; /* its first instruction; arguments are in registers 0, 1, ..., then the thread's number */
    uint32_t arity;
    bool thread;           /* it is told the number of its process */
    uint64_t processes;    /* bit p: process p may call it */
    bool left_out;         /* nobody does, as the user wants it */
    uint32_t first, count; /* calls */
};

struct ln_program {
    struct ln_memory *memory;
    struct ln_arena arena;   /* texts and lists */
    const char *name, *spec; /* of the object; spec may be NULL */
    LN_VEC(struct ln_instruction) code;
    LN_VEC(const char *) files;
    LN_VEC(const char *) texts;
    LN_VEC(struct ln_program_operation) operations;
    LN_VEC(struct ln_call_tuple) calls;
    LN_VEC(struct ln_region) regions; /* by offset */
    LN_VEC(struct ln_pool) pools;
    LN_VEC(struct ln_own_region) own_regions;
    LN_VEC(struct ln_type) types;
    LN_VEC(struct ln_member) fields;
    LN_VEC(uint8_t) image;             /* shared memory at first */
    LN_VEC(uint8_t) blocks;            /* enum ln_block of each block at first; a state has them behind its memory */
    LN_VEC(uint8_t) own_image;         /* a process's own memory, */
    LN_VEC(uint8_t) own_images;        /* and once made, each process's */
    LN_VEC(uint8_t) pointer_registers; /* is it one? */
    uint32_t registers;
    uint32_t frame;             /* from here on, a process's own memory is forgotten when an operation returns */
    uint64_t object;            /* LN_THE_OBJECT */
    uint32_t object_type;       /* what operations take it for */
    uint32_t create, enter;     /* entries, or LN_NO_ENTRY */
    bool identity;              /* some operation is told the number of its process */
    bool fresh;                 /* some operation takes `fresh` values: any of a few here */
    bool lax;                   /* memory that was freed may be looked at, as real memory may; else that is a fault */
    bool collected;             /* free() does nothing: blocks come back when nobody can reach them (steps/collect.h) */
    bool points;                /* some operation marks where it takes effect */
    uint32_t relaxed;           /* how many atomic instructions are weaker than sequentially consistent, */
    struct ln_place relaxed_at; /* the first of them */
    /* Made by ln_program_seal. */
    LN_VEC(uint32_t) live_at; /* per instruction: where its list begins in `live`, or 0 when nobody comes back there */
    LN_VEC(uint32_t) live;    /* lists of registers, each with its length before it */
};

#define LN_NO_ENTRY UINT32_MAX
#define LN_ARGUMENT_REGISTERS 5u /* four arguments and the thread's number */

void ln_program_init(struct ln_program *program, struct ln_memory *memory);
void ln_program_fini(struct ln_program *program);

/* Places `size` bytes; false when memory is refused. The image grows; they are zero. */
bool ln_program_add_region(struct ln_program *program, const struct ln_region *wanted, uint32_t align,
                           uint32_t *region);
/* The pool for blocks of `size` bytes, made when there is none; it has no blocks yet. */
bool ln_program_pool(struct ln_program *program, uint32_t size, uint32_t type, uint32_t *pool);
/* One more block of a pool, with the status given. */
bool ln_program_add_block(struct ln_program *program, uint32_t pool, enum ln_block status, uint32_t *region);
/* The region that an address lies in, or NULL. */
const struct ln_region *ln_program_region(const struct ln_program *program, uint64_t address);

/* The operation that an instruction belongs to; it is not one of create() or enter(). */
uint32_t ln_program_operation_at(const struct ln_program *program, uint32_t at);

/* When the code is complete: which registers live where. */
enum ln_status ln_program_seal(struct ln_program *program);

/* Is it a step? Returns are, unless only points are visible. */
static inline bool ln_is_step(const struct ln_instruction *instruction)
{
    switch ((enum ln_code)instruction->code) {
    case LN_LOAD:
    case LN_STORE:
    case LN_UPDATE:
    case LN_CAS: return !instruction->own;
    case LN_ALLOC:
    case LN_FREE:
    case LN_LOCK:
    case LN_TRYLOCK:
    case LN_UNLOCK:
    case LN_STEP:
    case LN_ATOMIC:
    case LN_FUSE:
    case LN_RETURN: return true;
    default: return false;
    }
}

static inline struct ln_operand ln_constant(uint64_t value)
{
    return (struct ln_operand){ value, LN_CONSTANT };
}

static inline struct ln_operand ln_register(uint32_t number)
{
    return (struct ln_operand){ number, LN_REGISTER };
}

/* `stack.c:41`, or nothing when the place is not known. */
void ln_place_write(const struct ln_program *program, struct ln_place place, bool column, struct ln_str *out);

#endif
