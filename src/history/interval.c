#include "history/interval.h"

#include <assert.h>

/* ---- canonical intervals ---- */

enum ln_status ln_interval_order_init(struct ln_interval_order *order, const struct ln_history *history)
{
    struct ln_memory *memory = history->memory;
    uint32_t bound = 0, *places = ln_take(memory, (history->operations.length + 1) * sizeof *places);
    bool returned = false;
    assert(history->sealed);
    *order = (struct ln_interval_order){ .history = history };
    if (!places || !ln_vec_reserve(&order->operations, memory, history->operations.length)) {
        ln_give(memory, places, places ? (history->operations.length + 1) * sizeof *places : 0);
        return LN_NO_MEMORY;
    }
    /* A call has a past of its own exactly when something returned since the call before it. */
    for (size_t e = 0; e < history->events.length; e++) {
        uint32_t operation = ln_event_operation(history->events.at[e]);
        if (ln_event_is_return(history->events.at[e])) {
            assert(order->operations.at[places[operation]].operation == operation);
            order->operations.at[places[operation]].interval.last = bound;
            returned = true;
            continue;
        }
        bound += returned;
        returned = false;
        places[operation] = (uint32_t)order->operations.length;
        order->operations.at[order->operations.length++] = (struct ln_spanning){ operation, { bound, UINT32_MAX } };
    }
    for (size_t i = 0; i < order->operations.length; i++)
        if (order->operations.at[i].interval.last == UINT32_MAX)
            order->operations.at[i].interval.last = bound;
    assert(order->operations.length <= history->operations.length);
    order->length = bound;
    ln_give(memory, places, (history->operations.length + 1) * sizeof *places);
    return LN_OK;
}

void ln_interval_order_fini(struct ln_interval_order *order)
{
    ln_vec_fini(&order->operations, order->history->memory);
}

void ln_interval_order_weaken(struct ln_interval_order *order, uint32_t k)
{
    uint32_t forgotten = order->length > k ? order->length - k : 0;
    for (size_t i = 0; i < order->operations.length; i++) {
        struct ln_interval *interval = &order->operations.at[i].interval;
        assert(interval->first <= interval->last && interval->last <= order->length);
        interval->first = interval->first > forgotten ? interval->first - forgotten : 0;
        interval->last = interval->last > forgotten ? interval->last - forgotten : 0;
    }
    order->length -= forgotten;
}

/* ---- labels ---- */

static bool same_call(const struct ln_history *one, uint32_t a, const struct ln_history *other, uint32_t b)
{
    const struct ln_operation *x = &one->operations.at[a], *y = &other->operations.at[b];
    if (!ln_same(x->f, y->f) || !ln_same(x->key, y->key) || x->arity != y->arity)
        return false;
    for (uint32_t i = 0; i < x->arity; i++)
        if (!ln_same(one->args.at[x->args + i], other->args.at[y->args + i]))
            return false;
    return true;
}

bool ln_label_weakens(const struct ln_history *weak_history, uint32_t weak, const struct ln_history *strong_history,
                      uint32_t strong)
{
    const struct ln_operation *x = &weak_history->operations.at[weak], *y = &strong_history->operations.at[strong];
    if (!same_call(weak_history, weak, strong_history, strong))
        return false;
    return x->fate == LN_PENDING || (y->fate == LN_COMPLETED && ln_same(x->result, y->result));
}

/* ---- weakening ---- */

/* Images of strong[0 .. depth-1] are chosen; those of the rest are looked for. */
struct matching {
    const struct ln_interval_order *weak, *strong;
    struct ln_budget *budget;
    int64_t fuel;
    uint32_t *image; /* per operation of strong: its place in weak */
    bool *taken;     /* per operation of weak */
};

static bool is_pending(const struct ln_interval_order *order, size_t place)
{
    return order->history->operations.at[order->operations.at[place].operation].fate == LN_PENDING;
}

