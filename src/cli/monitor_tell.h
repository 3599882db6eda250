/* What a watched stream showed, as text or as a line of JSON. */
#ifndef LN_CLI_MONITOR_TELL_H
#define LN_CLI_MONITOR_TELL_H

#include "cli/monitor_stream.h"

/* `operation` is the one whose return showed a violation; else LN_NO_OP. */
void monitor_tell(struct monitor_stream *stream, const struct ln_history *history, uint32_t operation);

#endif
