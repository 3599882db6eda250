/* Checking that every trace of the implementation is one of the specification, by searching their product on the fly.
 *
 * After Liu, Chen, Liu, Sun, Zhang and Dong, "Verifying Linearizability via Optimized Refinement Checking" (TSE 2013),
 * Algorithm 4.1: a product state is an implementation state and a state of the determinised specification (a set); an
 * invisible step leaves the set as it is, a visible one leads to the set that the same action leads to; when that is
 * empty, the trace is no trace of the specification and the object is not linearizable (Theorem 1). With points, only
 * points are visible (Theorem 2).
 *
 * Invariants: every row of the store is reachable through its parents; a row is expanded once. The space is linear in
 * product states, the time in product transitions; sets may be exponentially many in the worst case.
 *
 * Beyond the paper: faults of the code, steps that go round for ever and states in which calls wait for ever (stuck.c)
 * are found, too, and what was never called is told (covered.h). When calls are bounded, one more state stands for
 * "all have ended", as it does in the paper's counts.
 *
 * Reductions: a state is replaced by the one that stands for it (symmetry.c), and only some ways on are looked at
 * (cartesian.c); Algorithm 4.5 is both. Rows are then joined by runs of one process, and states by permutations:
 * path.c finds the run on the unreduced model again. */
#include "refine/refine.h"

#include "finding/earned.h"

#include <assert.h>
#include <string.h>

enum { TELL_EVERY = 1 << 14 };

static enum ln_status found(struct ln_refinement *r, enum ln_flaw flaw, uint32_t row)
{
    assert(r->flaw == LN_FLAW_NONE && flaw != LN_FLAW_NONE && row < r->store.count);
    r->verdict = LN_VIOLATED;
    r->flaw = flaw;
    r->flaw_row = row;
    return LN_OK;
}

static enum ln_status add(struct ln_refinement *r, const uint32_t *numbers, uint32_t parent, uint32_t *row)
{
    bool fresh;
    if (!ln_store_add(&r->store, numbers, parent, row, &fresh))
        return LN_NO_MEMORY;
    assert(!fresh || *row == r->marks.length);
    if (fresh && !ln_vec_push(&r->marks, r->memory, 0))
        return LN_NO_MEMORY;
    if (fresh && r->options.order == LN_DEPTH_FIRST && !ln_vec_push(&r->pending, r->memory, *row))
        return LN_NO_MEMORY;
    return LN_OK;
}

static bool next_row(struct ln_refinement *r, uint32_t *row)
{
    if (r->options.order == LN_BREADTH_FIRST) {
        *row = (uint32_t)r->states;
        return *row < r->store.count;
    }
    if (!r->pending.length)
        return false;
    *row = r->pending.at[--r->pending.length];
    return true;
}

static void note_pool(struct ln_refinement *r, uint32_t local)
{
    uint32_t at = ln_system_rests_at(&r->system, local);
    if (!r->pool_hit && at != LN_NO_ENTRY)
        r->pool_at = r->program->code.at[at].place;
    r->pool_hit = true;
}

/* ---- states ---- */

enum ln_status ln_refine_look(struct ln_refinement *r, const uint32_t *state)
{
    if (r->options.reduction & LN_REDUCE_PARTIAL_ORDER)
        return ln_cartesian_vector(&r->cartesian, state[LN_COLUMN_SHARED], state + LN_COLUMN_LOCALS);
    return ln_cartesian_all(&r->cartesian, state[LN_COLUMN_SHARED], state + LN_COLUMN_LOCALS);
}

enum ln_status ln_refine_canonical(struct ln_refinement *r, uint32_t *state)
{
    if (!(r->options.reduction & LN_REDUCE_SYMMETRY))
        return LN_OK;
    if (!ln_heap_canonical(&r->heap, &r->system, &state[LN_COLUMN_SHARED], state + LN_COLUMN_LOCALS))
        return LN_NO_MEMORY;
    return ln_symmetry_canonical(&r->symmetry, &state[LN_COLUMN_SET], state + LN_COLUMN_LOCALS);
}

enum ln_status ln_refine_apply(struct ln_refinement *r, const uint32_t *state, uint32_t process,
                               const struct ln_move *move, uint32_t *next)
{
    enum ln_status status = LN_OK;
    assert(state[LN_COLUMN_SET] != LN_EMPTY_SET && process < r->options.processes);
    memcpy(next, state, r->store.columns * sizeof *next);
    next[LN_COLUMN_SHARED] = move->shared;
    next[LN_COLUMN_LOCALS + process] = move->local;
    if (move->label)
        status = ln_sets_step(&r->sets, state[LN_COLUMN_SET], process, move->label, &next[LN_COLUMN_SET]);
    if (status || next[LN_COLUMN_SET] == LN_EMPTY_SET)
        return status;
    status = ln_system_collect(&r->system, &next[LN_COLUMN_SHARED], next + LN_COLUMN_LOCALS);
    return status ? status : ln_refine_canonical(r, next);
}

