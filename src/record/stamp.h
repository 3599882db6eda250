/* Time stamps that are sound across cores.
 *
 * An operation's call stamp is taken before its first effect and its return stamp after its last, so that an operation
 * whose return stamp is less than another's call stamp did come first. Compilers and processors reorder, hence:
 *
 * - call: nothing of the operation may start before the clock is read. x86-64: rdtscp, which also waits for what came
 *   before, then lfence. aarch64: isb, cntvct, isb. What is written down of the call may lie between the clock and the
 *   last fence (ln_stamp_settle): it is no part of the operation.
 * - return: everything of the operation must have taken effect, for other cores too, before the clock is read. A store
 *   may still wait in the core's own buffer; reading the clock does not wait for it. x86-64: a locked instruction, which
 *   empties the buffer, then lfence, rdtsc. aarch64: dsb, isb, cntvct, isb.
 *
 * Without the second fence a queue whose enqueue ends with a plain store looks broken though it is not.
 *
 * Where the processor's clock is not known to agree between cores, one counter that all threads raise is the clock
 * (record/clock.c decides). Equal stamps are concurrent. */
#ifndef LN_RECORD_STAMP_H
#define LN_RECORD_STAMP_H

#include "record/clock.h"

#if defined(__x86_64__)

static inline uint64_t ln_stamp_ticks_before(void)
{
    uint32_t low, high, core;
    __asm__ volatile("rdtscp" : "=a"(low), "=d"(high), "=c"(core) : : "memory");
    return (uint64_t)high << 32 | low;
}

static inline void ln_stamp_settle(void)
{
    __asm__ volatile("lfence" : : : "memory");
}

/* Below the stack pointer, for where it points to lies the return address, which is about to be used. */
static inline uint64_t ln_stamp_ticks_after(void)
{
    uint32_t low, high;
    __asm__ volatile("lock; orq $0, -8(%%rsp)\n\tlfence\n\trdtsc" : "=a"(low), "=d"(high) : : "memory", "cc");
    return (uint64_t)high << 32 | low;
}

#elif defined(__aarch64__)

static inline uint64_t ln_stamp_ticks_before(void)
{
    uint64_t ticks;
    __asm__ volatile("isb\n\tmrs %0, cntvct_el0" : "=r"(ticks) : : "memory");
    return ticks;
}

static inline void ln_stamp_settle(void)
{
    __asm__ volatile("isb" : : : "memory");
}

static inline uint64_t ln_stamp_ticks_after(void)
{
    uint64_t ticks;
    __asm__ volatile("dsb ish\n\tisb\n\tmrs %0, cntvct_el0\n\tisb" : "=r"(ticks) : : "memory");
    return ticks;
}

#else /* never called: the clock is the counter */

static inline uint64_t ln_stamp_ticks_before(void)
{
    return 0;
}

static inline void ln_stamp_settle(void)
{
}

static inline uint64_t ln_stamp_ticks_after(void)
{
    return 0;
}

#endif

static inline uint64_t ln_stamp_count(struct ln_clock *clock)
{
    uint64_t count;
    atomic_thread_fence(memory_order_seq_cst);
    count = atomic_fetch_add_explicit(&clock->counter, 1, memory_order_seq_cst);
    atomic_thread_fence(memory_order_seq_cst);
    return count;
}

static inline uint64_t ln_stamp_before(struct ln_clock *clock)
{
    uint64_t stamp = clock->ticks ? ln_stamp_ticks_before() : ln_stamp_count(clock);
    ln_stamp_settle();
    return stamp;
}

static inline uint64_t ln_stamp_after(struct ln_clock *clock)
{
    return clock->ticks ? ln_stamp_ticks_after() : ln_stamp_count(clock);
}

#endif
