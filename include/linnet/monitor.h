/* Judging a program while it runs: a sink for the recorder (linnet/record.h) that checks what it is given.
 *
 *   linnet_monitor_options options = LINNET_MONITOR_OPTIONS;
 *   char message[256];
 *   linnet_sink *sinks[2];
 *   options.spec = "queue";
 *   options.tell = tell;
 *   linnet_monitor_open(&sinks[0], &options, message, sizeof message);
 *   linnet_file_sink(&sinks[1], "log.jsonl.zst", "queue");
 *   linnet_recorder_open(&recorder, sinks, 2, NULL);
 *
 * It waits for a moment when no operation is open, and judges what came since the last such moment, from every state
 * that the object may have been in then; so nothing is missed, and nothing is accused that may be right. When one moment
 * allows for more than 64 states, as with a long queue that several threads fill, it can go on only for queues, bags and
 * registers whose values do not come twice at a time: these are also judged return by return (docs/patterns.md, Online).
 * Otherwise the answer is unknown. What came since the last such moment is remembered: a program that never pauses needs
 * ever more memory, until that runs out and the answer is unknown.
 *
 * Other monitors are sinks, too. */
#ifndef LINNET_MONITOR_H
#define LINNET_MONITOR_H

#include "linnet/record.h"

#ifdef __cplusplus
extern "C" {
#endif

/* linnet_monitor_options options = LINNET_MONITOR_OPTIONS, and then what is to be different. Zero or NULL is the default
 * of each. */
typedef struct {
    size_t size;       /* LINNET_MONITOR_OPTIONS sets it */
    const char *spec;  /* what the object is; needed */
    double timeout;    /* seconds for each piece; 10 */
    uint64_t memory;   /* bytes; 1 GB */
    size_t piece;      /* operations that make a piece worth judging; 50 */
    linnet_tell *tell; /* called once, from the recorder's thread: when a violation is found, when it has to give up, or */
    void *context;     /* at the end. A violation's finding is about the piece that shows it. */
} linnet_monitor_options;

#define LINNET_MONITOR_OPTIONS { sizeof(linnet_monitor_options), NULL, 0, 0, 0, NULL, NULL }

typedef struct {
    size_t size;            /* LINNET_MONITOR_STATE sets it */
    linnet_verdict verdict; /* so far; LINNET_HOLDS: of all that was judged; LINNET_UNKNOWN while nothing was */
    uint64_t operations;    /* judged */
    uint64_t waiting;       /* recorded and not judged yet */
    uint64_t pieces;
} linnet_monitor_state;

#define LINNET_MONITOR_STATE { sizeof(linnet_monitor_state), LINNET_UNKNOWN, 0, 0, 0 }

/* The options are copied, with the name of the spec; `context` stays the caller's. LINNET_USAGE when there is no such
 * spec or an option makes no sense, LINNET_STOPPED when memory is refused; `message` (of `room` bytes, may be NULL) says
 * more. The sink is the caller's, until a recorder takes it. */
LINNET_API linnet_status linnet_monitor_open(linnet_sink **sink, const linnet_monitor_options *options, char *message,
                                             size_t room);

/* How it stands, from any thread until the recorder is closed. As much of *state is filled as its size says. */
LINNET_API void linnet_monitor_look(const linnet_sink *sink, linnet_monitor_state *state);

#ifdef __cplusplus
}
#endif

#endif
