/* What `linnet explore` did not see, and what of it the user has accepted by name. */
#ifndef LN_INQUIRY_CODE_EXPLORE_UNSEEN_H
#define LN_INQUIRY_CODE_EXPLORE_UNSEEN_H

#include "base/memory.h"
#include "base/str.h"
#include "explore/runtime/runtime.h"
#include "finding/facts.h"

/* By the user: asm, code, halfway, memory, lib:NAME. */
struct ln_accepted {
    const char *const *at;
    unsigned count;
};

struct ln_explore_unseen {
    struct ln_unseen things[2 * LN_UNSEEN_MOST];
    unsigned count;
    bool more; /* than there is room for */
    struct ln_accepted accepted;
};

/* NULL, or what is wrong with --accept. */
const char *ln_accepted_check(const struct ln_accepted *accepted);

/* Adds what a test has met. Places are looked up in the shared object that ran. */
void ln_explore_unseen_take(struct ln_explore_unseen *unseen, const struct ln_shared *shared, const char *object,
                            struct ln_memory *memory);
/* Something that is in the code; whether it ran is not known. */
void ln_explore_unseen_add(struct ln_explore_unseen *unseen, const struct ln_unseen *thing);

/* How many things matter: those that are not accepted. */
unsigned ln_explore_unseen_count(const struct ln_explore_unseen *unseen);
/* Of those: is the state of another run among them? */
bool ln_explore_unseen_leaks(const struct ln_explore_unseen *unseen);

/* One line each, and how to accept it. */
void ln_explore_unseen_write(const struct ln_explore_unseen *unseen, struct ln_str *out);
void ln_explore_unseen_write_accepted(const struct ln_explore_unseen *unseen, struct ln_str *out);
/* `unseen` and `accepted`, as far as there is any. */
void ln_explore_unseen_facts(const struct ln_explore_unseen *unseen, struct ln_facts *facts);

#endif
