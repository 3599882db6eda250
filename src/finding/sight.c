#include "finding/sight.h"

static const char *const sights[] = {
    [LN_SIGHT_RETURNED] = "returned",
    [LN_SIGHT_FAILED] = "only failed",
    [LN_SIGHT_LEFT_OUT] = "left out",
    [LN_SIGHT_WAITED] = "only waited",
    [LN_SIGHT_CUT] = "cut before it returned",
    [LN_SIGHT_POINTLESS] = "never took effect",
    [LN_SIGHT_NO_PROCESS] = "no process may call it",
    [LN_SIGHT_CUT_AT_CALL] = "every call is cut",
    [LN_SIGHT_NOT_CALLED] = "never called",
};

const char *ln_sight_text(enum ln_sight sight)
{
    return sights[sight];
}

bool ln_sights_are_known(enum ln_verdict verdict, enum ln_reason reason)
{
    return verdict == LN_HOLDS || (verdict == LN_UNKNOWN && (reason == LN_REASON_UNSEEN || reason == LN_REASON_EMPTY));
}

void ln_sight_write_no_process(const char *operation, unsigned callers, const char *one, const char *many,
                               struct ln_str *out)
{
    ln_str_format(out, "%s is never called: ", operation);
    if (callers == 1)
        ln_str_format(out, "the one %s has a role", one);
    else
        ln_str_format(out, "all %s have roles", many);
    ln_str_text(out, ", and only others may call it");
}
