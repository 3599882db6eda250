/* linnet: is a history of operations linearizable?
 *
 *   linnet_value one = linnet_int(1), client = linnet_text("client-a");
 *   linnet_options options = LINNET_OPTIONS;
 *   linnet_history *history;
 *   linnet_finding *finding;
 *   char message[512];
 *   linnet_history_new(&history, "my history");
 *   linnet_history_call(history, client, LINNET_NO_KEY, "enq", &one, 1);
 *   linnet_history_return(history, client, LINNET_VOID);
 *   options.spec = "queue";
 *   if (linnet_judge(history, &options, &finding, message, sizeof message) != LINNET_OK)
 *       fprintf(stderr, "%s\n", message);
 *   else
 *       puts(linnet_finding_text(finding));
 *   linnet_finding_free(finding);
 *   linnet_history_free(history);
 *
 * A history is built by what a program saw (linnet_history_*), or read from a file (linnet_check_file); what is found
 * is one linnet_finding for each, with a part for every question. A stream is judged by linnet/monitor.h as it comes.
 *
 * Nothing is printed, no signal is taken, and no call ends the program. Memory that the machine refuses is a status
 * (LINNET_STOPPED) or a verdict (LINNET_UNKNOWN). Functions may be called from several threads at once, on different
 * histories; those that take a history or a finding as const also on the same one. What a function gives is the
 * caller's to free if it came through a pointer to a pointer, and else belongs to what it was asked of.
 *
 * docs/library.md has programs in C, C++ and Python. */
#ifndef LINNET_LINNET_H
#define LINNET_LINNET_H

#include "linnet/status.h"
#include "linnet/value.h"
#include "linnet/version.h"

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define LINNET_API __attribute__((visibility("default")))
#else
#define LINNET_API
#endif

/* Of the library that runs, as LINNET_VERSION is of the headers; it lives for ever. */
LINNET_API const char *linnet_version(void);

/* ---- a history in memory ---- */

/* Operations are numbered from 0 in the order in which they are added. A history is made either of events in the order
 * in which they happened (call, return, never_returns) or of whole operations with times (add), in any order.
 *
 * A process is whoever calls one operation after the other: a thread, a client, a connection. It has a number or a
 * name, linnet_int(3) or linnet_text("client-a"). A key tells objects apart where a history is of many (each is judged
 * by itself), or is what the object looks things up by (a kv, for instance); LINNET_NO_KEY where there is nothing to
 * tell. Names, arguments and results are copied.
 *
 * What cannot be added makes the history bad for good, so that none is judged that lacks an operation: the status says
 * so, linnet_history_error() says why, linnet_judge() gives both again. A program may leave it at that, and look at the
 * status of linnet_judge() alone. A history is changed by one thread at a time. */
typedef struct linnet_history linnet_history;

#define LINNET_NO_KEY linnet_null()

/* `id` is what reports call it; NULL: "history". LINNET_STOPPED, and *history is NULL: memory was refused. */
LINNET_API linnet_status linnet_history_new(linnet_history **history, const char *id);
/* NULL is fine, as it is in all functions that free. */
LINNET_API void linnet_history_free(linnet_history *history);

/* The process calls `f` with `count` arguments. LINNET_BAD_INPUT: it has called and not returned, or a value is none
 * that a history can have. */
LINNET_API linnet_status linnet_history_call(linnet_history *history, linnet_value process, linnet_value key,
                                             const char *f, const linnet_value *arguments, size_t count);
/* What the process called has returned. LINNET_FAILED: and it is known to have had no effect; linnet_unknown(): it took
 * effect, and nobody knows what it returned. */
LINNET_API linnet_status linnet_history_return(linnet_history *history, linnet_value process, linnet_value result);
/* What the process called will never return; it may have taken effect or not. The process calls nothing more: whoever
 * goes on in its place is another one. What has not returned when a history is judged counts as this. */
LINNET_API linnet_status linnet_history_never_returns(linnet_history *history, linnet_value process);

/* One whole operation. */
typedef struct {
    size_t size; /* LINNET_TIMED sets it */
    linnet_value process, key;
    const char *f;
    const linnet_value *arguments;
    size_t argument_count;
    linnet_value result;    /* LINNET_FAILED and linnet_unknown() as above */
    int64_t call, returned; /* in any unit, of one clock; LINNET_NEVER: it did not return */
} linnet_timed;

#define LINNET_NEVER INT64_MAX
#define LINNET_NOTHING { LINNET_KIND_NULL, 0, { 0 } }
#define LINNET_TIMED { sizeof(linnet_timed), LINNET_NOTHING, LINNET_NOTHING, NULL, NULL, 0, LINNET_NOTHING, 0, 0 }

/* Times are those of closed intervals: operations that touch count as concurrent, except if one process calls both; two
 * that it calls in one and the same instant are in the order in which they are added. What one process calls must not
 * overlap, which is found out when the history is judged. */
