/* Exit codes, the same for every command. */
#ifndef LN_CLI_EXIT_H
#define LN_CLI_EXIT_H

#include "base/status.h"

enum {
    EXIT_HOLDS = 0,
    EXIT_VIOLATED = 1,
    EXIT_UNKNOWN = 2,
    EXIT_USAGE = 64,
    EXIT_BAD_INPUT = 65,
    EXIT_MISSING = 69,
    EXIT_INTERNAL = 70
};

static inline int exit_of(enum ln_status status)
{
    switch (status) {
    case LN_OK: return EXIT_HOLDS;
    case LN_NO_MEMORY:
    case LN_STOPPED: return EXIT_UNKNOWN;
    case LN_BAD_INPUT: return EXIT_BAD_INPUT;
    case LN_USAGE: return EXIT_USAGE;
    case LN_MISSING: return EXIT_MISSING;
    case LN_INTERNAL: break;
    }
    return EXIT_INTERNAL;
}

/* Of several answers the worst is the exit code of all. */
static inline int exit_rank(int code)
{
    static const int worse_and_worse[] = { EXIT_HOLDS, EXIT_UNKNOWN, EXIT_VIOLATED, EXIT_BAD_INPUT, EXIT_USAGE };
    int rank = 0;
    while (rank < 5 && worse_and_worse[rank] != code)
        rank++;
    return rank;
}

static inline void exit_worse(int *code, int other)
{
    if (exit_rank(other) > exit_rank(*code))
        *code = other;
}

#endif
