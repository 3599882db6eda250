#include "base/budget.h"

#include <assert.h>
#include <sys/resource.h>
#include <time.h>

static uint64_t clock_value(clockid_t which)
{
    struct timespec t;
    clock_gettime(which, &t);
    return (uint64_t)t.tv_sec * UINT64_C(1000000000) + (uint64_t)t.tv_nsec;
}

uint64_t ln_now(void)
{
    return clock_value(CLOCK_MONOTONIC);
}

uint64_t ln_cpu_time(void)
{
    return clock_value(CLOCK_PROCESS_CPUTIME_ID);
}

uint64_t ln_peak_memory(void)
{
    struct rusage usage;
    if (getrusage(RUSAGE_SELF, &usage) != 0)
        return 0;
    return (uint64_t)usage.ru_maxrss * 1024;
}

void ln_budget_init(struct ln_budget *budget, struct ln_memory *memory, double seconds,
                    const volatile sig_atomic_t *interrupt)
{
    budget->memory = memory;
    budget->deadline = seconds > 0 && seconds < 1e9 ? ln_now() + (uint64_t)(seconds * 1e9) : UINT64_MAX;
    budget->interrupt = interrupt;
    budget->progress = NULL;
    atomic_init(&budget->stop, LN_STOP_NONE);
}

void ln_budget_init_rest(struct ln_budget *budget, const struct ln_budget *whole)
{
    ln_budget_init(budget, whole->memory, 0, whole->interrupt);
    budget->deadline = whole->deadline;
    budget->progress = whole->progress;
}

void ln_budget_stop(struct ln_budget *budget, enum ln_stop why)
{
    int none = LN_STOP_NONE;
    assert(why != LN_STOP_NONE);
    atomic_compare_exchange_strong(&budget->stop, &none, (int)why);
}

enum ln_stop ln_budget_why(const struct ln_budget *budget)
{
    return (enum ln_stop)atomic_load(&budget->stop);
}

bool ln_budget_look(struct ln_budget *budget)
{
    if (budget->interrupt && *budget->interrupt)
        ln_budget_stop(budget, LN_STOP_INTERRUPTED);
    else if (budget->deadline != UINT64_MAX && ln_now() >= budget->deadline)
        ln_budget_stop(budget, LN_STOP_TIME);
    return ln_budget_why(budget) != LN_STOP_NONE;
}
