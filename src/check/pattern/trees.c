#include "check/pattern/trees.h"

#include <assert.h>

uint32_t ln_tree_size(size_t count)
{
    uint32_t size = 1;
    while (size < count)
        size *= 2;
    return size;
}

/* ---- levels ---- */

static int32_t least(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

static void pull(struct ln_levels *levels, uint32_t node)
{
    levels->low[node] = least(levels->low[2 * node], levels->low[2 * node + 1]) + levels->add[node];
}

void ln_levels_build(struct ln_levels *levels)
{
    for (uint32_t node = 0; node < levels->size; node++)
        levels->add[node] = 0;
    for (uint32_t node = levels->size; node-- > 1;)
        pull(levels, node);
}

static void pull_above(struct ln_levels *levels, uint32_t node)
{
    while (node > 1) {
        node /= 2;
        pull(levels, node);
    }
}

static void lower_node(struct ln_levels *levels, uint32_t node)
{
    levels->low[node]--;
    if (node < levels->size)
        levels->add[node]--;
}

/* From the leaves up: the nodes that make up the range are lowered, then what is above both ends is brought up to date. */
void ln_levels_lower(struct ln_levels *levels, uint32_t from, uint32_t to)
{
    uint32_t left = from + levels->size, right = to + levels->size + 1;
    assert(from <= to && to < levels->size);
    for (uint32_t l = left, r = right; l < r; l /= 2, r /= 2) {
        if (l & 1)
            lower_node(levels, l++);
        if (r & 1)
            lower_node(levels, --r);
    }
    pull_above(levels, left);
    pull_above(levels, right - 1);
}

uint32_t ln_levels_zero(const struct ln_levels *levels)
{
    uint32_t node = 1;
    int32_t wanted = levels->low[1];
    if (wanted > 0)
        return UINT32_MAX;
    while (node < levels->size) {
        wanted -= levels->add[node];
        node = levels->low[2 * node] == wanted ? 2 * node : 2 * node + 1;
    }
    assert(wanted == levels->low[node]);
    return node - levels->size;
}

void ln_levels_set(struct ln_levels *levels, uint32_t place, int32_t number)
{
    uint32_t node = place + levels->size;
    assert(place < levels->size);
    for (uint32_t above = node / 2; above; above /= 2)
        number -= levels->add[above];
    levels->low[node] = number;
    pull_above(levels, node);
}

/* ---- spans ---- */

void ln_spans_build(struct ln_spans *spans)
{
    for (uint32_t node = spans->size; node-- > 1;) {
        uint32_t a = spans->end[2 * node], b = spans->end[2 * node + 1];
        spans->end[node] = a > b ? a : b;
    }
}

static void forget(struct ln_spans *spans, uint32_t node)
{
    spans->end[node] = 0;
    while (node > 1) {
        uint32_t a, b;
        node /= 2;
        a = spans->end[2 * node];
        b = spans->end[2 * node + 1];
        spans->end[node] = a > b ? a : b;
    }
}

uint32_t ln_spans_take(struct ln_spans *spans, uint32_t from, uint32_t to, uint32_t point)
{
    uint32_t node = 0;
    assert(from <= spans->size && to <= spans->size);
    for (uint32_t l = from + spans->size, r = to + spans->size; l < r && !node; l /= 2, r /= 2) {
        if (l & 1 && spans->end[l++] > point)
            node = l - 1;
        else if (r & 1 && spans->end[--r] > point)
            node = r;
    }
    if (!node)
        return UINT32_MAX;
    while (node < spans->size)
        node = spans->end[2 * node] > point ? 2 * node : 2 * node + 1;
    assert(spans->end[node] > point && node - spans->size >= from && node - spans->size < to);
    forget(spans, node);
    return node - spans->size;
}

/* ---- sums ---- */

static void add_from(struct ln_sums *sums, uint32_t place, int64_t what)
{
    for (uint32_t i = place + 1; i <= sums->count; i += i & (0U - i))
        sums->at[i] += what;
}

void ln_sums_add(struct ln_sums *sums, uint32_t from, uint32_t to, int64_t what)
{
    assert(from <= to && to < sums->count);
    add_from(sums, from, what);
    add_from(sums, to + 1, -what);
}

int64_t ln_sums_at(const struct ln_sums *sums, uint32_t place)
{
    int64_t sum = 0;
    assert(place < sums->count);
    for (uint32_t i = place + 1; i; i -= i & (0U - i))
        sum += sums->at[i];
    return sum;
}
