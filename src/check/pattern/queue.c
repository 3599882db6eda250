/* First in, first out.
 *
 * A value is at the front while it is looked at and dequeued. With x the least return and y the greatest call over those
 * operations, a value with x < y was surely at the front in the gaps x+1 .. y, its zone. Violated exactly when one of
 * these is found (Henzinger, Sezgin, Vafeiadis 2013 and Bouajjani et al. 2015 have BP1 to BP3; looks are ours):
 *
 *   BP4   two zones overlap, or a value has no gap outside of another's zone to be at the front in
 *   BP2   a's enqueue ends before b's begins, but b leaves the front before a comes there; bounds trimmed by zones
 *   BP3   nothing was found although something was inside all the time
 *
 * Pairs suffice in BP2 because both orders are interval orders, in which a longer cycle has a chord.
 *
 * The witness orders the values: next is any value that may be enqueued before every other remaining one must have been
 * and may leave the front before every other one must. Enqueues and fronts then happen as early as that order allows.
 * Where nothing was found, in gap m, values that need not be inside earlier are enqueued after m. Linear. */
#include "check/pattern/run.h"

#include <assert.h>

enum { X, Y, LATEST, EARLIEST, BY_LATEST, BY_X, BY_EARLIEST, BY_FIRST, COUNTS, EMPTY_GAP, ZONE, ORDER, STATE, TRIMMED };

struct queue {
    struct ln_run *run;
    uint32_t count; /* members */
    uint32_t *x, *y;
    uint32_t *latest;   /* the last gap in which it may be enqueued: min(R, x) */
    uint32_t *earliest; /* the first one: its call, or a gap in which the queue has to be empty */
    uint32_t *empty_gap;
    uint32_t *zone;    /* per gap: the member whose zone it is in, + 1; only when there are looks */
    uint32_t *trimmed; /* per member: 1 if x moved; likewise */
};

static enum ln_status find_fronts(struct queue *queue)
{
    struct ln_run *run = queue->run;
    queue->x = ln_run_room(run, X, queue->count);
    queue->y = ln_run_room(run, Y, queue->count);
    queue->latest = ln_run_room(run, LATEST, queue->count);
    if (!queue->x || !queue->y || !queue->latest)
        return LN_NO_MEMORY;
    for (uint32_t v = 0; v < queue->count; v++) {
        queue->x[v] = run->members.at[v].remove_return;
        queue->y[v] = run->members.at[v].remove_call;
    }
    for (size_t i = 0; i < run->looks.length; i++) {
        const struct ln_sighting *look = &run->looks.at[i];
        if (look->ret < queue->x[look->value])
            queue->x[look->value] = look->ret;
        if (look->call > queue->y[look->value])
            queue->y[look->value] = look->call;
    }
    return LN_OK;
}

/* ---- zones: only where values were looked at ---- */

static enum ln_status mark_zones(struct queue *queue)
{
    struct ln_run *run = queue->run;
    queue->zone = ln_run_zeroed_room(run, ZONE, run->horizon + 2U);
    queue->trimmed = ln_run_zeroed_room(run, TRIMMED, queue->count);
    if (!queue->zone || !queue->trimmed)
        return LN_NO_MEMORY;
    for (uint32_t v = 0; v < queue->count; v++)
        for (uint32_t gap = queue->x[v] + 1; gap <= queue->y[v]; gap++) {
            if (queue->zone[gap])
                return ln_run_accuse(run, "BP4", v, queue->zone[gap] - 1);
            assert(gap <= run->horizon);
            queue->zone[gap] = v + 1;
        }
    return LN_OK;
}

/* A value without a zone comes to the front and leaves it outside of all zones: just before the one in which its last
 * gap lies, just after the one in which its first gap lies. */
static enum ln_status trim(struct queue *queue)
{
    for (uint32_t v = 0; v < queue->count; v++) {
        uint32_t x = queue->x[v], y = queue->y[v], at_x, at_y;
        if (x < y)
            continue;
        at_x = queue->zone[x];
        at_y = queue->zone[y + 1];
        if (at_x && at_x == at_y)
            return ln_run_accuse(queue->run, "BP4", v, at_x - 1);
        queue->trimmed[v] = at_x != 0;
        if (at_x)
            queue->x[v] = queue->x[at_x - 1];
        if (at_y)
            queue->y[v] = queue->y[at_y - 1];
    }
    return LN_OK;
}

