/* Symmetry of heap blocks: canonical renaming in the order of reachability.
 *
 * Blocks of one pool are alike: moving what is in one to another, and changing every pointer to it, changes nothing
 * that code can tell, as long as it does not look at addresses as numbers. A memory is renamed so that blocks come in
 * the order in which they are reached: from globals and what create() made, by address; then from the processes,
 * sorted by what they are about; then the rest, by status. Processes that are alike up to blocks that only they can
 * reach may be taken in either order: then two states are stored where one would do.
 *
 * Which words hold pointers is learnt: a word through which a pointer was loaded or stored does. When one is found,
 * the search begins again (as with results, meaning.h), so that in the last search all were known from the start.
 * Renaming is given up, with the place, when a pointer becomes a number or the other way round, when pointers are
 * ordered, or when a word that holds the address of a block is used as a number (unions, copies word by word).
 *
 * Addresses of a block are those from its beginning up to its end; behind each block there is a gap (steps/program.c),
 * so that a pointer to the end belongs to no other. Time is linear in the memory and the locals. */
#include "refine/heap.h"

#include "refine/system.h"

#include <assert.h>
#include <string.h>

enum { MOST_POINTERS = 256 };

#define NO_BLOCK UINT32_MAX

/* ---- what the code does with pointers ---- */

static void give_up(struct ln_heap *heap, const char *why, uint32_t at)
{
    if (heap->off)
        return;
    heap->off = why;
    heap->off_at = heap->program->code.at[at].place;
    heap->learnt |= heap->any;
    heap->any = false;
}

static bool is_pointer(const struct ln_heap *heap, const struct ln_operand *operand)
{
    return operand->kind == LN_REGISTER && operand->value < heap->program->pointer_registers.length &&
           heap->program->pointer_registers.at[operand->value];
}

static bool has_own_pointer(const struct ln_heap *heap, const struct ln_instruction *i)
{
    uint64_t first = i->a.value - LN_OWN_BASE, bytes = (i->width + 7u) / 8;
    for (uint64_t word = first / 8; word <= (first + bytes - 1) / 8 && word < heap->own_count; word++)
        if (heap->own_words[word])
            return true;
    return false;
}

static bool is_own_access(const struct ln_instruction *i)
{
    return i->own && (i->code == LN_LOAD || i->code == LN_STORE || i->code == LN_UPDATE || i->code == LN_CAS);
}

/* Own memory is not watched: its pointers have to be at places that the code names. */
static void find_own_pointers(struct ln_heap *heap)
{
    const struct ln_program *program = heap->program;
    bool any = false;
    for (uint32_t at = 0; at < program->code.length; at++) {
        const struct ln_instruction *i = &program->code.at[at];
        if (!is_own_access(i) || !i->pointer)
            continue;
        any = true;
        if (i->a.kind != LN_CONSTANT || i->a.value % 8 || i->a.value < LN_OWN_BASE ||
            (i->a.value - LN_OWN_BASE) / 8 >= heap->own_count)
            give_up(heap, "pointers in an array of a process's own", at);
        else
            heap->own_words[(i->a.value - LN_OWN_BASE) / 8] = 1;
    }
    for (uint32_t at = 0; any && at < program->code.length; at++) {
        const struct ln_instruction *i = &program->code.at[at];
        if (is_own_access(i) && !i->pointer && (i->a.kind != LN_CONSTANT || has_own_pointer(heap, i)))
            give_up(heap, "a pointer may be taken for a number", at);
    }
}

static void look_at_code(struct ln_heap *heap)
{
    const struct ln_program *program = heap->program;
    for (uint32_t at = 0; at < program->code.length; at++) {
        const struct ln_instruction *i = &program->code.at[at];
        if (i->code == LN_TO_NUMBER)
            give_up(heap, "a pointer becomes a number", at);
        if (i->code == LN_TO_POINTER)
            give_up(heap, "a number becomes a pointer", at);
        if (i->code >= LN_ULT && i->code <= LN_SLE && (is_pointer(heap, &i->a) || is_pointer(heap, &i->b)))
            give_up(heap, "pointers are ordered", at);
    }
    find_own_pointers(heap);
    for (uint32_t at = 0; at < program->live_at.length; at++)
        if (program->live_at.at[at] && program->live.at[program->live_at.at[at]] + heap->own_count > MOST_POINTERS)
            give_up(heap, "too many values are live", at);
}

/* ---- words of memory ---- */

