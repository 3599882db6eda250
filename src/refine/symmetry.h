/* Processes of one class can change places: of all product states that differ only so, one stands for all. */
#ifndef LN_REFINE_SYMMETRY_H
#define LN_REFINE_SYMMETRY_H

#include "refine/ties.h"

struct ln_symmetry {
    struct ln_sets *sets;
    uint32_t processes;
    uint8_t before[LN_MOST_PROCESSES]; /* the process of the same class before it; itself when there is none */
    bool any;                          /* some class has two processes */
    struct ln_intern orders;
    struct ln_memo permuted, untied;
};

void ln_symmetry_init(struct ln_symmetry *symmetry, struct ln_sets *sets, const struct ln_system *system,
                      struct ln_memory *memory);
void ln_symmetry_fini(struct ln_symmetry *symmetry);

/* The state that stands for this one: `*set` and the processes' locals are changed. */
enum ln_status ln_symmetry_canonical(struct ln_symmetry *symmetry, uint32_t *set, uint32_t *locals);

#endif
