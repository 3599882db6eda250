/* What a command that runs or models code does with its finding: saves it, reads it back, and says it. */
#ifndef LN_CLI_ANSWERING_H
#define LN_CLI_ANSWERING_H

#include "finding/finding.h"
#include "inquiry/chosen_spec.h"

#include <signal.h>

struct answering {
    const char *command; /* `linnet stress` */
    const char *save;    /* where it goes to; NULL: a violation goes to a file of its own */
    bool no_save, json, quiet;
    const volatile sig_atomic_t *interrupt;
    const char *object;                  /* what a file of its own is named after */
    const struct ln_chosen_spec *chosen; /* what its history was judged by */
};

/* Does it make sense, and spare what is read: the sources and the spec, if that is a file? Says what does not. */
bool answering_is_possible(const struct answering *how, const char *const *sources, size_t count, const char *spec);

/* An exit code: that of the verdict, unless it cannot be told or what was saved is something else. */
int answer(const struct answering *how, struct ln_finding *finding);
/* The same when there is no finding, but an error. */
int answer_error(const struct answering *how, enum ln_engine engine, const char *id, enum ln_status status,
                 const struct ln_error *error);

#endif
