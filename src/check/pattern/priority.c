/* Numbers that are taken by size.
 *
 * The best value is not kept back by any other, so from the best value to the worst: its removal needs a gap from C+1 to
 * its return, and each look at it one within its bounds, in which no better value was surely inside; then its own gaps
 * R+1 .. C are covered. Last come the operations that found nothing. Violated exactly when one has no such gap (after
 * Abdulla et al. 2025; their procedure has no looks):
 *
 *   BP2   a removal, or BP4 a look, lies wholly in gaps in which better values were inside
 *   BP3   nothing was found although something was inside all the time
 *
 * The witness removes a value in the first gap that is not covered from C+1 on, and inserts it in gap R, or in an
 * earlier one when a look needs it (the gaps between the two are covered, so nobody worse is removed meanwhile). In a
 * gap come those that end, best first; what begins and ends there; those that begin, worst first. Looks stand beside
 * the operation of their value that happens in the same gap. O(n log n) for sorting by size. */
#include "check/pattern/gaps.h"
#include "check/pattern/run.h"

#include "base/radix.h"
#include "base/vec.h"

#include <assert.h>

enum { SORTED, ENTERS, LEAVES, LOOK_GAP, BETTER, EMPTY_GAP };

struct priority {
    struct ln_run *run;
    struct ln_gaps open; /* not covered so far */
    uint32_t *sorted;    /* members, best first */
    uint32_t *enters, *leaves, *look_gap;
    uint32_t *better;    /* per member: 1 once it is covered */
    uint32_t *empty_gap; /* per absence */
    const uint32_t *starts, *looks;
};

/* ---- by size ---- */

static int64_t size_of(const struct ln_run *run, uint32_t v)
{
    const struct ln_operation *o = &run->history->operations.at[run->members.at[v].insert];
    int64_t size = ln_value_int(&run->history->values, run->history->args.at[o->args]);
    return run->spec->class->discipline == LN_DISCIPLINE_GREATEST ? ~size : size;
}

static enum ln_status sort_by_size(struct priority *queue)
{
    struct ln_run *run = queue->run;
    uint32_t n = (uint32_t)run->members.length;
    struct ln_keyed *keys = ln_take(run->memory, 2 * (n + 1U) * sizeof *keys), *sorted;
    int64_t least = INT64_MAX;
    uint64_t greatest = 0;
    if (!keys)
        return LN_NO_MEMORY;
    for (uint32_t v = 0; v < n; v++)
        least = size_of(run, v) < least ? size_of(run, v) : least;
    for (uint32_t v = 0; v < n; v++) {
        keys[v] = (struct ln_keyed){ (uint64_t)size_of(run, v) - (uint64_t)least, v };
        greatest = keys[v].key > greatest ? keys[v].key : greatest;
    }
    sorted = ln_radix_sort(keys, keys + n + 1, n, greatest);
    for (uint32_t i = 0; i < n; i++)
        queue->sorted[i] = sorted[i].item;
    ln_give(run->memory, keys, 2 * (n + 1U) * sizeof *keys);
    return ln_run_pay(run, 4 * (size_t)n);
}

/* ---- deciding ---- */

static void cover(struct ln_gaps *open, uint32_t from, uint32_t to)
{
    assert(from <= to);
    for (int64_t gap = ln_gaps_from(open, from); gap != LN_NO_GAP && gap <= to; gap = ln_gaps_from(open, (uint32_t)gap))
        ln_gaps_remove(open, (uint32_t)gap);
}

static enum ln_status accuse(struct priority *queue, const char *pattern, uint32_t v, uint32_t from, uint32_t to)
{
    enum ln_status status = ln_run_accuse(queue->run, pattern, v, LN_NO_OP);
    return status ? status : ln_accuse_cover(queue->run, from, to, queue->better);
}

/* A gap for the look within its bounds: where its value is inside anyway if that can be, else the last one before. */
static enum ln_status find_look_gap(struct priority *queue, uint32_t v, uint32_t look)
{
    const struct ln_run_member *member = &queue->run->members.at[v];
    const struct ln_sighting *seen = &queue->run->looks.at[look];
    uint32_t from = (seen->call > member->insert_call ? seen->call : member->insert_call) + 1;
    uint32_t to = seen->ret < member->remove_return ? seen->ret : member->remove_return;
    int64_t gap = ln_gaps_from(&queue->open, from > member->first_return ? from : member->first_return);
    if (gap == LN_NO_GAP || gap > to)
        gap = ln_gaps_upto(&queue->open, to);
    if (gap == LN_NO_GAP || gap < from)
        return accuse(queue, "BP4", v, from, to);
    queue->look_gap[look] = (uint32_t)gap;
    assert(gap >= from && gap <= to);
    if (gap < queue->enters[v])
        queue->enters[v] = (uint32_t)gap;
    return LN_OK;
}

