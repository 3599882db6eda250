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
 * removal or look one for each that is (online_gaps.c). A value is forgotten when its insertion and removal have returned. If it is inserted once more, the removal that
 * has returned cannot have been of the new one, and any other cannot be of the old one: no doubt can arise. */
#include "monitor/exact_parts.h"

/* The event before which all is settled. */
static uint64_t settled(const struct ln_exact *online, uint64_t call)
{
    const struct ln_exact_operation *operations = online->operations.at;
    uint32_t removal = online->removals.first, look = online->looks.first;
    if (removal != LN_NO_OP && operations[removal].call < call)
        call = operations[removal].call;
    if (look != LN_NO_OP && operations[look].call < call)
        call = operations[look].call;
    return call;
}

/* Where slacks change. As the next gap is free, no more values are inside than removals are open. */
static void divide_gaps(struct ln_exact *online, uint64_t call)
{
    struct ln_exact_gaps *gaps = &online->gaps;
    const struct ln_exact_operation *operations = online->operations.at;
    ln_exact_gaps_divide(gaps, call);
    for (uint32_t id = online->removals.first; id != LN_NO_OP; id = online->operation_links.at[id].after)
        ln_exact_gaps_divide(gaps, operations[id].call);
    for (uint32_t id = online->looks.first; id != LN_NO_OP; id = online->operation_links.at[id].after)
        ln_exact_gaps_divide(gaps, operations[id].call);
    for (uint32_t id = online->inside.first; id != LN_NO_OP; id = online->value_links.at[id].after)
        ln_exact_gaps_divide(gaps, online->values.at[id].inside);
}

/* The gap before the event that is happening, as it was while `removals` were open. */
static enum ln_status pass_gap(struct ln_exact *online, uint64_t call, size_t removals)
{
    size_t inside = online->inside.length;
    bool nobody = online->removals.length + online->looks.length == 0 && call == online->now;
    if (nobody || removals < inside || online->spec->class->discipline == LN_DISCIPLINE_LOOSE)
        return LN_OK;
    if (ln_exact_gaps_full(&online->gaps))
        divide_gaps(online, call);
    return ln_exact_gaps_append(&online->gaps, online->now, (uint32_t)(removals - inside), settled(online, call))
               ? LN_OK
               : LN_NO_MEMORY;
}

/* Is it another operation that found nothing, earlier, which cannot have done so any more? */
static void accuse_absence(struct ln_exact *online, const struct ln_exact_operation *o, uint32_t absence)
{
    uint32_t first = online->inside.first;
    ln_exact_accuse(online, "BP3", o->ticket, absence, first == LN_NO_OP ? LN_NO_OP : online->values.at[first].ticket);
}

enum ln_status ln_exact_pool_inserted(struct ln_exact *online, const struct ln_exact_operation *o)
{
    struct ln_exact_value *value = &online->values.at[o->value];
    enum ln_status status = pass_gap(online, online->now, online->removals.length);
    if (value->removed) {
        ln_exact_forget(online, o->value);
        return status;
    }
    value->inside = online->now;
    ln_exact_append(online->value_links.at, &online->inside, o->value);
    if (online->in_time == LN_NO_OP)
        online->in_time = o->value;
    return status;
}

/* The stay of the removed value, and one open removal less. */
static void stayed(struct ln_exact *online, const struct ln_exact_operation *o, const struct ln_exact_value *value)
{
    uint64_t inside = value->inside == LN_NOT_YET ? online->now : value->inside;
    uint32_t absence = LN_NO_OP;
    bool met;
    if (inside < o->call)
        met = ln_exact_gaps_cover(&online->gaps, inside, o->call, &absence);
    else
        met = ln_exact_gaps_lower(&online->gaps, o->call, inside, &absence);
    if (!met)
        accuse_absence(online, o, absence);
}

enum ln_status ln_exact_pool_removed(struct ln_exact *online, const struct ln_exact_operation *o, ln_value what)
{
    bool fifo = online->spec->class->discipline == LN_DISCIPLINE_FIFO;
    enum ln_status status = pass_gap(online, o->call, online->removals.length + 1);
    uint32_t id = ln_exact_find(online, what);
    struct ln_exact_value *value = id == LN_NO_OP ? NULL : &online->values.at[id];
    if (status)
        return status;
    if (!value || value->removed) {
        ln_exact_accuse(online, value ? "BP1'" : "BP1", o->ticket, value ? value->ticket : LN_NO_OP, LN_NO_OP);
        return LN_OK;
    }
    stayed(online, o, value);
    if (online->in_time == id)
        online->in_time = online->value_links.at[id].after;
    if (value->inside != LN_NOT_YET)
        ln_exact_unlink(online->value_links.at, &online->inside, id);
    if (fifo && online->answer.verdict == LN_HOLDS)
        ln_exact_queue_removed(online, o, id);
    if (fifo && online->answer.verdict == LN_HOLDS)
        ln_exact_queue_match(online, o);
    value->removed = true;
    if (value->insertion == LN_NO_OP)
        ln_exact_forget(online, id);
    return LN_OK;
}

enum ln_status ln_exact_pool_absent(struct ln_exact *online, const struct ln_exact_operation *o)
{
    bool removal = o->role == LN_ROLE_REMOVE;
    enum ln_discipline discipline = online->spec->class->discipline;
    enum ln_status status = pass_gap(online, o->call, online->removals.length + removal);
    uint32_t absence = LN_NO_OP;
    if (status || discipline == LN_DISCIPLINE_LOOSE)
        return status;
    if (removal && !ln_exact_gaps_lower(&online->gaps, o->call, online->now, &absence))
        accuse_absence(online, o, absence);
    else if (!ln_exact_gaps_need(&online->gaps, o->call, o->ticket))
        accuse_absence(online, o, o->ticket);
    else if (removal && discipline == LN_DISCIPLINE_FIFO)
        ln_exact_queue_match(online, o);
    return LN_OK;
}