enum ln_status ln_refine_initial(struct ln_refinement *r, uint32_t *state)
{
    enum ln_status status = ln_system_initial(&r->system, &state[LN_COLUMN_SHARED], state + LN_COLUMN_LOCALS);
    return status ? status : ln_sets_initial(&r->sets, &state[LN_COLUMN_SET]);
}

/* What is learnt of a row while it is expanded. */
struct expansion {
    uint32_t row;
    bool good;   /* some call can return from there without a new one, as far as it is known */
    bool closed; /* its invisible steps lead to rows that have been expanded */
};

/* The state in r->next is behind a way. */
static enum ln_status arrive(struct ln_refinement *r, struct expansion *e, enum ln_label_kind kind)
{
    uint32_t row;
    enum ln_status status = add(r, r->next, e->row, &row);
    if (status || kind != LN_LABEL_TAU)
        return status;
    e->good |= r->marks.at[row] & LN_MARK_GOOD;
    e->closed &= row == e->row || r->marks.at[row] & LN_MARK_EXPANDED;
    return LN_OK;
}

static enum ln_status take(struct ln_refinement *r, struct expansion *e, const struct ln_way *way)
{
    enum ln_label_kind kind = ln_refine_kind(r, &way->move);
    enum ln_status status;
    e->good |= ln_refine_leads_on(kind);
    if (kind == LN_LABEL_CUT)
        return LN_OK;
    r->transitions++;
    ln_covered_move(&r->covered, way->process, way->local, &way->move);
    if (kind == LN_LABEL_FAULT || kind == LN_LABEL_LOOP)
        return found(r, kind == LN_LABEL_FAULT ? LN_FLAW_FAULT : LN_FLAW_LOOP, e->row);
    if (kind == LN_LABEL_POOL)
        note_pool(r, way->local);
    if (kind == LN_LABEL_POOL || kind == LN_LABEL_LONG)
        return LN_OK;
    status = ln_refine_apply(r, r->state, way->process, &way->move, r->next);
    if (status)
        return status;
    if (r->next[LN_COLUMN_SET] == LN_EMPTY_SET)
        return found(r, LN_FLAW_TRACE, e->row);
    return arrive(r, e, kind);
}

static bool have_all_ended(const struct ln_refinement *r)
{
    for (uint32_t p = 0; p < r->options.processes; p++)
        if (!ln_system_has_ended(&r->system, r->state[LN_COLUMN_LOCALS + p]))
            return false;
    return true;
}

/* Then what was stored is void, and is not to be compared with what is made now. */
static bool has_learnt(const struct ln_refinement *r)
{
    return r->meaning->learnt || r->heap.learnt;
}

/* Everything that can happen in a state. */
static enum ln_status expand(struct ln_refinement *r, uint32_t row)
{
    struct expansion e = { .row = row, .closed = true };
    enum ln_status status;
    assert(!(r->marks.at[row] & LN_MARK_EXPANDED));
    ln_store_get(&r->store, row, r->state);
    status = ln_refine_look(r, r->state);
    for (size_t i = 0; i < r->cartesian.ways.length && r->flaw == LN_FLAW_NONE && !status; i++)
        status = take(r, &e, &r->cartesian.ways.at[i]);
    if (status || r->flaw != LN_FLAW_NONE)
        return status;
    r->ended += have_all_ended(r);
    r->marks.at[row] |= (uint8_t)(LN_MARK_EXPANDED | (e.good ? LN_MARK_GOOD : 0));
    if (e.good || !e.closed || r->options.points || has_learnt(r) || !ln_refine_has_pending(r, r->state))
        return LN_OK;
    return ln_refine_look_for_stuck(r, row);
}

/* ---- the loop ---- */

static enum ln_status search(struct ln_refinement *r)
{
    enum ln_status status;
    uint32_t row;
    assert(!r->store.count && !r->marks.length && !r->pending.length);
    status = ln_refine_initial(r, r->next);
    if (!status)
        status = ln_refine_canonical(r, r->next);
    if (!status)
        status = add(r, r->next, LN_NO_ROW, &row);
    while (!status && next_row(r, &row)) {
        if (ln_budget_spent(r->budget, &r->fuel, 16))
            return LN_STOPPED;
        r->states++;
        if (r->options.tell && r->states % TELL_EVERY == 0)
            r->options.tell(r->options.context, r);
        status = expand(r, row);
        if (r->flaw != LN_FLAW_NONE || has_learnt(r))
            break;
    }
    return status;
}

