/* Calls of library functions: what they touch is announced, range after range, and then they run. A range that was
 * announced is read only then. */
#include "explore/runtime/library.h"

enum { RANGES = 8 };

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

/* What it writes now it has stamped itself: there counts whether others were there meanwhile. */
static void tell_if_written(const struct announced_reads *had, uintptr_t address, size_t size, uintptr_t pc)
{
    for (uint32_t i = 0; i < had->count; i++) {
        bool same = address < had->at[i].address + had->at[i].size && had->at[i].address < address + size;
        if ((same && state.current->disturbed) ||
            is_written_since(had->at[i].address, had->at[i].size, had->at[i].clock))
            rt_unseen(LN_UNSEEN_HALFWAY, "bytes that are read in one step with what else the call does", "", "", pc);
    }
}

void rt_see(const void *address, size_t size, bool writes, uintptr_t pc)
{
    struct announced_reads *had;
    if (!state.active)
        return;
    had = &reads[state.current->index];
    if (rt_call_begins)
        had->count = 0;
    rt_call_begins = false;
    state.current->disturbed = false;
    rt_range(address, size, writes, pc);
    tell_if_written(had, (uintptr_t)address, size, pc);
    if (writes || !rt_word((uintptr_t)address) || had->count == RANGES)
        return;
    had->at[had->count].address = (uintptr_t)address;
    had->at[had->count].size = size;
    had->at[had->count++].clock = state.clock;
}
