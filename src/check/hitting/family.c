#include "check/hitting/family.h"

#include "base/radix.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_POOLED = 1 << 22 }; /* segments beyond that are built each time */

void ln_family_init(struct ln_family *family, struct ln_memory *memory)
{
    *family = (struct ln_family){ .memory = memory };
}

void ln_family_fini(struct ln_family *family)
{
    struct ln_memory *memory = family->memory;
    ln_vec_fini(&family->ops, memory);
    ln_vec_fini(&family->chain, memory);
    ln_vec_fini(&family->above, memory);
    ln_vec_fini(&family->all, memory);
    ln_vec_fini(&family->base, memory);
    ln_vec_fini(&family->pool, memory);
    ln_vec_fini(&family->starts, memory);
    ln_vec_fini(&family->links, memory);
    ln_vec_fini(&family->spare, memory);
    ln_vec_fini(&family->numbers, memory);
}

/* ---- the poset ---- */

static bool precedes(const struct ln_window *window, uint32_t a, uint32_t b)
{
    const struct ln_window_op *ops = window->ops.at;
    if (ops[a].ret < ops[b].call)
        return true;
    for (uint32_t before = window->linked ? ops[b].after : LN_NO_OP; before != LN_NO_OP; before = ops[before].after)
        if (before == a)
            return true;
    return false;
}

/* Operations of the window by their numbers in the history. */
static bool sort_by_number(struct ln_family *family, const struct ln_window *window)
{
    size_t count = window->ops.length, bytes = 2 * count * sizeof(struct ln_keyed);
    struct ln_keyed *keys = ln_take(family->memory, bytes), *sorted;
    if (!keys)
        return false;
    for (uint32_t i = 0; i < count; i++)
        keys[i] = (struct ln_keyed){ window->ops.at[i].operation, i };
    sorted = ln_radix_sort(keys, keys + count, count, UINT32_MAX);
    for (size_t i = 0; i < count; i++)
        family->spare.at[i] = sorted[i].item;
    ln_give(family->memory, keys, bytes);
    return true;
}

static void sort_topologically(struct ln_family *family, const struct ln_window *window)
{
    uint32_t *placed = family->ops.at;
    for (size_t count = 0; count < family->count; count++) {
        uint32_t op = family->spare.at[count];
        size_t place = 0;
        while (place < count && !precedes(window, op, placed[place]))
            place++;
        memmove(placed + place + 1, placed + place, (count - place) * sizeof *placed);
        placed[place] = op;
    }
}

static void compare_all(struct ln_family *family, const struct ln_window *window)
{
    memset(family->above.at, 0, family->above.length * sizeof *family->above.at);
    for (uint32_t i = 0; i < family->count; i++) {
        uint64_t *row = family->above.at + i * family->words;
        family->all.at[i / 64] |= UINT64_C(1) << (i % 64);
        row[i / 64] |= UINT64_C(1) << (i % 64);
        for (uint32_t j = i + 1; j < family->count; j++)
            row[j / 64] |= (uint64_t)precedes(window, family->ops.at[i], family->ops.at[j]) << (j % 64);
    }
}

#ifndef NDEBUG
static bool is_topological(const struct ln_family *family, const struct ln_window *window)
{
    for (uint32_t i = 1; i < family->count; i++)
        for (uint32_t j = 0; j < i; j++)
            if (precedes(window, family->ops.at[i], family->ops.at[j]))
                return false;
    return true;
}
#endif

static void number_chains(struct ln_family *family, const struct ln_window *window)
{
    const struct ln_operation *operations = window->history->operations.at;
    assert(window->history->operations.length >= family->count);
    memset(family->numbers.at, 0, window->history->processes.length * sizeof *family->numbers.at);
    family->chains = 0;
    for (uint32_t i = 0; i < family->count; i++) {
        uint32_t *number = &family->numbers.at[operations[window->ops.at[family->ops.at[i]].operation].process];
        if (!*number)
            *number = ++family->chains;
        family->chain.at[i] = *number - 1;
    }
}

static bool make_room(struct ln_family *family, const struct ln_window *window)
{
    struct ln_memory *memory = family->memory;
    size_t count = window->ops.length;
    family->count = (uint32_t)count;
    family->words = count / 64 + 1;
    family->above.length = count * family->words;
    return ln_vec_reserve(&family->ops, memory, count + 1) && ln_vec_reserve(&family->chain, memory, count + 1) &&
           ln_vec_reserve(&family->above, memory, family->above.length + 1) &&
           ln_vec_reserve(&family->all, memory, family->words) && ln_vec_reserve(&family->base, memory, count + 1) &&
           ln_vec_reserve(&family->starts, memory, count + 1) &&
           ln_vec_reserve(&family->links, memory, 2 * (count + 1)) &&
           ln_vec_reserve(&family->spare, memory, count + 1) &&
           ln_vec_reserve(&family->numbers, memory, window->history->processes.length + 1);
}

