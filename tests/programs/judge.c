/* The two-phase check of Burckhardt, Dern, Musuvathi and Tan ("Line-Up", PLDI 2010, Figure 5), by its definitions: the
 * serial histories are the specification. A full history wants a serial one with the same results that keeps its order;
 * a stuck one wants, for each of its pending operations, a serial one that is stuck with just that one pending. To
 * judge the tightest histories is enough: what explains one explains those with less order. */
#include "programs/oracle.h"

bool lineup_is_nondeterministic(const struct histories *serial);
const struct history *lineup_unexplained(const struct histories *serial, const struct histories *all);

static bool same_result(const struct history *a, const struct history *b, unsigned id)
{
    return a->at[id].has_result == b->at[id].has_result && a->at[id].result == b->at[id].result;
}

/* Of `history` all pending operations but `kept` are left out. */
static bool is_witness(const struct history *serial, const struct history *history, unsigned kept)
{
    for (unsigned id = 0; id < ALL_CALLS; id++) {
        unsigned fate = history->at[id].fate;
        if (fate == PENDING && id != kept)
            fate = NOT_CALLED;
        if (serial->at[id].fate != fate)
            return false;
        if (fate == RETURNED && !same_result(serial, history, id))
            return false;
        if (fate != NOT_CALLED && (history->at[id].before & ~serial->at[id].before))
            return false;
    }
    return serial->stuck == history->stuck;
}

static bool has_witness(const struct histories *serial, const struct history *history, unsigned kept)
{
    for (size_t i = 0; i < serial->length; i++)
        if (is_witness(&serial->at[i], history, kept))
            return true;
    return false;
}

static bool is_explained(const struct histories *serial, const struct history *history)
{
    if (!history->stuck)
        return has_witness(serial, history, ALL_CALLS);
    for (unsigned id = 0; id < ALL_CALLS; id++)
        if (history->at[id].fate == PENDING && !has_witness(serial, history, id))
            return false;
    return true;
}

const struct history *lineup_unexplained(const struct histories *serial, const struct histories *all)
{
    for (size_t i = 0; i < all->length; i++)
        if (!is_explained(serial, &all->at[i]))
            return &all->at[i];
    return NULL;
}

/* The operation that is called when those of `done` have returned; ALL_CALLS: none. */
static unsigned called_after(const struct history *serial, unsigned done)
{
    for (unsigned id = 0; id < ALL_CALLS; id++)
        if (serial->at[id].fate != NOT_CALLED && serial->at[id].before == done && !(done >> id & 1))
            return id;
    return ALL_CALLS;
}

/* Do the two have the same calls and answers up to a call that they answer differently? */
static bool differ_by_answer(const struct history *a, const struct history *b)
{
    unsigned done = 0;
    for (;;) {
        unsigned id = called_after(a, done);
        if (id == ALL_CALLS || id != called_after(b, done))
            return false;
        if (a->at[id].fate != b->at[id].fate || !same_result(a, b, id))
            return true;
        if (a->at[id].fate == PENDING)
            return false;
        done |= 1u << id;
    }
}

bool lineup_is_nondeterministic(const struct histories *serial)
{
    for (size_t i = 0; i < serial->length; i++)
        for (size_t j = 0; j < i; j++)
            if (differ_by_answer(&serial->at[i], &serial->at[j]))
                return true;
    return false;
}
