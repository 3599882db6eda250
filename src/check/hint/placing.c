#include "check/hint/placing.h"

#include <assert.h>
#include <string.h>

void ln_placing_init(struct ln_placing *follow, struct ln_memory *memory)
{
    *follow = (struct ln_placing){ .memory = memory };
    ln_possible_init(&follow->states, memory);
    ln_next_init(&follow->kept, memory);
    for (unsigned l = 0; l < LN_CHECKPOINT_LEVELS; l++)
        for (unsigned i = 0; i < 2; i++)
            ln_next_init(&follow->checkpoints[l][i].states, memory);
}

void ln_placing_fini(struct ln_placing *follow)
{
    ln_possible_fini(&follow->states);
    ln_next_fini(&follow->kept);
    ln_vec_fini(&follow->placed, follow->memory);
    ln_vec_fini(&follow->marks, follow->memory);
    ln_vec_fini(&follow->readers, follow->memory);
    ln_vec_fini(&follow->others, follow->memory);
    for (unsigned l = 0; l < LN_CHECKPOINT_LEVELS; l++)
        for (unsigned i = 0; i < 2; i++)
            ln_next_fini(&follow->checkpoints[l][i].states);
}

/* ---- the frontier ---- */

static void advance_frontier(struct ln_placing *follow)
{
    const struct ln_problem *problem = follow->problem;
    while (follow->frontier < problem->event_count &&
           (!ln_event_is_return(problem->events[follow->frontier]) ||
            ln_placing_has(follow, ln_event_operation(problem->events[follow->frontier]), LN_MARK_PLACED)))
        follow->frontier++;
}

enum ln_status ln_placing_start(struct ln_placing *follow, const struct ln_problem *problem, struct ln_budget *budget)
{
    size_t operations = problem->history->operations.length;
    follow->problem = problem;
    follow->budget = budget;
    follow->placed.length = follow->readers.length = follow->others.length = 0;
    follow->latest_call = 0;
    follow->frontier = follow->opened = 0;
    follow->changed = true;
    for (unsigned l = 0; l < LN_CHECKPOINT_LEVELS; l++)
        follow->checkpoints[l][0].valid = follow->checkpoints[l][1].valid = false;
    if (!ln_vec_reserve(&follow->marks, follow->memory, operations) ||
        !ln_possible_start(&follow->states, problem->spec))
        return LN_NO_MEMORY;
    for (size_t e = 0; e < problem->event_count; e++)
        follow->marks.at[ln_event_operation(problem->events[e])] = LN_MARK_FREE;
    advance_frontier(follow);
    return LN_OK;
}

/* ---- free operations ---- */

/* Pending ones that only read need no place at all. */
static enum ln_status list(struct ln_placing *follow, uint32_t operation)
{
    bool reads = ln_placing_reads(follow, operation);
    assert(ln_placing_has(follow, operation, LN_MARK_FREE));
    if (ln_placing_has(follow, operation, LN_MARK_LISTED) ||
        (reads && ln_placing_operation(follow, operation)->fate == LN_PENDING))
        return LN_OK;
    follow->marks.at[operation] |= LN_MARK_LISTED;
    follow->changed |= reads;
    return (reads ? ln_vec_push(&follow->readers, follow->memory, operation)
                  : ln_vec_push(&follow->others, follow->memory, operation))
               ? LN_OK
               : LN_NO_MEMORY;
}

void ln_placing_bind(struct ln_placing *follow, uint32_t operation)
{
    follow->marks.at[operation] &= (uint8_t)~LN_MARK_FREE;
}

enum ln_status ln_placing_free(struct ln_placing *follow, uint32_t operation)
{
    const struct ln_problem *problem = follow->problem;
    uint32_t next = follow->opened < problem->event_count ? problem->events[follow->opened] : 0, position = LN_NEVER;
    if (follow->opened < problem->event_count)
        position = ln_event_is_return(next) ? ln_placing_operation(follow, ln_event_operation(next))->ret
                                            : ln_placing_operation(follow, ln_event_operation(next))->call;
    follow->marks.at[operation] |= LN_MARK_FREE;
    return ln_placing_operation(follow, operation)->call < position ? list(follow, operation) : LN_OK;
}

