/* What an engine that runs code has seen of an operation that is declared. Nothing is said to hold of what was never
 * called. */
#ifndef LN_FINDING_SIGHT_H
#define LN_FINDING_SIGHT_H

#include "base/str.h"
#include "finding/verdict.h"

enum ln_sight {
    LN_SIGHT_RETURNED, /* it was called, and returned */
    LN_SIGHT_FAILED,   /* it was called, and whenever it returned, it had no effect */
    LN_SIGHT_LEFT_OUT, /* the user does not want to see it */
    LN_SIGHT_WAITED,   /* it was called, and did nothing but what it may wait for */
    /* What follows is not seen. */
    LN_SIGHT_CUT,         /* it was called, but linnet_assume() leaves out all that comes before it could return */
    LN_SIGHT_POINTLESS,   /* it never took effect, and whether it may wait is not looked for with points */
    LN_SIGHT_NO_PROCESS,  /* no process, or thread, may call it */
    LN_SIGHT_CUT_AT_CALL, /* linnet_assume() leaves out every call */
    LN_SIGHT_NOT_CALLED   /* it could not even begin: it waits before its first step, or nobody came to call it */
};

static inline bool ln_sight_is_seen(enum ln_sight sight)
{
    return sight < LN_SIGHT_CUT;
}

const char *ln_sight_text(enum ln_sight sight);

/* Is all known that was seen? Before everything has been looked at nothing is known to be missing. */
bool ln_sights_are_known(enum ln_verdict verdict, enum ln_reason reason);

/* `inc is never called: all threads have roles, and only others may call it`; `one` and `many`: what calls. */
void ln_sight_write_no_process(const char *operation, unsigned callers, const char *one, const char *many,
                               struct ln_str *out);

#endif
