/* Gaps in the order of time, each with a slack that only falls; a gap is free until its slack is negative. An operation
 * that found nothing needs a free gap within its span, for ever.
 *
 * Slacks are in a tree with range addition and minimum, so that those that fall below zero are found one by one; each gap
 * does so once. An operation is noted at the last free gap of its span, and of all noted there only the one whose span
 * begins last counts: when the gap is lost, it moves to the free gap before, unless it begins after that. Others that
 * were noted begin earlier, and are no worse off. So nothing has to be looked for when a gap is lost.
 *
 * When there is no room, gaps that are lost or settled leave, and what a settled free gap satisfies with them. Slack is
 * open removals called before less values that had to be inside before. Free gaps between which lies neither such a call
 * nor such a moment have the same slack, and always will: one stands for all. So there are no more than a few gaps for
 * each open operation, however long it stays open. The cost of an event is logarithmic in the gaps, amortised. */
#include "monitor/exact_gaps.h"

#include <assert.h>

enum { LEAST_ROOM = 4 };
#define LOST (INT64_MAX / 2)

void ln_exact_gaps_init(struct ln_exact_gaps *gaps, struct ln_memory *memory)
{
    *gaps = (struct ln_exact_gaps){ .memory = memory };
}

void ln_exact_gaps_fini(struct ln_exact_gaps *gaps)
{
    size_t room = gaps->room;
    ln_give(gaps->memory, gaps->at, room * sizeof *gaps->at);
    ln_give(gaps->memory, gaps->low, 2 * room * sizeof *gaps->low);
    ln_give(gaps->memory, gaps->add, 2 * room * sizeof *gaps->add);
    ln_exact_gaps_init(gaps, gaps->memory);
}

/* ---- the tree ---- */

static void update(struct ln_exact_gaps *gaps, uint32_t node)
{
    int64_t left = gaps->low[2 * node], right = gaps->low[2 * node + 1];
    gaps->low[node] = (left < right ? left : right) + gaps->add[node];
}

static void update_above(struct ln_exact_gaps *gaps, uint32_t leaf)
{
    for (uint32_t node = (leaf + gaps->room) / 2; node; node /= 2)
        update(gaps, node);
}

static int64_t slack_of(const struct ln_exact_gaps *gaps, uint32_t leaf)
{
    int64_t slack = gaps->low[leaf + gaps->room];
    for (uint32_t node = (leaf + gaps->room) / 2; node; node /= 2)
        slack += gaps->add[node];
    return slack;
}

static void set_slack(struct ln_exact_gaps *gaps, uint32_t leaf, int64_t slack)
{
    gaps->low[leaf + gaps->room] += slack - slack_of(gaps, leaf);
    update_above(gaps, leaf);
}

/* One less, from one leaf up to before another. */
static void lower_leaves(struct ln_exact_gaps *gaps, uint32_t from, uint32_t to)
{
    for (uint32_t l = from + gaps->room, r = to + gaps->room; l < r; l /= 2, r /= 2) {
        if (l & 1) {
            gaps->low[l]--;
            gaps->add[l++]--;
        }
        if (r & 1) {
            gaps->low[--r]--;
            gaps->add[r]--;
        }
    }
    update_above(gaps, from);
    update_above(gaps, to - 1);
}

/* A leaf with the least slack of all. */
static uint32_t least(const struct ln_exact_gaps *gaps)
{
    uint32_t node = 1;
    while (node < gaps->room)
        node = gaps->low[2 * node] <= gaps->low[2 * node + 1] ? 2 * node : 2 * node + 1;
    return node - gaps->room;
}

/* ---- free gaps ---- */

/* The first free gap from `leaf` on; the count when there is none. */
static uint32_t first_free(struct ln_exact_gaps *gaps, uint32_t leaf)
{
    while (leaf < gaps->count && gaps->at[leaf].next != leaf) {
        uint32_t next = gaps->at[leaf].next;
        if (next < gaps->count)
            gaps->at[leaf].next = gaps->at[next].next;
        leaf = next;
    }
    return leaf;
}

