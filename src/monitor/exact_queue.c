/* First in, first out: what the queue asks more than the bag.
 *
 * BP2 of queue.c: a had to be inside before b's insertion was called, b's removal returned before a's was called. Seen
 * from a: when the removal of the first such b returns, a gets a deadline, this moment; its own removal must have been
 * called before. Values that had to be inside before the latest insertion among those of removed values have one, later
 * values have none, and deadlines are in the order of R: values with a deadline are the first of those inside.
 *
 * A value left over meets its deadline if an open removal that was called before can have taken it; the i-th is taken
 * by the i-th (exact_pool.c). So the values with a deadline are never more than the open removals, and going through
 * them costs no more than that; each value gets its deadline once. Nothing is remembered of values that left. */
#include "monitor/exact_parts.h"

static void set_deadlines(struct ln_exact *exact, const struct ln_exact_operation *o, uint64_t inserted)
{
    while (exact->in_time != LN_NO_OP && exact->values.at[exact->in_time].inside < inserted) {
        struct ln_exact_value *late = &exact->values.at[exact->in_time];
        assert(late->deadline == LN_NOT_YET); /* each gets one once */
        late->deadline = exact->now;
        late->overtaker = o->ticket;
        exact->in_time = exact->value_links.at[exact->in_time].after;
    }
}

void ln_exact_queue_removed(struct ln_exact *exact, const struct ln_exact_operation *o, uint32_t id)
{
    const struct ln_exact_value *value = &exact->values.at[id];
    if (value->deadline < o->call) {
        ln_exact_accuse(exact, "BP2", o->ticket, value->overtaker, value->ticket);
        return;
    }
    set_deadlines(exact, o, value->insert_call);
}

void ln_exact_queue_match(struct ln_exact *exact, const struct ln_exact_operation *o)
{
    uint32_t removal = exact->removals.first;
    for (uint32_t id = exact->inside.first; id != exact->in_time; id = exact->value_links.at[id].after) {
        const struct ln_exact_value *late = &exact->values.at[id];
        assert(late->deadline != LN_NOT_YET);
        if (removal == LN_NO_OP || exact->operations.at[removal].call > late->deadline) {
            ln_exact_accuse(exact, "BP2", o->ticket, late->overtaker, late->ticket);
            return;
        }
        removal = exact->operation_links.at[removal].after;
    }
}
