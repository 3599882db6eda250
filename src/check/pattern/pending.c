/* Removals that have not returned may have taken any value that is left over, or none.
 *
 * Only the earliest matter, at most one per value left over. In a pool, and in a queue none of whose left-over values
 * was looked at, the one called first takes the value that had to be inside first, and so on: no other way does better.
 * For the rest no exact polynomial rule is known. There, in turn:
 *
 *   relaxed   every value left over is taken by the earliest removal: if that is violated, so is the history
 *   first in, first out, then last in, first out: if one of them holds, so does the history
 *   branch and bound: the first removal takes some value, the second another, ...; after each choice the remaining
 *   values are relaxed to the next removal, and a choice that is violated then is not pursued
 *
 * The last is exponential in the number of removals and is given up after a fixed amount of work. */
#include "check/pattern/run.h"

#include <assert.h>

static bool is_plain(const struct ln_run *run)
{
    return run->looks.length + run->absences.length == 0;
}

static enum ln_status decide_matched(struct ln_run *run)
{
    run->pattern = NULL;
    run->accused.length = run->accused_absences.length = run->accused_few = 0;
    run->order.length = run->tokens.length = 0;
    switch (run->spec->class->discipline) {
    case LN_DISCIPLINE_FIFO: return is_plain(run) ? ln_decide_plain_queue(run) : ln_decide_queue(run);
    case LN_DISCIPLINE_LIFO: return ln_decide_stack(run);
    case LN_DISCIPLINE_LEAST:
    case LN_DISCIPLINE_GREATEST: return ln_decide_priority(run);
    case LN_DISCIPLINE_ANY:
    case LN_DISCIPLINE_LOOSE: return ln_decide_pool(run);
    case LN_DISCIPLINE_SET: return ln_decide_set(run);
    case LN_DISCIPLINE_CELL: return ln_decide_cell(run);
    case LN_DISCIPLINE_NONE: break;
    }
    assert(false);
    return LN_INTERNAL;
}

/* The value is taken by a removal, or called at `call` by nobody in particular, or by none (call is the horizon). */
static void match(struct ln_run *run, uint32_t v, const struct ln_taking *taking)
{
    assert(v < run->members.length);
    run->members.at[v].remove_call = taking->call;
    run->members.at[v].removal = taking->operation;
    if (taking->operation != LN_NO_OP)
        run->noted.at[taking->operation] = v;
}

static struct ln_taking nobody(const struct ln_run *run, size_t taking)
{
    uint32_t call = taking < run->takings.length ? run->takings.at[taking].call : run->horizon;
    return (struct ln_taking){ call, LN_NO_OP };
}

struct pending_matching {
    struct ln_run *run;
    uint32_t *left; /* values left over, in the order in which they had to be inside */
    size_t count, takings;
    size_t work; /* how many more members may be looked at */
    bool given_up;
};

static bool is_left_over(const struct ln_run *run, const struct ln_run_member *member)
{
    return member->removal == LN_NO_OP && member->first_return <= run->horizon;
}

static enum ln_status list_left_over(struct pending_matching *matching)
{
    struct ln_run *run = matching->run;
    uint32_t *at = ln_run_zeroed_room(run, LN_ROOM_COUNTS, run->horizon + 2U);
    size_t n = 0;
    if (!at)
        return LN_NO_MEMORY;
    for (uint32_t v = 0; v < run->members.length; v++)
        if (is_left_over(run, &run->members.at[v])) {
            assert(!at[run->members.at[v].first_return]); /* each event is of one operation */
            at[run->members.at[v].first_return] = v + 1;
            n++;
        }
    matching->left = ln_run_room(run, LN_ROOM_LEFT, n);
    if (!matching->left)
        return LN_NO_MEMORY;
    for (uint32_t place = 0; place < run->horizon + 2; place++)
        if (at[place])
            matching->left[matching->count++] = at[place] - 1;
    assert(matching->count == n);
    matching->takings = run->takings.length < n ? run->takings.length : n;
    return LN_OK;
}

static bool any_looked_at(const struct pending_matching *matching)
{
    for (size_t i = 0; i < matching->count; i++)
        if (matching->run->members.at[matching->left[i]].looks)
            return true;
    return false;
}

