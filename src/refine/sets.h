/* The determinised specification (refinement paper, Definition 5): what it may be in after a trace is a set of states,
 * closed under calls taking effect. A state is the object's and what each process is about (refine/meaning.h). Sets
 * are sorted and interned, so they are numbers; where a visible action leads from a set is remembered.
 *
 * When only points are visible, processes are about nothing, and a point takes effect at once. */
#ifndef LN_REFINE_SETS_H
#define LN_REFINE_SETS_H

#include "base/memo.h"
#include "refine/meaning.h"

struct ln_sets {
    struct ln_meaning *meaning;
    const struct ln_system *system; /* labels */
    struct ln_memory *memory;
    uint32_t processes, words; /* of a member */
    struct ln_intern sets;
    LN_VEC(uint32_t) members; /* of the set being made */
    struct ln_intern seen;    /* its members */
    struct ln_memo steps;
    uint64_t largest; /* members of the largest set */
};

#define LN_EMPTY_SET 0u

void ln_sets_init(struct ln_sets *sets, struct ln_meaning *meaning, const struct ln_system *system,
                  struct ln_memory *memory);
void ln_sets_fini(struct ln_sets *sets);

enum ln_status ln_sets_initial(struct ln_sets *sets, uint32_t *set);
/* Where a call, return or point of a process leads. */
enum ln_status ln_sets_step(struct ln_sets *sets, uint32_t set, uint32_t process, uint32_t label, uint32_t *to);

/* The set with other processes in the same places: process p is about what process from[p] was about. Not
 * remembered. */
enum ln_status ln_sets_permute(struct ln_sets *sets, uint32_t set, const uint32_t *from, uint32_t *to);

/* How many there are, the empty one not counted. */
static inline uint64_t ln_sets_count(const struct ln_sets *sets)
{
    return sets->sets.entries.length ? sets->sets.entries.length - 1 : 0;
}

/* May every pending call wait for ever? For each there has to be a member in which no pending call has taken effect
 * and it waits (Line-Up paper, Definition 2). */
bool ln_sets_justify_waiting(const struct ln_sets *sets, uint32_t set);

#endif
