/* What addresses and values of a run are called: blocks of the heap n1, n2, ... in the order of their first
 * allocation, variables by their names, and the rest by what it is.
 *
 * A block that is allocated where one was freed before has the name of that one with a prime: n1 and n1' have the same
 * address, which is how a CAS that should fail comes to succeed. */
#ifndef LN_EXPLORE_SHOW_NAMES_H
#define LN_EXPLORE_SHOW_NAMES_H

#include "explore/runtime/step.h"
#include "explore/show/source.h"

/* Addresses below this come of a pointer that is NULL. */
enum { LN_NULL_PAGE = 4096 };
/* How many blocks from before the run have names; a picture with more is not read. */
enum { LN_EARLIER_BLOCKS = 256 };

struct ln_block_name {
    uint32_t number, life; /* both from 1 */
    uint64_t type;         /* of what is in it; 0: not known */
};

struct ln_names {
    struct ln_source_code *code;         /* NULL: there is no debugging information */
    const struct ln_traced_block *given; /* as the run has them */
    size_t given_count;
    struct ln_traced_block *blocks; /* those, behind those that were there before the run */
    size_t count, room;
    struct ln_block_name *names; /* of the blocks */
    const struct ln_code_place *place;
    uint32_t threads, alone; /* as in explore/show/show.h */
    const char *const *thread_names;
    struct ln_memory *memory;
};

/* From what is set above, but for blocks, count, room and names. Blocks that were allocated before the run are known by
 * the pointers to them that the steps have. False: memory was refused; fini either way. */
bool ln_names_init(struct ln_names *names, const struct ln_step *steps, size_t count);
void ln_names_fini(struct ln_names *names);

/* The block that holds the address at that step, or the last one that did; SIZE_MAX: none. */
size_t ln_names_block(const struct ln_names *names, uint64_t address, size_t step);
/* The index of a thread among those that are shown. */
uint32_t ln_names_thread(const struct ln_names *names, uint32_t thread);
/* Is the address one of the run's, other than NULL? */
bool ln_names_is_address(const struct ln_names *names, uint64_t address, size_t step);
/* The thread whose stack it is in; UINT32_MAX: none. */
uint32_t ln_names_stack(const struct ln_names *names, uint64_t address);
void ln_names_learn(struct ln_names *names, size_t block, uint64_t type);

void ln_names_write_block(const struct ln_names *names, size_t block, struct ln_str *out);
/* What is there, `n1->next`, `stack.top`, and its type. */
void ln_names_write_place(const struct ln_names *names, uint64_t address, uint64_t length, size_t step, uint64_t *type,
                          struct ln_str *out);
/* A pointer to something of that length, or of any if it is 0: `n1`, `&stack.top`. */
void ln_names_write_address(const struct ln_names *names, uint64_t address, uint64_t length, size_t step,
                            struct ln_str *out);

struct ln_typed_value {
    uint64_t value;
    uint64_t type;   /* 0: not known */
    uint32_t length; /* in bytes */
    bool pointers;   /* those beside it are, so that 0 is NULL */
};
void ln_names_write_value(const struct ln_names *names, const struct ln_typed_value *typed, size_t step,
                          struct ln_str *out);

#endif