static enum ln_status first_in_first_out(struct pending_matching *matching)
{
    struct ln_run *run = matching->run;
    struct ln_taking none = nobody(run, SIZE_MAX);
    for (size_t i = 0; i < matching->count; i++)
        match(run, matching->left[i], i < matching->takings ? &run->takings.at[i] : &none);
    return decide_matched(run);
}

static enum ln_status last_in_first_out(struct pending_matching *matching)
{
    struct ln_run *run = matching->run;
    struct ln_taking none = nobody(run, SIZE_MAX);
    for (size_t i = 0; i < matching->count; i++)
        match(run, matching->left[matching->count - 1 - i], i < matching->takings ? &run->takings.at[i] : &none);
    return decide_matched(run);
}

/* The values from `fixed` on are taken by whoever comes next. */
static enum ln_status relaxed(struct pending_matching *matching, size_t fixed)
{
    struct ln_run *run = matching->run;
    struct ln_taking next = nobody(run, fixed < matching->takings ? fixed : SIZE_MAX);
    bool wanted = run->wants_order;
    enum ln_status status;
    for (size_t i = fixed; i < matching->count; i++)
        match(run, matching->left[i], &next);
    run->wants_order = wanted && fixed == matching->takings;
    status = decide_matched(run);
    run->wants_order = wanted;
    return status;
}

static void swap(uint32_t *a, uint32_t *b)
{
    uint32_t kept = *a;
    *a = *b;
    *b = kept;
}

/* The first `fixed` values are matched. Afterwards run->pattern is NULL exactly when some way holds. */
static enum ln_status branch(struct pending_matching *matching, size_t fixed)
{
    struct ln_run *run = matching->run;
    enum ln_status status = relaxed(matching, fixed);
    assert(fixed <= matching->takings && matching->takings <= matching->count);
    if (status || run->pattern || fixed == matching->takings)
        return status;
    for (size_t i = fixed; i < matching->count && !status; i++) {
        if (matching->work < run->members.length + 64) {
            matching->given_up = true;
            break;
        }
        matching->work -= run->members.length + 64;
        swap(&matching->left[fixed], &matching->left[i]);
        match(run, matching->left[fixed], &run->takings.at[fixed]);
        status = branch(matching, fixed + 1);
        if (!status && (!run->pattern || matching->given_up))
            return LN_OK;
        swap(&matching->left[fixed], &matching->left[i]);
    }
    if (!run->pattern)
        run->pattern = "BP2"; /* no way holds; what violates each is not one pattern */
    return status;
}

static enum ln_status try_all_ways(struct pending_matching *matching)
{
    enum { WORK = 20000000 };
    struct ln_run *run = matching->run;
    enum ln_status status = relaxed(matching, 0);
    if (status || run->pattern)
        return status;
    status = first_in_first_out(matching);
    if (!status && run->pattern)
        status = last_in_first_out(matching);
    if (status || !run->pattern)
        return status;
    matching->work = WORK;
    status = branch(matching, 0);
    if (matching->given_up && !status)
        run->declined = "removals that have not returned can be matched in too many ways";
    if (run->pattern && !matching->given_up) /* the last way's pattern is no pattern of the history */
        run->accused.length = run->accused_absences.length = run->accused_few = 0;
    return status;
}

enum ln_status ln_decide_collection(struct ln_run *run)
{
    struct pending_matching matching = { .run = run };
    enum ln_discipline discipline = run->spec->class->discipline;
    enum ln_status status;
    if (!run->takings.length)
        return decide_matched(run);
    status = list_left_over(&matching);
    if (status || !matching.count)
        return status ? status : decide_matched(run);
    if (discipline != LN_DISCIPLINE_FIFO && discipline != LN_DISCIPLINE_ANY && discipline != LN_DISCIPLINE_LOOSE)
        return try_all_ways(&matching);
    status = first_in_first_out(&matching);
    if (status || !run->pattern || discipline != LN_DISCIPLINE_FIFO || !any_looked_at(&matching))
        return status;
    return try_all_ways(&matching);
}
