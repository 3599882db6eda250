/* Inside src/gen only: the order of effects, and the witness, written while the numbers of its operations become known.
 * An operation's number is its place among the returns, so it is not known when it takes effect; what waits for it is
 * short. */
#ifndef LN_GEN_EFFECTS_H
#define LN_GEN_EFFECTS_H

#include "gen/writer.h"

struct ln_effects {
    struct ln_writer *to; /* NULL: nobody wants to know */
    struct ln_memory *memory;
    uint64_t *ring; /* the numbers, UINT64_MAX while not known; a power of two of them */
    size_t room;
    uint64_t first, count; /* effects written so far; effects in all */
};

void ln_effects_fini(struct ln_effects *effects);
/* An operation takes effect; returns what to call it in ln_effects_number. */
bool ln_effects_add(struct ln_effects *effects, uint64_t *effect);
void ln_effects_number(struct ln_effects *effects, uint64_t effect, uint64_t number);

#endif
