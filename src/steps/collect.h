/* A garbage collector for the memory of a program: an option of a model (program.collected), never a default.
 *
 * A block is kept while a global, the object, a process or another block that is kept has a word that points into it:
 * the marks that code puts into the low bits of a pointer do no harm. Whatever looks like an address is taken for one.
 * What was collected is as if it had never been taken: nobody can tell. */
#ifndef LN_STEPS_COLLECT_H
#define LN_STEPS_COLLECT_H

#include "steps/program.h"

struct ln_collector {
    const struct ln_program *program;
    uint8_t *memory, *blocks;
    uint8_t *kept;   /* per block */
    uint32_t *found; /* regions whose words are still to be looked at */
    uint32_t count;
};

/* The caller has room for `kept` and `found`: this many bytes, aligned for numbers. */
static inline size_t ln_collector_size(const struct ln_program *program)
{
    return (program->blocks.length + 1) * (sizeof(uint32_t) + 1);
}

void ln_collect_begin(struct ln_collector *collector, const struct ln_program *program, uint8_t *memory,
                      uint8_t *blocks, void *room);
/* What a process holds. */
void ln_collect_from(struct ln_collector *collector, const void *words, size_t bytes);
/* True when something was collected. */
bool ln_collect_end(struct ln_collector *collector);

#endif