static bool fits(const struct matching *m, uint32_t place, uint32_t image)
{
    const struct ln_spanning *weak = m->weak->operations.at, *strong = m->strong->operations.at;
    if (m->taken[image] ||
        !ln_label_weakens(m->weak->history, weak[image].operation, m->strong->history, strong[place].operation))
        return false;
    for (uint32_t other = 0; other < place; other++) {
        struct ln_interval x = weak[m->image[other]].interval, y = weak[image].interval;
        if ((ln_interval_precedes(x, y) && !ln_interval_precedes(strong[other].interval, strong[place].interval)) ||
            (ln_interval_precedes(y, x) && !ln_interval_precedes(strong[place].interval, strong[other].interval)))
            return false;
    }
    return true;
}

/* All that completed in the weak history must be an image. */
static bool covers(const struct matching *m)
{
    for (size_t i = 0; i < m->weak->operations.length; i++)
        if (!m->taken[i] && !is_pending(m->weak, i))
            return false;
    return true;
}

static enum ln_status search(struct matching *m, bool *found)
{
    uint32_t place = 0, next = 0, count = (uint32_t)m->strong->operations.length;
    uint32_t images = (uint32_t)m->weak->operations.length;
    for (;;) {
        assert(place <= count && next <= images);
        if (ln_budget_spent(m->budget, &m->fuel, 8))
            return LN_STOPPED;
        *found = place == count && covers(m);
        if (*found)
            return LN_OK;
        while (place < count && next < images && !fits(m, place, next))
            next++;
        if (place < count && next < images) {
            m->taken[m->image[place++] = next] = true;
            next = 0;
            continue;
        }
        if (!place)
            return LN_OK;
        next = m->image[--place];
        assert(m->taken[next]);
        m->taken[next++] = false;
    }
}

enum ln_status ln_is_weaker(const struct ln_interval_order *weak, const struct ln_interval_order *strong,
                            struct ln_budget *budget, bool *weaker)
{
    struct ln_memory *memory = budget->memory;
    size_t images = weak->operations.length, count = strong->operations.length;
    struct matching m = { .weak = weak, .strong = strong, .budget = budget };
    enum ln_status status = LN_NO_MEMORY;
    *weaker = false;
    if (count > images)
        return LN_OK;
    m.image = ln_take(memory, (count + 1) * sizeof *m.image);
    m.taken = ln_take_zeroed(memory, images + 1);
    if (m.image && m.taken)
        status = search(&m, weaker);
    ln_give(memory, m.image, m.image ? (count + 1) * sizeof *m.image : 0);
    ln_give(memory, m.taken, m.taken ? images + 1 : 0);
    return status;
}

/* ---- counting ---- */

static bool same_label(const struct ln_history *history, uint32_t a, uint32_t b)
{
    return history->operations.at[a].fate == history->operations.at[b].fate && ln_label_weakens(history, a, history, b);
}

enum ln_status ln_interval_counts_init(struct ln_interval_counts *counts, const struct ln_interval_order *order)
{
    *counts = (struct ln_interval_counts){ { 0 } };
    for (size_t i = 0; i < order->operations.length; i++) {
        const struct ln_spanning *o = &order->operations.at[i];
        struct ln_interval_count one = { o->operation, o->interval, 1 };
        size_t at = 0;
        while (at < counts->at.length && !(ln_interval_same(counts->at.at[at].interval, o->interval) &&
                                           same_label(order->history, counts->at.at[at].operation, o->operation)))
            at++;
        if (at < counts->at.length)
            counts->at.at[at].count++;
        else if (!ln_vec_push(&counts->at, order->history->memory, one))
            return LN_NO_MEMORY;
    }
    return LN_OK;
}

void ln_interval_counts_fini(struct ln_interval_counts *counts, struct ln_memory *memory)
{
    ln_vec_fini(&counts->at, memory);
}
