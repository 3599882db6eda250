/* Which ways on from a state need to be looked at, when steps that do not touch the same memory may come in any
 * order. */
#ifndef LN_REFINE_CARTESIAN_H
#define LN_REFINE_CARTESIAN_H

#include "refine/ties.h"

enum { LN_LONGEST_PATH = 256 }; /* steps of a path: it may end anywhere */

/* A way on: what a process does last. Its own invisible steps before that are in `move`, too. */
struct ln_way {
    uint32_t process, local; /* and where it is before that */
    struct ln_move move;
};

struct ln_cartesian {
    struct ln_system *system;
    struct ln_memory *memory;
    struct ln_path *paths; /* of each process */
    LN_VEC(uint64_t) seen; /* states on the path that is being made */
    LN_VEC(struct ln_way) ways;
    uint32_t moving; /* processes that can go on with a call */
};

bool ln_cartesian_init(struct ln_cartesian *cartesian, struct ln_system *system, struct ln_memory *memory);
void ln_cartesian_fini(struct ln_cartesian *cartesian);

/* All moves of all processes. */
enum ln_status ln_cartesian_all(struct ln_cartesian *cartesian, uint32_t shared, const uint32_t *locals);
/* Those at the ends of a Cartesian vector. */
enum ln_status ln_cartesian_vector(struct ln_cartesian *cartesian, uint32_t shared, const uint32_t *locals);

#endif