/* The value whose zone moved a bound of v, if one did. */
static enum ln_status accuse_trimmer(struct queue *queue, uint32_t v)
{
    const struct ln_run_member *member = &queue->run->members.at[v];
    uint32_t x = queue->x[v], y = queue->y[v];
    for (uint32_t w = 0; queue->zone && w < queue->count; w++)
        if (w != v && queue->x[w] < queue->y[w] &&
            ((x == queue->x[w] && x != member->remove_return) || (y == queue->y[w] && y != member->remove_call)))
            return ln_run_accuse_more(queue->run, w);
    return LN_OK;
}

/* ---- BP2 ---- */

/* Members stand in the order of their enqueues' calls: as b goes on, the values a that must have been enqueued before it
 * grow, and only the one that reaches the front last matters. */
static enum ln_status find_overtaking(struct queue *queue)
{
    struct ln_run *run = queue->run;
    uint32_t *at = ln_run_zeroed_room(run, COUNTS, run->horizon + 2U), done = 0, last = LN_NO_OP;
    enum ln_status status;
    if (!at)
        return LN_NO_MEMORY;
    for (uint32_t v = 0; v < queue->count; v++) {
        uint32_t r = run->members.at[v].first_return;
        queue->latest[v] = r < queue->x[v] ? r : queue->x[v];
        assert(queue->latest[v] <= run->horizon + 1);
        if (!at[queue->latest[v]] || queue->y[at[queue->latest[v]] - 1] < queue->y[v])
            at[queue->latest[v]] = v + 1;
    }
    for (uint32_t b = 0; b < queue->count; b++) {
        for (; done < run->members.at[b].insert_call; done++)
            if (at[done] && (last == LN_NO_OP || queue->y[at[done] - 1] > queue->y[last]))
                last = at[done] - 1;
        if (last == LN_NO_OP || last == b || queue->x[b] >= queue->y[last])
            continue;
        status = ln_run_accuse(run, "BP2", last, b);
        if (!status)
            status = accuse_trimmer(queue, last);
        return status ? status : accuse_trimmer(queue, b);
    }
    return ln_run_pay(run, run->horizon);
}

/* ---- the order of the values ---- */

/* Values that have to be outside in gap m and need not be inside before it are enqueued from m on. */
static enum ln_status find_earliest(struct queue *queue)
{
    struct ln_run *run = queue->run;
    uint32_t *last = ln_run_zeroed_room(run, COUNTS, run->horizon + 2U), m = 0;
    queue->earliest = ln_run_room(run, EARLIEST, queue->count);
    if (!last || !queue->earliest)
        return LN_NO_MEMORY;
    for (size_t a = 0; a < run->absences.length; a++)
        last[queue->empty_gap[a]] = queue->empty_gap[a];
    for (uint32_t gap = 0; run->absences.length && gap < run->horizon + 2U; gap++)
        last[gap] = m = last[gap] ? last[gap] : m;
    for (uint32_t v = 0; v < queue->count; v++) {
        m = last[queue->latest[v]];
        queue->earliest[v] = m > run->members.at[v].insert_call + 1 ? m : run->members.at[v].insert_call + 1;
    }
    return LN_OK;
}

/* The members by four keys, and how far each list was used. */
struct lists {
    const uint32_t *by_latest, *by_x, *by_earliest, *by_first;
    uint32_t latest, x, earliest, first;
    uint32_t *state; /* per member: bit 0 may be enqueued, bit 1 may leave the front, bit 2 has its place */
    uint32_t *order; /* those that have their place, then those that may be next */
    uint32_t ready;
};

enum { MAY_ENTER = 1, MAY_LEAVE = 2, PLACED = 4 };

/* Turns x and y into the keys of the order: when it must have left the front, and min(x, y), when it may. A trimmed x is
 * just before the one whose zone trimmed it, which twice the numbers can say. */
static void make_keys(struct queue *queue)
{
    for (uint32_t v = 0; v < queue->count; v++) {
        uint32_t first = queue->x[v] < queue->y[v] ? queue->x[v] : queue->y[v];
        queue->x[v] = queue->trimmed ? 2 * queue->x[v] + 1 - queue->trimmed[v] : queue->x[v];
        queue->y[v] = queue->trimmed ? 2 * first + 1 : first;
    }
}

