/* One stream of events of one object, watched: by counting, by a formula of the user's, or exactly.
 *
 * - Counting, for collections, is counting/collection.h: it finds violations that the k-approximation shows.
 * - A formula is evaluated on the counters of all labels that ever occur (counting/labels.h), after each return. Labels
 *   should be few: they are not forgotten.
 * - Exactly is monitor/exact.h: it decides, for objects that have an incremental form and values that do not repeat
 *   while they are inside.
 *
 * Values are those of ln_value_fingerprint: they outlive the history they were read into. */
#ifndef LN_MONITOR_MONITOR_H
#define LN_MONITOR_MONITOR_H

#include "finding/verdict.h"
#include "counting/collection.h"

enum ln_monitor_way { LN_MONITOR_COUNTING, LN_MONITOR_FORMULA, LN_MONITOR_EXACT };

struct ln_monitor_options {
    enum ln_monitor_way by;
    uint32_t k;
    size_t most_watched;
    uint64_t seed;
    bool complete;
    const struct ln_ocl *formula; /* LN_MONITOR_FORMULA; outlives the watcher */
    struct ln_budget *budget;     /* of evaluating it */
};

struct ln_monitor;

/* `spec` outlives the watcher. *declined as in counting/collection.h. */
enum ln_status ln_monitor_new(struct ln_monitor **watcher, const struct ln_spec *spec,
                              const struct ln_monitor_options *options, struct ln_memory *memory,
                              const char **declined);
void ln_monitor_free(struct ln_monitor *watcher);

/* Bound operations; `slot` is a small number that no open operation has. */
enum ln_status ln_monitor_call(struct ln_monitor *watcher, uint32_t slot, uint16_t method, ln_value argument);
enum ln_status ln_monitor_return(struct ln_monitor *watcher, uint32_t slot, ln_value result);
/* It had no effect. */
enum ln_status ln_monitor_fail(struct ln_monitor *watcher, uint32_t slot);

struct ln_monitor_state {
    enum ln_verdict verdict; /* so far; LN_HOLDS only when watching exactly */
    bool over;               /* violated, or it gave up: nothing more is looked at */
    const char *pattern;     /* of a violation */
    const char *declined;    /* why it gave up; else NULL */
    uint64_t events;
};

struct ln_monitor_state ln_monitor_state(const struct ln_monitor *watcher);

/* Of a violation: what it is made of, in lines that begin with two blanks; and the counters. */
void ln_monitor_explain(struct ln_monitor *watcher, struct ln_str *out);
/* What it holds, in such lines. */
void ln_monitor_statistics(struct ln_monitor *watcher, struct ln_str *out);

#endif
