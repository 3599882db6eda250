/* A history: operations with the total order of their events.
 *
 * Built through ln_history_call / ln_history_return (events in order) or ln_history_operation (with times),
 * then sealed. Sealing turns times into event positions 0..event_count-1; afterwards times are gone unless they are
 * to be kept.
 *
 * Intervals are closed: an operation whose return touches the call of another process's operation is concurrent with
 * it. Two operations of one process are in program order even when a coarse clock makes them touch. Where the order
 * of positions alone cannot say both at once (two processes that each return and call at the same instant), the call
 * keeps its place before the return and `after` names the operation that must come first.
 *
 * Clocks may be off: with `skews` an operation precedes one of another process only if it does so however far their
 * clocks are off within that. One process has one clock, so its operations stay in program order (docs/decisions/0013).
 */
#ifndef LN_HISTORY_HISTORY_H
#define LN_HISTORY_HISTORY_H

#include "base/error.h"
#include "base/str.h"
#include "history/unit.h"
#include "history/value.h"

#define LN_NEVER UINT32_MAX /* the return position of an operation that has not returned */
#define LN_NO_OP UINT32_MAX
#define LN_NO_ORDER INT64_MIN

enum ln_fate {
    LN_COMPLETED,
    LN_PENDING, /* may or may not have taken effect */
    LN_FAILED   /* known to have had no effect: not part of the history's events */
};

struct ln_operation {
    ln_value f;      /* its name as written */
    ln_value key;    /* the object it acts on, or LN_VALUE_NONE */
    ln_value result; /* LN_VALUE_UNKNOWN when pending, or completed with a result that is not known */
    uint32_t args;   /* index of the first argument in history.args */
    uint16_t arity;
    uint16_t method;  /* the spec's number for f, once bound */
    uint32_t process; /* index into history.processes */
    uint32_t call;    /* event positions, once sealed */
    uint32_t ret;
    uint32_t after; /* an operation of the same process that must come first though positions overlap, or LN_NO_OP */
    uint32_t line;  /* where it was read; 0 if nowhere */
    uint8_t fate;   /* enum ln_fate */
    bool optional;  /* of a relaxed history: it completed, but may have had no effect */
};

enum ln_touching {
    LN_TOUCHING_IS_CONCURRENT, /* the rule of this project */
    LN_TOUCHING_IS_ORDERED     /* formats that say a return precedes a call at the same time */
};

/* What became of the last line of the text that it was read from, if that lacked its end: a program that is killed while it
 * writes leaves such a line. */
enum ln_cut {
    LN_CUT_NONE,
    LN_CUT_UNSURE,   /* it was read as it stands, for nothing in it shows whether there was more */
    LN_CUT_EVENT,    /* it was cut short: all events before it are there */
    LN_CUT_TOLD,     /* not that line: the history itself says that operations are missing */
    LN_CUT_OPERATION /* it was cut short, and operations are missing, whenever they were: files of operations with times
                      * have those only that had returned, or were come to, when the writer was killed */
};

/* Can operations be missing that explain what the others do? */
static inline bool ln_cut_may_lack(enum ln_cut cut)
{
    return cut == LN_CUT_OPERATION || cut == LN_CUT_TOLD;
}

struct ln_span {
    int64_t call, ret;
};

struct ln_history {
    struct ln_memory *memory;
    struct ln_values values;
    LN_VEC(struct ln_operation) operations;
    LN_VEC(ln_value) args;
    LN_VEC(ln_value) processes; /* names */
    LN_VEC(uint32_t) events;    /* operation * 2 + (1 if it is the return) */
    /* What the history itself says about the order in which operations took effect (a revision, a ticket): a hint. As
     * long as the last operation that has one; LN_NO_ORDER for those that have none. */
    LN_VEC(int64_t) orders;
    LN_VEC(char) id;       /* NUL-terminated when the file gives one, else empty */
    struct ln_str accused; /* what the finding that it stands with says is violated; empty: there is none that does */
    bool stuck;            /* no pending operation can ever return */
    bool sealed;
    bool linked;       /* some operation has `after` */
    bool keep_times;   /* asked for before sealing */
    bool untimed;      /* its times only say what came first */
    bool several_keys; /* operations were added with different keys */
    enum ln_cut cut;
    uint32_t cut_line; /* where, unless LN_CUT_NONE */
    enum ln_touching touching;
    enum ln_unit unit;            /* of the times, as far as the file says */
    LN_VEC(struct ln_span) times; /* per operation while they are there; empty: given as events */
    LN_VEC(int64_t) skews;        /* per process: how far its clock may be off; empty: not at all */
    struct ln_building *building; /* gone once sealed */
};

