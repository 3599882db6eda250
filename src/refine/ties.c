/* Sets of the specification up to the order of processes that are tied.
 *
 * A set is a table: one row per member, one column per process. Columns of one group may be exchanged, rows are a set
 * anyway. The canonical form is found as that of graphs is (refine and individualise, McKay 1981): columns get colours
 * that do not depend on their order (sums over the rows of what stands in the column and beside it), and are refined
 * until no more are told apart. Columns that may be exchanged without changing the set (twins) need no telling apart.
 * Where others are left, each in turn (one of each kind of twins) is made the first, and so on; of the tables that
 * come out the least one is the canonical one.
 *
 * Every table that is tried has the columns of the given one in another order, so a collision of hashes, or giving up
 * after MOST_TRIED, costs some reduction and nothing else. Time is O(rows * columns) for each refinement; without
 * twins it is exponential in the size of the largest group at worst, and then cut off. */
#include "refine/ties.h"

#include "base/hash.h"

#include <assert.h>
#include <string.h>

enum { MOST_TRIED = 1000 };

struct ties {
    struct ln_sets *sets;
    uint32_t set, processes, words;
    const uint32_t *members; /* stays where it is: sets are never given back */
    size_t count;
    const uint8_t *group;
    uint64_t *sums; /* per member, scratch */
    uint8_t twin[LN_MOST_PROCESSES];
    bool twins_known;
    uint32_t best, tried;
};

static uint64_t mix(uint64_t a, uint64_t b)
{
    return ln_mix(a * UINT64_C(0x9e3779b97f4a7c15) + b + 1);
}

/* ---- colours ---- */

static uint32_t count_colours(const struct ties *t, const uint64_t *colour)
{
    uint32_t count = 0;
    for (uint32_t p = 0; p < t->processes; p++) {
        bool fresh = true;
        for (uint32_t q = t->group[p]; q < p && fresh; q++)
            fresh = t->group[q] != t->group[p] || colour[q] != colour[p];
        count += fresh;
    }
    return count;
}

static void colour_once(const struct ties *t, uint64_t *colour)
{
    uint64_t next[LN_MOST_PROCESSES] = { 0 };
    for (size_t m = 0; m < t->count; m++) {
        const uint32_t *member = t->members + m * t->words;
        uint64_t sum = mix(member[0], 0);
        for (uint32_t p = 0; p < t->processes; p++)
            sum += mix(colour[p], member[1 + p]);
        for (uint32_t p = 0; p < t->processes; p++)
            next[p] += mix(sum, member[1 + p]);
    }
    for (uint32_t p = 0; p < t->processes; p++)
        colour[p] = mix(colour[p], next[p]);
}

static void refine(const struct ties *t, uint64_t *colour)
{
    uint32_t before = count_colours(t, colour), now;
    for (;; before = now) {
        colour_once(t, colour);
        now = count_colours(t, colour);
        if (now <= before)
            return;
    }
}

/* The order of columns that the colours give: column p comes from from[p]. */
static void order_by(const struct ties *t, const uint64_t *colour, uint32_t *from)
{
    for (uint32_t p = 0; p < t->processes; p++)
        from[p] = p;
    for (uint32_t p = 0; p < t->processes; p++)
        for (uint32_t q = t->group[p]; q < p; q++)
            if (t->group[q] == t->group[p] && colour[from[q]] > colour[from[p]]) {
                uint32_t kept = from[q];
                from[q] = from[p];
                from[p] = kept;
            }
}

/* ---- twins ---- */

static uint64_t hash_of(const struct ties *t, uint32_t p, uint32_t q)
{
    uint64_t hash = 0;
    for (size_t m = 0; m < t->count; m++) {
        const uint32_t *member = t->members + m * t->words;
        hash += ln_mix(t->sums[m] - mix(p, member[1 + p]) - mix(q, member[1 + q]) + mix(p, member[1 + q]) +
                       mix(q, member[1 + p]));
    }
    return hash;
}

