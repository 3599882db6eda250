#include "history/unsure.h"

#include <string.h>

enum ln_status ln_history_weaken(struct ln_history *weaker, const struct ln_history *history)
{
    size_t bytes = history->operations.length * sizeof *history->operations.at;
    *weaker = *history;
    if (!history->unsure)
        return LN_OK;
    weaker->operations.at = ln_take(history->memory, bytes);
    if (!weaker->operations.at)
        return LN_NO_MEMORY;
    memcpy(weaker->operations.at, history->operations.at, bytes);
    weaker->operations.at[history->unsure - 1].result = LN_VALUE_UNKNOWN;
    return LN_OK;
}

void ln_history_weaken_fini(struct ln_history *weaker)
{
    if (weaker->unsure)
        ln_give(weaker->memory, weaker->operations.at, weaker->operations.length * sizeof *weaker->operations.at);
}
