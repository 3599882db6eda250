/* Watching a collection by counting: violations that the k-approximation of the stream shows, in bounded memory.
 *
 * Of each watched value it is remembered when it went in, until it comes out; of what is past, which types of values
 * there were (counting/elements.h). An event costs O(1) for a fixed k. A violation is one: no history that is
 * linearizable is ever accused, whatever is pending and however often values repeat. That nothing was found says
 * nothing.
 *
 * When more values are inside than may be watched, only those of a class are, a half of all by their hash, then a
 * quarter, and so on; each that goes in is of the class or not, so that over time all sorts of values are watched, and
 * all their copies. When it is certain that nothing is inside, another class is chosen, and it is all of them again.
 *
 * A value that was not removed may have been taken by a removal that has not returned: it counts as removed by the
 * earliest of these. That is weaker than what happened, and so is leaving values out. */
#ifndef LN_COUNTING_COLLECTION_H
#define LN_COUNTING_COLLECTION_H

#include "counting/elements.h"

struct ln_collection;

struct ln_collection_options {
    uint32_t k;          /* up to LN_ELEMENTS_MOST_K */
    size_t most_watched; /* values inside at the same time; 0: as many as memory allows */
    uint64_t seed;       /* of the classes */
    bool complete;       /* also what two values do not show (counting/complete.h) */
};

enum { LN_COLLECTION_INVOLVED = 8 };

/* Of a violation: the values and empty removals it is made of, with their intervals in A_k. */
struct ln_collection_part {
    struct ln_type_parts type;
    ln_value value; /* LN_VALUE_NONE: of an empty removal, or one of a type whose value was not kept */
};

struct ln_collection_finding {
    bool over; /* violated, or declined */
    bool violated;
    const char *pattern;  /* the violation's name in the formula, or `complete` */
    const char *declined; /* why it gave up; else NULL */
    struct ln_collection_part parts[LN_COLLECTION_INVOLVED];
    size_t part_count;
};

struct ln_collection_statistics {
    uint64_t events, bounds;
    uint64_t insertions, removals, empties; /* completed */
    uint64_t unwatched;                     /* insertions of values that were not of the class */
    uint64_t repeated;                      /* of values that were inside already: only counted */
    uint64_t classes;                       /* how often a class was chosen, or halved */
    size_t inside, open;                    /* watched values, operations */
    uint32_t share;                         /* one in so many values is watched now */
};

/* A spec that is no collection is declined: *collection is NULL and *declined says why. `ocl` are its violations; it
 * and `spec` outlive the monitor. */
enum ln_status ln_collection_new(struct ln_collection **collection, const struct ln_spec *spec,
                                 const struct ln_ocl *ocl, const struct ln_collection_options *options,
                                 struct ln_memory *memory, const char **declined);
void ln_collection_free(struct ln_collection *collection);
/* As before the first event. What was learnt of types stays. */
void ln_collection_clear(struct ln_collection *collection);

/* A bound operation begins; `slot` is a small number that no open operation has. */
enum ln_status ln_collection_call(struct ln_collection *collection, uint32_t slot, uint16_t method, ln_value argument);
/* It returns, with its result; or it had no effect. */
enum ln_status ln_collection_return(struct ln_collection *collection, uint32_t slot, ln_value result);
enum ln_status ln_collection_fail(struct ln_collection *collection, uint32_t slot);

/* Once violated, or declined, it stays so, and events are ignored. */
const struct ln_collection_finding *ln_collection_finding(const struct ln_collection *collection);
struct ln_collection_statistics ln_collection_statistics(const struct ln_collection *collection);

/* The counters: how many values of each type, as far as they are told apart. */
void ln_collection_write(const struct ln_collection *collection, struct ln_str *out);

#endif
