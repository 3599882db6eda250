/* A history of which the last line may have been cut short within a result: the same, that result not known. */
#ifndef LN_HISTORY_UNSURE_H
#define LN_HISTORY_UNSURE_H

#include "history/history.h"

/* `weaker` is a view of the history (the same, if it is sure), to be given back before it. It allows more: what is a
 * violation of it is one of the history, however its last line ends. LN_NO_MEMORY: there is none. */
enum ln_status ln_history_weaken(struct ln_history *weaker, const struct ln_history *history);
void ln_history_weaken_fini(struct ln_history *weaker);

#endif