static void find_twins(struct ties *t)
{
    uint64_t hash = 0;
    for (size_t m = 0; m < t->count; m++) {
        const uint32_t *member = t->members + m * t->words;
        t->sums[m] = mix(LN_MOST_PROCESSES, member[0]);
        for (uint32_t p = 0; p < t->processes; p++)
            t->sums[m] += mix(p, member[1 + p]);
        hash += ln_mix(t->sums[m]);
    }
    for (uint32_t p = 0; p < t->processes; p++) {
        t->twin[p] = (uint8_t)p;
        for (uint32_t q = t->group[p]; q < p && t->twin[p] == p; q++)
            if (t->group[q] == t->group[p] && t->twin[q] == q && hash_of(t, p, q) == hash)
                t->twin[p] = (uint8_t)q;
    }
    t->twins_known = true;
}

/* ---- the search ---- */

static enum ln_status keep(struct ties *t, const uint32_t *from)
{
    struct ln_interned made, best;
    uint32_t set;
    enum ln_status status = ln_sets_permute(t->sets, t->set, from, &set);
    if (status)
        return status;
    made = *ln_intern_at(&t->sets->sets, set);
    best = *ln_intern_at(&t->sets->sets, t->best);
    assert(made.length == best.length); /* the same columns, in another order */
    if (!t->tried++ || memcmp(made.at, best.at, made.length) < 0)
        t->best = set;
    return LN_OK;
}

/* The first columns in that order which have one colour and are not all twins: one of each kind. */
static bool find_tie(struct ties *t, const uint64_t *colour, const uint32_t *from, uint32_t *list, uint32_t *count)
{
    for (uint32_t p = 0; p < t->processes; p++) {
        *count = 0;
        for (uint32_t q = p; q < t->processes; q++) {
            uint32_t twin;
            bool known = false;
            if (t->group[q] != t->group[p] || colour[from[q]] != colour[from[p]])
                continue;
            if (q != p && !t->twins_known)
                find_twins(t);
            twin = t->twins_known ? t->twin[from[q]] : from[q];
            for (uint32_t i = 0; i < *count; i++)
                known |= t->twin[list[i]] == twin;
            if (!known)
                list[(*count)++] = from[q];
        }
        if (*count > 1)
            return true;
    }
    return false;
}

static enum ln_status search(struct ties *t, const uint64_t *given)
{
    uint64_t colour[LN_MOST_PROCESSES];
    uint32_t from[LN_MOST_PROCESSES], list[LN_MOST_PROCESSES], count;
    enum ln_status status = LN_OK;
    memcpy(colour, given, sizeof colour);
    refine(t, colour);
    order_by(t, colour, from);
    if (!find_tie(t, colour, from, list, &count))
        return keep(t, from);
    for (uint32_t i = 0; i < count && !status && t->tried < MOST_TRIED; i++) {
        uint64_t before = colour[list[i]];
        assert(count > 1 && list[i] < t->processes);
        colour[list[i]] = mix(before, before);
        status = search(t, colour);
        colour[list[i]] = before;
    }
    return status;
}

enum ln_status ln_sets_untie(struct ln_sets *sets, uint32_t set, const uint8_t *group, uint32_t *to)
{
    struct ln_interned from = *ln_intern_at(&sets->sets, set);
    struct ties t = { .sets = sets,
                      .set = set,
                      .processes = sets->processes,
                      .words = sets->words,
                      .members = (const uint32_t *)(const void *)from.at,
                      .count = from.length / sizeof(uint32_t) / sets->words,
                      .group = group,
                      .best = set };
    uint64_t colour[LN_MOST_PROCESSES] = { 0 };
    size_t bytes = (t.count + 1) * sizeof *t.sums;
    enum ln_status status = LN_NO_MEMORY;
    t.sums = ln_take(sets->memory, bytes);
    for (uint32_t p = 0; p < t.processes; p++)
        colour[p] = mix(group[p], 0);
    assert(t.count);
    if (t.sums)
        status = search(&t, colour);
    ln_give(sets->memory, t.sums, bytes);
    assert(status || t.tried);
    *to = t.best;
    return status;
}
