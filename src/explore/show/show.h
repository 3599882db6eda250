/* A run, told: each step as the programmer would write it, ready to be drawn (report/interleaving.h).
 *
 *     stack.c:41  CAS(&s->top, n1, n3) -> true
 *
 * The expression is the one of the source where the compiler's line table leads to one that fits the address and the
 * size of the access; else what is at the address has a name of its own (explore/show/names.h). */
#ifndef LN_EXPLORE_SHOW_SHOW_H
#define LN_EXPLORE_SHOW_SHOW_H

#include "base/arena.h"
#include "base/vec.h"
#include "explore/runtime/step.h"
#include "explore/show/source.h"
#include "report/interleaving.h"

struct ln_run_steps {
    const struct ln_step *steps;
    size_t count;
    const struct ln_traced_block *blocks;
    size_t block_count;
    struct ln_code_place place;
    uint32_t threads;         /* they are 0 to threads - 1 */
    uint32_t alone;           /* one more, which runs before and after all others; UINT32_MAX: there is none */
    const char *const *names; /* of the threads, then of `alone` */
    const char *fault;        /* what the run was ended for by the explorer itself; NULL: it crashed, if anything */
    /* Writes the call of an operation, `pop()`, or its end, `pop() -> 1`. */
    void (*operation)(void *context, uint32_t thread, uint32_t operation, bool ended, struct ln_str *out);
    void *context;
};

struct ln_rows {
    struct ln_memory *memory;
    struct ln_arena texts;
    LN_VEC(struct ln_row) rows;
};

/* One row for each step, but none for what `alone` does outside of operations: that only sets the object up. The row's
 * thread is the step's, and `threads` for `alone`. `code` may be NULL: then there are no places, and variables have no
 * names. LN_OK or LN_NO_MEMORY; fini either way. */
enum ln_status ln_rows_init(struct ln_rows *rows, const struct ln_run_steps *run, struct ln_source_code *code,
                            struct ln_memory *memory);
void ln_rows_fini(struct ln_rows *rows);

#endif
