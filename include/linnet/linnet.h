/* linnet: is a recorded history linearizable?
 *
 *   linnet_options options = { .spec = "queue", .timeout = 10 };
 *   char message[512];
 *   if (linnet_check_file("log.jsonl", &options, tell, NULL, message, sizeof message) != LINNET_OK)
 *       fprintf(stderr, "%s\n", message);
 *
 * All functions may be called from several threads at once. Nothing is printed and nothing is kept. */
#ifndef LINNET_LINNET_H
#define LINNET_LINNET_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define LINNET_API __attribute__((visibility("default")))
#else
#define LINNET_API
#endif

typedef enum { LINNET_HOLDS, LINNET_VIOLATED, LINNET_UNKNOWN } linnet_verdict;

/* Whether there is an answer at all. The numbers are the exit codes of the program. */
typedef enum {
    LINNET_OK = 0,
    LINNET_STOPPED = 2, /* a budget ran out while reading */
    LINNET_USAGE = 64,
    LINNET_BAD_INPUT = 65,
    LINNET_INTERNAL = 70
} linnet_status;

/* Zero or NULL is the default of each. */
typedef struct {
    const char *spec;   /* what the object is; needed unless the file says it */
    const char *format; /* recognised from the content */
    double timeout;     /* seconds for each history; no limit */
    uint64_t memory;    /* bytes; no limit */
    unsigned jobs;      /* threads; 1 */
    int allow_empty;    /* a history in which no operation returned holds; else it is unknown: nothing was looked at */
} linnet_options;

/* One history. Everything in it is valid during the call only. */
typedef struct {
    const char *id;
    linnet_verdict verdict;
    const char *text;        /* the report that `linnet check` prints */
    size_t operations;
    size_t cut_line;         /* the last line, if it lacks its end and was read as far as it goes; else 0 */
    const uint32_t *witness; /* holds: operations, numbered from 0 as the file lists them, in a legal order */
    size_t witness_length;
    const char *certificate; /* holds or violated: a line of JSON for `linnet verify`; NULL when there is none */
} linnet_finding;

typedef void linnet_tell(void *context, const linnet_finding *finding);

/* Decides every history of a file ("-" is standard input) and calls `tell` for each. When the result is not LINNET_OK,
 * `message` (of `room` bytes, may be NULL) says what was wrong, with its place in the file. */
LINNET_API linnet_status linnet_check_file(const char *path, const linnet_options *options, linnet_tell *tell,
                                           void *context, char *message, size_t room);

LINNET_API const char *linnet_version(void);

#ifdef __cplusplus
}
#endif

#endif