static enum ln_status decide_member(struct priority *queue, uint32_t v)
{
    const struct ln_run_member *member = &queue->run->members.at[v];
    uint32_t right = ln_member_right(member);
    int64_t gap = ln_gaps_from(&queue->open, right + 1);
    if (gap == LN_NO_GAP || gap > member->remove_return)
        return accuse(queue, "BP2", v, right + 1, member->remove_return);
    queue->leaves[v] = (uint32_t)gap;
    assert(gap > right);
    /* What needs no time inside is inserted just before it is removed. */
    queue->enters[v] = queue->leaves[v] < member->first_return ? queue->leaves[v] : member->first_return;
    for (uint32_t i = queue->starts[v]; i < queue->starts[v + 1]; i++) {
        enum ln_status status = LN_OK;
        if (queue->enters[v] == queue->leaves[v])
            queue->look_gap[queue->looks[i]] = queue->leaves[v];
        else
            status = find_look_gap(queue, v, queue->looks[i]);
        if (status || queue->run->pattern)
            return status;
    }
    if (ln_member_critical(member)) {
        cover(&queue->open, member->first_return + 1, right);
        queue->better[v] = 1;
    }
    return LN_OK;
}

static enum ln_status decide_absences(struct priority *queue)
{
    struct ln_run *run = queue->run;
    for (uint32_t a = 0; a < run->absences.length; a++) {
        const struct ln_sighting *absence = &run->absences.at[a];
        int64_t gap = ln_gaps_from(&queue->open, absence->call + 1);
        if (gap == LN_NO_GAP || gap > absence->ret) {
            enum ln_status status = ln_run_accuse_absence(run, "BP3", a);
            return status ? status : ln_accuse_cover(run, absence->call + 1, absence->ret, NULL);
        }
        queue->empty_gap[a] = (uint32_t)gap;
    }
    return LN_OK;
}

static enum ln_status decide(struct priority *queue)
{
    enum ln_status status = sort_by_size(queue);
    for (size_t i = 0; i < queue->run->members.length && !status && !queue->run->pattern; i++) {
        status = decide_member(queue, queue->sorted[i]);
        if (!status)
            status = ln_run_pay(queue->run, 8);
    }
    return status || queue->run->pattern ? status : decide_absences(queue);
}

/* ---- the witness ---- */

static bool place_looks(struct priority *queue, uint32_t v, uint32_t gap)
{
    bool placed = true;
    for (uint32_t i = queue->starts[v]; i < queue->starts[v + 1] && placed; i++)
        if (queue->look_gap[queue->looks[i]] == gap)
            placed = ln_place(queue->run, gap, queue->run->looks.at[queue->looks[i]].operation);
    return placed;
}

static bool place_removal(struct priority *queue, uint32_t v)
{
    return place_looks(queue, v, queue->leaves[v]) &&
           ln_place(queue->run, queue->leaves[v], queue->run->members.at[v].removal);
}

static bool place_insertion(struct priority *queue, uint32_t v)
{
    return ln_place(queue->run, queue->enters[v], queue->run->members.at[v].insert);
}

static bool place_between(struct priority *queue, uint32_t v)
{
    struct ln_run *run = queue->run;
    bool placed = true;
    assert(queue->enters[v] <= queue->leaves[v]);
    for (uint32_t i = queue->starts[v]; i < queue->starts[v + 1] && placed; i++) {
        uint32_t gap = queue->look_gap[queue->looks[i]];
        if (gap != queue->enters[v] && gap != queue->leaves[v])
            placed = ln_place(run, gap, run->looks.at[queue->looks[i]].operation);
    }
    if (placed && queue->enters[v] == queue->leaves[v])
        placed = place_insertion(queue, v) && place_removal(queue, v);
    return placed;
}

static bool place_all(struct priority *queue)
{
    struct ln_run *run = queue->run;
    size_t n = run->members.length;
    bool placed = true;
    for (size_t i = 0; i < n && placed; i++)
        if (queue->enters[queue->sorted[i]] != queue->leaves[queue->sorted[i]])
            placed = place_removal(queue, queue->sorted[i]);
    for (size_t i = 0; i < n && placed; i++)
        placed = place_between(queue, queue->sorted[i]);
    for (size_t a = 0; a < run->absences.length && placed; a++)
        placed = ln_place(run, queue->empty_gap[a], run->absences.at[a].operation);
    for (size_t i = n; i-- > 0 && placed;) {
        uint32_t v = queue->sorted[i];
        if (queue->enters[v] != queue->leaves[v])
            placed = place_insertion(queue, v) && place_looks(queue, v, queue->enters[v]);
    }
    return placed;
}

enum ln_status ln_decide_priority(struct ln_run *run)
{
    size_t n = run->members.length;
    struct priority queue = { .run = run,
                              .sorted = ln_run_room(run, SORTED, n),
                              .enters = ln_run_room(run, ENTERS, n),
                              .leaves = ln_run_room(run, LEAVES, n),
                              .look_gap = ln_run_room(run, LOOK_GAP, run->looks.length),
                              .better = ln_run_zeroed_room(run, BETTER, n),
                              .empty_gap = ln_run_room(run, EMPTY_GAP, run->absences.length) };
    uint32_t gaps = run->horizon + 2;
    enum ln_status status = LN_NO_MEMORY;
    if (queue.sorted && queue.enters && queue.leaves && queue.look_gap && queue.better && queue.empty_gap &&
        ln_vec_reserve(&run->bits, run->memory, ln_gaps_words(gaps)))
        status = ln_group_looks(run, &queue.starts, &queue.looks);
    if (status)
        return status;
    ln_gaps_init(&queue.open, run->bits.at, gaps, true);
    status = decide(&queue);
    if (status || run->pattern || !run->wants_order)
        return status;
    return !ln_begin_tokens(run) && place_all(&queue) ? ln_order_tokens(run) : LN_NO_MEMORY;
}
