/* What -fsanitize=thread makes gcc and clang call: every access to memory. */
#include "explore/runtime/access.h"

#include <stdio.h>
#include <string.h>

/* How far something is known of: whoever looks at all of it need not look further. */
static void note_end(const struct ln_word *word)
{
    size_t at = (size_t)(word - state.region.words);
    uint32_t *end = &state.shared->words_end;
    if (at >= state.area_size / 8) {
        at = (size_t)(word - state.region.global_words);
        end = &state.shared->global_words_end;
    }
    if (*end <= at)
        *end = (uint32_t)at + 1;
}

bool rt_learn(struct ln_word *word, uint32_t bit)
{
    enum { WRITERS = LN_RUN_THREADS };
    uint32_t all = word->mask | bit, writers = all >> WRITERS & ((1u << WRITERS) - 1);
    uint32_t who = writers | (all & ((1u << WRITERS) - 1));
    if (writers && who & (who - 1) && !(all & LN_WORD_SHARED)) { /* two threads, one of which writes */
        all |= LN_WORD_SHARED;
        state.shared->learned = true;
    }
    word->mask = all;
    note_end(word);
    return all & LN_WORD_SHARED;
}

bool rt_reach_many(uintptr_t address, size_t length, bool writes, bool whole)
{
    size_t shared = 0;
    for (uintptr_t at = address & ~(uintptr_t)7; at < address + length; at += 8)
        shared += rt_touch(rt_word(at), writes);
    if (!shared)
        return false;
    rt_point((struct touch){ address, (uint32_t)length, writes, !whole && (shared > 1 || length <= 8) });
    for (uintptr_t at = address & ~(uintptr_t)7; at < address + length; at += 8)
        rt_stamp(rt_word(at), writes);
    return true;
}

/* Should it crash, it is where the user's code called the hook. */
static void note(const volatile void *address, uintptr_t pc)
{
    state.shared->touched = (uintptr_t)address;
    state.shared->touched_at = pc - state.shared->place.base;
}

/* ---- plain accesses ---- */

/* Nobody else touches it. */
static bool is_on_own_stack(const void *address, bool writes)
{
    uintptr_t stack = (uintptr_t)state.region.stacks + state.current->index * state.region.stack_size;
    return (uintptr_t)address - stack < state.region.stack_size && !rt_touch(rt_word((uintptr_t)address), writes);
}

static void trace_plain(const void *address, size_t size, bool writes, uintptr_t pc)
{
    if (is_on_own_stack(address, writes))
        return;
    rt_trace(writes ? LN_STEP_WRITE : LN_STEP_READ, pc, address, size)->before = rt_load(address, size);
}

static inline void check_heap(const volatile void *address, size_t size, bool writes)
{
    if (UNLIKELY(state.checks_heap) && (uintptr_t)address - (uintptr_t)state.region.heap < state.region.heap_size)
        rt_heap_check((uintptr_t)address, size, writes);
}

/* It is about to be written: what comes of it is looked at when the thread comes back. */
static inline void announce(const void *address, size_t size)
{
    struct fiber *fiber = state.current;
    rt_announced_done(fiber);
    fiber->announced.address = (uintptr_t)address;
    fiber->announced.length = (uint32_t)size;
    if (size <= 16)
        fiber->announced.before[0] = rt_load(address, size);
    if (size == 16)
        fiber->announced.before[1] = ((const uint64_t *)address)[1];
}

/* What comes of it when others run in the middle of the access is not tried. */
static void tell_halfway(size_t size, bool writes, uintptr_t pc)
{
    char name[60];
    if (!state.current->halfway)
        return;
    state.current->halfway = false;
    snprintf(name, sizeof name, "%zu bytes that are %s in one step", size, writes ? "written" : "read");
    rt_unseen(LN_UNSEEN_HALFWAY, name, "", "", pc);
}

