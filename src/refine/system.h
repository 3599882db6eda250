/* The implementation as a labelled transition system, taken apart: a state is a number for the shared memory and one
 * number for each process's own state, all of the same kind, so that processes can change places. What a process can
 * do depends on these two numbers (and on its class) only, and is remembered. */
#ifndef LN_REFINE_SYSTEM_H
#define LN_REFINE_SYSTEM_H

#include "base/intern.h"
#include "refine/heap.h"

#include <assert.h>

enum ln_label_kind {
    LN_LABEL_TAU,
    LN_LABEL_CALL,
    LN_LABEL_RETURN,
    LN_LABEL_POINT, /* a call takes effect, when only points are visible */
    LN_LABEL_FAULT, /* the code fails: there is no next state */
    LN_LABEL_LOOP,  /* the step goes round for ever: nor is there one */
    LN_LABEL_POOL,  /* there was no block left: what would come is not known */
    LN_LABEL_LONG,  /* the step is too long to be looked at: nor is that */
    LN_LABEL_CUT    /* what would come is not to be looked at */
};

/* Without the process. */
struct ln_label {
    uint32_t kind;       /* enum ln_label_kind */
    uint32_t call;       /* of calls and points */
    struct ln_raw value; /* of returns and points */
};

struct ln_move {
    uint32_t shared, local;
    uint32_t label; /* number; 0 is tau */
};

/* What a step, or the try of one that has to wait, touches of the shared memory: a bit for every four bytes, which
 * others may share with it. */
struct ln_footprint {
    uint64_t reads[2], writes[2];
};

bool ln_footprint_is_everything(const struct ln_footprint *footprint);

struct ln_moves_of {
    const struct ln_move *at; /* until the next question */
    uint32_t count;
    struct ln_footprint footprint; /* of all of them, if asked for */
};

/* What a process does: the call it begins, and what is chosen on the way. With these a run can be repeated. */
struct ln_decision {
    uint32_t process;
    uint32_t call; /* or LN_NO_CALL when it goes on */
    struct ln_choices choices;
};

#define LN_NO_CALL UINT32_MAX

struct ln_system_options {
    uint32_t processes;
    uint32_t limit;       /* calls of each process; 0: no limit */
    bool points;          /* only points are visible */
    bool footprints;      /* moves tell what they touch */
    bool distinct;        /* the specification is told who calls: processes cannot change places */
    struct ln_heap *heap; /* is told of every access; or NULL */
};

struct ln_system {
    const struct ln_program *program;
    struct ln_system_options options;
    struct ln_memory *memory;
    struct ln_intern shared, locals, labels;
    LN_VEC(uint8_t) idle;     /* per local: 1 between two calls, 2 when it has also made all its calls */
    LN_VEC(uint32_t) classes; /* of processes */
    struct ln_machine machine;
    size_t shared_size, own_size, scratch_size;
    uint8_t *scratch;         /* memory, own, registers, an encoded local */
    uint8_t *encoded, *other; /* locals being made */
    void *collecting;         /* room for the collector */
    LN_VEC(struct ln_move) moves;
    struct ln_intern footprints;
    struct ln_footprint footprint; /* of the moves under way */
    struct ln_moves_slot *slots;   /* by hash, the latest */
    size_t slot_count;
    uint64_t misses;
    LN_VEC(uint32_t) cuts; /* per operation: 1 + the first linnet_assume() that cut it short */
    uint32_t long_at;      /* 1 + the instruction at which a step was too long; 0: none was */
    bool refused;          /* memory, for a move */
    struct ln_error *error;
};

enum ln_status ln_system_init(struct ln_system *system, const struct ln_program *program,
                              const struct ln_system_options *options, struct ln_memory *memory,
                              struct ln_error *error);
void ln_system_fini(struct ln_system *system);

/* Collects the blocks that nobody can reach, if the program has a garbage collector: *shared may change. */
enum ln_status ln_system_collect(struct ln_system *system, uint32_t *shared, const uint32_t *locals);

/* The state at first: one number for the memory, one per process. */
enum ln_status ln_system_initial(struct ln_system *system, uint32_t *shared, uint32_t *locals);

/* What the process can do. LN_BAD_INPUT when it returns what cannot be returned. */
enum ln_status ln_system_moves(struct ln_system *system, uint32_t shared, uint32_t local, uint32_t process,
                               struct ln_moves_of *moves);
/* How it does the move with that index. */
enum ln_status ln_system_decision(struct ln_system *system, uint32_t shared, uint32_t local, uint32_t process,
                                  uint32_t index, struct ln_decision *decision);

static inline const struct ln_label *ln_system_label(const struct ln_system *system, uint32_t label)
{
    return (const struct ln_label *)(const void *)ln_intern_at(&system->labels, label)->at;
}

static inline bool ln_system_is_idle(const struct ln_system *system, uint32_t local)
{
    assert(local < system->idle.length);
    return system->idle.at[local] != 0;
}

static inline bool ln_system_has_ended(const struct ln_system *system, uint32_t local)
{
    assert(local < system->idle.length);
    return system->idle.at[local] == 2;
}

/* The shared instruction that a process rests before, or LN_NO_ENTRY when it is between two calls. */
uint32_t ln_system_rests_at(const struct ln_system *system, uint32_t local);

/* ---- inside src/refine (heap.c) ---- */

/* Where pointers are in an encoded local: at most `most` offsets. `own` says which words of its own memory hold
 * some. */
uint32_t ln_system_pointers(const struct ln_system *system, uint32_t local, const uint8_t *own, uint32_t *offsets,
                            uint32_t most);
/* The number of the local in system->encoded, which is as idle as another. */
bool ln_system_keep_local(struct ln_system *system, size_t length, uint8_t idle, uint32_t *local);

#endif
