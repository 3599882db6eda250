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
    LN_METHOD_EMPTY = 1 << 7, /* there was nothing to decide */
};

struct ln_method_names {
    char at[96];
};

/* `pattern+search`; `none` of an empty set. */
struct ln_method_names ln_method_names(ln_methods methods);

#endif
