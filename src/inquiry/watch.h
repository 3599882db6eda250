/* Streams of one or several histories, read as they come and watched by a monitor; each is answered with a finding as soon
 * as it is settled, at the latest at its end. What comes after a violation in a file is not read. */
#ifndef LN_INQUIRY_WATCH_H
#define LN_INQUIRY_WATCH_H

#include "finding/finding.h"
#include "inquiry/chosen_spec.h"
#include "monitor/monitor.h"

/* What is told of a history. `history` is what is left of it, for as long as this takes; NULL: it could not be read.
 * `nothing`: no operation returned, and the user takes that for an answer. */
struct ln_watched {
    const struct ln_finding *finding;
    const struct ln_history *history;
    const char *path;
    bool nothing;
};

struct ln_watch_options {
    const struct ln_chosen_spec *spec;
    const char *format;                /* NULL: it is recognised */
    bool follow;                       /* at the end of a file, wait for more */
    bool exact;                        /* decide, in the way that suits the object; else monitor.ways are as they are */
    bool stats;                        /* words about what the monitor holds */
    struct ln_monitor_options monitor; /* but for the judge of pieces */
    void (*tell)(void *context, const struct ln_watched *watched);
    void *context;
};

/* Reads the file to its end, or to where it is settled. That a budget or memory was spent is told of the history, and is
 * error. */
enum ln_status ln_watch_file(const struct ln_watch_options *options, const char *path, struct ln_memory *memory,
                             struct ln_error *error);

#endif
