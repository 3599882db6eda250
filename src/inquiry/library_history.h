/* A history that a program builds, and copies of it to be judged: judging puts values into the form of one spec. */
#ifndef LN_INQUIRY_LIBRARY_HISTORY_H
#define LN_INQUIRY_LIBRARY_HISTORY_H

#include "linnet/linnet.h"

#include "history/history.h"

/* What could not be added; LN_OK: nothing. */
enum ln_status ln_library_history_status(const linnet_history *history);

/* All of it so far as a new history, not sealed, with the same numbers of operations. */
enum ln_status ln_library_history_copy(const linnet_history *from, struct ln_history *to, struct ln_memory *memory,
                                       struct ln_error *error);

#endif
