#include "finding/earned.h"

enum ln_verdict ln_earned(const struct ln_coverage *coverage, enum ln_reason *reason)
{
    bool empty = coverage->looked_at == 0 && !coverage->allow_empty;
    *reason = coverage->stopped  ? coverage->stopped
              : empty            ? LN_REASON_EMPTY
              : coverage->unseen ? LN_REASON_UNSEEN
                                 : LN_REASON_NONE;
    return *reason == LN_REASON_NONE ? LN_HOLDS : LN_UNKNOWN;
}