static inline uint32_t ln_event_operation(uint32_t event)
{
    return event >> 1;
}

static inline bool ln_event_is_return(uint32_t event)
{
    return event & 1;
}

/* What a reader knows of an operation when it is called. */
struct ln_call_text {
    ln_value process, f, key;
    const ln_value *args;
    size_t arity;
    uint32_t line;
};

enum ln_status ln_history_init(struct ln_history *history, struct ln_memory *memory);
void ln_history_fini(struct ln_history *history);

enum ln_status ln_history_set_id(struct ln_history *history, const char *bytes, size_t length);

/* Its place in the order that the history reports. `order` is not LN_NO_ORDER. */
enum ln_status ln_history_set_order(struct ln_history *history, uint32_t operation, int64_t order);
static inline int64_t ln_history_order(const struct ln_history *history, uint32_t operation)
{
    return operation < history->orders.length ? history->orders.at[operation] : LN_NO_ORDER;
}

/* Events, in order. LN_BAD_INPUT with a message when a process calls twice or returns without a call. */
enum ln_status ln_history_call(struct ln_history *history, const struct ln_call_text *call, uint32_t *operation,
                               struct ln_error *error);
/* LN_COMPLETED, LN_FAILED, or LN_PENDING for an operation now known never to return. */
enum ln_status ln_history_return(struct ln_history *history, ln_value process, enum ln_fate fate, ln_value result,
                                 uint32_t *operation, struct ln_error *error);
/* The operation that a process has open, or LN_NO_OP. */
uint32_t ln_history_open(const struct ln_history *history, ln_value process);

/* Forgets, while events are added, all operations but the open ones, which get new numbers in the order they had. Words of
 * values stay what they are unless *renewed: then the table was renewed, and words from before mean nothing. After
 * LN_NO_MEMORY the history can only end. */
enum ln_status ln_history_forget(struct ln_history *history, bool *renewed);

/* Whole operations with times; `ret` is ignored unless completed. */
enum ln_status ln_history_operation(struct ln_history *history, const struct ln_call_text *call, enum ln_fate fate,
                                    ln_value result, int64_t call_time, int64_t return_time, uint32_t *operation,
                                    struct ln_error *error);

/* The same for every process that there is. Before sealing or reordering; only histories with times. */
enum ln_status ln_history_set_skew(struct ln_history *history, int64_t skew);

/* Orders the events. On LN_BAD_INPUT, *line is where the offending operation was read. */
enum ln_status ln_history_seal(struct ln_history *history, uint32_t *line, struct ln_error *error);

/* To see a sealed history that kept its times under other skews: a view has operations, events and skews of its own and
 * borrows the rest, so nothing may be added to it. It ends, by its own fini, before the history does. */
enum ln_status ln_history_view_init(struct ln_history *view, const struct ln_history *history);
void ln_history_view_fini(struct ln_history *view);
/* Orders the events by the view's skews, as sealing would have. After LN_NO_MEMORY it has no order until it succeeds. */
enum ln_status ln_history_reorder(struct ln_history *view);

/* `enq(1)`, `deq() -> 3`, with "key" first when there is one. */
void ln_history_write_operation(const struct ln_history *history, uint32_t operation, struct ln_str *out);
/* The two sides of that arrow; false when there is no result to write. */
void ln_history_write_call(const struct ln_history *history, uint32_t operation, struct ln_str *out);
bool ln_history_write_result(const struct ln_history *history, uint32_t operation, struct ln_str *out);
/* `3`, or `"client-a"` without the quotes. */
void ln_history_write_process(const struct ln_history *history, uint32_t process, struct ln_str *out);

/* The operations that a verdict is about: those that returned, and of a stuck history those that wait. What is pending
 * otherwise, or failed, constrains nothing. */
size_t ln_history_judged(const struct ln_history *history);

/* Does a precede b in real time (or program order)? */
bool ln_history_precedes(const struct ln_history *history, uint32_t a, uint32_t b);

#endif