enum ln_status ln_family_fill(struct ln_family *family, const struct ln_window *window)
{
    assert(window->ops.length <= LN_FAMILY_MOST_OPERATIONS);
    if (!make_room(family, window) || !sort_by_number(family, window))
        return LN_NO_MEMORY;
    memset(family->all.at, 0, family->words * sizeof *family->all.at);
    sort_topologically(family, window);
    compare_all(family, window);
    assert(is_topological(family, window));
    number_chains(family, window);
    return LN_OK;
}

/* ---- sets ---- */

uint32_t ln_family_next(const struct ln_family *family, const uint64_t *set, uint32_t from)
{
    size_t word = from / 64;
    uint64_t bits;
    if (from >= family->count)
        return family->count;
    for (bits = set[word] & ~UINT64_C(0) << (from % 64); !bits; bits = set[word])
        if (++word == family->words)
            return family->count;
    return (uint32_t)(word * 64) + (uint32_t)__builtin_ctzll(bits);
}

uint32_t ln_family_cut(const struct ln_family *family, const uint64_t *set, uint32_t x, uint64_t *left)
{
    const uint64_t *above = ln_family_above(family, x);
    uint32_t count = 0;
    for (size_t i = 0; i < family->words; i++) {
        left[i] = set[i] & ~above[i];
        count += (uint32_t)__builtin_popcountll(left[i]);
    }
    assert(!ln_set_has(left, x));
    return count;
}

static int compare(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

uint32_t ln_unify(uint32_t *at, size_t count)
{
    uint32_t kept = 0;
    if (count < 2)
        return (uint32_t)count;
    qsort(at, count, sizeof *at, compare);
    for (size_t i = 0; i < count; i++)
        if (!kept || at[kept - 1] != at[i])
            at[kept++] = at[i];
    return kept;
}

/* ---- Algorithm 1, one segment ---- */

/* Inserts the elements of the set, in topological order, into a list: those of the chosen chain at its end, others
 * right after the last one that precedes them (lines 18 to 26). What that search passes is concurrent with the new one,
 * so all of it costs as much as there are concurrent pairs. */
static uint32_t insert_all(struct ln_family *family, const uint64_t *set, uint32_t *out)
{
    uint32_t end = family->count, *next = family->links.at, *before = next + end + 1, count = 0;
    next[end] = before[end] = end;
    for (uint32_t y = ln_family_next(family, set, 0); y < end; y = ln_family_next(family, set, y + 1)) {
        uint32_t last = before[end];
        if (family->chain.at[y] != family->chosen)
            while (last != end && !ln_set_has(ln_family_above(family, last), y))
                last = before[last];
        next[y] = next[last];
        before[y] = last;
        before[next[y]] = next[last] = y;
    }
    assert(before[end] < end || ln_family_next(family, set, 0) == end);
    for (uint32_t y = next[end]; y != end; y = next[y])
        out[count++] = y;
    return count;
}

void ln_family_choose(struct ln_family *family, uint32_t chain)
{
    assert(chain < family->chains || !family->count);
    family->chosen = chain;
    family->pool.length = 0;
    for (uint32_t x = 0; x < family->count; x++)
        family->starts.at[x] = SIZE_MAX;
    family->base.length = insert_all(family, family->all.at, family->base.at);
    assert(family->base.length == family->count); /* all of them, once each */
}

enum ln_status ln_family_segment(struct ln_family *family, uint32_t x, const uint32_t **at, uint32_t *count)
{
    size_t start = family->starts.at[x];
    if (start == SIZE_MAX) {
        bool keeps = family->pool.length < MOST_POOLED;
        start = keeps ? family->pool.length : 0;
        if (keeps && !ln_vec_reserve(&family->pool, family->memory, start + family->count + 1))
            return LN_NO_MEMORY;
        if (!keeps) {
            *count = insert_all(family, ln_family_above(family, x), family->spare.at);
            *at = family->spare.at;
            return LN_OK;
        }
        family->pool.at[start] = insert_all(family, ln_family_above(family, x), family->pool.at + start + 1);
        family->pool.length = start + 1 + family->pool.at[start];
        family->starts.at[x] = start;
    }
    *at = family->pool.at + start + 1;
    *count = family->pool.at[start];
    assert(*count && **at == x); /* nothing that is above x comes before it */
    return LN_OK;
}
