/* Of which loops and calls, as they go on for long, `linnet explore` did not try all. */
#ifndef LN_INQUIRY_CODE_EXPLORE_LONG_H
#define LN_INQUIRY_CODE_EXPLORE_LONG_H

#include "base/memory.h"
#include "base/str.h"
#include "explore/runtime/runtime.h"
#include "finding/facts.h"

struct ln_explore_long {
    struct ln_explore_long_loop {
        enum ln_long_kind kind;
        char place[120]; /* `file.c:12`; empty: not known */
    } loops[LN_LONG_MOST];
    unsigned count;
};

/* Adds those of a test. Places are looked up in the shared object that ran. */
void ln_explore_long_take(struct ln_explore_long *all, const struct ln_shared *shared, const char *object,
                          struct ln_memory *memory);
/* A line for each kind. */
void ln_explore_long_write(const struct ln_explore_long *all, struct ln_str *out);
/* `loops`, if there is any. */
void ln_explore_long_facts(const struct ln_explore_long *all, struct ln_facts *facts);

#endif
