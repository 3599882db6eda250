/* A stream of one or several histories, read as they come and watched. */
#ifndef LN_CLI_MONITOR_STREAM_H
#define LN_CLI_MONITOR_STREAM_H

#include "inquiry/binding.h"
#include "monitor/monitor.h"

struct monitor_stream {
    struct ln_memory *memory;
    struct ln_budget *budget;
    struct ln_monitor_options options;
    const char *format;
    bool follow, json, quiet, stats, allow_empty;

    struct ln_chosen_spec chosen;
    struct ln_binding binding;
    struct ln_binder binder;
    struct ln_spec spec;  /* the watcher's own, whose parameter is a fingerprint, */
    struct ln_spec shown; /* and one that can be written when the history is gone */
    struct ln_monitor *watcher;
    struct ln_reader *reader;
    const char *declined; /* why there is no watcher; else NULL */
    ln_value key;         /* of all operations; LN_VALUE_NONE */
    uint64_t operations, cpu;
    uint64_t returned;    /* of the operations */
    const char *path;
    unsigned number;      /* of the history in the file, from 1 */
    bool begun;           /* the history has its object */
    bool whole;           /* the history is watched only when all of it was read */
    bool told;            /* what there is to tell of it */
    bool any_violated, any_unknown, any_bad, usage, internal;
};

/* `wanted` is the user's spec; may be NULL. The rest is zero or the caller's to set. */
void monitor_stream_init(struct monitor_stream *stream, const char *wanted, struct ln_memory *memory,
                         struct ln_budget *budget);
/* Reads the file to its end, or to where it is settled, and tells what was found of each of its histories. */
void monitor_stream_file(struct monitor_stream *stream, const char *path);
int monitor_stream_exit_code(const struct monitor_stream *stream);

#endif