static uint64_t word_at(const uint8_t *memory, size_t word)
{
    uint64_t value;
    memcpy(&value, memory + word * 8, sizeof value);
    return value;
}

/* What create() returned is known to the code by its address, so it stays. */
static bool moves(const struct ln_program *program, const struct ln_region *region)
{
    return region->pool != LN_ANY_POOL && program->pools.at[region->pool].grows &&
           program->object - LN_SHARED_BASE - region->offset >= region->size;
}

/* The region of the block that the address belongs to, or NULL. */
static const struct ln_region *block_of(const struct ln_program *program, uint64_t address)
{
    const struct ln_region *region = ln_program_region(program, address);
    if (!region && address > LN_SHARED_BASE) /* just behind its end? */
        region = ln_program_region(program, address - 1);
    return region && moves(program, region) ? region : NULL;
}

/* In all blocks of the pool at once. */
static void learn(struct ln_heap *heap, size_t word)
{
    const struct ln_program *program = heap->program;
    const struct ln_region *region = ln_program_region(program, LN_SHARED_BASE + word * 8);
    assert(word < heap->word_count);
    if (heap->words[word])
        return;
    heap->words[word] = 1;
    heap->learnt = true;
    if (!region || region->pool == LN_ANY_POOL)
        return;
    for (size_t r = 0; r < program->regions.length; r++)
        if (program->regions.at[r].pool == region->pool)
            heap->words[program->regions.at[r].offset / 8 + (word - region->offset / 8)] = 1;
}

static void note_number(struct ln_heap *heap, const struct ln_machine *machine, uint64_t offset, uint64_t bytes)
{
    bool whole = bytes == 8 && offset % 8 == 0;
    for (uint64_t word = offset / 8; word <= (offset + bytes - 1) / 8; word++)
        if (heap->words[word] &&
            !(whole && !block_of(heap->program, machine->access.old) && !block_of(heap->program, machine->access.now)))
            give_up(heap, "a pointer may be taken for a number", machine->access.at);
}

void ln_heap_note(struct ln_heap *heap, const struct ln_machine *machine)
{
    const struct ln_instruction *i = &heap->program->code.at[machine->access.at];
    uint64_t offset = machine->access.address - LN_SHARED_BASE;
    if (!heap->any || i->code < LN_LOAD || i->code > LN_CAS)
        return;
    if (machine->access.address < LN_SHARED_BASE)
        give_up(heap, "a process's own memory is used as if it were shared", machine->access.at);
    else if (!i->pointer)
        note_number(heap, machine, offset, (i->width + 7u) / 8);
    else if (offset % 8)
        give_up(heap, "a pointer lies across words", machine->access.at);
    else
        learn(heap, offset / 8);
}

/* ---- making and ending ---- */

static void look_at_memory(struct ln_heap *heap)
{
    const struct ln_program *program = heap->program;
    for (size_t word = 0; word < heap->word_count; word++)
        if (block_of(program, word_at(program->image.at, word)))
            learn(heap, word);
    for (size_t at = 0; at + 8 <= program->own_images.length; at++) {
        uint64_t value;
        size_t place = at % program->own_image.length;
        memcpy(&value, program->own_images.at + at, sizeof value);
        if (block_of(program, value) && (place % 8 || !heap->own_words[place / 8]))
            give_up(heap, "a process begins with pointers in memory of its own", 0);
    }
    heap->learnt = false;
}

bool ln_heap_init(struct ln_heap *heap, const struct ln_program *program, struct ln_memory *memory)
{
    size_t blocks = program->blocks.length + 1, pools = program->pools.length + 1;
    *heap = (struct ln_heap){ .program = program,
                              .memory = memory,
                              .word_count = program->image.length / 8,
                              .own_count = program->own_image.length / 8 + 1,
                              .scratch_size = 2 * (program->image.length + program->blocks.length) + 1 };
    heap->words = ln_take_zeroed(memory, heap->word_count + 1);
    heap->own_words = ln_take_zeroed(memory, heap->own_count);
    heap->renamed = ln_take(memory, blocks * sizeof *heap->renamed);
    heap->queue = ln_take(memory, blocks * sizeof *heap->queue);
    heap->left = ln_take(memory, pools * sizeof *heap->left);
    heap->scratch = ln_take(memory, heap->scratch_size);
    if (!heap->words || !heap->own_words || !heap->renamed || !heap->queue || !heap->left || !heap->scratch)
        return false;
    for (size_t p = 0; p < program->pools.length; p++)
        heap->any |= program->pools.at[p].grows;
    if (heap->any) {
        look_at_code(heap);
        look_at_memory(heap);
    }
    return true;
}

