/* malloc, free and their kin of the code under test: an arena that is put back with two words, and a say in which freed block is
 * used again (whether an ABA shows depends on it). Free blocks of a size are listed by age.
 *
 * Allocation and free are points: what one thread frees another may get. When memory is never used again, free is a
 * write to all of its block: whether others touch it before or after is what matters then. */
#define _GNU_SOURCE
#include "explore/runtime/access.h"

#include <dlfcn.h>
#include <errno.h>

enum { POOL = 2, OTHERS_MOST = 31, PAGE = 4096 };

static struct block *block_at(uint32_t offset)
{
    return (struct block *)(void *)(state.region.heap + offset);
}

static unsigned class_of(size_t size)
{
    size_t class = (size + 15) / 16;
    return class < CLASSES - 1 ? (unsigned)class : CLASSES - 1;
}

/* What a block of that size takes. */
static size_t round_up(size_t size)
{
    return size ? (size + 15) / 16 * 16 : 16;
}

static size_t room_of(const struct block *block)
{
    return round_up(block->size);
}

static bool in_heap(const void *address)
{
    return (uintptr_t)address - (uintptr_t)state.region.heap < state.region.heap_size;
}

/* ---- lists of free blocks ---- */

static void list_add(unsigned class, uint32_t offset)
{
    struct heap *heap = &state.heap;
    block_at(offset)->next = 0;
    if (heap->first[class])
        block_at(heap->last[class])->next = offset;
    else
        heap->first[class] = offset;
    heap->last[class] = offset;
}

static void list_remove(unsigned class, uint32_t before, uint32_t offset)
{
    struct heap *heap = &state.heap;
    uint32_t next = block_at(offset)->next;
    if (before)
        block_at(before)->next = next;
    else
        heap->first[class] = next;
    if (heap->last[class] == offset)
        heap->last[class] = before;
}

/* What is asked for; an alignment of 16 comes by itself. */
struct block_wanted {
    size_t size, alignment;
};

static size_t misaligned_by(uint32_t offset, size_t alignment)
{
    return (uintptr_t)(block_at(offset) + 1) % alignment;
}

static bool fits(uint32_t offset, struct block_wanted wanted)
{
    return room_of(block_at(offset)) >= wanted.size && !misaligned_by(offset, wanted.alignment);
}

/* What other runs have left behind: every run begins with the same. */
static void clear(void *at, size_t size)
{
    for (uint64_t *word = at; size; word++, size -= sizeof *word)
        *word = 0;
}

/* A block that nobody gets, so that the next one is aligned; 0: there is no room. */
static bool skip_to(size_t alignment)
{
    const size_t least = round_up(0) + sizeof(struct block);
    size_t by = misaligned_by(state.heap.end, alignment), room = by ? alignment - by : 0;
    if (room && room < least)
        room += alignment;
    if (room > state.region.heap_size - state.heap.end - sizeof(struct block))
        return false;
    if (room)
        *block_at(state.heap.end) = (struct block){ .size = (uint32_t)(room - sizeof(struct block)),
                                                    .state = BLOCK_FREE };
    state.heap.end += (uint32_t)room;
    return true;
}

static uint32_t carve(struct block_wanted wanted)
{
    size_t room = round_up(wanted.size) + sizeof(struct block);
    uint32_t offset;
    if (!skip_to(wanted.alignment) || room > state.region.heap_size - state.heap.end)
        return 0;
    offset = state.heap.end;
    state.heap.end += (uint32_t)room;
    block_at(offset)->size = (uint32_t)wanted.size;
    clear(block_at(offset) + 1, room - sizeof(struct block));
    return offset;
}

/* The block freed last that fits and its forerunner; 0: none. `nth`: not the last but the nth before it. */
static uint32_t find(unsigned class, struct block_wanted wanted, unsigned nth_of, unsigned nth, uint32_t *before)
{
    uint32_t previous = 0;
    unsigned seen = 0;
    for (uint32_t at = state.heap.first[class]; at; previous = at, at = block_at(at)->next) {
        if (!fits(at, wanted))
            continue;
        if (seen++ == nth_of - 1 - nth) {
            *before = previous;
            return at;
        }
    }
    return 0;
}

static unsigned count_fitting(unsigned class, struct block_wanted wanted)
{
    unsigned count = 0;
    for (uint32_t at = state.heap.first[class]; at; at = block_at(at)->next)
        count += fits(at, wanted);
    return count;
}

