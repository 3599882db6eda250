/* A test that fails, and the run of it that shows it. */
#ifndef LN_EXPLORE_FAILING_H
#define LN_EXPLORE_FAILING_H

#include "base/str.h"
#include "base/vec.h"
#include "explore/processes.h"

struct ln_failing {
    bool found;
    bool confirmed;      /* the same schedule did the same in a process in which nothing else had run */
    uint64_t number;     /* which of the tests */
    struct ln_test test; /* as it was given, or made small */
    struct ln_explored *explored;
    LN_VEC(struct ln_shared_run) shared; /* what its run knew of memory */
    struct ln_str serial;                /* the serial histories that it was judged by, as in a file; empty: none */
    bool smallest;                       /* no part of `test`, or of `smaller`, fails */
    bool has_smaller;                    /* of a test that was given: a part of it fails the same way */
    struct ln_test smaller;
};

void ln_failing_init(struct ln_failing *failing, struct ln_memory *memory);
void ln_failing_fini(struct ln_failing *failing);

/* The run that fails is the result of the slot. */
enum ln_status ln_failing_keep(struct ln_failing *failing, const struct ln_test *test, uint64_t number,
                               struct ln_processes *processes, unsigned slot, struct ln_error *error);
/* Another run of its test, or of a smaller one. */
enum ln_status ln_failing_keep_run(struct ln_failing *failing, struct ln_processes *processes, unsigned slot,
                                   struct ln_error *error);

/* Crashes, exits and hangs: they are told if no history fails. */
bool ln_failing_is_accident(const struct ln_explored *explored);
/* For the same reason? */
bool ln_failing_alike(const struct ln_explored *one, const struct ln_explored *other);

/* Has a replay led to the failure that was found then? `hash` is that of its history. */
bool ln_explored_same(enum ln_failure failure, const uint64_t hash[2], const struct ln_explored *now);
/* Runs it once more, where nothing else has run, and leaves its steps in slot 0. *same: it led to the failure again. */
enum ln_status ln_failing_replay(const struct ln_failing *failing, struct ln_processes *processes, bool *same,
                                 struct ln_error *error);

#endif
