/* Tests: which calls each thread makes, and what is called before and after by one thread alone (Line-Up, section 3.1).
 *
 * A test and what it is a test of are plain data without pointers: they are copied between processes.
 *
 * As text, "push(1) pop | pop push(2)": threads are separated by bars, calls by blanks; arguments are integers. */
#ifndef LN_EXPLORE_TEST_H
#define LN_EXPLORE_TEST_H

#include "linnet/object.h"

#include "base/error.h"
#include "base/str.h"

enum {
    LN_TEST_THREADS = 8,
    LN_TEST_CALLS = 16, /* of one thread, or of one sequence */
    LN_TEST_NAME = 128,
    /* Histories know one more thread, which makes the initial and the final calls: its number is that of the test's
     * threads. All that can run and be observed is the calls of one of these lanes. */
    LN_TEST_LANES = LN_TEST_THREADS + 1,
    LN_TEST_LANE_CALLS = 2 * LN_TEST_CALLS,
    LN_TEST_ALL_CALLS = LN_TEST_THREADS * LN_TEST_CALLS + LN_TEST_LANE_CALLS
};

/* ---- what is tested ---- */

/* As it is declared (include/linnet/object.h), with nothing left implied: arity is what it is, weight is at least 1,
 * there is at least one tuple. */
struct ln_explored_operation {
    char name[LN_TEST_NAME], role[LN_TEST_NAME]; /* role: empty if it has none */
    unsigned arity, weight;
    linnet_arguments args;
    bool fresh, thread, others, may_fail, nondeterministic, async;
};

struct ln_explored_object {
    char name[LN_TEST_NAME], spec[LN_TEST_NAME]; /* spec: empty if it names none */
    unsigned count;
    struct ln_explored_operation operations[LINNET_OPERATIONS];
};

/* LN_BAD_INPUT: a name is too long. `declared` was found fit by ln_object_load; `named` is what the user calls it. */
enum ln_status ln_explored_object_init(struct ln_explored_object *object, const linnet_object *declared,
                                       const char *named, struct ln_error *error);

/* ---- tests ---- */

struct ln_test_call {
    uint16_t operation;
    int64_t args[LINNET_ARGUMENTS]; /* those that the operation does not take are 0 */
};

struct ln_test_sequence {
    uint8_t count;
    struct ln_test_call calls[LN_TEST_CALLS];
};

/* Has at least one thread, and no thread without calls. */
struct ln_test {
    uint8_t threads;
    struct ln_test_sequence thread[LN_TEST_THREADS];
    struct ln_test_sequence initial, final;
};

/* Of a lane: a thread, or test->threads for the initial calls followed by the final ones. */
unsigned ln_test_lane_calls(const struct ln_test *test, unsigned lane);
const struct ln_test_call *ln_test_lane_call(const struct ln_test *test, unsigned lane, unsigned index);
unsigned ln_test_all_calls(const struct ln_test *test);
bool ln_test_sequence_has(const struct ln_test_sequence *sequence, unsigned operation);
bool ln_test_has(const struct ln_test *test, unsigned operation);

/* LN_USAGE with a message that points at the column; `option` is where the text comes from, "--test". The first reads
 * the threads alone and leaves the two sequences empty. */
enum ln_status ln_test_parse(struct ln_test *test, const struct ln_explored_object *object, const char *text,
                             const char *option, struct ln_error *error);
enum ln_status ln_test_parse_sequence(struct ln_test_sequence *sequence, const struct ln_explored_object *object,
                                      const char *text, const char *option, struct ln_error *error);

/* As text that is read back to the same. */
void ln_test_write(const struct ln_explored_object *object, const struct ln_test *test, struct ln_str *out);
void ln_test_write_sequence(const struct ln_explored_object *object, const struct ln_test_sequence *sequence,
                            struct ln_str *out);
/* `push(1)`, `pop`. */
void ln_test_write_call(const struct ln_explored_object *object, const struct ln_test_call *call, struct ln_str *out);

/* Are all operations of one role called by one thread only? The initial and final calls may be of any. */
bool ln_test_roles_hold(const struct ln_explored_object *object, const struct ln_test *test);

/* The same for tests that differ only in which thread is which, unless operations are told the number of theirs. */
uint64_t ln_test_hash(const struct ln_explored_object *object, const struct ln_test *test);

/* Gives the fresh operations the numbers 1, 2, ..., without those that other calls have for first argument. */
void ln_test_number_fresh(const struct ln_explored_object *object, struct ln_test *test);

#endif
