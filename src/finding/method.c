#include "finding/method.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

const char *ln_method_name(unsigned index)
{
    static const char *const names[] = { "pattern", "hint",   "frontier",  "search",    "hitting", "counting",
                                         "brute",   "empty",  "exact",     "piecewise", "formula", "stress",
                                         "explore", "serial", "reference", "refinement" };
    _Static_assert(sizeof names / sizeof *names == LN_METHODS, "each has a name");
    assert(index < LN_METHODS);
    return names[index];
}

struct ln_method_names ln_method_names(ln_methods methods)
{
    struct ln_method_names joined = { "" };
    assert(methods >> LN_METHODS == 0);
    for (unsigned i = 0; i < LN_METHODS; i++) {
        if (!(methods >> i & 1))
            continue;
        if (*joined.at)
            strcat(joined.at, "+");
        assert(strlen(joined.at) + strlen(ln_method_name(i)) + 1 < sizeof joined.at);
        strcat(joined.at, ln_method_name(i));
    }
    if (!methods)
        strcpy(joined.at, "none");
    return joined;
}