static enum ln_status open_calls(struct ln_placing *follow)
{
    enum ln_status status = LN_OK;
    for (; follow->opened < follow->frontier && !status; follow->opened++) {
        uint32_t event = follow->problem->events[follow->opened], operation = ln_event_operation(event);
        if (!ln_event_is_return(event) &&
            (follow->marks.at[operation] & (LN_MARK_FREE | LN_MARK_PLACED)) == LN_MARK_FREE)
            status = list(follow, operation);
    }
    assert(status || follow->opened >= follow->frontier);
    return status;
}

/* Takes what is placed off the list. */
static void tidy(struct ln_placing *follow, uint32_t *operations, size_t *length)
{
    size_t kept = 0;
    for (size_t i = 0; i < *length; i++) {
        if (ln_placing_has(follow, operations[i], LN_MARK_PLACED))
            follow->marks.at[operations[i]] &= (uint8_t)~LN_MARK_LISTED;
        else
            operations[kept++] = operations[i];
    }
    *length = kept;
}

/* ---- placing ---- */

static enum ln_status keep_checkpoints(struct ln_placing *follow)
{
    size_t length = follow->placed.length, every = LN_CHECKPOINT_EVERY;
    for (unsigned l = 0; l < LN_CHECKPOINT_LEVELS && length % (every << l) == 0; l++) {
        struct ln_checkpoint *checkpoint = &follow->checkpoints[l][length / (every << l) % 2];
        checkpoint->valid = ln_next_copy(&checkpoint->states, &follow->states.now);
        if (!checkpoint->valid)
            return LN_NO_MEMORY;
        checkpoint->length = length;
        checkpoint->frontier = follow->frontier;
        checkpoint->latest_call = follow->latest_call;
    }
    assert(length);
    return LN_OK;
}

static enum ln_status note_placed(struct ln_placing *follow, uint32_t operation)
{
    uint32_t call = ln_placing_operation(follow, operation)->call;
    assert(!ln_placing_has(follow, operation, LN_MARK_PLACED));
    if (!ln_vec_push(&follow->placed, follow->memory, operation))
        return LN_NO_MEMORY;
    follow->marks.at[operation] |= LN_MARK_PLACED;
    if (call > follow->latest_call)
        follow->latest_call = call;
    advance_frontier(follow);
    return keep_checkpoints(follow);
}

static enum ln_status step(struct ln_placing *follow, uint32_t operation, bool *done)
{
    struct ln_invocation in = ln_invocation_of(follow->problem->history, operation);
    if (ln_budget_spent(follow->budget, &follow->fuel, 2 + (int64_t)(follow->states.now.bytes.length >> 5)))
        return LN_STOPPED;
    if (!ln_possible_step(&follow->states, follow->problem->spec, &in))
        return LN_NO_MEMORY;
    *done = follow->states.now.states.length > 0;
    if (!*done)
        ln_possible_back(&follow->states);
    return LN_OK;
}

enum ln_status ln_placing_add(struct ln_placing *follow, uint32_t operation, bool *done)
{
    enum ln_status status = step(follow, operation, done);
    assert(ln_placing_may_add(follow, operation));
    if (status || !*done)
        return status;
    follow->changed = true;
    return note_placed(follow, operation);
}

static enum ln_status place_readers(struct ln_placing *follow)
{
    enum ln_status status = LN_OK;
    for (size_t i = 0; i < follow->readers.length && !status; i++) {
        struct ln_invocation in = ln_invocation_of(follow->problem->history, follow->readers.at[i]);
        bool stays;
        if (ln_placing_has(follow, follow->readers.at[i], LN_MARK_PLACED) ||
            !ln_placing_may_add(follow, follow->readers.at[i]))
            continue;
        if (ln_budget_spent(follow->budget, &follow->fuel, 2 + (int64_t)(follow->states.now.bytes.length >> 5)))
            return LN_STOPPED;
        if (!ln_possible_stays(&follow->states, follow->problem->spec, &in, &stays))
            return LN_NO_MEMORY;
        if (stays)
            status = note_placed(follow, follow->readers.at[i]);
    }
    tidy(follow, follow->readers.at, &follow->readers.length);
    return status;
}

