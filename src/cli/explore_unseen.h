/* What `linnet explore` did not see, and what of it the user has accepted by name. */
#ifndef LN_CLI_EXPLORE_UNSEEN_H
#define LN_CLI_EXPLORE_UNSEEN_H

#include "base/memory.h"
#include "base/str.h"
#include "cli/options.h"
#include "explore/runtime/runtime.h"
#include "finding/facts.h"

struct explore_unseen {
    struct ln_unseen things[2 * LN_UNSEEN_MOST];
    unsigned count;
    bool more;                         /* than there is room for */
    const struct option_words *accept; /* asm, memory, code, lib:NAME */
};

/* NULL, or what is wrong with --accept. */
const char *explore_unseen_check(const struct option_words *accept);

/* Adds what a test has met. Places are looked up in the shared object that ran. */
void explore_unseen_take(struct explore_unseen *unseen, const struct ln_shared *shared, const char *object,
                         struct ln_memory *memory);
/* Something that is in the code; whether it ran is not known. */
void explore_unseen_add(struct explore_unseen *unseen, const struct ln_unseen *thing);

/* How many things matter: those that are not accepted. */
unsigned explore_unseen_count(const struct explore_unseen *unseen);
/* Of those: is the state of another run among them? */
bool explore_unseen_leaks(const struct explore_unseen *unseen);

/* One line each, and how to accept it. */
void explore_unseen_write(const struct explore_unseen *unseen, struct ln_str *out);
void explore_unseen_write_accepted(const struct explore_unseen *unseen, struct ln_str *out);
/* `unseen` and `accepted`, as far as there is any. */
void explore_unseen_facts(const struct explore_unseen *unseen, struct ln_facts *facts);

#endif