void ln_heap_fini(struct ln_heap *heap)
{
    struct ln_memory *memory = heap->memory;
    if (!memory)
        return;
    ln_give(memory, heap->words, heap->word_count + 1);
    ln_give(memory, heap->own_words, heap->own_count);
    ln_give(memory, heap->renamed, (heap->program->blocks.length + 1) * sizeof *heap->renamed);
    ln_give(memory, heap->queue, (heap->program->blocks.length + 1) * sizeof *heap->queue);
    ln_give(memory, heap->left, (heap->program->pools.length + 1) * sizeof *heap->left);
    ln_give(memory, heap->scratch, heap->scratch_size);
    heap->memory = NULL;
}

/* ---- the order of blocks ---- */

/* The n-th block of a pool. */
static const struct ln_region *nth_block(const struct ln_program *program, uint32_t pool, uint32_t n)
{
    for (size_t r = 0;; r++) {
        assert(r < program->regions.length);
        if (program->regions.at[r].pool == pool && moves(program, &program->regions.at[r]) && !n--)
            return &program->regions.at[r];
    }
}

static void place_block(struct ln_heap *heap, const struct ln_region *block)
{
    if (heap->renamed[block->block] != NO_BLOCK)
        return;
    heap->renamed[block->block] = nth_block(heap->program, block->pool, heap->left[block->pool]++)->block;
    assert(heap->queued < heap->program->blocks.length);
    heap->queue[heap->queued++] = (uint32_t)(block - heap->program->regions.at);
}

static void reach(struct ln_heap *heap, uint64_t address)
{
    const struct ln_region *block = block_of(heap->program, address);
    if (block)
        place_block(heap, block);
}

static void reach_from(struct ln_heap *heap, const struct ln_region *region)
{
    for (size_t word = region->offset / 8; word < (region->offset + region->size) / 8; word++)
        if (heap->words[word])
            reach(heap, word_at(heap->scratch, word));
}

static void follow(struct ln_heap *heap, uint32_t *done)
{
    for (; *done < heap->queued; ++*done)
        reach_from(heap, &heap->program->regions.at[heap->queue[*done]]);
}

static const struct ln_region *region_of_block(const struct ln_program *program, uint32_t block)
{
    for (size_t r = 0;; r++) {
        assert(r < program->regions.length);
        if (program->regions.at[r].pool != LN_ANY_POOL && program->regions.at[r].block == block)
            return &program->regions.at[r];
    }
}

static uint64_t renamed(const struct ln_heap *heap, uint64_t address)
{
    const struct ln_region *from = block_of(heap->program, address), *to;
    if (!from || heap->renamed[from->block] == NO_BLOCK)
        return address;
    to = region_of_block(heap->program, heap->renamed[from->block]);
    return address + to->offset - from->offset;
}

/* ---- processes ---- */

/* A local with its pointers renamed; those to blocks that have no place yet are all alike. */
static size_t write_local(struct ln_heap *heap, const struct ln_system *system, uint32_t local, bool mask, uint8_t *to)
{
    struct ln_interned from = *ln_intern_at(&system->locals, local);
    uint32_t offsets[MOST_POINTERS], count = ln_system_pointers(system, local, heap->own_words, offsets, MOST_POINTERS);
    memcpy(to, from.at, from.length);
    for (uint32_t i = 0; i < count; i++) {
        uint64_t value;
        const struct ln_region *block;
        memcpy(&value, from.at + offsets[i], sizeof value);
        block = block_of(heap->program, value);
        if (!block)
            continue;
        value = mask && heap->renamed[block->block] == NO_BLOCK ? UINT64_MAX - (value - LN_SHARED_BASE - block->offset)
                                                                : renamed(heap, value);
        memcpy(to + offsets[i], &value, sizeof value);
    }
    return from.length;
}

static void reach_from_local(struct ln_heap *heap, const struct ln_system *system, uint32_t local)
{
    struct ln_interned from = *ln_intern_at(&system->locals, local);
    uint32_t offsets[MOST_POINTERS], count = ln_system_pointers(system, local, heap->own_words, offsets, MOST_POINTERS);
    for (uint32_t i = 0; i < count; i++) {
        uint64_t value;
        memcpy(&value, from.at + offsets[i], sizeof value);
        reach(heap, value);
    }
}