enum ln_status ln_placing_settle(struct ln_placing *follow)
{
    enum ln_status status = open_calls(follow);
    while (!status && follow->changed) {
        follow->changed = false;
        if (follow->readers.length)
            status = place_readers(follow);
        if (!status)
            status = open_calls(follow); /* the frontier may have moved */
    }
    return status;
}

/* Can `operation` happen right after `first`? The states stay as they are. */
static enum ln_status helps(struct ln_placing *follow, uint32_t first, uint32_t operation, bool *helped)
{
    enum ln_status status = step(follow, first, helped);
    if (status || !*helped)
        return status;
    status = step(follow, operation, helped);
    if (!status && !ln_next_copy(&follow->states.now, &follow->kept))
        status = LN_NO_MEMORY;
    return status;
}

enum ln_status ln_placing_add_with_help(struct ln_placing *follow, uint32_t operation, bool *done)
{
    enum ln_status status = ln_placing_add(follow, operation, done);
    bool helped = false;
    if (status || *done)
        return status;
    if (!ln_next_copy(&follow->kept, &follow->states.now))
        return LN_NO_MEMORY;
    tidy(follow, follow->others.at, &follow->others.length);
    for (size_t i = 0; i < follow->others.length && !status && !helped; i++) {
        uint32_t first = follow->others.at[i];
        if (first == operation || !ln_placing_may_add(follow, first))
            continue;
        status = helps(follow, first, operation, &helped);
        if (!status && helped)
            status = ln_placing_add(follow, first, done);
    }
    return status || !helped ? status : ln_placing_add(follow, operation, done);
}

/* Those that come after it decide: does it fit among them? */
bool ln_placing_is_early(const struct ln_placing *follow, const uint32_t *order, size_t count, uint32_t due)
{
    enum { VOTES = 5 };
    uint32_t ret = ln_placing_operation(follow, due)->ret;
    size_t votes = 0, beyond = 0;
    assert(count && due != LN_NO_OP);
    for (size_t i = 1; i < count && votes < VOTES; i++) {
        if (!ln_placing_waits(follow, order[i]))
            continue;
        if (order[i] == due && votes == 0)
            return true; /* it is about to come */
        votes++;
        beyond += ln_placing_operation(follow, order[i])->call > ret;
    }
    return beyond * 2 < votes;
}

/* ---- going back ---- */

const struct ln_checkpoint *ln_placing_checkpoint(const struct ln_placing *follow, size_t back)
{
    const struct ln_checkpoint *best = NULL;
    for (unsigned l = 0; l < LN_CHECKPOINT_LEVELS; l++) {
        for (unsigned i = 0; i < 2; i++) {
            const struct ln_checkpoint *it = &follow->checkpoints[l][i];
            if (it->valid && it->length + back <= follow->placed.length && (!best || it->length > best->length))
                best = it;
        }
    }
    return best;
}

enum ln_status ln_placing_back(struct ln_placing *follow, const struct ln_checkpoint *checkpoint)
{
    size_t length = checkpoint ? checkpoint->length : 0;
    enum ln_status status = LN_OK;
    bool copied = checkpoint ? ln_next_copy(&follow->states.now, &checkpoint->states)
                             : ln_possible_start(&follow->states, follow->problem->spec);
    assert(length <= follow->placed.length && (!checkpoint || checkpoint->valid));
    for (size_t i = length; i < follow->placed.length && !status; i++) {
        uint32_t operation = follow->placed.at[i];
        follow->marks.at[operation] &= (uint8_t)~LN_MARK_PLACED;
        if (ln_placing_has(follow, operation, LN_MARK_FREE))
            status = list(follow, operation);
    }
    follow->placed.length = length;
    follow->frontier = checkpoint ? checkpoint->frontier : 0;
    follow->latest_call = checkpoint ? checkpoint->latest_call : 0;
    follow->changed = true;
    advance_frontier(follow);
    for (unsigned l = 0; l < LN_CHECKPOINT_LEVELS; l++)
        for (unsigned i = 0; i < 2; i++)
            follow->checkpoints[l][i].valid &= follow->checkpoints[l][i].length <= length;
    return status || copied ? status : LN_NO_MEMORY;
}
