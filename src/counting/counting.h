/* Algorithm 1 of the counting paper (POPL 2015, section 6.2): how many operations have which label and which interval,
 * in the k-approximation of what happened so far.
 *
 * Labels are small numbers of the caller's. An event costs O(k^2) whatever came before it, O(1) for a fixed k; memory
 * is O(labels k^2 + open operations) and does not grow with the length of the stream.
 *
 * A call after a return opens a bound; beyond k the oldest two become one. The counters of a label are only shifted
 * when they are next looked at, by as many bounds as were opened since: so no event touches all labels. */
#ifndef LN_COUNTING_COUNTING_H
#define LN_COUNTING_COUNTING_H

#include "base/vec.h"
#include "base/status.h"

#include <assert.h>

/* The bounds of time alone: what every monitor of A_k shares. */
struct ln_bounds {
    uint32_t k;
    uint64_t length; /* n: of the exact history so far */
    bool returned;   /* since the last call */
};

/* At a call: true when it opens a bound. */
static inline bool ln_bounds_call(struct ln_bounds *bounds)
{
    bool opens = bounds->returned;
    bounds->length += opens;
    bounds->returned = false;
    return opens;
}

static inline void ln_bounds_return(struct ln_bounds *bounds)
{
    bounds->returned = true;
}

/* How many bounds were merged into bound 0. */
static inline uint64_t ln_bounds_forgotten(const struct ln_bounds *bounds)
{
    return bounds->length > bounds->k ? bounds->length - bounds->k : 0;
}

/* Where a bound of the exact history is in A_k (Lemma 6.5). The listing of Algorithm 1 leaves out the maximum, and goes
 * below 0 for operations that began before the last k bounds. */
static inline uint32_t ln_bounds_place(const struct ln_bounds *bounds, uint64_t bound)
{
    uint64_t forgotten = ln_bounds_forgotten(bounds);
    assert(bound <= bounds->length);
    return bound > forgotten ? (uint32_t)(bound - forgotten) : 0;
}

/* The last bound of A_k. */
static inline uint32_t ln_bounds_last(const struct ln_bounds *bounds)
{
    return ln_bounds_place(bounds, bounds->length);
}

#define LN_NO_LABEL UINT32_MAX

struct ln_counting_label {
    uint64_t forgotten; /* as of when its counters are */
    bool pending;       /* its operations are open: they end at the last bound, whichever that is */
};

struct ln_counting_open {
    uint64_t start;
    uint32_t label; /* LN_NO_LABEL: none is open here */
};

struct ln_counting {
    struct ln_memory *memory;
    struct ln_bounds bounds;
    LN_VEC(struct ln_counting_label) labels;
    LN_VEC(uint64_t) counters; /* (k+1)^2 for each label: first * (k+1) + last */
    LN_VEC(struct ln_counting_open) open;
};

void ln_counting_init(struct ln_counting *counting, uint32_t k, struct ln_memory *memory);
void ln_counting_fini(struct ln_counting *counting);
/* As before the first event; its labels stay. */
void ln_counting_clear(struct ln_counting *counting);

/* One more label: its number is how many there were. False when memory is refused. */
bool ln_counting_add_label(struct ln_counting *counting, bool pending);

/* An operation begins: `slot` is the caller's name for it until it returns, a small number (a process). */
bool ln_counting_call(struct ln_counting *counting, uint32_t slot, uint32_t label);
/* It returns: from then on it has the other label. LN_NO_LABEL: it has none, as if it had not happened. */
void ln_counting_return(struct ln_counting *counting, uint32_t slot, uint32_t label);

/* An operation with that interval in A_k as it is now, without its events. */
void ln_counting_put(struct ln_counting *counting, uint32_t label, uint32_t first, uint32_t last);

/* How many operations of the label have that interval in A_k; first <= last <= k. */
uint64_t ln_counting_count(struct ln_counting *counting, uint32_t label, uint32_t first, uint32_t last);

#endif
