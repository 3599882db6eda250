/* What all tests together have covered. */
#ifndef LN_EXPLORE_TOTALS_H
#define LN_EXPLORE_TOTALS_H

#include "explore/explore.h"

struct ln_totals {
    uint64_t tests, cut, undecided; /* begun; not explored to the end; with histories that could not be judged */
    uint64_t schedules, redundant, histories, unfair, serial; /* redundant: cut short, of the schedules */
    uint64_t empty;      /* histories that say nothing: no call returned with an effect */
    struct ln_seen seen; /* in all of them */
    enum ln_stop stop;   /* of the first that was cut */
    bool exhausted;      /* there are no more tests of that shape */
    bool looks_at_clock; /* the code does; time passes as in src/explore/runtime/clock.c */
    bool waits;          /* the code does, for conditions */
    uint64_t unbounded;  /* tests with no more schedules, whatever the bound */
    uint64_t too_long;   /* whose calls go on and on, */
    uint64_t too_large;  /* or, of those, need too much memory */
    uint64_t loose;      /* undecided, because an operation may return one thing or another */
    uint64_t lacking;    /* undecided, because the reference may have what it was not seen to have */
    uint64_t killed;     /* whose process was killed from outside */
};

/* A test that has ended. */
void ln_totals_add(struct ln_totals *totals, const struct ln_explored *explored, const struct ln_shared *trace);

#endif
