/* Inside src/monitor only: what the incremental procedures share.
 *
 * Events are numbered from 1. The gap before event g is the moment at which all events before g have happened; an
 * operation called at c that returned at r is open in the gaps c+1 .. r. Of the gaps between two returns only the one
 * before the second is looked at: an operation that is open in one of the others is open in that one too, and more
 * operations are. As in run.h, R is the least return of a value's operations and C the greatest call. */
#ifndef LN_MONITOR_EXACT_PARTS_H
#define LN_MONITOR_EXACT_PARTS_H

#include "monitor/exact.h"
#include "monitor/exact_gaps.h"
#include "base/table.h"

#define LN_NOT_YET UINT64_MAX

/* Lists run through arrays of links, one array for each kind of thing. */
struct ln_exact_link {
    uint32_t before, after; /* LN_NO_OP at the ends */
};

struct ln_exact_list {
    uint32_t first, last;
    size_t length;
};

/* Of a cell's values: which was read, or written, last. */
struct ln_exact_peak {
    uint64_t last_call; /* C; 0: there is none */
    uint64_t inside;    /* R, by which it is told from others */
    uint32_t ticket;    /* of its write */
};

/* The two of them with the greatest C, that one first. */
struct ln_exact_peaks {
    struct ln_exact_peak at[2];
};

struct ln_exact_operation {
    uint64_t call;
    uint32_t ticket;
    uint32_t value; /* what it inserts; LN_NO_OP: nothing, or that is forgotten */
    uint16_t method;
    uint8_t role;
    struct ln_exact_peaks peaks; /* a cell's look: values whose R lies between the open look before it and its call */
};

struct ln_exact_value {
    ln_value value;
    uint64_t insert_call;
    uint64_t inside;    /* R, or LN_NOT_YET */
    uint64_t last_call; /* C, of a cell's value */
    uint64_t deadline;  /* the removal must have been called before; or LN_NOT_YET */
    uint32_t overtaker; /* the ticket of the removal that set the deadline */
    uint32_t ticket;    /* of its insertion */
    uint32_t insertion; /* the operation while it is open, or LN_NO_OP */
    bool removed;
};

struct ln_exact {
    struct ln_memory *memory;
    const struct ln_spec *spec;
    struct ln_exact_verdict answer;
    uint64_t now; /* events so far */

    /* Open operations, by ticket; removals and looks also in the order of their calls. */
    struct ln_table by_ticket;
    LN_VEC(struct ln_exact_operation) operations;
    LN_VEC(struct ln_exact_link) operation_links;
    struct ln_exact_list free_operations, removals, looks;

    /* Values that are not forgotten. */
    struct ln_table by_value;
    LN_VEC(struct ln_exact_value) values;
    LN_VEC(struct ln_exact_link) value_links;
    struct ln_exact_list free_values;
    struct ln_exact_list inside; /* those that have R and were not removed, in the order of R */

    struct ln_exact_gaps gaps;   /* pool: where it may have been empty */
    uint32_t in_time;            /* queue: the first of `inside` that has no deadline, or LN_NO_OP */
    struct ln_exact_peaks peaks; /* cell: values whose R is later than the call of every open look */
};

void ln_exact_append(struct ln_exact_link *links, struct ln_exact_list *list, uint32_t item);
void ln_exact_unlink(struct ln_exact_link *links, struct ln_exact_list *list, uint32_t item);

/* The value becomes known; *id is LN_NO_OP when it was known before, which is declined. */
enum ln_status ln_exact_remember(struct ln_exact *exact, ln_value value, uint32_t insertion, uint32_t *id);
void ln_exact_forget(struct ln_exact *exact, uint32_t value);
uint32_t ln_exact_find(const struct ln_exact *exact, ln_value value);

/* Tickets that are LN_NO_OP are left out. */
void ln_exact_accuse(struct ln_exact *exact, const char *pattern, uint32_t a, uint32_t b, uint32_t c);
void ln_exact_decline(struct ln_exact *exact, const char *why);

/* ---- queue and bag: what happens when an operation returns (exact_pool.c) ---- */

enum ln_status ln_exact_pool_inserted(struct ln_exact *exact, const struct ln_exact_operation *o);
enum ln_status ln_exact_pool_removed(struct ln_exact *exact, const struct ln_exact_operation *o, ln_value value);
enum ln_status ln_exact_pool_absent(struct ln_exact *exact, const struct ln_exact_operation *o);

/* What only the queue asks (exact_queue.c): whether the value was removed in time; and, after every return of a
 * removal, whether all that were overtaken can still have been. */
void ln_exact_queue_removed(struct ln_exact *exact, const struct ln_exact_operation *o, uint32_t value);
void ln_exact_queue_match(struct ln_exact *exact, const struct ln_exact_operation *o);

/* ---- cell (exact_cell.c) ---- */

enum ln_status ln_exact_cell_begin(struct ln_exact *exact); /* with its first value */
void ln_exact_cell_looks(struct ln_exact *exact, struct ln_exact_operation *o);
void ln_exact_cell_written(struct ln_exact *exact, const struct ln_exact_operation *o);
/* `next` is the open look after it, or LN_NO_OP. */
void ln_exact_cell_read(struct ln_exact *exact, const struct ln_exact_operation *o, uint32_t next, ln_value value);

#endif