static enum ln_status sort_lists(struct queue *queue, struct lists *lists)
{
    struct ln_run *run = queue->run;
    uint32_t n = queue->count, bound = run->horizon + 2, twice = queue->trimmed ? 2 * bound : bound;
    uint32_t *counts = ln_run_room(run, COUNTS, twice + 1U);
    uint32_t *by_latest = ln_run_room(run, BY_LATEST, n), *by_x = ln_run_room(run, BY_X, n);
    uint32_t *by_earliest = ln_run_room(run, BY_EARLIEST, n), *by_first = ln_run_room(run, BY_FIRST, n);
    assert(bound <= UINT32_MAX / 2);
    lists->order = ln_run_room(run, ORDER, n);
    if (!counts || !by_latest || !by_x || !by_earliest || !by_first || !lists->order)
        return LN_NO_MEMORY;
    make_keys(queue);
    ln_sort_by_key(queue->latest, n, bound, counts, by_latest);
    ln_sort_by_key(queue->x, n, twice, counts, by_x);
    ln_sort_by_key(queue->earliest, n, bound, counts, by_earliest);
    ln_sort_by_key(queue->y, n, twice, counts, by_first);
    lists->by_latest = by_latest;
    lists->by_x = by_x;
    lists->by_earliest = by_earliest;
    lists->by_first = by_first;
    lists->state = ln_run_zeroed_room(run, STATE, n);
    return lists->state ? ln_run_pay(run, 4 * n) : LN_NO_MEMORY;
}

static void allow(struct lists *lists, uint32_t v, uint32_t what)
{
    assert(!(lists->state[v] & (what | PLACED)));
    lists->state[v] |= what;
    if (lists->state[v] == (MAY_ENTER | MAY_LEAVE))
        lists->order[lists->ready++] = v;
}

/* Marks what may be enqueued, and what may leave the front, before all others have to. */
static void look_ahead(const struct queue *queue, struct lists *lists)
{
    uint32_t n = queue->count;
    while (lists->latest < n && lists->state[lists->by_latest[lists->latest]] & PLACED)
        lists->latest++;
    while (lists->x < n && lists->state[lists->by_x[lists->x]] & PLACED)
        lists->x++;
    if (lists->latest == n)
        return;
    for (uint32_t v; lists->earliest < n; lists->earliest++) {
        v = lists->by_earliest[lists->earliest];
        if (queue->earliest[v] > queue->latest[lists->by_latest[lists->latest]])
            break;
        allow(lists, v, MAY_ENTER);
    }
    for (uint32_t v; lists->first < n; lists->first++) {
        v = lists->by_first[lists->first];
        if (queue->y[v] > queue->x[lists->by_x[lists->x]])
            break;
        allow(lists, v, MAY_LEAVE);
    }
}

static enum ln_status order_values(struct queue *queue, const uint32_t **order)
{
    struct lists lists = { 0 };
    enum ln_status status = find_earliest(queue);
    if (!status)
        status = sort_lists(queue, &lists);
    for (uint32_t placed = 0; placed < queue->count && !status; placed++) {
        look_ahead(queue, &lists);
        if (placed == lists.ready)
            return LN_INTERNAL; /* without BP2 there always is one */
        assert(!(lists.state[lists.order[placed]] & PLACED));
        lists.state[lists.order[placed]] |= PLACED;
    }
    *order = lists.order;
    return status;
}

/* ---- the witness ---- */

/* The enqueues, the fronts and what found nothing, each sorted by when they happen: a merge. Of each gap in which the
 * queue is empty, what happens before that and what happens after it are two moments. */
struct merge {
    struct queue *queue;
    const uint32_t *order;
    const uint32_t *looks, *look_starts; /* by value, by call; NULL when there are none */
    const uint32_t *absences;            /* by gap */
    uint32_t entering, leaving, absent;  /* how many are done */
    uint32_t look;                       /* of the value at the front, how many are done */
    uint32_t now;                        /* when the last front operation happened */
};

static uint64_t moment(const struct merge *merge, uint32_t gap, uint32_t v)
{
    const struct ln_run *run = merge->queue->run;
    /* Of the absences at or after this gap that are not done, is one here? They are in order. */
    bool after = merge->absent > 0 && merge->queue->empty_gap[merge->absences[merge->absent - 1]] == gap;
    bool before = merge->absent < run->absences.length &&
                  merge->queue->empty_gap[merge->absences[merge->absent]] == gap;
    return 4 * (uint64_t)gap + (after || (before && merge->queue->latest[v] >= gap) ? 2 : 0);
}

