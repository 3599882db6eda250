/* Calls of library functions: what they touch is announced, range after range, and then they run. A range that was
 * announced is read only then. */
#include "explore/runtime/library.h"

enum { RANGES = 32 };

bool rt_call_begins STATE;

/* What the current call of each thread has announced to read, and when. */
static STATE struct announced_reads {
    uint32_t count;
    struct {
        uintptr_t address;
        size_t size;
        uint64_t clock;
    } at[RANGES];
} reads[FIBERS];

static bool is_written_since(uintptr_t address, size_t size, uint64_t clock)
{
    for (uintptr_t at = address & ~(uintptr_t)7; at < address + size; at += 8) {
        const struct ln_word *word = rt_word(at);
        if (word && word->written > clock && word->writer != state.current->index)
            return true;
    }
    return false;
}

static bool have_words_in_common(uintptr_t a, size_t a_size, uintptr_t b, size_t b_size)
{
    return a >> 3 <= (b + b_size - 1) >> 3 && b >> 3 <= (a + a_size - 1) >> 3;
}

/* What it writes now it has stamped itself: there counts whether others were there meanwhile. */
static void tell_if_written(const struct announced_reads *had, uintptr_t address, size_t size, uintptr_t pc)
{
    for (uint32_t i = 0; i < had->count; i++) {
        bool same = have_words_in_common(address, size, had->at[i].address, had->at[i].size);
        if ((same && state.current->disturbed) ||
            is_written_since(had->at[i].address, had->at[i].size, had->at[i].clock))
            rt_unseen(LN_UNSEEN_HALFWAY, "bytes that are read in one step with what else the call does", "", "", pc);
    }
}

static void remember(struct announced_reads *had, uintptr_t address, size_t size, uintptr_t pc)
{
    if (had->count == RANGES) {
        rt_unseen(LN_UNSEEN_HALFWAY, "more than can be told apart that is read in one step", "", "", pc);
        return;
    }
    had->at[had->count].address = address;
    had->at[had->count].size = size;
    had->at[had->count++].clock = state.clock;
}

static uint64_t hash_of(const char *bytes, size_t size)
{
    uint64_t hash = size;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ (unsigned char)bytes[i]) * 0x100000001b3u;
    return hash;
}

/* A thread may wait for what the call reads: it is looked at once a call, or another look would be taken for a turn. */
static void look(const void *address, size_t size, bool shared, uintptr_t pc)
{
    if (shared) {
        if (size > 8)
            state.current->watch = UINT64_MAX;
        rt_look(pc, (uintptr_t)address, size, hash_of(address, size));
    } else if (rt_word((uintptr_t)address) && UNLIKELY(rt_wary || state.idle >= IDLE)) {
        rt_private(pc, (uintptr_t)address, size, false);
    }
}

void rt_see(const void *address, size_t size, bool writes, uintptr_t pc)
{
    struct announced_reads *had;
    bool begins = rt_call_begins, shared;
    if (!state.active)
        return;
    had = &reads[state.current->index];
    if (begins)
        had->count = 0;
    rt_call_begins = false;
    state.current->disturbed = false;
    shared = rt_bytes_range(address, size, writes, pc);
    if (size)
        tell_if_written(had, (uintptr_t)address, size, pc);
    if (writes || !size)
        return;
    if (begins)
        look(address, size, shared, pc);
    if (rt_word((uintptr_t)address))
        remember(had, (uintptr_t)address, size, pc);
}
