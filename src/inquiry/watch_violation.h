/* Inside src/inquiry: what is told of a stream that is violated. */
#ifndef LN_INQUIRY_WATCH_VIOLATION_H
#define LN_INQUIRY_WATCH_VIOLATION_H

#include "inquiry/watch_finding.h"

/* The words, the evidence and the picture. When nothing of the stream is gone, the finding has it as its history, with a
 * core in it that can be verified, and the answer; when its violated piece is there, that; else neither. */
void ln_watch_violation(const struct ln_watch_subject *subject, struct ln_monitor *monitor,
                        const struct ln_monitor_options *how, const struct ln_history *history,
                        struct ln_finding *finding);

#endif
