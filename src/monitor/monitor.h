/* One stream of events of one object, watched, in one way or in several at once:
 *
 * - Counting, for collections, is counting/collection.h: it finds violations that the k-approximation shows.
 * - A formula is evaluated on the counters of all labels that ever occur (counting/labels.h), after each return. Labels
 *   should be few: they are not forgotten.
 * - Exactly is monitor/exact.h: it decides, for objects that have an incremental form and values that do not repeat
 *   while they are inside.
 * - Piece by piece is monitor/piecewise.h: it decides, for every object, from one moment at which nothing is open to the
 *   next, and gives up when the object may be in too many states. Pieces are remembered while they last; what decides
 *   them is the caller's (monitor/piece_judge.h).
 *
 * A way that cannot go on gives up, and the others go on. What they say together: violated, if one of them says so; holds,
 * if one that decides has seen all of it, and anything returned at all; else it is unknown. */
#ifndef LN_MONITOR_MONITOR_H
#define LN_MONITOR_MONITOR_H

#include "finding/verdict.h"
#include "counting/collection.h"
#include "monitor/piece_judge.h"

struct ln_monitor_options {
    ln_methods ways;              /* LN_METHOD_COUNTING, LN_METHOD_FORMULA, LN_METHOD_EXACT, LN_METHOD_PIECEWISE */
    uint32_t k;                   /* of counting, and of formulas */
    size_t most_watched;          /* values, of counting; 0: as many as memory allows */
    uint64_t seed;                /* of which these are */
    bool complete;                /* also what two values do not show */
    const struct ln_ocl *formula; /* outlives the monitor */
    const struct ln_piece_judge *judge; /* of pieces, outlives the monitor */
    size_t piece;                       /* operations that make a piece worth judging */
    double piece_timeout;               /* seconds for each piece; 0: the budget is the only limit */
    bool allow_empty;                   /* a stream of which nothing returned may hold */
    struct ln_budget *budget;           /* of all of it, outlives the monitor */
};

struct ln_monitor;

/* Does an object have an incremental form, so that LN_METHOD_EXACT does not give up at once? */
bool ln_monitor_knows_exactly(const struct ln_spec *spec);

/* The spec's parameter is of `values`. */
enum ln_status ln_monitor_new(struct ln_monitor **monitor, const struct ln_spec *spec, const struct ln_values *values,
                              const struct ln_monitor_options *options, struct ln_memory *memory);
void ln_monitor_free(struct ln_monitor *monitor);

/* Operations of a history that is being built, or is read again, bound to the spec. `slot` is a small number that no open
 * operation has; the operation may get another number in the history meanwhile. After an error
 * all ways have given up. */
enum ln_status ln_monitor_call(struct ln_monitor *monitor, uint32_t slot, const struct ln_history *history,
                               uint32_t operation);
enum ln_status ln_monitor_return(struct ln_monitor *monitor, uint32_t slot, const struct ln_history *history,
                                 uint32_t operation);
/* It had no effect. */
enum ln_status ln_monitor_fail(struct ln_monitor *monitor, uint32_t slot, const struct ln_history *history,
                               uint32_t operation);
/* One event of a sealed history; its slots are the operations' numbers. */
enum ln_status ln_monitor_event(struct ln_monitor *monitor, const struct ln_history *history, size_t event);
/* Everything so far is judged: what is open now never returns. If nothing is, more may follow. */
enum ln_status ln_monitor_end(struct ln_monitor *monitor);
/* The caller knows something of the stream that lets nothing be said of it; `why` outlives the monitor. */
void ln_monitor_decline(struct ln_monitor *monitor, const char *why);

struct ln_monitor_state {
    enum ln_verdict verdict; /* so far */
    enum ln_reason reason;   /* why unknown */
    ln_methods methods;      /* that say so; of unknown: that were tried */
    bool over;               /* violated, or all ways gave up: nothing more is looked at */
    const char *pattern;     /* of a violation, or NULL: the piece has it */
    const char *declined;    /* unknown: why the last way gave up; NULL: none did, or others go on */
    uint64_t events, operations, returned;
    uint64_t pieces, judged; /* pieces that hold, and the operations in them */
};

struct ln_monitor_state ln_monitor_state(const struct ln_monitor *monitor);
/* As state.over. */
bool ln_monitor_is_over(const struct ln_monitor *monitor);

/* The piece that is violated, or being watched when another way found a violation, and the object in the states that it
 * may have had before; sealed now. False when there is none. Both are the monitor's. */
bool ln_monitor_piece(struct ln_monitor *monitor, const struct ln_history **piece, const struct ln_spec **spec);

/* Of a violation: what it is made of, in lines that begin with two blanks; and the counters. */
void ln_monitor_explain(const struct ln_monitor *monitor, struct ln_str *out);
/* What it holds, in such lines. */
void ln_monitor_statistics(const struct ln_monitor *monitor, struct ln_str *out);

#endif
