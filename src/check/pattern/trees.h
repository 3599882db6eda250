/* Inside src/check/pattern only: the trees of the stack's procedure. All work on memory that the caller gives. */
#ifndef LN_CHECK_PATTERN_TREES_H
#define LN_CHECK_PATTERN_TREES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A number per place, lowered by ranges; those that reach zero are found, each once per time it is set. */
struct ln_levels {
    int32_t *low; /* 2 * size: the least number below the node, without what its ancestors add */
    int32_t *add; /* size: what is added to all below the node */
    uint32_t size;
};

enum { LN_LEVEL_NEVER = 1 << 30 };

uint32_t ln_tree_size(size_t count); /* the power of two that `count` places need */
/* low[size + i] holds the number of place i, LN_LEVEL_NEVER for places that do not exist. */
void ln_levels_build(struct ln_levels *levels);
void ln_levels_lower(struct ln_levels *levels, uint32_t from, uint32_t to);
/* Some place whose number is zero, or UINT32_MAX. */
uint32_t ln_levels_zero(const struct ln_levels *levels);
/* A new number for the place ln_levels_zero has found. */
void ln_levels_set(struct ln_levels *levels, uint32_t place, int32_t number);

/* Spans in the order of their starts; those that contain a point are taken out one by one. */
struct ln_spans {
    uint32_t *end; /* 2 * size: the greatest end + 1 below the node; 0: none left */
    uint32_t size;
};

/* end[size + i] holds the end + 1 of span i, 0 for spans that do not exist. */
void ln_spans_build(struct ln_spans *spans);
/* Takes out one of the spans from .. to-1 that ends at `point` or later; UINT32_MAX when there is none. */
uint32_t ln_spans_take(struct ln_spans *spans, uint32_t from, uint32_t to, uint32_t point);

/* Sums of what was added to ranges (Fenwick 1994). */
struct ln_sums {
    int64_t *at; /* count + 1 */
    uint32_t count;
};

void ln_sums_add(struct ln_sums *sums, uint32_t from, uint32_t to, int64_t what);
int64_t ln_sums_at(const struct ln_sums *sums, uint32_t place);

#endif
