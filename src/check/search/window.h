/* A problem made ready for searching: operations numbered by their calls, equal operations given one label, and a bit
 * (slot) for every operation that is open at a time. A completed operation's slot is free again after its return; a
 * pending one keeps its slot for ever. */
#ifndef LN_CHECK_SEARCH_WINDOW_H
#define LN_CHECK_SEARCH_WINDOW_H

#include "base/table.h"
#include "finding/problem.h"

struct ln_window_op {
    uint32_t operation; /* in the history */
    uint32_t label;
    uint32_t slot;      /* pending ones count from 0 on their own, in the order of their calls */
    uint32_t call, ret; /* event indexes of the window; LN_NEVER for pending */
    uint32_t after;     /* window operation that must come first, or LN_NO_OP */
    bool reads;         /* leaves the state as it is wherever it can happen */
    bool tied;          /* has `after`, or is some operation's `after`: not interchangeable with equal ones */
};

struct ln_window {
    struct ln_memory *memory;
    const struct ln_history *history;
    LN_VEC(struct ln_window_op) ops;
    LN_VEC(uint32_t) events; /* window operation * 2 + (1 if it is the return) */
    LN_VEC(struct ln_invocation) labels;
    uint32_t slots, optional; /* slots of completed and of pending operations */
    LN_VEC(uint32_t) cuts;    /* event indexes before which nothing is open: all that passes them is the state */
    bool linked;
    /* scratch */
    struct ln_table by_label;
    LN_VEC(uint32_t) local; /* history operation -> window operation + 1, only where used */
    LN_VEC(uint32_t) free_slots;
};

void ln_window_init(struct ln_window *window, struct ln_memory *memory);
void ln_window_fini(struct ln_window *window);

/* Pending operations that cannot matter are left out: readers, and, where the spec is closed under dropping a value,
 * those about values that no completed operation mentions. All are left out of a stuck problem. */
enum ln_status ln_window_fill(struct ln_window *window, const struct ln_problem *problem);

#endif
