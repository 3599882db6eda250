#include "finding/earned.h"

enum ln_verdict ln_earned(const struct ln_coverage *coverage, enum ln_reason *reason)
{
    *reason = coverage->stopped          ? coverage->stopped
              : coverage->looked_at == 0 ? LN_REASON_EMPTY
              : coverage->unseen         ? LN_REASON_UNSEEN
                                         : LN_REASON_NONE;
    return *reason == LN_REASON_NONE ? LN_HOLDS : LN_UNKNOWN;
}
