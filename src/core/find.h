/* Finding a core: from a violated history to a handful of operations that show why. */
#ifndef LN_CORE_FIND_H
#define LN_CORE_FIND_H

#include "finding/verdict.h"
#include "verify/core.h"

/* What is to be shown. */
struct ln_violation {
    const struct ln_history *history;
    const struct ln_spec *spec;
    const struct ln_outcome *outcome; /* that it is violated, and perhaps where */
};

struct ln_core_facts {
    bool found;     /* there is a core */
    bool verified;  /* it was; else it is too large for the time there is */
    bool minimal;   /* no single step that relaxes it further leaves a violation */
    bool confirmed; /* by brute, too */
    uint64_t tries; /* how many relaxed histories were decided */
};

/* The budget is the core's own: when it is spent, what has been reached so far
 * is the core. LN_INTERNAL, with a message, when a core fails to verify. */
enum ln_status ln_core_find(const struct ln_violation *violation, struct ln_budget *budget, struct ln_core *core,
                            struct ln_core_facts *facts, struct ln_error *error);

#endif
