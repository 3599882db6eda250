/* Linearizability as refinement, on the fly (refinement paper, Algorithm 4.1). */
#ifndef LN_REFINE_REFINE_H
#define LN_REFINE_REFINE_H

#include "finding/verdict.h"
#include "refine/cartesian.h"
#include "refine/covered.h"
#include "refine/store.h"
#include "refine/symmetry.h"

#include <assert.h>

enum ln_search_order { LN_BREADTH_FIRST, LN_DEPTH_FIRST };

/* What was found. */
enum ln_flaw {
    LN_FLAW_NONE,
    LN_FLAW_TRACE,    /* a return (or point) that no order of the calls explains */
    LN_FLAW_FAULT,    /* the code fails */
    LN_FLAW_LOOP,     /* a step goes round for ever */
    LN_FLAW_DEADLOCK, /* no process can go on, and the specification lets some call return */
    LN_FLAW_LIVELOCK  /* processes can go on, but no call can ever return, and some call should */
};

struct ln_refinement;

/* What is left out without changing the answer: bits. */
enum ln_reduction { LN_REDUCE_NONE = 0, LN_REDUCE_SYMMETRY = 1, LN_REDUCE_PARTIAL_ORDER = 2, LN_REDUCE_BOTH = 3 };

/* Columns of a row of the store: the set, the shared memory, and one for each process. */
enum { LN_COLUMN_SET, LN_COLUMN_SHARED, LN_COLUMN_LOCALS };

/* What is known of a row: bits. */
enum ln_mark {
    LN_MARK_EXPANDED = 1, /* everything that can happen there is in the store */
    LN_MARK_GOOD = 2,     /* some call can return from there without a new one */
    LN_MARK_WAITS = 4,    /* none can, and the specification makes all of them wait */
    LN_MARK_VISITED = 8   /* by the search for stuck calls under way */
};

struct ln_visited {
    uint32_t row, from; /* `from`: which of the visited it was reached from */
};

struct ln_refine_options {
    uint32_t processes;
    uint32_t limit; /* calls of each process; 0: no limit */
    enum ln_search_order order;
    uint32_t reduction; /* enum ln_reduction */
    bool points;        /* only points are visible */
    /* Called now and then; may be NULL. */
    void (*tell)(void *context, const struct ln_refinement *refinement);
    void *context;
};

struct ln_refinement {
    const struct ln_program *program;
    struct ln_refine_options options;
    struct ln_memory *memory;
    struct ln_budget *budget;
    struct ln_system system;
    struct ln_meaning *meaning;
    struct ln_sets sets;
    struct ln_store store;
    struct ln_symmetry symmetry;
    struct ln_heap heap;
    struct ln_cartesian cartesian;
    LN_VEC(uint32_t) pending; /* depth first: rows to look at */
    uint32_t *state, *next;   /* scratch rows */
    int64_t fuel;
    bool made;
    /* what came out */
    enum ln_verdict verdict;
    enum ln_reason reason;
    enum ln_flaw flaw;
    uint32_t flaw_row;
    uint64_t states, transitions, ended;
    struct ln_covered covered;
    bool pool_hit;
    struct ln_place pool_at; /* where it was exhausted first */
    uint64_t restarts;
    LN_VEC(uint8_t) marks; /* per row: enum ln_mark */
    LN_VEC(struct ln_visited) visited;
    LN_VEC(uint32_t) open; /* of the visited, those to look at */
};

/* `meaning` belongs to the same program. Decides; LN_OK whatever the verdict. Fini either way. */
enum ln_status ln_refine(struct ln_refinement *refinement, const struct ln_program *program, struct ln_meaning *meaning,
                         const struct ln_refine_options *options, struct ln_budget *budget, struct ln_error *error);
void ln_refinement_fini(struct ln_refinement *refinement);

/* Rows that wait to be looked at. */
static inline uint64_t ln_refinement_frontier(const struct ln_refinement *refinement)
{
    return refinement->options.order == LN_DEPTH_FIRST ? refinement->pending.length
                                                       : refinement->store.count - refinement->states;
}

/* How the flaw comes about: what the processes decide, in order. */
typedef LN_VEC(struct ln_decision) ln_decisions;
enum ln_status ln_refinement_path(struct ln_refinement *refinement, ln_decisions *decisions);

/* ---- inside src/refine ---- */

/* The first state, as it is. */
enum ln_status ln_refine_initial(struct ln_refinement *refinement, uint32_t *state);
/* Every way on from a state, up to the partial order: in refinement->cartesian.ways. */
enum ln_status ln_refine_look(struct ln_refinement *refinement, const uint32_t *state);
/* The state behind a move; its set is LN_EMPTY_SET when the specification has no such step. Then it is the state
 * itself, else the one that stands for it. */
enum ln_status ln_refine_apply(struct ln_refinement *refinement, const uint32_t *state, uint32_t process,
                               const struct ln_move *move, uint32_t *next);
/* The state that stands for it. */
enum ln_status ln_refine_canonical(struct ln_refinement *refinement, uint32_t *state);

static inline enum ln_label_kind ln_refine_kind(const struct ln_refinement *refinement, const struct ln_move *move)
{
    assert(move->label < refinement->system.labels.entries.length);
    return move->label ? (enum ln_label_kind)ln_system_label(&refinement->system, move->label)->kind : LN_LABEL_TAU;
}

/* Is a return reached by such a way? Where nobody looks there might be one. */
static inline bool ln_refine_leads_on(enum ln_label_kind kind)
{
    return kind == LN_LABEL_RETURN || kind == LN_LABEL_POOL || kind == LN_LABEL_LONG || kind == LN_LABEL_CUT;
}

static inline bool ln_refine_has_pending(const struct ln_refinement *refinement, const uint32_t *state)
{
    for (uint32_t p = 0; p < refinement->options.processes; p++)
        if (!ln_system_is_idle(&refinement->system, state[LN_COLUMN_LOCALS + p]))
            return true;
    return false;
}

/* A row was expanded whose invisible steps all lead to expanded rows: are its calls stuck, though the specification
 * does not make all of them wait? Sets the flaw (stuck.c). */
enum ln_status ln_refine_look_for_stuck(struct ln_refinement *refinement, uint32_t row);

#endif
