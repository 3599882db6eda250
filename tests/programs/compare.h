/* `linnet explore` on a program, and what the oracle says of it. */
#ifndef PROGRAMS_COMPARE_H
#define PROGRAMS_COMPARE_H

#include "programs/oracle.h"

enum complaint {
    AGREED,
    NOT_COMPARED, /* the oracle has nothing to say, see enum usable, or there are too many schedules after all */
    TOO_SLOW,     /* though there were few schedules */
    CRASHED,      /* or hung, or went out */
    NO_VERDICT,   /* for any other reason */
    FALSE_ALARM,
    MISSED, /* holds, but it is violated */
    LACKS,  /* a history */
    INVENTS /* a history */
};

extern const char *const complaint_names[];

struct comparison {
    const char *linnet;
    const char *folder; /* for files */
    enum reuse reuse;
    bool bounded;     /* few preemptions: what is found has to be right, but not all has to be found */
    enum wrong wrong; /* on purpose */
    FILE *tell;       /* what was said and what is so; NULL: nobody wants to know */
};

enum complaint compare(const struct comparison *how, const struct program *program);
/* Can weak compare-exchanges fail for no reason, as the compiler has it? */
bool weak_may_fail(const struct program *program);

/* The same complaint about a smaller program (shrink.c). */
void shrink(const struct comparison *how, struct program *program, enum complaint complaint);

/* Programs written by hand (cases.c). False: one of them is not as it should be. */
bool compare_cases(const struct comparison *how);

#endif
