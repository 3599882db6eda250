/* The longest partial linearisation, as rows to show. */
#ifndef LN_REPORT_ATTEMPT_H
#define LN_REPORT_ATTEMPT_H

#include "base/arena.h"
#include "report/report.h"

struct ln_attempt_row {
    const char *process, *operation, *note; /* the note is the state after a step, or why an open operation is there */
    bool step;                              /* false: open, and not linearised */
};

struct ln_attempt {
    struct ln_memory *memory;
    struct ln_arena arena;
    LN_VEC(struct ln_attempt_row) rows; /* the last steps, then what was open */
    size_t skipped;                     /* steps before those */
    size_t open_more;                   /* open operations that are not listed */
    size_t process_width, operation_width;
};

/* False when memory is refused; fini either way. */
bool ln_attempt_init(struct ln_attempt *attempt, const struct ln_judged *finding, struct ln_memory *memory);
void ln_attempt_fini(struct ln_attempt *attempt);

#endif
