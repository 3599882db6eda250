/* Inside src/monitor only: a way of watching, and what happens to it. */
#ifndef LN_MONITOR_WAY_H
#define LN_MONITOR_WAY_H

#include "monitor/monitor.h"

enum ln_moment { LN_MOMENT_CALL, LN_MOMENT_RETURN, LN_MOMENT_FAIL, LN_MOMENT_END };

struct ln_monitor_event {
    enum ln_moment moment;
    bool quiet;   /* nothing is open after it */
    bool touches; /* a call: that of the same process before may not have returned, and comes first all the same */
    uint16_t method;
    uint32_t slot;
    ln_value value;                   /* a call's argument, a return's result: as ln_value_fingerprint has it */
    const struct ln_history *history; /* NULL at the end */
    uint32_t operation;
};

struct ln_monitor_way;

/* What a way takes to begin. */
struct ln_monitor_setting {
    struct ln_memory *memory;
    const struct ln_monitor_options *options; /* these outlive the way */
    const struct ln_spec *spec;               /* its parameter is a fingerprint */
    const struct ln_spec *written;            /* its parameter is of */
    const struct ln_values *values;           /* these, now */
};

struct ln_monitor_way_class {
    ln_methods method;
    bool decides; /* it holds unless it is violated, or gives up */
    enum ln_status (*begin)(struct ln_monitor_way *way, const struct ln_monitor_setting *setting);
    enum ln_status (*take)(struct ln_monitor_way *way, const struct ln_monitor_event *event);
    void (*free)(struct ln_monitor_way *way);
    /* As ln_monitor_explain and ln_monitor_statistics; NULL: it has nothing to say. */
    void (*explain)(const struct ln_monitor_way *way, struct ln_str *out);
    void (*statistics)(const struct ln_monitor_way *way, struct ln_str *out);
};

struct ln_monitor_way {
    const struct ln_monitor_way_class *class;
    void *self;              /* the class's; NULL: it did not begin */
    enum ln_verdict verdict; /* so far; LN_HOLDS only of one that decides */
    enum ln_reason reason;   /* why it gave up */
    bool over;               /* violated, or it gave up */
    const char *pattern, *declined;
    uint64_t judged;    /* of one that decides: operations that hold so far */
    uint64_t looked_at; /* of these: that returned */
    uint64_t pieces;    /* of pieces */
};

/* At most once, and not both. */
void ln_way_accuse(struct ln_monitor_way *way, const char *pattern);
void ln_way_give_up(struct ln_monitor_way *way, enum ln_reason reason, const char *why);

extern const struct ln_monitor_way_class ln_way_counting, ln_way_formula, ln_way_exact, ln_way_pieces;

/* Of ln_way_pieces: as ln_monitor_piece. */
bool ln_way_piece(struct ln_monitor_way *way, const struct ln_history **piece, const struct ln_spec **spec);

#endif
