#define _GNU_SOURCE /* sigabbrev_np */
#include "inquiry/code/explore_failure.h"

#include "inquiry/code/signal_words.h"

#include <string.h>

static const char *in_which(enum ln_where where)
{
    return where == LN_IN_CREATE ? " in create()" : where == LN_IN_DESTROY ? " in destroy()" : "";
}

static void write_crash(int signal_number, const char *test, struct ln_str *out)
{
    const char *by_itself = ln_signal_words(signal_number);
    if (by_itself)
        ln_str_format(out, "%s %s itself (SIG%s)", test, by_itself, sigabbrev_np(signal_number));
    else
        ln_str_format(out, "%s crashes (%s)", test, strsignal(signal_number));
}

void ln_explore_failure_write(const char *test, const char *spec, enum ln_failure failure,
                              const struct ln_explored *explored, struct ln_str *out)
{
    switch (failure) {
    case LN_FAILURE_ORDER:
        ln_str_format(out, "%s is not linearizable", test);
        if (spec)
            ln_str_format(out, " as %s", spec);
        return;
    case LN_FAILURE_STUCK:
        ln_str_format(out, "%s: a call waits for ever without a reason (%s)", test,
                      explored->end == LN_END_LIVELOCK ? "a livelock, as far as can be told" : "a deadlock");
        return;
    case LN_FAILURE_SERIAL:
        ln_str_format(out,
                      "%s is not deterministic: the same calls, one after the other, do one thing or "
                      "another",
                      test);
        return;
    case LN_FAILURE_FAULT:
        ln_str_format(out, "%s: %s%s", test, explored->where == LN_IN_DESTROY ? "destroy(): " : "", explored->message);
        return;
    case LN_FAILURE_CRASH:
        write_crash(explored->code, test, out);
        ln_str_text(out, in_which(explored->where));
        return;
    case LN_FAILURE_EXIT:
        ln_str_format(out, "%s ends the program (exit code %d)%s", test, explored->code, in_which(explored->where));
        return;
    case LN_FAILURE_HANG:
        ln_str_format(out,
                      "%s hangs%s: it goes on without ever coming to a memory access, or waits for "
                      "what does not come",
                      test, in_which(explored->where));
        return;
    case LN_FAILURE_CREATE:
        ln_str_format(out, "%s: create()%s%s", test, explored->message[0] ? ": " : " returned NULL", explored->message);
        return;
    case LN_FAILURE_DIVERGES:
        ln_str_format(out,
                      "%s: the same schedule leads to different runs; does it look at the time, at "
                      "addresses or at files?",
                      test);
        return;
    case LN_FAILURE_NONE: return;
    }
}
