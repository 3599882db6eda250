/* Writing to a log: the usual case, inline. Between fences nothing overlaps, so every instruction counts. */
#ifndef LN_RECORD_WRITING_H
#define LN_RECORD_WRITING_H

#include "record/log.h"

/* Words before the values of a return; how far ahead lines are fetched. */
enum { LN_LOG_HEADER = 2, LN_LOG_AHEAD = 48 };

/* Would a value be recorded as it is? */
bool ln_log_fits(const struct ln_log *log, const linnet_value *value);

/* Any values; what is too large is not known. */
void ln_log_call_any(struct ln_log *log, uint64_t f, const linnet_value *args, size_t arity);
void ln_log_return_any(struct ln_log *log, linnet_value result, uint64_t stamp);

static inline bool ln_log_has_content(linnet_kind kind)
{
    return (unsigned)kind - 1 < LINNET_KIND_MAP; /* neither null nor unknown and what follows */
}

static inline void ln_log_begin(struct ln_log *log)
{
    atomic_store_explicit(&log->state, log->head * 2 + 1, memory_order_relaxed);
    /* Pairs with the reader's stamp before it reads `state`; unless it makes every thread do this by membarrier. */
    if (log->fenced)
        atomic_thread_fence(memory_order_seq_cst);
    else
        atomic_signal_fence(memory_order_seq_cst);
}

static inline void ln_log_publish(struct ln_log *log, uint64_t stamp, uint64_t head)
{
    log->last = stamp;
    log->head = head;
    /* Pairs with the acquire in ln_log_available: who sees the words counted sees the words. */
    atomic_store_explicit(&log->state, head * 2, memory_order_release);
}

static inline void ln_log_put(struct ln_log *log, uint64_t at, uint64_t word)
{
    log->words[at & log->mask] = word;
}

static inline uint64_t ln_log_header(enum ln_log_type type, size_t arity, uint64_t kinds, size_t words)
{
    return (uint64_t)type | (uint64_t)arity << 2 | kinds << 8 | (uint64_t)words << 32;
}

/* The reader has had the lines that come next: have them back before they are written. */
static inline void ln_log_fetch_ahead(const struct ln_log *log)
{
    const uint64_t *line = &log->words[(log->head + LN_LOG_AHEAD) & log->mask];
#if defined(__x86_64__)
    __asm__ volatile("prefetchw %0" : : "m"(*line)); /* compilers would only have it for reading */
#else
    __builtin_prefetch(line, 1);
#endif
}

/* The stamp comes last, so that little lies between it and the operation. Of a coarse clock it is read again until it
 * has moved: one thread's events never touch. */
static inline void ln_log_stamp_call(struct ln_log *log, uint64_t at, size_t words)
{
    uint64_t stamp;
    do
        stamp = log->ticks ? ln_stamp_ticks_before() : ln_stamp_count(log->clock);
    while (__builtin_expect(stamp <= log->last, 0));
    ln_log_put(log, at + 1, stamp);
    ln_log_publish(log, stamp, at + words);
    ln_stamp_settle();
}

/* Between fences nothing overlaps, so every instruction counts: the usual case, one number or none and a ring that is
 * not full, has a way of its own. */
static inline bool ln_log_is_usual(const struct ln_log *log, linnet_kind kind)
{
    return kind <= LINNET_KIND_REAL && log->head + LN_LOG_HEADER + 2 <= log->limit;
}

static inline void ln_log_call(struct ln_log *log, uint64_t f, const linnet_value *args, size_t arity)
{
    linnet_kind kind = arity ? args->kind : LINNET_KIND_NULL;
    size_t words = LN_LOG_HEADER + 1 + ln_log_has_content(kind);
    uint64_t at = log->head;
    if (__builtin_expect(arity > 1 || !ln_log_is_usual(log, kind), 0)) {
        ln_log_call_any(log, f, args, arity);
        return;
    }
    ln_log_fetch_ahead(log);
    ln_log_begin(log);
    ln_log_put(log, at, ln_log_header(LN_LOG_CALL, arity, (uint64_t)kind, words));
    ln_log_put(log, at + 2, f);
    if (ln_log_has_content(kind))
        ln_log_put(log, at + 3, (uint64_t)args->i);
    ln_log_stamp_call(log, at, words);
}

static inline void ln_log_return(struct ln_log *log, linnet_value result)
{
    uint64_t stamp, at = log->head;
    size_t words = LN_LOG_HEADER + ln_log_has_content(result.kind);
    atomic_store_explicit(&log->state, at * 2 + 1, memory_order_relaxed); /* the stamp is the fence */
    do
        stamp = log->ticks ? ln_stamp_ticks_after() : ln_stamp_count(log->clock);
    while (__builtin_expect(stamp <= log->last, 0));
    if (__builtin_expect(!ln_log_is_usual(log, result.kind), 0)) {
        ln_log_return_any(log, result, stamp);
        return;
    }
    ln_log_put(log, at, ln_log_header(LN_LOG_RETURN, 1, (uint64_t)result.kind, words));
    ln_log_put(log, at + 1, stamp);
    if (ln_log_has_content(result.kind))
        ln_log_put(log, at + LN_LOG_HEADER, (uint64_t)result.i);
    ln_log_publish(log, stamp, at + words);
}

#endif
