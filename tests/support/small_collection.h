/* Small histories of collections as plain arrays: easy to draw, to enumerate and to transform; and what the procedures
 * and the oracle say of them. */
#ifndef LN_TESTS_SMALL_COLLECTION_H
#define LN_TESTS_SMALL_COLLECTION_H

#include "base/rng.h"
#include "check/pattern/pattern.h"

enum { SMALL_MOST = 24 };

struct small_operation {
    uint8_t method;  /* of the class */
    int8_t argument; /* -1: none */
    int8_t result;   /* of a removal or look; NOTHING: null; of a set: 0 or 1; -1: nothing to say */
    bool pending;
};

enum { SMALL_NULL = -2 };

struct small_history {
    uint32_t count;
    struct small_operation operations[SMALL_MOST];
    uint32_t event_count;
    uint8_t events[2 * SMALL_MOST]; /* operation * 2 + (1 if it is the return) */
};

struct small_bench {
    struct ln_memory memory;
    struct ln_values values; /* of the spec's parameter */
    struct ln_spec spec;
    struct ln_pattern *pattern;
};

void small_bench_init(struct small_bench *bench, const char *spec);
void small_bench_fini(struct small_bench *bench);

/* A sealed and bound history; values are multiplied by `scale` and moved by `shift`. */
void small_build(struct small_bench *bench, const struct small_history *small, int scale, int shift,
                 struct ln_history *history);

/* Decides with the pattern. LN_UNKNOWN when it declines. A witness is replayed, and the suspects are shown to the oracle;
 * aborts with the history when that fails. */
enum ln_verdict small_pattern(struct small_bench *bench, const struct small_history *small, int scale, int shift);
enum ln_verdict small_oracle(struct small_bench *bench, const struct small_history *small);

void small_print(struct small_bench *bench, const struct small_history *small);

/* Few values, each of which comes again. */
void small_fold(struct small_history *small, int8_t values);
/* What is known after so many events: results of open operations are not. */
struct small_history small_prefix(const struct small_history *small, uint32_t events);
/* As a step expects it; not for sets. */
ln_value small_result(const struct small_operation *o);

/* A draw: an execution of the object, simulated, then perhaps changed. */
struct small_options {
    uint32_t operations;
    bool looks, absences;
    uint32_t percent_pending; /* of operations that never return */
    uint32_t percent_swapped; /* chance of each change of the order of events */
};
void small_draw(struct small_bench *bench, const struct small_options *options, struct ln_rng *rng,
                struct small_history *small);

/* The roles of an object's methods: the first method of that role, or -1. */
int small_method(const struct small_bench *bench, enum ln_role role);

#endif
