/* The two-phase check of Burckhardt, Dern, Musuvathi and Tan ("Line-Up", PLDI 2010, Figure 5) on enumerated histories:
 * the serial ones are the specification. A full history wants a serial one with the same results that keeps its
 * order; a stuck one wants, for each of its pending operations, a serial one that is stuck with just that one pending.
 * As naive as the rest: every history is compared with every serial one. */
#include "naive/naive.h"

static bool same_value(struct naive_value a, struct naive_value b)
{
    return a.is_number == b.is_number && a.number == b.number;
}

/* Whether `serial` is a witness for what `history` is when all pending operations but `kept` are left out. */
static bool is_witness(const struct naive_history *serial, const struct naive_history *history, int kept)
{
    for (int id = 0; id < NAIVE_OPERATIONS; id++) {
        enum naive_fate fate = history->at[id].fate;
        if (fate == NAIVE_PENDING && id != kept)
            fate = NAIVE_NOT_CALLED;
        if (serial->at[id].fate != fate)
            return false;
        if (fate == NAIVE_RETURNED && !same_value(serial->at[id].result, history->at[id].result))
            return false;
        if (fate != NAIVE_NOT_CALLED && (history->at[id].before & ~serial->at[id].before))
            return false;
    }
    return true;
}

static bool has_witness(const struct naive_histories *serial, const struct naive_history *history, int kept)
{
    for (size_t i = 0; i < serial->length; i++)
        if (serial->at[i].end == history->end && is_witness(&serial->at[i], history, kept))
            return true;
    return false;
}

static bool is_justified(const struct naive_histories *serial, const struct naive_history *history)
{
    if (history->end == NAIVE_FAULT)
        return false;
    if (history->end == NAIVE_FULL)
        return has_witness(serial, history, -1);
    for (int id = 0; id < NAIVE_OPERATIONS; id++)
        if (history->at[id].fate == NAIVE_PENDING && !has_witness(serial, history, id))
            return false;
    return true;
}

/* The operation that is called when those of `done` have returned, in a serial history; -1: none. */
static int called_after(const struct naive_history *serial, uint32_t done)
{
    for (int id = 0; id < NAIVE_OPERATIONS; id++)
        if (serial->at[id].fate != NAIVE_NOT_CALLED && serial->at[id].before == done && !(done >> id & 1))
            return id;
    return -1;
}

/* Whether what two serial histories have in common ends with a call. */
static bool differ_by_answer(const struct naive_history *a, const struct naive_history *b)
{
    uint32_t done = 0;
    for (;;) {
        int id = called_after(a, done);
        if (id < 0 || id != called_after(b, done))
            return false;
        if (a->at[id].fate != b->at[id].fate || !same_value(a->at[id].result, b->at[id].result))
            return true;
        if (a->at[id].fate == NAIVE_PENDING)
            return false;
        done |= (uint32_t)1 << id;
    }
}

enum naive_verdict naive_check(const struct naive_histories *serial, const struct naive_histories *all, size_t *shown)
{
    for (size_t i = 0; i < serial->length; i++)
        for (size_t j = 0; j < i; j++)
            if (differ_by_answer(&serial->at[i], &serial->at[j]))
                return NAIVE_NONDETERMINISTIC;
    for (*shown = 0; *shown < all->length; ++*shown)
        if (!is_justified(serial, &all->at[*shown]))
            return NAIVE_VIOLATED;
    return NAIVE_HOLDS;
}
