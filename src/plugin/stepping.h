/* What every thread is doing inside the user's spec, so that a crash or an endless loop can be told with its place. */
#ifndef LN_PLUGIN_STEPPING_H
#define LN_PLUGIN_STEPPING_H

#include <stdatomic.h>
#include <stdint.h>
#include <time.h>

enum { LN_STEPPING_STACK = 1 << 16 };

struct ln_stepping {
    _Atomic uint64_t serial;         /* odd while inside; changes with every call */
    _Atomic(const char *) function;  /* "step" */
    _Atomic(const char *) operation; /* its name; NULL: none */
    _Atomic uint32_t line;           /* of the history; 0: none */
    atomic_bool taken;               /* by a thread that still runs */
    clockid_t clock;                 /* of that thread's CPU time */
    uint64_t seen;                   /* for whoever watches: the serial at the last look, */
    uint64_t seen_cpu, seen_wall;    /* and when it was first seen, in nanoseconds */
    struct ln_stepping *next;
    char stack[LN_STEPPING_STACK]; /* for signals: the thread's own may be used up */
};

/* The calling thread's record; NULL when memory is refused. Taken on first use, given back when the thread ends. */
struct ln_stepping *ln_stepping_mine(void);
/* The same for a signal handler: NULL unless the thread is inside the spec. */
const struct ln_stepping *ln_stepping_inside(void);
/* All records; they are never freed. */
struct ln_stepping *ln_stepping_first(void);

void ln_stepping_enter(struct ln_stepping *stepping, const char *function, const char *operation, uint32_t line);
void ln_stepping_leave(struct ln_stepping *stepping);

#endif
