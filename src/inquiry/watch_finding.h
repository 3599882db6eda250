/* Inside src/inquiry: what a monitor found of a stream, as a finding. */
#ifndef LN_INQUIRY_WATCH_FINDING_H
#define LN_INQUIRY_WATCH_FINDING_H

#include "finding/finding.h"
#include "monitor/monitor.h"

struct ln_watch_subject {
    const char *path, *format;   /* `format` is NULL until something was read */
    unsigned number;             /* of the history in the file, from 1 */
    bool begun;                  /* the history has its object: */
    struct ln_spec spec;         /* which can be written when the history is gone */
    const char *own;             /* one of the user's own, as he names it; NULL: it is none */
    const struct ln_spec *whole; /* the object of the history, all of which is still there; NULL: some was forgotten */
    const char *declined;        /* what the stream is like, so that nothing can be said of it; NULL: nothing */
    uint32_t shown_by;           /* the operation at whose end it was settled, or LN_NO_OP */
    uint64_t cpu;                /* when it began */
};

/* `monitor` is NULL while there is no object, `history` when it could not be read. The finding was just initialised. */
void ln_watch_finding(const struct ln_watch_subject *subject, struct ln_monitor *monitor,
                      const struct ln_monitor_options *how, const struct ln_history *history,
                      struct ln_finding *finding);
/* Adds words about what the monitor holds, and what that cost. */
void ln_watch_statistics(const struct ln_monitor *monitor, struct ln_finding *finding);

#endif
