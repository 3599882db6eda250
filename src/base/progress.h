/* What a long piece of work tells a watcher: counters that any thread may raise and any thread may read. */
#ifndef LN_BASE_PROGRESS_H
#define LN_BASE_PROGRESS_H

#include <stdatomic.h>
#include <stdint.h>

struct ln_progress {
    _Atomic uint64_t configurations; /* entered so far */
    _Atomic uint64_t reached;        /* the furthest event of the part looked at last */
    _Atomic uint64_t operations;     /* read so far, or in parts that are decided */
    _Atomic uint64_t total;          /* operations of the history; 0 while it is read */
};

static inline void ln_progress_add(struct ln_progress *progress, uint64_t configurations, uint64_t reached)
{
    if (!progress)
        return;
    atomic_fetch_add_explicit(&progress->configurations, configurations, memory_order_relaxed);
    atomic_store_explicit(&progress->reached, reached, memory_order_relaxed);
}

#endif
