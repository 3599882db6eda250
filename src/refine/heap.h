/* Blocks of one pool can change places: of all memories that differ only so, one stands for all. */
#ifndef LN_REFINE_HEAP_H
#define LN_REFINE_HEAP_H

#include "steps/machine.h"

struct ln_system;

/* Which words are pointers is learnt from how they are used; it outlives a search. */
struct ln_heap {
    const struct ln_program *program;
    struct ln_memory *memory;
    uint8_t *words, *own_words; /* per eight bytes of the shared memory, of a process's own: does it hold pointers? */
    size_t word_count, own_count;
    uint32_t *renamed, *queue; /* per block: the one it becomes; blocks to look into */
    uint32_t *left;            /* per pool: how many blocks have got their place */
    uint32_t queued;
    uint8_t *scratch; /* the shared memory, old and new */
    size_t scratch_size;
    bool any;        /* there are blocks that could change places, and may */
    bool learnt;     /* a word turned out to hold pointers: what was done so far is void */
    const char *off; /* why they may not, or NULL */
    struct ln_place off_at;
};

bool ln_heap_init(struct ln_heap *heap, const struct ln_program *program, struct ln_memory *memory);
void ln_heap_fini(struct ln_heap *heap);

/* The machine has just made an access. */
void ln_heap_note(struct ln_heap *heap, const struct ln_machine *machine);

/* The memory and the locals that stand for these. False when memory is refused. */
bool ln_heap_canonical(struct ln_heap *heap, struct ln_system *system, uint32_t *shared, uint32_t *locals);

#endif
