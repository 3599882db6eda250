/* A history of a test on one line, the same for all that say the same:
 *
 *   0.0:push(1)->null{} 0.1:pop()->2{0.0,1.0} 1.0:push(2)->null{}
 *
 * For each operation its thread and index, the call, its result, and the operations that had returned before it was
 * called; in the order of threads. `pending` is the result of one that has not returned, and a stuck history ends in
 * `stuck`. */
#ifndef LN_EXPLORE_HISTORY_LINE_H
#define LN_EXPLORE_HISTORY_LINE_H

#include "explore/why.h"

/* With its line end. */
void ln_history_line_write(const struct ln_naming *naming, const struct ln_explored_history *history,
                           struct ln_str *out);

#endif
