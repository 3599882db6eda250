/* Collections whose open removals may be taken to remove first what had to be inside first: the queue and the bag.
 *
 * A value that was removed stayed in the gaps R+1 .. C, which no operation that found nothing can have used. A value left
 * over stays from R+1 on until the call of the open removal that took it, if any: the i-th left over by the i-th that is
 * open, which is best for every gap at once and for the order of a queue (pending.c). So what is left over does not
 * cover a gap exactly when at most as many values had to be inside before it as open removals had been called. That
 * difference is its slack, and for a gap that has passed it only falls:
 *
 *   a removal called at c returns v, which had to be inside before c     R+1 .. c  is covered from now on
 *                                      which had to be inside after c      c+1 .. R  one removal less, no value less
 *                    finds nothing                                         c+1 .. now  likewise
 *
 * A gap before which no removal was called that is still open has the slack that it will always have: it is settled.
 * So is remembered: values that are inside, open operations, and of the free gaps since the call of the oldest open
 * removal or look one for each that is (exact_gaps.c). A value is forgotten when its insertion and removal have returned.
 * If it is inserted once more, the removal that has returned cannot have been of the new one, and any other cannot be of
 * the old one: no doubt can arise. */
#include "monitor/exact_parts.h"

/* The event before which all is settled. */
static uint64_t settled(const struct ln_exact *exact, uint64_t call)
{
    const struct ln_exact_operation *operations = exact->operations.at;
    uint32_t removal = exact->removals.first, look = exact->looks.first;
    if (removal != LN_NO_OP && operations[removal].call < call)
        call = operations[removal].call;
    if (look != LN_NO_OP && operations[look].call < call)
        call = operations[look].call;
    return call;
}

/* Where slacks change. As the next gap is free, no more values are inside than removals are open. */
static void divide_gaps(struct ln_exact *exact, uint64_t call)
{
    struct ln_exact_gaps *gaps = &exact->gaps;
    const struct ln_exact_operation *operations = exact->operations.at;
    ln_exact_gaps_divide(gaps, call);
    for (uint32_t id = exact->removals.first; id != LN_NO_OP; id = exact->operation_links.at[id].after)
        ln_exact_gaps_divide(gaps, operations[id].call);
    for (uint32_t id = exact->looks.first; id != LN_NO_OP; id = exact->operation_links.at[id].after)
        ln_exact_gaps_divide(gaps, operations[id].call);
    for (uint32_t id = exact->inside.first; id != LN_NO_OP; id = exact->value_links.at[id].after)
        ln_exact_gaps_divide(gaps, exact->values.at[id].inside);
}

/* The gap before the event that is happening, as it was while `removals` were open. */
static enum ln_status pass_gap(struct ln_exact *exact, uint64_t call, size_t removals)
{
    size_t inside = exact->inside.length;
    bool nobody = exact->removals.length + exact->looks.length == 0 && call == exact->now;
    if (nobody || removals < inside || exact->spec->class->discipline == LN_DISCIPLINE_LOOSE)
        return LN_OK;
    if (ln_exact_gaps_full(&exact->gaps))
        divide_gaps(exact, call);
    return ln_exact_gaps_append(&exact->gaps, exact->now, (uint32_t)(removals - inside), settled(exact, call))
               ? LN_OK
               : LN_NO_MEMORY;
}

/* Is it another operation that found nothing, earlier, which cannot have done so any more? */
static void accuse_absence(struct ln_exact *exact, const struct ln_exact_operation *o, uint32_t absence)
{
    uint32_t first = exact->inside.first;
    ln_exact_accuse(exact, "BP3", o->ticket, absence, first == LN_NO_OP ? LN_NO_OP : exact->values.at[first].ticket);
}

enum ln_status ln_exact_pool_inserted(struct ln_exact *exact, const struct ln_exact_operation *o)
{
    struct ln_exact_value *value = &exact->values.at[o->value];
    enum ln_status status = pass_gap(exact, exact->now, exact->removals.length);
    if (value->removed) {
        ln_exact_forget(exact, o->value);
        return status;
    }
    assert(value->inside == LN_NOT_YET);
    value->inside = exact->now;
    ln_exact_append(exact->value_links.at, &exact->inside, o->value);
    if (exact->in_time == LN_NO_OP)
        exact->in_time = o->value;
    return status;
}

/* The stay of the removed value, and one open removal less. */
static void stayed(struct ln_exact *exact, const struct ln_exact_operation *o, const struct ln_exact_value *value)
{
    uint64_t inside = value->inside == LN_NOT_YET ? exact->now : value->inside;
    uint32_t absence = LN_NO_OP;
    bool met;
    if (inside < o->call)
        met = ln_exact_gaps_cover(&exact->gaps, inside, o->call, &absence);
    else
        met = ln_exact_gaps_lower(&exact->gaps, o->call, inside, &absence);
    if (!met)
        accuse_absence(exact, o, absence);
}

enum ln_status ln_exact_pool_removed(struct ln_exact *exact, const struct ln_exact_operation *o, ln_value what)
{
    bool fifo = exact->spec->class->discipline == LN_DISCIPLINE_FIFO;
    enum ln_status status = pass_gap(exact, o->call, exact->removals.length + 1);
    uint32_t id = ln_exact_find(exact, what);
    struct ln_exact_value *value = id == LN_NO_OP ? NULL : &exact->values.at[id];
    if (status)
        return status;
    if (!value || value->removed) {
        ln_exact_accuse(exact, value ? "BP1'" : "BP1", o->ticket, value ? value->ticket : LN_NO_OP, LN_NO_OP);
        return LN_OK;
    }
    stayed(exact, o, value);
    if (exact->in_time == id)
        exact->in_time = exact->value_links.at[id].after;
    if (value->inside != LN_NOT_YET)
        ln_exact_unlink(exact->value_links.at, &exact->inside, id);
    if (fifo && exact->answer.verdict == LN_HOLDS)
        ln_exact_queue_removed(exact, o, id);
    if (fifo && exact->answer.verdict == LN_HOLDS)
        ln_exact_queue_match(exact, o);
    value->removed = true;
    if (value->insertion == LN_NO_OP)
        ln_exact_forget(exact, id);
    return LN_OK;
}

enum ln_status ln_exact_pool_absent(struct ln_exact *exact, const struct ln_exact_operation *o)
{
    bool removal = o->role == LN_ROLE_REMOVE;
    enum ln_discipline discipline = exact->spec->class->discipline;
    enum ln_status status = pass_gap(exact, o->call, exact->removals.length + removal);
    uint32_t absence = LN_NO_OP;
    if (status || discipline == LN_DISCIPLINE_LOOSE)
        return status;
    if (removal && !ln_exact_gaps_lower(&exact->gaps, o->call, exact->now, &absence))
        accuse_absence(exact, o, absence);
    else if (!ln_exact_gaps_need(&exact->gaps, o->call, o->ticket))
        accuse_absence(exact, o, o->ticket);
    else if (removal && discipline == LN_DISCIPLINE_FIFO)
        ln_exact_queue_match(exact, o);
    return LN_OK;
}
