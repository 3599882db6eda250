/* One step of an execution, as the runtime records it when a schedule is replayed to be shown. Plain data: it crosses
 * from the process that runs the user's code to the one that tells of it. */
#ifndef LN_EXPLORE_RUNTIME_STEP_H
#define LN_EXPLORE_RUNTIME_STEP_H

#include <stdint.h>

enum ln_step_kind {
    LN_STEP_CALL,   /* the operation `operation` begins */
    LN_STEP_RETURN, /* and ends */
    LN_STEP_READ,   /* plain: before = what is there */
    LN_STEP_WRITE,  /* plain: before = what was there, after = what it wrote */
    LN_STEP_LOAD,   /* atomic, as are the next four */
    LN_STEP_STORE,
    LN_STEP_EXCHANGE,
    LN_STEP_CAS,   /* expected, after = desired, before = what was there; `success` */
    LN_STEP_FETCH, /* `fetch`, operand; before, after */
    LN_STEP_FENCE,
    LN_STEP_COPY,     /* a range of `length` bytes at `address` is read or (`success`) written */
    LN_STEP_ALLOCATE, /* address = the block, length */
    LN_STEP_FREE,
    LN_STEP_LOCK, /* of a mutex; `success`: it got it (try, timed) */
    LN_STEP_TRY_LOCK,
    LN_STEP_TIMED_LOCK,
    LN_STEP_UNLOCK,
    LN_STEP_WAIT, /* on a condition: lets go of the mutex and begins to wait */
    LN_STEP_WAKE, /* is back from it; not `success`: timed out */
    LN_STEP_SIGNAL,
    LN_STEP_BROADCAST,
    LN_STEP_YIELD,
    LN_STEP_SPIN,    /* goes round a loop until what is at `address` changes, and lets others go first */
    LN_STEP_REPEAT,  /* the `length` steps before it, or such that differ in their values only, `operand` times more */
    LN_STEP_BLOCKED, /* the last one of a thread that can never go on: it waits for what is at `address` */
    LN_STEP_FAULT    /* the last one of a run that crashed; what it did to memory is in `kind`s before */
};

enum ln_fetch { LN_FETCH_ADD, LN_FETCH_SUB, LN_FETCH_AND, LN_FETCH_OR, LN_FETCH_XOR, LN_FETCH_NAND };

struct ln_step {
    uint64_t pc;      /* of the access: where its hook returns to, minus one, as an offset into the object; 0: none */
    uint64_t address; /* as in the process that ran it */
    uint64_t before, after, expected, operand;
    uint32_t length;    /* bytes of the access or of the block */
    uint16_t operation; /* of its thread, from 0; UINT16_MAX: outside of any */
    uint8_t thread;
    uint8_t kind;  /* enum ln_step_kind */
    uint8_t fetch; /* enum ln_fetch */
    uint8_t success;
    uint8_t preempts; /* the thread that ran before it could have gone on */
    uint8_t weak;     /* of a CAS: it failed though the value was the expected one */
};

/* A block of memory that the steps speak of; in the order of allocation. */
struct ln_traced_block {
    uint64_t address, pc; /* pc: where it was allocated, as above */
    uint32_t length;
    uint32_t born, died; /* index of the step; died UINT32_MAX: it lives */
};

/* Where the code and its variables were in the process that ran it. */
struct ln_code_place {
    uint64_t base; /* load address of the shared object: address - base is an address of its symbol table */
    uint64_t heap, heap_end;
    uint64_t stacks, stack_size; /* the stack of thread t: stacks + t * stack_size */
    uint32_t threads;
};

#endif
