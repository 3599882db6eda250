/* Recording the calls and returns of a running program, to a file, to a monitor, or to whatever listens.
 *
 *   linnet_sink *file;
 *   linnet_recorder *recorder;
 *   linnet_file_sink(&file, "log.jsonl.zst", "queue");
 *   linnet_recorder_open(&recorder, &file, 1, NULL);
 *
 *   // in each thread
 *   linnet_log *log = linnet_log_join(recorder);
 *   linnet_value v = linnet_int(7);
 *   linnet_log_call(log, "enq", &v, 1);
 *   queue_put(q, 7);
 *   linnet_log_return(log, LINNET_VOID);
 *   linnet_log_leave(log);
 *
 *   linnet_recorder_close(recorder);
 *
 * What is recorded is sound: if one operation is recorded as returned before another is called, it was so. The call is
 * stamped before the operation's first effect and the return after its last, with the fences that this takes on the
 * processor (a store that still waits in a core's buffer has not taken effect). The clock is the processor's where all
 * cores agree on it (x86-64: invariant time-stamp counter that the kernel trusts; aarch64: the system counter), else
 * one counter that all threads raise. Operations with equal stamps count as concurrent.
 *
 * Each thread writes to a buffer of its own without locks. A thread of the recorder merges the buffers by time and gives
 * the events to the sinks, one after the other and in order; an event is given when no earlier one can come any more.
 * So whatever a sink has seen so far is a history by itself. When a buffer is full its thread waits, before its
 * operation or after it; nothing is ever dropped.
 *
 * Cost: about two fenced time stamps per operation (bench/record). */
#ifndef LINNET_RECORD_H
#define LINNET_RECORD_H

#include "linnet/linnet.h"
#include "linnet/value.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct linnet_recorder linnet_recorder;
typedef struct linnet_log linnet_log; /* of one thread */

/* ---- who listens ---- */

/* Everything in it is valid during the call only, but `f`. */
typedef struct {
    unsigned process;           /* who: logs are numbered from 0 as they join */
    bool is_return;
    uint64_t time;              /* ticks of the clock; never less than that of the event before */
    const char *f;              /* the operation, in returns too */
    const linnet_value *values; /* of a call its arguments, of a return the result */
    size_t count;
} linnet_event;

/* A sink is called from one thread at a time. Its functions return LINNET_OK, or else are not called again but for
 * `close`; the recorder goes on for the others. Put it first in a struct of your own; it stays as it is. */
typedef struct linnet_sink {
    linnet_status (*event)(struct linnet_sink *sink, const linnet_event *event);
    /* Optional: everything that can be given for now has been given. Called many times a second. */
    linnet_status (*flush)(struct linnet_sink *sink);
    /* No more will come: calls without a return never returned. Gives back what the sink holds, itself too. */
    linnet_status (*close)(struct linnet_sink *sink);
} linnet_sink;

/* Writes the native format (linnet-history(5)) as events, compressed by zstd. `spec` names the object for readers, and
 * may be NULL. LINNET_USAGE when the file cannot be made or `spec` is not UTF-8, LINNET_STOPPED when memory is refused.
 * The sink is the caller's, until a recorder takes it.
 *
 * What is read is what was recorded. A value that the format cannot say ends the file before its event, and
 * linnet_recorder_close returns LINNET_BAD_INPUT: a number that is not finite, a string (or a name of an operation) that
 * is not UTF-8 or has a NUL byte, the string "?" as a result (which says that it is not known), an argument or an item
 * that is not known, a map with a key that is no string or comes twice, linnet_everything(). What came before is a
 * history; the last line of the file is a comment that names the value and its operation.
 *
 * A program that is killed loses what was recorded in the last tenth of a second or so. The file is made of complete
 * zstd frames, each of complete lines, and cut behind any of them it is a history: what was running there is pending.
 * Only if the kill falls into the system call that writes a frame can the last one be cut short, which readers tell
 * as truncated data; linnet_file_repair cuts it off. */
LINNET_API linnet_status linnet_file_sink(linnet_sink **sink, const char *path, const char *spec);

/* Cuts the file behind its last complete frame. *lost (may be NULL): how many bytes went. LINNET_USAGE when it is no file
 * that can be read and written, LINNET_BAD_INPUT when it does not begin as a recording does; then it is left alone. */
LINNET_API linnet_status linnet_file_repair(const char *path, uint64_t *lost);

/* ---- recording ---- */

/* linnet_recorder_options options = LINNET_RECORDER_OPTIONS, and then what is to be different. Zero is the default of
 * each. */
typedef struct {
    size_t size;       /* LINNET_RECORDER_OPTIONS sets it */
    size_t buffer;     /* bytes per thread, at least 4096; 1 MB */
    uint64_t no_ticks; /* not 0: the clock is the counter in any case */
} linnet_recorder_options;

#define LINNET_RECORDER_OPTIONS { sizeof(linnet_recorder_options), 0, 0 }

/* Takes the sinks, also when it fails, and closes them when it does. The list itself is not kept. `options` may be NULL.
 * LINNET_STOPPED: there is no memory or no thread to be had. The recorder is the caller's, to be closed. */
LINNET_API linnet_status linnet_recorder_open(linnet_recorder **recorder, linnet_sink *const *sinks, size_t count,
                                              const linnet_recorder_options *options);
/* Gives the sinks what is left, closes them and frees the recorder. Every thread has left or will not record again.
 * The first status that was not LINNET_OK, of any sink. */
LINNET_API linnet_status linnet_recorder_close(linnet_recorder *recorder);
/* "tsc", "cntvct" or "counter"; it lives for ever. */
LINNET_API const char *linnet_recorder_clock(const linnet_recorder *recorder);

/* The calling thread becomes one more process. NULL when memory is refused. A log is used by one thread at a time. */
LINNET_API linnet_log *linnet_log_join(linnet_recorder *recorder);
/* An operation that has not returned then never will. */
LINNET_API void linnet_log_leave(linnet_log *log);

/* `f` has to live as long as the recorder: a literal. Arguments are copied, at most 16; of more the 16th is recorded as
 * not known, as is one that is too large (see below). A call of which something is not known is in no history: the sink
 * of a file and that of a monitor say LINNET_BAD_INPUT. */
LINNET_API void linnet_log_call(linnet_log *log, const char *f, const linnet_value *args, size_t count);
/* LINNET_FAILED: it had no effect. Strings and lists are copied; one of more than 3500 items or 60,000 bytes, or
 * that fills a quarter of the log, is recorded as not known, in a call also one that is as large with those before it. */
LINNET_API void linnet_log_return(linnet_log *log, linnet_value result);

#ifdef __cplusplus
}
#endif

#endif