static inline void access_plainly(const void *address, size_t size, bool writes, uintptr_t pc)
{
    if (UNLIKELY(!rt_word((uintptr_t)address)))
        rt_unowned((uintptr_t)address, writes, pc);
    if (UNLIKELY(state.tracing))
        note(address, pc);
    state.only_reads = false;
    if (rt_reach((uintptr_t)address, size, writes, size <= 8)) {
        if (size > 8)
            tell_halfway(size, writes, pc);
        if (writes)
            announce(address, size);
        else
            rt_look(pc, (uintptr_t)address, size, rt_load(address, size));
    } else if (UNLIKELY(rt_wary || state.idle >= IDLE)) {
        rt_private(pc, (uintptr_t)address, size, writes);
    }
    check_heap(address, size, writes);
    if (UNLIKELY(state.tracing))
        trace_plain(address, size, writes, pc);
}

void rt_plain(const void *address, size_t size, bool writes, uintptr_t pc)
{
    access_plainly(address, size, writes, pc);
}

static inline void plain(const void *address, size_t size, bool writes, uintptr_t pc)
{
    if (!state.active)
        return;
    if (UNLIKELY(state.current->later.count))
        rt_later_end(pc);
    access_plainly(address, size, writes, pc);
}

#define PLAIN(name, size, writes)                     \
    RT_FUNCTION(void, __tsan_##name, (void *address)) \
    {                                                 \
        plain(address, size, writes, CALLER);         \
    }
#define PLAIN_ALL(size)                               \
    PLAIN(read##size, size, false)                    \
    PLAIN(write##size, size, true)                    \
    PLAIN(unaligned_read##size, size, false)          \
    PLAIN(unaligned_write##size, size, true)          \
    PLAIN(volatile_read##size, size, false)           \
    PLAIN(volatile_write##size, size, true)           \
    PLAIN(unaligned_volatile_read##size, size, false) \
    PLAIN(unaligned_volatile_write##size, size, true) \
    PLAIN(read##size##_pc, size, false)               \
    PLAIN(write##size##_pc, size, true)
PLAIN_ALL(1)
PLAIN_ALL(2)
PLAIN_ALL(4)
PLAIN_ALL(8)
PLAIN_ALL(16)

static inline bool range(const void *address, size_t size, bool writes, bool whole, uintptr_t pc)
{
    bool shared;
    if (!state.active || !size)
        return false;
    if (UNLIKELY(state.current->later.count))
        rt_later_called((uintptr_t)address, size);
    if (UNLIKELY(!rt_word((uintptr_t)address)) && rt_unowned((uintptr_t)address, writes, pc) == MEMORY_CONSTANT)
        return false;
    state.only_reads = false;
    shared = rt_reach((uintptr_t)address, size, writes, whole);
    if (!shared) {
        if (UNLIKELY(rt_wary) && writes)
            rt_private(pc, (uintptr_t)address, size, true);
    } else if (writes) {
        announce(address, size > 16 ? size : 17);
    } else if (UNLIKELY(rt_wary)) {
        rt_read_range((uintptr_t)address, size);
    }
    tell_halfway(size, writes, pc);
    check_heap(address, size, writes);
    if (UNLIKELY(state.tracing) && !is_on_own_stack(address, writes))
        rt_trace(LN_STEP_COPY, pc, address, size)->success = writes;
    return shared;
}

bool rt_range(const void *address, size_t size, bool writes, uintptr_t pc)
{
    return range(address, size, writes, size == 1 || size == 2 || size == 4 || size == 8, pc);
}

bool rt_bytes_range(const void *address, size_t size, bool writes, uintptr_t pc)
{
    return range(address, size, writes, size == 1, pc);
}

void rt_whole_range(const void *address, size_t size, bool writes, uintptr_t pc)
{
    range(address, size, writes, true, pc);
}

void __tsan_read_range(void *address, size_t size);
void __tsan_read_range(void *address, size_t size)
{
    rt_range(address, size, false, CALLER);
}

void __tsan_write_range(void *address, size_t size);
void __tsan_write_range(void *address, size_t size)
{
    rt_range(address, size, true, CALLER);
}

/* What src/plugin/llvm_hooks.c puts in. */
void linnet_read_range(void *address, size_t size);
void linnet_read_range(void *address, size_t size)
{
    rt_range(address, size, false, CALLER);
}

void linnet_write_range(void *address, size_t size);
void linnet_write_range(void *address, size_t size)
{
    rt_range(address, size, true, CALLER);
}

void __tsan_vptr_update(void **address, void *value);
void __tsan_vptr_update(void **address, void *value)
{
    if (*address != value)
        plain(address, sizeof *address, true, CALLER);
}

PLAIN(vptr_read, sizeof(void *), false)

void __tsan_init(void);
void __tsan_init(void)
{
}

void __tsan_func_entry(void *pc);
void __tsan_func_entry(void *pc)
{
    (void)pc;
}

void __tsan_func_exit(void);
void __tsan_func_exit(void)
{
}

/* ---- atomic accesses ---- */

static inline void come_to(const volatile void *address, uintptr_t pc)
{
    if (UNLIKELY(state.tracing) && state.active) {
        rt_trace_written(state.current); /* before it is written again */
        note(address, pc);
    }
}

/* `changes`: as things are, what is there will not stay. */
static inline void atomic(const volatile void *address, size_t size, bool writes, bool changes, uintptr_t pc)
{
    if (!state.active)
        return;
    if (UNLIKELY(!rt_word((uintptr_t)address)))
        rt_unowned((uintptr_t)address, writes, pc);
    state.only_reads = !changes;
    if (!rt_reach((uintptr_t)address, size, writes, true)) {
        state.idle_atomics = true;
        if (UNLIKELY(state.idle >= IDLE_MOST))
            rt_idle(pc);
    }
    check_heap(address, size, writes);
}

/* It saw `before` and leaves `after`. Seeing the same for ever is spinning. */
static inline void did(const volatile void *address, size_t size, uint64_t before, bool changes, uintptr_t pc)
{
    if (!state.active)
        return;
    if (changes)
        rt_changed((uintptr_t)address, size);
    else
        rt_look(pc, (uintptr_t)address, size, before);
}

/* Does a store change what is there? What is on a stack before it is first written is left over from other runs. */
static inline bool stores_news(const volatile void *address, bool differs)
{
    return differs || (uintptr_t)address - state.area < FIBERS * state.region.stack_size;
}

static void trace_atomic(enum ln_step_kind kind, const volatile void *address, size_t size, uint64_t before,
                         uint64_t after, uintptr_t pc)
{
    struct ln_step *step;
    if (!state.active)
        return;
    step = rt_trace(kind, pc, address, size);
    step->before = before;
    step->after = after;
    step->success = true;
}

/* One that is meant to do one thing or another does what it does when others interfere also when it runs alone, for no
 * reason: that is what its concurrent executions are compared with. */
static bool is_meant_to_fail(const struct fiber *fiber)
{
    const struct ln_run_call *call = &state.test->at[fiber->index][fiber->at];
    const linnet_object_operation *operation = &state.object->operations[call->operation];
    return state.how.strategy == LN_SERIAL && (operation->nondeterministic || operation->may_fail);
}

/* By value: it says no more than what was there, so it cannot fail when that is what was expected. */
enum exchange { EXCHANGE_BY_VALUE, EXCHANGE_STRONG, EXCHANGE_WEAK };

/* May a compare-exchange fail for no reason, as weak ones do? It counts as a preemption. */
static bool fails_for_no_reason(enum exchange exchange)
{
    bool bounded = state.how.strategy == LN_PREEMPTIONS || state.how.strategy == LN_DELAYS, meant;
    unsigned *left;
    if (!state.active || exchange == EXCHANGE_BY_VALUE || state.current->index == MAIN || (bounded && !state.left))
        return false;
    meant = is_meant_to_fail(state.current);
    left = meant ? &state.current->failures_left : &state.failures_left;
    if (!(exchange == EXCHANGE_WEAK || meant) || !*left || !rt_choose(LN_CHOOSE_WEAK, 2))
        return false;
    --*left;
    state.left -= bounded;
    state.shared->preemptions++;
    return true;
}

#define LOAD(N, T)                                                                                      \
    RT_FUNCTION(T, __tsan_atomic##N##_load, (const volatile T *address, int order))                     \
    {                                                                                                   \
        uintptr_t pc = CALLER;                                                                          \
        (void)order;                                                                                    \
        come_to(address, pc);                                                                           \
        atomic(address, sizeof(T), false, false, pc);                                                   \
        did(address, sizeof(T), (uint64_t)*address, false, pc);                                         \
        if (UNLIKELY(state.tracing))                                                                    \
            trace_atomic(LN_STEP_LOAD, address, sizeof(T), (uint64_t)*address, (uint64_t)*address, pc); \
        return *address;                                                                                \
    }

#define STORE(N, T)                                                                                 \
    RT_FUNCTION(void, __tsan_atomic##N##_store, (volatile T * address, T value, int order))         \
    {                                                                                               \
        uintptr_t pc = CALLER;                                                                      \
        T before;                                                                                   \
        (void)order;                                                                                \
        come_to(address, pc);                                                                       \
        atomic(address, sizeof(T), true, *address != value, pc);                                    \
        before = *address;                                                                          \
        *address = value;                                                                           \
        did(address, sizeof(T), (uint64_t)before, stores_news(address, before != value), pc);       \
        if (UNLIKELY(state.tracing))                                                                \
            trace_atomic(LN_STEP_STORE, address, sizeof(T), (uint64_t)before, (uint64_t)value, pc); \
    }

#define EXCHANGE(N, T)                                                                                 \
    RT_FUNCTION(T, __tsan_atomic##N##_exchange, (volatile T * address, T value, int order))            \
    {                                                                                                  \
        uintptr_t pc = CALLER;                                                                         \
        T before;                                                                                      \
        (void)order;                                                                                   \
        come_to(address, pc);                                                                          \
        atomic(address, sizeof(T), true, *address != value, pc);                                       \
        before = *address;                                                                             \
        *address = value;                                                                              \
        did(address, sizeof(T), (uint64_t)before, stores_news(address, before != value), pc);          \
        if (UNLIKELY(state.tracing))                                                                   \
            trace_atomic(LN_STEP_EXCHANGE, address, sizeof(T), (uint64_t)before, (uint64_t)value, pc); \
        return before;                                                                                 \
    }

#define FETCH(N, T, name, kind, result)                                                             \
    RT_FUNCTION(T, __tsan_atomic##N##_fetch_##name, (volatile T * address, T value, int order))     \
    {                                                                                               \
        uintptr_t pc = CALLER;                                                                      \
        T before, after;                                                                            \
        (void)order;                                                                                \
        come_to(address, pc);                                                                       \
        before = *address;                                                                          \
        atomic(address, sizeof(T), true, before != (T)(result), pc);                                \
        before = *address;                                                                          \
        after = (T)(result);                                                                        \
        *address = after;                                                                           \
        did(address, sizeof(T), (uint64_t)before, before != after, pc);                             \
        if (UNLIKELY(state.tracing)) {                                                              \
            trace_atomic(LN_STEP_FETCH, address, sizeof(T), (uint64_t)before, (uint64_t)after, pc); \
            if (state.active) {                                                                     \
                struct ln_step *step = &state.shared->steps[state.shared->step_count - 1];          \
                step->fetch = kind;                                                                 \
                step->operand = (uint64_t)value;                                                    \
            }                                                                                       \
        }                                                                                           \
        return before;                                                                              \
    }

/* What is expected may be anywhere; mostly it is in a variable that nobody else knows of. */
static inline void touch_expected(const void *expected, size_t size, bool writes, enum exchange how, uintptr_t pc)
{
    if (state.active && how != EXCHANGE_BY_VALUE && !is_on_own_stack(expected, writes))
        rt_range(expected, size, writes, pc);
}

/* Like the C function: says whether it did, and what was there. One look a call: a second one, after it was parked at the
 * first, would be taken for another turn. */
#define COMPARE_EXCHANGE(N, T)                                                                             \
    static inline bool compare_exchange##N(volatile T *address, T *expected, T desired, enum exchange how, \
                                           uintptr_t pc)                                                   \
    {                                                                                                      \
        T before, wanted;                                                                                  \
        bool does, looked;                                                                                 \
        touch_expected(expected, sizeof(T), false, how, pc);                                               \
        wanted = *expected;                                                                                \
        come_to(address, pc);                                                                              \
        atomic(address, sizeof(T), true, *address == wanted, pc);                                          \
        looked = *address != wanted;                                                                       \
        if (looked)                                                                                        \
            did(address, sizeof(T), (uint64_t)*address, false, pc);                                        \
        before = *address;                                                                                 \
        does = before == wanted && !fails_for_no_reason(how);                                              \
        if (does) {                                                                                        \
            *address = desired;                                                                            \
            if (before != desired || !looked)                                                              \
                did(address, sizeof(T), (uint64_t)before, before != desired, pc);                          \
        }                                                                                                  \
        if (UNLIKELY(state.tracing) && state.active) {                                                     \
            struct ln_step *step = rt_trace(LN_STEP_CAS, pc, address, sizeof(T));                          \
            step->before = (uint64_t)before;                                                               \
            step->expected = (uint64_t)wanted;                                                             \
            step->after = (uint64_t)desired;                                                               \
            step->success = does;                                                                          \
            step->weak = !does && before == wanted;                                                        \
        }                                                                                                  \
        if (!does) {                                                                                       \
            touch_expected(expected, sizeof(T), true, how, pc);                                            \
            *expected = before;                                                                            \
        }                                                                                                  \
        return does;                                                                                       \
    }                                                                                                      \
    RT_FUNCTION(T, __tsan_atomic##N##_compare_exchange_val,                                                \
                (volatile T * address, T expected, T desired, int order, int fail))                        \
    {                                                                                                      \
        (void)order, (void)fail;                                                                           \
        compare_exchange##N(address, &expected, desired, EXCHANGE_BY_VALUE, CALLER);                       \
        return expected;                                                                                   \
    }                                                                                                      \
    RT_FUNCTION(int, __tsan_atomic##N##_compare_exchange_strong,                                           \
                (volatile T * address, T * expected, T desired, int order, int fail))                      \
    {                                                                                                      \
        (void)order, (void)fail;                                                                           \
        return compare_exchange##N(address, expected, desired, EXCHANGE_STRONG, CALLER);                   \
    }                                                                                                      \
    RT_FUNCTION(int, __tsan_atomic##N##_compare_exchange_weak,                                             \
                (volatile T * address, T * expected, T desired, int order, int fail))                      \
    {                                                                                                      \
        (void)order, (void)fail;                                                                           \
        return compare_exchange##N(address, expected, desired, EXCHANGE_WEAK, CALLER);                     \
    }

#define ATOMIC(N, T)                                    \
    LOAD(N, T)                                          \
    STORE(N, T)                                         \
    EXCHANGE(N, T)                                      \
    FETCH(N, T, add, LN_FETCH_ADD, before + value)      \
    FETCH(N, T, sub, LN_FETCH_SUB, before - value)      \
    FETCH(N, T, and, LN_FETCH_AND, before &value)       \
    FETCH(N, T, or, LN_FETCH_OR, before | value)        \
    FETCH(N, T, xor, LN_FETCH_XOR, before ^ value)      \
    FETCH(N, T, nand, LN_FETCH_NAND, ~(before & value)) \
    COMPARE_EXCHANGE(N, T)

__extension__ typedef unsigned __int128 uint128;
ATOMIC(8, uint8_t)
ATOMIC(16, uint16_t)
ATOMIC(32, uint32_t)
ATOMIC(64, uint64_t)
ATOMIC(128, uint128)

void __tsan_atomic_thread_fence(int order);
void __tsan_atomic_thread_fence(int order)
{
    (void)order; /* sequential consistency has nothing to order */
}

void __tsan_atomic_signal_fence(int order);
void __tsan_atomic_signal_fence(int order)
{
    (void)order;
}
