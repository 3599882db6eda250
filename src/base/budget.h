/* Limits on one piece of work: a deadline, the shared memory count, and being told to stop.
 * Engines call ln_budget_spent often; it is one load, and a look at the clock now and then. */
#ifndef LN_BASE_BUDGET_H
#define LN_BASE_BUDGET_H

#include "base/memory.h"
#include "base/progress.h"

#include <assert.h>
#include <signal.h>

enum ln_stop {
    LN_STOP_NONE,
    LN_STOP_TIME,
    LN_STOP_MEMORY,
    LN_STOP_INTERRUPTED, /* the user pressed Ctrl-C */
    LN_STOP_CANCELLED    /* another part already settled the answer */
};

struct ln_budget {
    struct ln_memory *memory;
    uint64_t deadline;                      /* monotonic nanoseconds; UINT64_MAX: none */
    const volatile sig_atomic_t *interrupt; /* may be NULL */
    struct ln_progress *progress;           /* may be NULL */
    _Atomic int stop;                       /* the first enum ln_stop that happened */
};

uint64_t ln_now(void);         /* monotonic nanoseconds */
uint64_t ln_cpu_time(void);    /* nanoseconds of CPU this process has used */
uint64_t ln_peak_memory(void); /* peak resident bytes of this process */

/* `seconds` <= 0 is no deadline. */
void ln_budget_init(struct ln_budget *budget, struct ln_memory *memory, double seconds,
                    const volatile sig_atomic_t *interrupt);

/* What is left of a budget, for more work after a verdict has stopped it. */
void ln_budget_init_rest(struct ln_budget *budget, const struct ln_budget *whole);

/* The first reason wins. */
void ln_budget_stop(struct ln_budget *budget, enum ln_stop why);
enum ln_stop ln_budget_why(const struct ln_budget *budget);
bool ln_budget_look(struct ln_budget *budget); /* consults the clock; true when spent */

enum { LN_FUEL = 4096 };

/* `fuel` is the caller's own counter, one per thread: the clock is looked at when it has run out. Cost 1 is a few
 * nanoseconds of work. */
static inline bool ln_budget_spent(struct ln_budget *budget, int64_t *fuel, int64_t cost)
{
    assert(cost >= 0); /* or the clock is never looked at */
    if (atomic_load_explicit(&budget->stop, memory_order_relaxed) != LN_STOP_NONE)
        return true;
    *fuel -= cost;
    if (*fuel > 0)
        return false;
    *fuel = LN_FUEL;
    return ln_budget_look(budget);
}

#endif