/* The gap of the next operation at the front, and that operation. */
static uint32_t next_front(const struct merge *merge, uint32_t *operation)
{
    const struct ln_run *run = merge->queue->run;
    uint32_t v = merge->order[merge->leaving], call = run->members.at[v].remove_call, gap = merge->now;
    assert(merge->leaving < merge->entering);
    *operation = run->members.at[v].removal;
    if (merge->look < run->members.at[v].looks) {
        const struct ln_sighting *look = &run->looks.at[merge->looks[merge->look_starts[v] + merge->look]];
        call = look->call;
        *operation = look->operation;
    }
    if (gap < merge->queue->earliest[v])
        gap = merge->queue->earliest[v]; /* by now: when it was enqueued */
    return gap > call + 1 ? gap : call + 1;
}

static void pass_front(struct merge *merge, uint32_t gap)
{
    uint32_t v = merge->order[merge->leaving];
    merge->now = gap;
    if (merge->look++ < merge->queue->run->members.at[v].looks)
        return;
    merge->look = 0;
    merge->leaving++;
}

static enum ln_status sort_absences(struct merge *merge)
{
    struct ln_run *run = merge->queue->run;
    uint32_t *counts = ln_run_room(run, COUNTS, run->horizon + 3U);
    uint32_t *sorted = ln_run_room(run, ZONE, run->absences.length);
    if (!counts || !sorted)
        return LN_NO_MEMORY;
    ln_sort_by_key(merge->queue->empty_gap, run->absences.length, run->horizon + 2, counts, sorted);
    merge->absences = sorted;
    return LN_OK;
}

static void emit(struct ln_run *run, uint32_t gap, uint32_t operation)
{
    if (gap <= run->horizon && operation != LN_NO_OP)
        run->order.at[run->order.length++] = operation;
}

static void merge_all(struct merge *merge)
{
    struct queue *queue = merge->queue;
    struct ln_run *run = queue->run;
    uint32_t entered = 0;
    while (merge->leaving < queue->count || merge->absent < run->absences.length) {
        assert(merge->leaving <= merge->entering && merge->entering <= queue->count);
        uint64_t enter = UINT64_MAX, leave = UINT64_MAX, absent = UINT64_MAX;
        uint32_t v = 0, operation = LN_NO_OP, gap = 0;
        if (merge->entering < queue->count) {
            v = merge->order[merge->entering];
            if (entered < queue->earliest[v])
                entered = queue->earliest[v];
            enter = moment(merge, entered, v);
        }
        if (merge->leaving < merge->entering) {
            gap = next_front(merge, &operation);
            leave = moment(merge, gap, merge->order[merge->leaving]);
        }
        if (merge->absent < run->absences.length)
            absent = 4 * (uint64_t)queue->empty_gap[merge->absences[merge->absent]] + 1;
        if (enter <= leave && enter <= absent) {
            emit(run, entered, run->members.at[v].insert);
            queue->earliest[v] = entered;
            merge->entering++;
        } else if (leave <= absent) {
            emit(run, gap, operation);
            pass_front(merge, gap);
        } else {
            emit(run, 0, run->absences.at[merge->absences[merge->absent++]].operation);
        }
    }
}

static enum ln_status write_order(struct queue *queue)
{
    struct ln_run *run = queue->run;
    struct merge merge = { .queue = queue };
    size_t most = 2 * (size_t)queue->count + run->looks.length + run->absences.length;
    enum ln_status status = order_values(queue, &merge.order);
    if (!status && run->looks.length)
        status = ln_group_looks(run, &merge.look_starts, &merge.looks);
    if (!status && run->absences.length)
        status = sort_absences(&merge);
    if (!status && !ln_vec_reserve(&run->order, run->memory, most + 1))
        status = LN_NO_MEMORY;
    if (!status)
        merge_all(&merge);
    assert(status || run->order.length <= most);
    return status ? status : ln_run_pay(run, most);
}

enum ln_status ln_decide_queue(struct ln_run *run)
{
    struct queue queue = { .run = run, .count = (uint32_t)run->members.length };
    enum ln_status status = find_fronts(&queue);
    if (!status && run->looks.length)
        status = mark_zones(&queue);
    if (!status && run->looks.length && !run->pattern)
        status = trim(&queue);
    if (!status && !run->pattern)
        status = find_overtaking(&queue);
    if (status || run->pattern)
        return status;
    queue.empty_gap = ln_run_room(run, EMPTY_GAP, run->absences.length);
    if (!queue.empty_gap)
        return LN_NO_MEMORY;
    status = ln_find_empty_gaps(run, queue.empty_gap);
    return status || run->pattern || !run->wants_order ? status : write_order(&queue);
}
