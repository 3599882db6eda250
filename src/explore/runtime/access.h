/* Inside the runtime only: what every hooked access goes through.
 *
 * Only accesses to memory that two threads touch, one of them writing, are points. Which memory that is, is learned:
 * for each 8 bytes a mask of who read and who wrote it in any run so far. When a run finds new shared memory, the
 * search begins anew with more points. At the end no run has touched memory in conflict that is not known to be shared,
 * and then an access that is no point commutes with all that other threads do until the next point of its own thread:
 * nothing is lost, at any bound. */
#ifndef LN_EXPLORE_RUNTIME_ACCESS_H
#define LN_EXPLORE_RUNTIME_ACCESS_H

#include "explore/runtime/entry.h"

/* What is known of the 8 bytes there; NULL: they are none of the object's. */
static inline struct ln_word *rt_word(uintptr_t address)
{
    uintptr_t offset = address - state.area;
    if (offset < state.area_size)
        return &state.region.words[offset >> 3];
    offset = address - state.globals;
    return offset < state.globals_size ? &state.region.global_words[offset >> 3] : NULL;
}

bool rt_learn(struct ln_word *word, uint32_t bit);

/* Is it shared memory? */
static inline bool rt_touch(struct ln_word *word, bool writes)
{
    uint32_t bit = writes ? state.current->write_bit : state.current->read_bit;
    if (UNLIKELY(!word))
        return true; /* memory of others: nothing is known of it */
    if (UNLIKELY((word->mask & bit) != bit))
        return rt_learn(word, bit);
    return word->mask & LN_WORD_SHARED;
}

/* The current thread does it now. */
static inline void rt_stamp(struct ln_word *word, bool writes)
{
    if (LIKELY(word)) {
        word->touched = ++state.clock;
        if (writes) {
            word->written = state.clock;
            word->writer = state.current->index;
        }
    }
}

/* A point before the access, if it is to shared memory; true: it is. `whole`: nobody can come in between. */
bool rt_reach_many(uintptr_t address, size_t length, bool writes, bool whole);
static inline bool rt_reach(uintptr_t address, size_t length, bool writes, bool whole)
{
    struct ln_word *word;
    if (UNLIKELY((address & 7) + length > 8))
        return rt_reach_many(address, length, writes, whole);
    word = rt_word(address);
    if (!rt_touch(word, writes)) {
        state.idle++;
        return false;
    }
    rt_point((struct touch){ address, (uint32_t)length, writes, !whole });
    rt_stamp(word, writes);
    return true;
}

/* For what is always shared: a mutex, the heap. Whoever touches it otherwise has to do with that, too. */
static inline void rt_reach_always(const void *address, bool only_reads)
{
    struct ln_word *word = rt_word((uintptr_t)address);
    state.only_reads = only_reads;
    if (UNLIKELY(!word))
        rt_unowned((uintptr_t)address, true, 0);
    rt_touch(word, true);
    rt_point((struct touch){ (uintptr_t)address, 8, true, false });
    rt_stamp(word, true);
    if (UNLIKELY(state.checks_heap) && rt_in_heap(address))
        rt_heap_check((uintptr_t)address, 1, true);
}

static inline uint64_t rt_watch_bits(uintptr_t address, size_t length)
{
    uint64_t bits = 1ull << ((address >> 2 ^ address >> 8) & 63);
    return length <= 4 ? bits : bits | 1ull << (((address + 4) >> 2 ^ (address + 4) >> 8) & 63);
}

/* Shared memory has changed; address 0: who knows where. */
static inline void rt_changed(uintptr_t address, size_t length)
{
    state.changes++;
    if (UNLIKELY(rt_wary || state.current->runs_down))
        rt_effect();
    if (UNLIKELY(state.parked | state.resting))
        rt_notice(address, length);
}

/* A lock has changed hands: who tried it, or polls under it, has something new to see. */
static inline void rt_notice_lock(const void *lock)
{
    if (UNLIKELY(state.parked | state.resting))
        rt_notice((uintptr_t)lock, 8);
}

/* The current thread has read shared memory. Has this read seen the same before, and nothing has changed since? */
static inline void rt_look(uintptr_t pc, uintptr_t address, size_t length, uint64_t value)
{
    struct fiber *fiber = state.current;
    struct seen *seen = &fiber->seen[(pc ^ pc >> 4) % SEEN];
    fiber->watch |= rt_watch_bits(address, length);
    if (UNLIKELY(fiber->announced.length))
        rt_announced_done(fiber);
    if (UNLIKELY(rt_wary))
        rt_watch(pc, address, length);
    if (seen->pc == pc && seen->address == address && seen->value == value && seen->changes == state.changes &&
        seen->at == fiber->at) {
        if (UNLIKELY(++seen->turns == 1 || seen->turns >= LN_RETRIES))
            rt_same(pc, seen);
        return;
    }
    if (fiber->still_since != state.changes)
        fiber->still = 0;
    else if (UNLIKELY(++fiber->still == STILL))
        rt_same(pc, seen);
    fiber->still_since = state.changes;
    seen->pc = pc;
    seen->address = address;
    seen->value = value;
    seen->changes = state.changes;
    seen->turns = 0;
    seen->at = fiber->at;
}

/* An access as the hooks of the compiler announce it. */
void rt_plain(const void *address, size_t size, bool writes, uintptr_t pc);
/* What the current thread has said to come later is over: another access comes. */
void rt_later_end(uintptr_t pc);
/* It may also come as a call of a function of the library. */
void rt_later_called(uintptr_t address, size_t size);

/* Many bytes at once are one step. If others come in between, in truth, that is told: never of 1, 2, 4 or 8 bytes, for
 * which there are instructions. True: it is shared memory. */
bool rt_range(const void *address, size_t size, bool writes, uintptr_t pc);
/* Others may come between any two of the bytes. */
bool rt_bytes_range(const void *address, size_t size, bool writes, uintptr_t pc);
/* Nobody can: also of a lock that is made or destroyed. */
void rt_whole_range(const void *address, size_t size, bool writes, uintptr_t pc);
/* memmove and memset as the code at `pc` would call them. */
void rt_move(void *to, const void *from, size_t size, uintptr_t pc);
void rt_fill(void *to, int byte, size_t size, uintptr_t pc);

#endif
