/* Making histories: processes that call, take effect somewhere inside, and return, drawn from a seeded generator.
 *
 * What comes out is linearizable by construction (the order of effects is its witness), unless a fault was asked for:
 * then exactly one operation has a result that no order can explain. The same options give the same bytes. */
#ifndef LN_GEN_GEN_H
#define LN_GEN_GEN_H

#include "base/error.h"
#include "base/memory.h"

#include <stdio.h>

struct ln_gen_options {
    const char *spec;    /* as it is written: `queue:capacity=4` */
    uint64_t operations; /* up to LN_GEN_MOST */
    uint64_t seed;
    uint32_t processes; /* at least 1 */
    uint32_t pending;   /* operations that never return, up to `operations` */
    uint32_t keys;      /* objects, or keys of a keyed spec; 0: what suits the spec */
    uint32_t values;    /* how many different values; 0: what suits the spec */
    bool order;         /* say when each took effect: the first has order 0 */
    bool faulty;        /* needs at least one operation that returns */
};

#define LN_GEN_MOST UINT64_C(2000000000)

/* Where the fault was put. */
struct ln_gen_fault {
    uint64_t operation; /* from 0 */
    uint64_t line;
    char text[160]; /* `deq() -> 5` */
};

/* Writes the history to `out`. Memory does not grow with the number of operations. LN_USAGE: the spec is not known, or
 * cannot be generated or broken; LN_INTERNAL: something could not be written. `fault` may be NULL. */
enum ln_status ln_gen(const struct ln_gen_options *options, FILE *out, struct ln_gen_fault *fault,
                      struct ln_memory *memory, struct ln_error *error);

#endif
