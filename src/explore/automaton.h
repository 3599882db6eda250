/* The automaton that an observation becomes when it is sealed, and the search in it. Internal to src/explore. */
#ifndef LN_EXPLORE_AUTOMATON_H
#define LN_EXPLORE_AUTOMATON_H

#include "base/vec.h"
#include "explore/observation.h"

#define LN_ANY_RESULT LN_NO_RESULT /* in what is looked for; no edge bears it */

/* States with the same calls made and the same continuations are one. Edges of a state stand together. */
struct ln_serial_state {
    uint64_t calls_made; /* explore/calls_made.h */
    uint32_t first;      /* edge */
    uint16_t degree;
    uint16_t stuck; /* bit per lane: its next call may wait for ever */
};

struct ln_serial_edge {
    uint32_t result, target;
    uint8_t lane;
};

/* A node of the tree of what was added, until it is sealed. Children come after their parents. */
struct ln_serial_node {
    uint64_t calls_made;
    uint32_t parent, child, sibling; /* child: the latest; 0: none */
    uint32_t result;                 /* of the call that led here */
    uint8_t lane;
    uint16_t stuck;
};

struct ln_observation {
    const struct ln_explored_object *object;
    struct ln_test test;
    uint32_t failed;
    uint64_t all; /* when every call has been made */
    struct ln_memory *memory;
    LN_VEC(struct ln_serial_node) nodes;
    uint64_t full, stuck; /* histories */
    LN_VEC(struct ln_serial_state) states;
    LN_VEC(struct ln_serial_edge) edges;
    uint32_t root;
    LN_VEC(uint32_t) marks; /* of states: the search that has been there */
    uint32_t search;
    struct ln_wanted *wanted; /* of the history that is judged */
    bool conflict;
    unsigned differ;
    struct ln_serial_history one, other; /* that conflict */
};

/* What is looked for: a path that takes calls with these results, each when all that comes before it is done. */
struct ln_wanted {
    uint64_t before[LN_TEST_LANES][LN_TEST_LANE_CALLS]; /* the calls that must have been made when it is taken */
    uint32_t result[LN_TEST_LANES][LN_TEST_LANE_CALLS];
    uint64_t least, most; /* the calls made at the end; `most` has at most one more in each lane: an open one */
    unsigned waiting;     /* bit per lane: its open call waits in the end; 0: nobody has to */
};

/* Makes states and edges of the tree; the root is the last state. */
enum ln_status ln_automaton_build(struct ln_observation *observation);

/* What a history asks of its witnesses. */
void ln_wanted_init(struct ln_wanted *wanted, const struct ln_observation *observation,
                    const struct ln_explored_history *history, bool classical);

/* Looks for paths: for one that ends in `least` or beyond, or, for each lane that has to wait, for one that ends in
 * `least` exactly where its next call may wait. Returns the lanes that were found to wait (or 1); `judgement` may be
 * NULL, else it is given the orders. */
unsigned ln_automaton_search(struct ln_observation *observation, const struct ln_wanted *wanted,
                             struct ln_judgement *judgement);

/* The results that the call returns anywhere, without duplicates; false when memory is refused. */
typedef LN_VEC(uint32_t) ln_results;
bool ln_automaton_results(const struct ln_observation *observation, unsigned lane, unsigned index, ln_results *results);

#endif