/* The first gap after a place. */
static uint32_t first_after(const struct ln_exact_gaps *gaps, uint64_t place)
{
    uint32_t low = 0, high = gaps->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (gaps->at[middle].place > place)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

static void note(struct ln_exact_gap *gap, uint32_t needs, uint32_t ticket)
{
    if (needs <= gap->needs)
        return;
    gap->needs = needs;
    gap->ticket = ticket;
}

static bool lose(struct ln_exact_gaps *gaps, uint32_t leaf, uint32_t *ticket)
{
    struct ln_exact_gap *gap = &gaps->at[leaf];
    uint32_t next = first_free(gaps, leaf + 1);
    assert(gap->next == leaf); /* it is free */
    set_slack(gaps, leaf, LOST);
    gap->next = leaf + 1;
    if (next < gaps->count)
        gaps->at[next].before = gap->before;
    else
        gaps->last = gap->before;
    if (gap->needs > gap->before) {
        *ticket = gap->ticket;
        return false;
    }
    if (gap->before)
        note(&gaps->at[gap->before - 1], gap->needs, gap->ticket);
    return true;
}

bool ln_exact_gaps_lower(struct ln_exact_gaps *gaps, uint64_t from, uint64_t to, uint32_t *ticket)
{
    uint32_t first = first_after(gaps, from), end = first_after(gaps, to);
    bool met = true;
    if (first >= end)
        return true;
    lower_leaves(gaps, first, end);
    while (met && gaps->low[1] < 0)
        met = lose(gaps, least(gaps), ticket);
    return met;
}

bool ln_exact_gaps_cover(struct ln_exact_gaps *gaps, uint64_t from, uint64_t to, uint32_t *ticket)
{
    uint32_t leaf = first_free(gaps, first_after(gaps, from));
    bool met = true;
    for (; met && leaf < gaps->count && gaps->at[leaf].place <= to; leaf = first_free(gaps, leaf))
        met = lose(gaps, leaf, ticket);
    return met;
}

bool ln_exact_gaps_need(struct ln_exact_gaps *gaps, uint64_t from, uint32_t ticket)
{
    uint32_t first = first_after(gaps, from);
    if (gaps->last <= first)
        return false;
    note(&gaps->at[gaps->last - 1], first + 1, ticket);
    return true;
}

/* ---- room ---- */

void ln_exact_gaps_divide(struct ln_exact_gaps *gaps, uint64_t place)
{
    uint32_t first = first_after(gaps, place);
    if (first < gaps->count)
        gaps->at[first].begins = true;
}

/* Numbers free gaps from `first` on anew: those that share their slack become one. Gives how many there are. */
static uint32_t rename_gaps(struct ln_exact_gaps *gaps, uint32_t first)
{
    uint32_t count = 0, last = first;
    for (uint32_t leaf = first; leaf < gaps->count; leaf = first_free(gaps, leaf + 1)) {
        bool begins = count == 0;
        for (; last < leaf; last++)
            begins |= gaps->at[last + 1].begins;
        count += begins;
        gaps->at[leaf].before = count; /* not needed any more: now its new name, + 1 */
    }
    return count;
}

/* What is needed somewhere among gaps that become one is needed there. */
static void move_gaps(struct ln_exact_gaps *gaps, struct ln_exact_gaps *to, uint32_t first)
{
    for (uint32_t leaf = first; leaf < gaps->count; leaf = first_free(gaps, leaf + 1)) {
        const struct ln_exact_gap *old = &gaps->at[leaf];
        struct ln_exact_gap *gap = &to->at[old->before - 1];
        uint32_t start = old->needs ? first_free(gaps, old->needs - 1) : 0;
        if (old->before > to->count) {
            *gap = (struct ln_exact_gap){ .place = old->place, .before = to->count, .next = to->count };
            to->low[to->room + to->count++] = slack_of(gaps, leaf);
        }
        if (old->needs && start >= first) /* else a gap that is settled satisfies it */
            note(gap, gaps->at[start].before, old->ticket);
    }
    to->last = to->count;
}

static bool make_room(struct ln_exact_gaps *gaps, uint64_t settled)
{
    struct ln_exact_gaps to = { .memory = gaps->memory, .room = LEAST_ROOM };
    uint32_t first = first_free(gaps, first_after(gaps, settled)), kept = rename_gaps(gaps, first);
    while (to.room <= 2 * kept)
        to.room *= 2;
    to.at = ln_take(to.memory, to.room * sizeof *to.at);
    to.low = ln_take(to.memory, 2 * (size_t)to.room * sizeof *to.low);
    to.add = ln_take_zeroed(to.memory, 2 * (size_t)to.room * sizeof *to.add);
    if (!to.at || !to.low || !to.add) {
        ln_exact_gaps_fini(&to);
        return false;
    }
    for (uint32_t node = 0; node < 2 * to.room; node++) /* unused leaves are not free */
        to.low[node] = LOST;
    move_gaps(gaps, &to, first);
    for (uint32_t node = to.room - 1; node; node--)
        update(&to, node);
    ln_exact_gaps_fini(gaps);
    *gaps = to;
    return true;
}

bool ln_exact_gaps_append(struct ln_exact_gaps *gaps, uint64_t place, uint32_t slack, uint64_t settled)
{
    assert(gaps->count == 0 || gaps->at[gaps->count - 1].place < place);
    if (ln_exact_gaps_full(gaps) && !make_room(gaps, settled))
        return false;
    gaps->at[gaps->count] = (struct ln_exact_gap){ .place = place, .before = gaps->last, .next = gaps->count };
    set_slack(gaps, gaps->count, slack);
    gaps->last = ++gaps->count;
    return true;
}
