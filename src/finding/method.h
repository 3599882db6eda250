/* Which engines had a part in a verdict: a set, a bit each. */
#ifndef LN_FINDING_METHOD_H
#define LN_FINDING_METHOD_H

typedef unsigned ln_methods;

enum {
    LN_METHOD_PATTERN = 1 << 0,
    LN_METHOD_HINT = 1 << 1,
    LN_METHOD_FRONTIER = 1 << 2,
    LN_METHOD_SEARCH = 1 << 3,
    LN_METHOD_HITTING = 1 << 4,
    LN_METHOD_COUNTING = 1 << 5,
    LN_METHOD_BRUTE = 1 << 6,
    LN_METHOD_EMPTY = 1 << 7,      /* there was nothing to decide */
    LN_METHOD_EXACT = 1 << 8,      /* patterns, event by event */
    LN_METHOD_PIECEWISE = 1 << 9,  /* from one quiescent point to the next */
    LN_METHOD_FORMULA = 1 << 10,   /* of the user's own, on counts */
    LN_METHOD_STRESS = 1 << 11,    /* real threads */
    LN_METHOD_EXPLORE = 1 << 12,   /* schedule by schedule */
    LN_METHOD_SERIAL = 1 << 13,    /* judged by serial executions */
    LN_METHOD_REFERENCE = 1 << 14, /* judged by another implementation */
    LN_METHOD_REFINEMENT = 1 << 15,
};

enum { LN_METHODS = 16 };

/* Of the method that is a bit by itself, the first at 0. */
const char *ln_method_name(unsigned index);

struct ln_method_names {
    char at[160];
};

/* `pattern+search`; `none` of an empty set. */
struct ln_method_names ln_method_names(ln_methods methods);

#endif