static bool comes_before(struct ln_heap *heap, const struct ln_system *system, uint32_t a, uint32_t b)
{
    uint8_t *one = system->encoded, *other = system->other;
    size_t length = write_local(heap, system, a, true, one), length_other = write_local(heap, system, b, true, other);
    int order = memcmp(one, other, length < length_other ? length : length_other);
    return order ? order < 0 : length < length_other;
}

/* Processes by class, then by what they are about as far as it can be told. */
static void reach_from_processes(struct ln_heap *heap, const struct ln_system *system, const uint32_t *locals,
                                 uint32_t *done)
{
    uint32_t order[64], count = system->options.processes;
    assert(count <= sizeof order / sizeof *order);
    for (uint32_t p = 0; p < count; p++) {
        uint32_t at = p;
        for (; at > 0; at--) {
            uint32_t q = order[at - 1], class = system->classes.at[p], before = system->classes.at[q];
            if (before < class || (before == class && !comes_before(heap, system, locals[p], locals[q])))
                break;
            order[at] = q;
        }
        order[at] = p;
    }
    for (uint32_t i = 0; i < count; i++) {
        reach_from_local(heap, system, locals[order[i]]);
        follow(heap, done);
    }
}

/* ---- all of it ---- */

static void place_rest(struct ln_heap *heap, const uint8_t *status)
{
    static const uint8_t order[] = { LN_BLOCK_TAKEN, LN_BLOCK_FREED, LN_BLOCK_NEW };
    const struct ln_program *program = heap->program;
    for (size_t o = 0; o < sizeof order; o++)
        for (size_t r = 0; r < program->regions.length; r++)
            if (moves(program, &program->regions.at[r]) && status[program->regions.at[r].block] == order[o])
                place_block(heap, &program->regions.at[r]);
}

/* False when every block stays where it is. */
static bool place_all(struct ln_heap *heap, const struct ln_system *system, const uint32_t *locals)
{
    const struct ln_program *program = heap->program;
    uint32_t done = 0;
    memset(heap->renamed, 0xff, (program->blocks.length + 1) * sizeof *heap->renamed);
    memset(heap->left, 0, (program->pools.length + 1) * sizeof *heap->left);
    heap->queued = 0;
    for (size_t r = 0; r < program->regions.length; r++)
        if (!moves(program, &program->regions.at[r]))
            reach_from(heap, &program->regions.at[r]);
    follow(heap, &done);
    reach_from_processes(heap, system, locals, &done);
    place_rest(heap, heap->scratch + program->image.length);
    for (uint32_t b = 0; b < program->blocks.length; b++)
        if (heap->renamed[b] != NO_BLOCK && heap->renamed[b] != b)
            return true;
    return false;
}

static void rename_memory(struct ln_heap *heap, uint8_t *to)
{
    const struct ln_program *program = heap->program;
    const uint8_t *from = heap->scratch;
    size_t size = program->image.length;
    memcpy(to, from, size + program->blocks.length);
    for (size_t r = 0; r < program->regions.length; r++) {
        const struct ln_region *region = &program->regions.at[r], *place = region;
        if (moves(program, region)) {
            assert(heap->renamed[region->block] != NO_BLOCK);
            place = region_of_block(program, heap->renamed[region->block]);
            assert(place->size == region->size); /* of one pool */
            memcpy(to + place->offset, from + region->offset, region->size);
            to[size + place->block] = from[size + region->block];
        }
        for (size_t w = 0; w < region->size / 8; w++)
            if (heap->words[region->offset / 8 + w]) {
                uint64_t value = renamed(heap, word_at(from, region->offset / 8 + w));
                memcpy(to + place->offset + w * 8, &value, sizeof value);
            }
    }
}

bool ln_heap_canonical(struct ln_heap *heap, struct ln_system *system, uint32_t *shared, uint32_t *locals)
{
    size_t size = heap->program->image.length + heap->program->blocks.length;
    if (!heap->any)
        return true;
    assert(ln_intern_at(&system->shared, *shared)->length == size);
    memcpy(heap->scratch, ln_intern_at(&system->shared, *shared)->at, size);
    if (!place_all(heap, system, locals))
        return true;
    rename_memory(heap, heap->scratch + size);
    if (!ln_intern_add(&system->shared, heap->scratch + size, size, shared))
        return false;
    for (uint32_t p = 0; p < system->options.processes; p++) {
        size_t length = write_local(heap, system, locals[p], false, system->encoded);
        if (!ln_system_keep_local(system, length, system->idle.at[locals[p]], &locals[p]))
            return false;
    }
    return true;
}
