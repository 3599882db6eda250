/* One stream of events of one object, watched: by counting, by a formula of the user's, or exactly.
 *
 * - Counting, for collections, is monitor/collection.h: it finds violations that the k-approximation shows.
 * - A formula is evaluated on the counters of all labels that ever occur (monitor/labels.h), after each return. Labels
 *   should be few: they are not forgotten.
 * - Exactly is pattern/online.h: it decides, for objects that have an incremental form and values that do not repeat
 *   while they are inside.
 *
 * Values are those of ln_value_fingerprint: they outlive the history they were read into. */
#ifndef LN_MONITOR_WATCHER_H
#define LN_MONITOR_WATCHER_H

#include "finding/verdict.h"
#include "monitor/collection.h"

enum ln_watching { LN_WATCH_COUNTING, LN_WATCH_FORMULA, LN_WATCH_EXACT };

struct ln_watcher_options {
    enum ln_watching by;
    uint32_t k;
    size_t most_watched;
    uint64_t seed;
    bool complete;
    const struct ln_ocl *formula; /* LN_WATCH_FORMULA; outlives the watcher */
    struct ln_budget *budget;     /* of evaluating it */
};

struct ln_watcher;

/* `spec` outlives the watcher. *declined as in monitor/collection.h. */
enum ln_status ln_watcher_new(struct ln_watcher **watcher, const struct ln_spec *spec,
                              const struct ln_watcher_options *options, struct ln_memory *memory,
                              const char **declined);
void ln_watcher_free(struct ln_watcher *watcher);

/* Bound operations; `slot` is a small number that no open operation has. */
enum ln_status ln_watcher_call(struct ln_watcher *watcher, uint32_t slot, uint16_t method, ln_value argument);
enum ln_status ln_watcher_return(struct ln_watcher *watcher, uint32_t slot, ln_value result);
/* It had no effect. */
enum ln_status ln_watcher_fail(struct ln_watcher *watcher, uint32_t slot);

struct ln_watcher_state {
    enum ln_verdict verdict; /* so far; LN_HOLDS only when watching exactly */
    bool over;               /* violated, or it gave up: nothing more is looked at */
    const char *pattern;     /* of a violation */
    const char *declined;    /* why it gave up; else NULL */
    uint64_t events;
};

struct ln_watcher_state ln_watcher_state(const struct ln_watcher *watcher);

/* Of a violation: what it is made of, in lines that begin with two blanks; and the counters. */
void ln_watcher_explain(struct ln_watcher *watcher, struct ln_str *out);
/* What it holds, in such lines. */
void ln_watcher_statistics(struct ln_watcher *watcher, struct ln_str *out);

#endif