LINNET_API linnet_status linnet_history_add(linnet_history *history, const linnet_timed *operation);

/* No operation that has not returned can ever return: the history is judged for that, too. */
LINNET_API linnet_status linnet_history_stuck(linnet_history *history);

/* Why something could not be added, "" as long as everything could. Lives as long as the history. */
LINNET_API const char *linnet_history_error(const linnet_history *history);
/* How many operations were added. */
LINNET_API size_t linnet_history_operations(const linnet_history *history);

/* ---- judging ---- */

struct linnet_spec; /* linnet/spec.h */

/* linnet_options options = LINNET_OPTIONS, and then what is to be different. Zero or NULL is the default of each. */
typedef struct {
    size_t size;                        /* LINNET_OPTIONS sets it */
    const char *spec;                   /* what the object is: "queue", "queue:capacity=4" (see `linnet specs`) */
    const struct linnet_spec *own_spec; /* the same as code, and then outweighs it; called during the call only, from
                                         * `jobs` threads. If it crashes, so does the program */
    const char *format;                 /* of a file; recognised from the content */
    double timeout;                     /* seconds for each history; no limit */
    uint64_t memory;                    /* bytes; no limit */
    uint32_t jobs;                      /* threads; 1 */
    uint32_t allow_empty;               /* a history in which no operation returned holds; else it is unknown, because
                                         * nothing was looked at */
} linnet_options;

#define LINNET_OPTIONS { sizeof(linnet_options), NULL, NULL, NULL, 0, 0, 0, 0 }

typedef struct linnet_finding linnet_finding;

/* Judges what is in the history now; it stays as it is, so that more may be added, and it may be judged by other
 * options. When the result is LINNET_OK, *finding is the caller's to free. Else it is NULL, and `message` (of `room`
 * bytes, may be NULL) says what was wrong, in one line without its end: LINNET_USAGE of the options, LINNET_BAD_INPUT
 * of the history or of own_spec, LINNET_STOPPED that memory was refused. What the options point to is needed during the
 * call only. */
LINNET_API linnet_status linnet_judge(const linnet_history *history, const linnet_options *options,
                                      linnet_finding **finding, char *message, size_t room);

/* The finding is valid during the call only. */
typedef void linnet_tell(void *context, const linnet_finding *finding);

/* Judges every history of a file ("-" is standard input) and calls `tell` for each, from the calling thread. What
 * `options` (NULL: the defaults) do not say of the object, the file may. Status and `message` as above, with the place
 * in the file; those that were told before are as they are. A file that is too large for its time or memory is told as
 * unknown. */
LINNET_API linnet_status linnet_check_file(const char *path, const linnet_options *options, linnet_tell *tell,
                                           void *context, char *message, size_t room);

/* ---- a finding ---- */

/* Everything in it lives as long as it does. Numbers of operations are as said above; in a file, they are in the order
 * in which it lists them. */
LINNET_API void linnet_finding_free(linnet_finding *finding);

LINNET_API linnet_verdict linnet_finding_verdict(const linnet_finding *finding);
LINNET_API linnet_reason linnet_finding_reason(const linnet_finding *finding); /* why unknown */
/* What was judged: the history's own name, or the path of the file, with #2 when it is the second one in it. */
LINNET_API const char *linnet_finding_id(const linnet_finding *finding);
/* The report that `linnet check` prints, in lines; the first one is the answer. */
LINNET_API const char *linnet_finding_text(const linnet_finding *finding);
/* Everything, as one line of JSON without its end. */
LINNET_API const char *linnet_finding_json(const linnet_finding *finding);

/* Holds: operations in a legal order, *count of them. NULL: there is none to show, and *count is 0. */
LINNET_API const uint32_t *linnet_finding_witness(const linnet_finding *finding, size_t *count);

typedef struct {
    uint32_t operation;
    uint32_t optional; /* not 0: it is a violation whether this one took effect or not */
} linnet_core_operation;

/* Violated: the few operations that are enough for it. NULL: none were singled out, and *count is 0. */
LINNET_API const linnet_core_operation *linnet_finding_core(const linnet_finding *finding, size_t *count);
/* Violated: a sentence that says why, or "". */
LINNET_API const char *linnet_finding_explanation(const linnet_finding *finding);
/* Violated: the name of the pattern (docs/patterns.md), or NULL. */
LINNET_API const char *linnet_finding_pattern(const linnet_finding *finding);

LINNET_API size_t linnet_finding_operations(const linnet_finding *finding);
/* CPU time in seconds that the program took meanwhile, and the most memory in bytes that it has had so far. */
LINNET_API double linnet_finding_seconds(const linnet_finding *finding);
LINNET_API uint64_t linnet_finding_memory(const linnet_finding *finding);
/* Of a file: its last line, if that lacks its end and was read as far as it goes; else 0. */
LINNET_API size_t linnet_finding_cut_line(const linnet_finding *finding);

#ifdef __cplusplus
}
#endif

#endif