/* Which block to use again; 0: a new one. */
static uint32_t pick(unsigned class, struct block_wanted wanted, uint32_t *before)
{
    struct heap *heap = &state.heap;
    unsigned count, nth = 0;
    if (state.how.reuse == LN_REUSE_NEVER)
        return 0;
    if (state.how.reuse == LN_REUSE_FIFO && state.active && !heap->fresh[class]) {
        heap->fresh[class] = 1;
        for (unsigned i = 0; i < POOL; i++) {
            uint32_t offset = carve(wanted);
            if (offset)
                list_add(class, offset);
        }
    }
    count = count_fitting(class, wanted);
    if (!count)
        return 0;
    if (state.how.reuse == LN_REUSE_FIFO)
        return find(class, wanted, count, count - 1, before);
    if (state.how.reuse == LN_REUSE_ANY && state.active && heap->other < state.how.reuses) {
        if (count > OTHERS_MOST)
            count = OTHERS_MOST;
        nth = rt_choose(LN_CHOOSE_BLOCK, count + 1);
        heap->other += nth > 0;
        if (nth == count)
            return 0;
        return find(class, wanted, count_fitting(class, wanted), nth, before);
    }
    if (state.active)
        state.run->left_out |= LN_LEFT_OUT_BLOCKS;
    return find(class, wanted, count, 0, before);
}

/* ---- what the user calls ---- */

void *malloc(size_t size);
void free(void *address);
void *calloc(size_t count, size_t size);
void *realloc(void *address, size_t size);
void *aligned_alloc(size_t alignment, size_t size);
void *memalign(size_t alignment, size_t size);
int posix_memalign(void **result, size_t alignment, size_t size);
void *reallocarray(void *address, size_t count, size_t size);
void *valloc(size_t size);
void *pvalloc(size_t size);
size_t malloc_usable_size(void *address);

static void *allocate(struct block_wanted wanted, uintptr_t pc)
{
    size_t size = wanted.size;
    unsigned class = class_of(size);
    uint32_t before = 0, offset;
    if (state.active && state.how.reuse != LN_REUSE_NEVER)
        rt_reach_always(&state.heap_word, false);
    offset = pick(class, wanted, &before);
    if (offset) {
        list_remove(class, before, offset);
        if (class < CLASSES - 1)
            block_at(offset)->size = (uint32_t)size;
    } else {
        offset = carve(wanted);
    }
    if (!offset) {
        if (state.active && !state.alone) {
            state.run->too_large = true; /* and it needs less when it runs alone: a size may be garbage */
            rt_end(LN_END_LONG);
        }
        rt_refuse("it needs more memory than the %d MB that the explorer has for it", LN_HEAP_SIZE >> 20);
        errno = ENOMEM;
        return NULL;
    }
    block_at(offset)->state = BLOCK_LIVE;
    if (state.active)
        rt_changed(0, 0);
    if (UNLIKELY(state.tracing)) {
        struct ln_shared *shared = state.shared;
        rt_trace(LN_STEP_ALLOCATE, pc, block_at(offset) + 1, size);
        block_at(offset)->number = shared->block_count;
        if (shared->block_count < LN_BLOCKS)
            shared->blocks[shared->block_count++] = (struct ln_traced_block){ (uintptr_t)(block_at(offset) + 1),
                                                                              pc ? pc - state.shared->place.base : 0,
                                                                              (uint32_t)size, state.shared->step_count,
                                                                              UINT32_MAX };
    }
    return block_at(offset) + 1;
}

static void release(void *address, uintptr_t pc)
{
    struct block *block = (struct block *)address - 1;
    if (state.active && state.how.reuse != LN_REUSE_NEVER)
        rt_reach_always(&state.heap_word, false);
    else if (state.active && block->state == BLOCK_LIVE)
        rt_reach_many((uintptr_t)address, block->size, true, true); /* who touches it afterwards is wrong to */
    if (UNLIKELY(state.tracing)) {
        rt_trace(LN_STEP_FREE, pc, address, block->size);
        if (block->number < state.shared->block_count)
            state.shared->blocks[block->number].died = state.shared->step_count;
    }
    if (block->state != BLOCK_LIVE) {
        if (state.active)
            rt_fault(block->state == BLOCK_FREE ? "a block is freed twice" : "free() of what malloc() did not return");
        return;
    }
    block->state = BLOCK_FREE;
    if (state.active)
        rt_changed(0, 0);
    list_add(class_of(block->size), (uint32_t)((char *)block - state.region.heap));
}

static bool is_ready(void)
{
    return state.region.heap != NULL;
}

