/* From the row where something was found back to the first, as decisions that a machine can repeat.
 *
 * With reductions a row stands for others, and what leads to the next is a run of one process. So the way is walked on
 * the unreduced model (the paper's `recover`, without its permutations): from a state that the row stands for, there
 * is a run of one process to a state that the next row stands for, and it is looked for. */
#include "refine/refine.h"

#include <assert.h>
#include <string.h>

struct walk {
    struct ln_refinement *r;
    uint32_t *real, *next, *image; /* where we are; behind a move; the row that stands for it */
    const uint32_t *target;        /* NULL: the flaw itself */
    uint32_t last;                 /* who ran last */
    ln_decisions *decisions;
};

static bool is_flaw(const struct walk *w, const struct ln_move *move)
{
    if (w->r->flaw == LN_FLAW_FAULT || w->r->flaw == LN_FLAW_LOOP)
        return ln_refine_kind(w->r, move) == (w->r->flaw == LN_FLAW_FAULT ? LN_LABEL_FAULT : LN_LABEL_LOOP);
    return w->next[LN_COLUMN_SET] == LN_EMPTY_SET;
}

/* Makes the move; *arrived: it leads where we want to be. */
static enum ln_status try_move(struct walk *w, uint32_t process, const struct ln_move *move, bool *arrived)
{
    struct ln_refinement *r = w->r;
    size_t bytes = r->store.columns * sizeof *w->next;
    enum ln_status status = LN_OK;
    *arrived = false;
    memcpy(w->next, w->real, bytes);
    w->next[LN_COLUMN_SHARED] = move->shared;
    w->next[LN_COLUMN_LOCALS + process] = move->local;
    if (move->label && ln_refine_kind(r, move) < LN_LABEL_FAULT)
        status = ln_sets_step(&r->sets, w->real[LN_COLUMN_SET], process, move->label, &w->next[LN_COLUMN_SET]);
    if (status)
        return status;
    if (!w->target) {
        *arrived = is_flaw(w, move);
        return LN_OK;
    }
    if (ln_refine_kind(r, move) >= LN_LABEL_FAULT || w->next[LN_COLUMN_SET] == LN_EMPTY_SET)
        return LN_OK;
    status = ln_system_collect(&r->system, &w->next[LN_COLUMN_SHARED], w->next + LN_COLUMN_LOCALS);
    if (status)
        return status;
    memcpy(w->image, w->next, bytes);
    status = ln_refine_canonical(r, w->image);
    *arrived = memcmp(w->image, w->target, bytes) == 0;
    return status;
}

static enum ln_status decide(struct walk *w, uint32_t process, uint32_t index)
{
    struct ln_decision decision;
    enum ln_status status = ln_system_decision(&w->r->system, w->real[LN_COLUMN_SHARED],
                                               w->real[LN_COLUMN_LOCALS + process], process, index, &decision);
    if (!status && !ln_vec_push(w->decisions, w->r->memory, decision))
        status = LN_NO_MEMORY;
    return status;
}

/* One step of that process: the one that arrives, or else the only one. *stuck: there is neither. */
static enum ln_status step(struct walk *w, uint32_t process, bool *arrived, bool *stuck)
{
    struct ln_refinement *r = w->r;
    struct ln_moves_of moves;
    enum ln_status status = LN_OK;
    uint32_t count = 1;
    *arrived = *stuck = false;
    for (uint32_t i = 0; i < count && !status && !*arrived; i++) {
        struct ln_move move;
        status = ln_system_moves(&r->system, w->real[LN_COLUMN_SHARED], w->real[LN_COLUMN_LOCALS + process], process,
                                 &moves);
        if (status)
            break;
        count = moves.count;
        *stuck = count != 1 || moves.at[0].label || !(r->options.reduction & LN_REDUCE_PARTIAL_ORDER);
        if (!count)
            break;
        move = moves.at[i];
        status = try_move(w, process, &move, arrived);
        if (!status && (*arrived || !*stuck))
            status = decide(w, process, i);
    }
    if (!status && (*arrived || !*stuck))
        memcpy(w->real, w->next, r->store.columns * sizeof *w->next);
    return status;
}

/* A run of one process to the target: of the one that ran last, if it can. */
static enum ln_status advance(struct walk *w, uint32_t *start)
{
    size_t bytes = w->r->store.columns * sizeof *w->real, kept = w->decisions->length;
    enum ln_status status = LN_OK;
    bool arrived = false;
    assert(w->last < w->r->options.processes);
    memcpy(start, w->real, bytes);
    for (uint32_t i = 0; i < w->r->options.processes && !status && !arrived; i++) {
        uint32_t p = (w->last + i) % w->r->options.processes;
        bool stuck = false;
        memcpy(w->real, start, bytes);
        w->decisions->length = kept;
        for (uint32_t steps = 0; steps < LN_LONGEST_PATH && !stuck && !arrived && !status; steps++)
            status = step(w, p, &arrived, &stuck);
        if (arrived)
            w->last = p;
    }
    return status ? status : arrived ? LN_OK : LN_INTERNAL;
}

static enum ln_status list_rows(struct ln_refinement *r, uint32_t **rows, size_t *count)
{
    *count = 0;
    for (uint32_t row = r->flaw_row; row != LN_NO_ROW; row = ln_store_parent(&r->store, row))
        ++*count;
    *rows = ln_take(r->memory, *count * sizeof **rows);
    if (!*rows)
        return LN_NO_MEMORY;
    for (uint32_t row = r->flaw_row, i = 0; row != LN_NO_ROW; row = ln_store_parent(&r->store, row))
        (*rows)[*count - ++i] = row;
    assert(*count && (*rows)[0] == 0); /* the first state was stored first */
    return LN_OK;
}

static enum ln_status walk_rows(struct walk *w, const uint32_t *rows, size_t count, uint32_t *target, uint32_t *start)
{
    struct ln_refinement *r = w->r;
    enum ln_status status = ln_refine_initial(r, w->real);
    for (size_t i = 1; i < count && !status; i++) {
        ln_store_get(&r->store, rows[i], target);
        w->target = target;
        status = advance(w, start);
    }
    w->target = NULL;
    if (!status && (r->flaw == LN_FLAW_TRACE || r->flaw == LN_FLAW_FAULT || r->flaw == LN_FLAW_LOOP))
        status = advance(w, start);
    return status;
}

enum ln_status ln_refinement_path(struct ln_refinement *r, ln_decisions *decisions)
{
    uint32_t columns = r->store.columns, *rows = NULL, *scratch;
    size_t count, bytes = 5 * columns * sizeof *scratch;
    enum ln_status status = list_rows(r, &rows, &count);
    scratch = ln_take_zeroed(r->memory, bytes);
    if (!status && !scratch)
        status = LN_NO_MEMORY;
    if (!status) {
        struct walk w = {
            .r = r, .real = scratch, .next = scratch + columns, .image = scratch + 2 * columns, .decisions = decisions
        };
        status = walk_rows(&w, rows, count, scratch + 3 * columns, scratch + 4 * columns);
    }
    ln_give(r->memory, scratch, bytes);
    ln_give(r->memory, rows, count * sizeof *rows);
    return status;
}
