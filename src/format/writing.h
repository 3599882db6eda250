/* Inside src/format only: what the writer and the formats share while a history is written. */
#ifndef LN_FORMAT_WRITING_H
#define LN_FORMAT_WRITING_H

#include "format/writer.h"

enum {
    LN_WRITES_PENDING = 1 << 0,
    LN_WRITES_FAILED = 1 << 1,
    LN_WRITES_KEYS = 1 << 2,
    LN_WRITES_STUCK = 1 << 3,
    LN_WRITES_LINKS = 1 << 4,      /* operations of one process that touch, beside others that do */
    LN_WRITES_SEVERAL = 1 << 5,    /* histories in one file */
    LN_WRITES_NAMES = 1 << 6,      /* processes that are no integers */
    LN_WRITES_BY_PROCESS = 1 << 7, /* one operation per process, in the order of processes 0, 1, ... */
    LN_WRITES_TIMES = 1 << 8,      /* as they were read, with their unit, where touching means the same */
    LN_WRITES_LACKING = 1 << 9,    /* that operations are missing */
};

struct ln_writing {
    const struct ln_history *history;
    const char *spec; /* may be NULL */
    uint64_t number;  /* of the history in its file, from 0 */
    bool keyed;
    bool timed;     /* the times of the history are written, */
    bool positions; /* or else the places of its events stand for them */
    struct ln_str *out;
};

struct ln_write_format {
    const char *name;
    unsigned writes; /* LN_WRITES_... */
    /* Why the history, or the operation, cannot be expressed, beyond `writes`; NULL when it can. */
    const char *(*refuses_history)(const struct ln_writing *writing); /* may be NULL */
    const char *(*refuses)(const struct ln_writing *writing, const struct ln_operation *operation);
    void (*begin)(const struct ln_writing *writing); /* may be NULL */
    /* Formats of events: the call, and the return of what completed or failed. NULL for formats of operations. */
    void (*call)(const struct ln_writing *writing, const struct ln_operation *operation);
    void (*ret)(const struct ln_writing *writing, const struct ln_operation *operation);
    /* Formats of operations, with times; return_time counts only when it completed. */
    void (*operation)(const struct ln_writing *writing, const struct ln_operation *operation, bool first,
                      int64_t call_time, int64_t return_time);
    void (*end)(const struct ln_writing *writing); /* may be NULL */
};

extern const struct ln_write_format ln_write_native, ln_write_native_operations, ln_write_stress, ln_write_jepsen_edn,
    ln_write_jepsen_log, ln_write_porcupine, ln_write_limo, ln_write_polylin, ln_write_fptlin;

static inline const ln_value *ln_writing_args(const struct ln_writing *writing, const struct ln_operation *operation)
{
    return writing->history->args.at + operation->args;
}

static inline ln_value ln_writing_process(const struct ln_writing *writing, const struct ln_operation *operation)
{
    return writing->history->processes.at[operation->process];
}

/* Is the value this string? */
bool ln_writing_says(const struct ln_writing *writing, ln_value value, const char *word);

void ln_write_edn(const struct ln_values *values, ln_value value, struct ln_str *out);

#endif