/* What is allocated while the object is loaded (by constructors of C++) is the object's, and put back like the rest. */
void rt_heap_open(void)
{
    if (LIKELY(state.heap.end))
        return;
    state.region.heap = LN_HEAP;
    state.region.heap_size = LN_HEAP_SIZE;
    state.heap.end = sizeof(struct block); /* offset 0 is none */
}

void *malloc(size_t size)
{
    return rt_allocate(0, size, CALLER);
}

void free(void *address)
{
    static STATE void (*real)(void *);
    if (!address)
        return;
    if (rt_in_heap(address)) {
        release(address, CALLER);
        return;
    }
    if (!real) /* it comes from a library */
        real = (void (*)(void *))dlsym(RTLD_DEFAULT, "free");
    real(address);
}

static bool is_too_much(size_t count, size_t size)
{
    if (!size || count <= (size_t)PTRDIFF_MAX / size)
        return false;
    errno = ENOMEM;
    return true;
}

static void *allocate_clear(size_t size, uintptr_t pc)
{
    void *address = rt_allocate(0, size, pc);
    if (address)
        rt_fill(address, 0, size, pc);
    return address;
}

void *calloc(size_t count, size_t size)
{
    return is_too_much(count, size) ? NULL : allocate_clear(count * size, CALLER);
}

static void *reallocate(void *address, size_t size, uintptr_t pc)
{
    void *to;
    size_t had;
    if (address && !rt_in_heap(address)) {
        void *(*real)(void *, size_t) = (void *(*)(void *, size_t))dlsym(RTLD_DEFAULT, "realloc");
        return real(address, size);
    }
    if (address && !size) {
        release(address, pc);
        return NULL;
    }
    to = rt_allocate(0, size, pc);
    if (to && address) {
        had = rt_block_size(address);
        rt_move(to, address, had < size ? had : size, pc);
        release(address, pc);
    }
    return to;
}

void *realloc(void *address, size_t size)
{
    return reallocate(address, size, CALLER);
}

void *reallocarray(void *address, size_t count, size_t size)
{
    return is_too_much(count, size) ? NULL : reallocate(address, count * size, CALLER);
}

static void *allocate_aligned(size_t alignment, size_t size, uintptr_t pc)
{
    rt_heap_open();
    if (is_too_much(1, size))
        return NULL;
    return allocate((struct block_wanted){ size, alignment < 16 ? 16 : alignment }, pc);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return allocate_aligned(alignment, size, CALLER);
}

void *memalign(size_t alignment, size_t size)
{
    return allocate_aligned(alignment, size, CALLER);
}

int posix_memalign(void **result, size_t alignment, size_t size)
{
    void *address = allocate_aligned(alignment, size, CALLER);
    if (!address)
        return ENOMEM;
    if (state.active)
        rt_range(result, sizeof *result, true, CALLER);
    *result = address;
    return 0;
}

void *valloc(size_t size)
{
    return allocate_aligned(PAGE, size, CALLER);
}

void *pvalloc(size_t size)
{
    return allocate_aligned(PAGE, (size + PAGE - 1) / PAGE * PAGE, CALLER);
}

size_t malloc_usable_size(void *address)
{
    if (UNLIKELY(state.active && state.checks_heap) && rt_in_heap(address))
        rt_heap_check((uintptr_t)address, 1, false);
    return rt_in_heap(address) ? rt_block_size(address) : 0;
}

/* ---- for the other files that hand out memory ---- */

bool rt_in_heap(const void *address)
{
    return is_ready() && in_heap(address);
}

void *rt_allocate(size_t alignment, size_t size, uintptr_t pc)
{
    return allocate_aligned(alignment, size, pc);
}

void rt_release(void *address, uintptr_t pc)
{
    release(address, pc);
}

bool rt_is_block(const void *address)
{
    return ((const struct block *)address)[-1].state == BLOCK_LIVE;
}

size_t rt_block_size(const void *address)
{
    return ((const struct block *)address)[-1].size;
}

/* ---- misuse ---- */

void rt_heap_check(uintptr_t address, size_t length, bool write)
{
    uint32_t offset = (uint32_t)(address - (uintptr_t)state.region.heap), at = sizeof(struct block);
    while (at < state.heap.end && at + sizeof(struct block) + room_of(block_at(at)) <= offset)
        at += (uint32_t)(sizeof(struct block) + room_of(block_at(at)));
    if (at >= state.heap.end || offset < at + sizeof(struct block) ||
        offset + length > at + sizeof(struct block) + room_of(block_at(at)))
        rt_fault("%s outside of any block of the heap", write ? "a write" : "a read");
    if (block_at(at)->state == BLOCK_FREE)
        rt_fault("%s of a block that was freed", write ? "a write" : "a read");
}
