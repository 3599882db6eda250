#include "finding/method.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

struct ln_method_names ln_method_names(ln_methods methods)
{
    static const char *const names[] = { "pattern", "hint", "frontier", "search", "hitting", "counting", "brute", "empty" };
    struct ln_method_names joined = { "" };
    assert(methods >> sizeof names / sizeof *names == 0);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (!(methods >> i & 1))
            continue;
        if (*joined.at)
            strcat(joined.at, "+");
        assert(strlen(joined.at) + strlen(names[i]) + 1 < sizeof joined.at);
        strcat(joined.at, names[i]);
    }
    if (!methods)
        strcpy(joined.at, "none");
    return joined;
}
