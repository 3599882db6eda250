/* What a test does when its calls are made one after the other: the set of its serial histories, full and stuck, and
 * whether a concurrent history has its witnesses among them (Line-Up, Figure 5 and Definitions 1 and 2).
 *
 * Results are ids that the caller gives to equal values. The call is not part of a history: it follows from the lane
 * (explore/test.h) and from how many calls that lane has made. Not for use by two threads at once. */
#ifndef LN_EXPLORE_OBSERVATION_H
#define LN_EXPLORE_OBSERVATION_H

#include "explore/explored_history.h"

#define LN_NO_RESULT UINT32_MAX

/* One call of a serial history, with its return. */
struct ln_serial_step {
    uint8_t lane;
    uint32_t result; /* LN_NO_RESULT: it waits for ever, and is the last */
};

struct ln_serial_history {
    unsigned count;
    struct ln_serial_step steps[LN_TEST_ALL_CALLS];
};

struct ln_observation;

/* `failed` is the id of LINNET_FAILED, or LN_NO_RESULT. An operation that may fail fails without having done anything:
 * whoever adds the serial histories of a test with such operations also adds those in which they are not run at all and
 * `failed` is what they return. */
enum ln_status ln_observation_new(struct ln_observation **observation, const struct ln_explored_object *object,
                                  const struct ln_test *test, uint32_t failed, struct ln_memory *memory);
void ln_observation_free(struct ln_observation *observation);

/* Adds a history, full or stuck: every call of the test, or up to one that waits. One that is there already changes
 * nothing. LN_INTERNAL: it is none of the test. */
enum ln_status ln_observation_add(struct ln_observation *observation, const struct ln_serial_step *steps,
                                  unsigned count);
/* No more are added; needed before anything below. */
enum ln_status ln_observation_seal(struct ln_observation *observation);

/* How many there are, without duplicates. */
uint64_t ln_observation_full(const struct ln_observation *observation);
uint64_t ln_observation_stuck(const struct ln_observation *observation);

/* Two histories that are the same up to a call, which then does one thing or another, though nothing declares that it
 * may; false: the set is deterministic but for what is declared. The histories agree on the steps before *differ. */
bool ln_observation_conflict(const struct ln_observation *observation, struct ln_serial_history *one,
                             struct ln_serial_history *other, unsigned *differ);

/* Each history, until `visit` returns false. */
typedef bool ln_observation_visit(void *self, const struct ln_serial_step *steps, unsigned count);
void ln_observation_each(const struct ln_observation *observation, ln_observation_visit *visit, void *self);

struct ln_judgement {
    bool linearizable;
    unsigned unjustified; /* of a stuck history that is not: the lane whose call has no reason to wait */
    unsigned witnesses;   /* how many follow: one, or one for each lane that waits */
    struct {
        unsigned lane;                    /* that waits, and whose call is the last one; LN_TEST_LANES: none does */
        struct ln_serial_history history; /* without calls that it drops, with results of those that it completes */
    } witness[LN_TEST_LANES];
};

/* Definition 2 for stuck histories with open calls, else Definition 1 (open calls may be completed or dropped), which
 * `classical` asks for always. `unjustified` is LN_TEST_LANES when it was judged by Definition 1. An operation that is
 * `async` has no end for other threads: it may take effect after later calls of theirs. For later calls of its own
 * thread see explore/variants.h. `judgement` may be NULL when only the answer counts. */
bool ln_observation_judge(struct ln_observation *observation, const struct ln_explored_history *history, bool classical,
                          struct ln_judgement *judgement);

/* Would it be, if what operations return that are declared to be nondeterministic did not matter? */
bool ln_observation_judge_loosely(struct ln_observation *observation, const struct ln_explored_history *history,
                                  bool classical);

#endif
