/* The one list of statuses, and that of verdicts. The numbers of both are exit codes of the program, but a status is
 * never a verdict: it says whether there is one. */
#ifndef LINNET_STATUS_H
#define LINNET_STATUS_H

typedef enum {
    LINNET_OK = 0,
    LINNET_STOPPED = 2,    /* time or memory ran out, or the machine refused memory */
    LINNET_USAGE = 64,     /* what the program asked for cannot be: options, the name of an object */
    LINNET_BAD_INPUT = 65, /* a history, a spec or an event is not what it should be */
    LINNET_MISSING = 69,   /* a part that was not built in */
    LINNET_INTERNAL = 70   /* the system failed in what it should not, or linnet did */
} linnet_status;

typedef enum { LINNET_HOLDS = 0, LINNET_VIOLATED = 1, LINNET_UNKNOWN = 2 } linnet_verdict;

/* Why it is not known. */
typedef enum {
    LINNET_REASON_NONE,        /* it is */
    LINNET_REASON_TIME,        /* the time ran out, */
    LINNET_REASON_MEMORY,      /* or the memory */
    LINNET_REASON_BOUND,       /* a bound was reached */
    LINNET_REASON_METHOD,      /* what judges cannot tell */
    LINNET_REASON_INTERRUPTED, /* it was told to stop */
    LINNET_REASON_UNSEEN,      /* something that matters was not seen */
    LINNET_REASON_EMPTY        /* nothing was looked at: no operation returned */
} linnet_reason;

#endif
