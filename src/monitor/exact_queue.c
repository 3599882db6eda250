/* First in, first out: what the queue asks more than the bag.
 *
 * BP2 of queue.c: a had to be inside before b's insertion was called, b's removal returned before a's was called. Seen
 * from a: when the removal of the first such b returns, a gets a deadline, this moment; its own removal must have been
 * called before. Values that had to be inside before the latest insertion among those of removed values have one, later
 * values have none, and deadlines are in the order of R: values with a deadline are the first of those inside.
 *
 * A value left over meets its deadline if an open removal that was called before can have taken it; the i-th is taken
 * by the i-th (online_pool.c). So the values with a deadline are never more than the open removals, and going through
 * them costs no more than that; each value gets its deadline once. Nothing is remembered of values that left. */
#include "monitor/exact_parts.h"

static void set_deadlines(struct ln_exact *online, const struct ln_exact_operation *o, uint64_t inserted)
{
    while (online->in_time != LN_NO_OP && online->values.at[online->in_time].inside < inserted) {
        struct ln_exact_value *late = &online->values.at[online->in_time];
        late->deadline = online->now;
        late->overtaker = o->ticket;
        online->in_time = online->value_links.at[online->in_time].after;
    }
}

void ln_exact_queue_removed(struct ln_exact *online, const struct ln_exact_operation *o, uint32_t id)
{
    const struct ln_exact_value *value = &online->values.at[id];
    if (value->deadline < o->call) {
        ln_exact_accuse(online, "BP2", o->ticket, value->overtaker, value->ticket);
        return;
    }
    set_deadlines(online, o, value->insert_call);
}

void ln_exact_queue_match(struct ln_exact *online, const struct ln_exact_operation *o)
{
    uint32_t removal = online->removals.first;
    for (uint32_t id = online->inside.first; id != online->in_time; id = online->value_links.at[id].after) {
        const struct ln_exact_value *late = &online->values.at[id];
        if (removal == LN_NO_OP || online->operations.at[removal].call > late->deadline) {
            ln_exact_accuse(online, "BP2", o->ticket, late->overtaker, late->ticket);
            return;
        }
        removal = online->operation_links.at[removal].after;
    }
}
