/* Exit codes, the same for every command. */
#ifndef LN_CLI_EXIT_H
#define LN_CLI_EXIT_H

#include "base/status.h"

enum {
    EXIT_HOLDS = LINNET_HOLDS,
    EXIT_VIOLATED = LINNET_VIOLATED,
    EXIT_UNKNOWN = LINNET_UNKNOWN,
    EXIT_USAGE = LINNET_USAGE,
    EXIT_BAD_INPUT = LINNET_BAD_INPUT,
    EXIT_MISSING = LINNET_MISSING,
    EXIT_INTERNAL = LINNET_INTERNAL
};

static inline int exit_of(enum ln_status status)
{
    return (int)ln_status_told(status);
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
