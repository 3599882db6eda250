#include "cli/say_cut.h"

#include "cli/say.h"

void say_cut(const struct ln_history *history, const char *path)
{
    static const char *const what[] = {
        [LN_CUT_UNSURE] = "the last line has no end; it was read as it stands",
        [LN_CUT_EVENT] = "the last line was cut short; it was read as far as it goes",
        [LN_CUT_TOLD] = "it says that operations are missing",
        [LN_CUT_OPERATION] = "the last line was cut short; it was read as far as it goes, and operations are missing",
    };
    if (history->cut != LN_CUT_NONE)
        complain("linnet: %s:%u: %s\n", path, history->cut_line, what[history->cut]);
}