/* ---- before and after ---- */

static enum ln_status begin(struct ln_refinement *r, struct ln_error *error)
{
    struct ln_system_options how = { r->options.processes,
                                     r->options.limit,
                                     r->options.points,
                                     r->options.reduction & LN_REDUCE_PARTIAL_ORDER,
                                     ln_meaning_by_process(r->meaning),
                                     r->heap.any ? &r->heap : NULL };
    size_t bytes = (r->options.processes + LN_COLUMN_LOCALS) * sizeof(uint32_t);
    enum ln_status status = ln_system_init(&r->system, r->program, &how, r->memory, error);
    bool made;
    assert(!r->made);
    ln_sets_init(&r->sets, r->meaning, &r->system, r->memory);
    ln_symmetry_init(&r->symmetry, &r->sets, &r->system, r->memory);
    r->made = true;
    r->state = ln_take_zeroed(r->memory, bytes);
    r->next = ln_take_zeroed(r->memory, bytes);
    made = ln_cartesian_init(&r->cartesian, &r->system, r->memory); /* both, also when one fails: this may be again */
    made &= ln_store_init(&r->store, r->options.processes + LN_COLUMN_LOCALS, r->memory);
    made &= ln_covered_init(&r->covered, &r->system, r->memory);
    return made && r->state && r->next ? status : LN_NO_MEMORY;
}

static void drop(struct ln_refinement *r)
{
    size_t bytes = (r->options.processes + LN_COLUMN_LOCALS) * sizeof(uint32_t);
    if (!r->made)
        return;
    ln_system_fini(&r->system);
    ln_sets_fini(&r->sets);
    ln_store_fini(&r->store);
    ln_symmetry_fini(&r->symmetry);
    ln_cartesian_fini(&r->cartesian);
    ln_give(r->memory, r->state, bytes);
    ln_give(r->memory, r->next, bytes);
    ln_vec_fini(&r->pending, r->memory);
    ln_covered_fini(&r->covered);
    ln_vec_fini(&r->marks, r->memory);
    ln_vec_fini(&r->visited, r->memory);
    ln_vec_fini(&r->open, r->memory);
    r->made = false;
}

/* A result, or a word that holds pointers, that came up late makes the sets so far void: everything again, knowing
 * it. */
static enum ln_status search_until_known(struct ln_refinement *r, struct ln_error *error)
{
    enum ln_status status;
    for (;;) {
        status = begin(r, error);
        if (!status)
            status = search(r);
        if (status || !has_learnt(r))
            return status;
        drop(r);
        r->heap.learnt = false;
        ln_meaning_clear(r->meaning, r->options.processes);
        r->states = r->transitions = r->ended = 0;
        r->flaw = LN_FLAW_NONE;
        r->verdict = LN_UNKNOWN;
        r->restarts++;
    }
}

static void conclude(struct ln_refinement *r, enum ln_status status)
{
    struct ln_coverage coverage = { 0 };
    if (status == LN_NO_MEMORY)
        ln_budget_stop(r->budget, LN_STOP_MEMORY);
    assert(r->flaw != LN_FLAW_NONE || r->verdict == LN_UNKNOWN);
    r->states = r->store.count + r->ended;
    if (r->flaw != LN_FLAW_NONE)
        return;
    if (!status) {
        coverage.looked_at = ln_covered_returned(&r->covered);
        coverage.unseen = ln_covered_missing(&r->covered);
    }
    coverage.stopped = status                             ? ln_reason_of(ln_budget_why(r->budget))
                       : r->pool_hit || r->system.long_at ? LN_REASON_BOUND
                                                          : LN_REASON_NONE;
    r->verdict = ln_earned(&coverage, &r->reason);
}

enum ln_status ln_refine(struct ln_refinement *r, const struct ln_program *program, struct ln_meaning *meaning,
                         const struct ln_refine_options *options, struct ln_budget *budget, struct ln_error *error)
{
    enum ln_status status;
    *r = (struct ln_refinement){ .program = program,
                                 .options = *options,
                                 .memory = budget->memory,
                                 .budget = budget,
                                 .meaning = meaning,
                                 .verdict = LN_UNKNOWN };
    ln_meaning_clear(meaning, options->processes);
    if (options->reduction & LN_REDUCE_SYMMETRY && !ln_heap_init(&r->heap, program, r->memory))
        status = LN_NO_MEMORY;
    else
        status = search_until_known(r, error);
    if (status && status != LN_NO_MEMORY && status != LN_STOPPED)
        return status;
    conclude(r, status);
    return LN_OK;
}

void ln_refinement_fini(struct ln_refinement *refinement)
{
    drop(refinement);
    ln_heap_fini(&refinement->heap);
}
