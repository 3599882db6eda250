/* The user's variables: found, saved when the object has been made, and put back before each run. */
#define _GNU_SOURCE
#include "explore/runtime/state.h"

#include <link.h>
#include <string.h>
#include <sys/mman.h>

enum { RANGES = 16 };

static STATE struct saved_range {
    char *at;
    size_t size, saved;
} ranges[RANGES];
static STATE size_t range_count, bytes;
static STATE char *saved;
static STATE size_t saved_room;

static STATE struct {
    const char *image;
    size_t filled, size, module;
    char *of[FIBERS];
} thread_local_block;

extern char __start_linnet_state[], __stop_linnet_state[];

static void add_range(char *from, char *to)
{
    if (from < to && range_count < RANGES) {
        ranges[range_count++] = (struct saved_range){ from, (size_t)(to - from), bytes };
        bytes += (size_t)(to - from);
    }
}

/* Without what is read-only once loaded, and without our own state. */
static void add_segment(const struct dl_phdr_info *info, char *from, char *to)
{
    for (size_t i = 0; i < info->dlpi_phnum; i++) {
        char *start = (char *)info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
        if (info->dlpi_phdr[i].p_type == PT_GNU_RELRO && start >= from && start < to)
            from = (char *)((uintptr_t)(start + info->dlpi_phdr[i].p_memsz + 4095) & ~(uintptr_t)4095);
    }
    if (__start_linnet_state >= from && __start_linnet_state < to) {
        add_range(from, __start_linnet_state);
        from = __stop_linnet_state;
    }
    add_range(from, to);
}

static int look(struct dl_phdr_info *info, size_t size, void *found)
{
    bool ours = false;
    (void)size;
    for (size_t i = 0; i < info->dlpi_phnum; i++) {
        uintptr_t start = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
        ours |= info->dlpi_phdr[i].p_type == PT_LOAD && (uintptr_t)&state - start < info->dlpi_phdr[i].p_memsz;
    }
    if (!ours)
        return 0;
    *(bool *)found = true;
    state.shared->place.base = info->dlpi_addr;
    for (size_t i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *header = &info->dlpi_phdr[i];
        char *start = (char *)info->dlpi_addr + header->p_vaddr;
        if (header->p_type == PT_LOAD && header->p_flags & PF_W)
            add_segment(info, start, start + header->p_memsz);
        if (header->p_type == PT_TLS) {
            thread_local_block.image = start;
            thread_local_block.filled = header->p_filesz;
            thread_local_block.size = header->p_memsz;
            thread_local_block.module = info->dlpi_tls_modid;
        }
    }
    return 1;
}

extern void *__tls_get_addr(size_t *);

const char *rt_image_find(void)
{
    bool found = false;
    uintptr_t first = UINTPTR_MAX, last = 0;
    dl_iterate_phdr(look, &found);
    if (!found)
        return "the variables of the shared object were not found";
    for (size_t i = 0; i < range_count; i++) {
        if ((uintptr_t)ranges[i].at < first)
            first = (uintptr_t)ranges[i].at;
        if ((uintptr_t)ranges[i].at + ranges[i].size > last)
            last = (uintptr_t)ranges[i].at + ranges[i].size;
    }
    state.globals = first & ~(uintptr_t)7;
    state.globals_size = last > first ? last - state.globals : 0;
    if (state.globals_size > state.region.global_size)
        state.globals_size = state.region.global_size;
    return NULL;
}

/* Each fiber's own, which the C library makes when it is first asked for. Called on the fiber's thread pointer. */
void rt_image_find_thread_locals(struct fiber *fiber)
{
    size_t index[2] = { thread_local_block.module, 0 };
    rt_exceptions_find(fiber);
    rt_own_thread_locals();
    if (thread_local_block.size)
        thread_local_block.of[fiber->index] = __tls_get_addr(index);
}

size_t rt_image_thread_locals(const struct fiber *fiber, const char **first)
{
    *first = thread_local_block.of[fiber->index];
    return *first ? thread_local_block.size : 0;
}

const char *rt_image_save(void)
{
    size_t need = bytes + state.heap.end;
    if (saved_room < need) {
        if (saved)
            munmap(saved, saved_room);
        saved_room = need + (1 << 16);
        saved = rt_map(saved_room);
        if (!saved)
            return "there is no memory to save the object in";
    }
    for (size_t i = 0; i < range_count; i++)
        memcpy(saved + ranges[i].saved, ranges[i].at, ranges[i].size);
    memcpy(saved + bytes, state.region.heap, state.heap.end);
    state.heap_at_start = state.heap;
    return NULL;
}

void rt_image_restore(void)
{
    for (size_t i = 0; i < range_count; i++)
        memcpy(ranges[i].at, saved + ranges[i].saved, ranges[i].size);
    memcpy(state.region.heap, saved + bytes, state.heap_at_start.end);
    state.heap = state.heap_at_start;
    rt_exceptions_forget();
    if (!thread_local_block.size)
        return;
    for (unsigned i = 0; i < FIBERS; i++) {
        char *block = thread_local_block.of[i];
        memcpy(block, thread_local_block.image, thread_local_block.filled);
        memset(block + thread_local_block.filled, 0, thread_local_block.size - thread_local_block.filled);
    }
}
