/* Programs written by hand: where explorers have gone wrong, each with the verdict that follows from thinking about it,
 * so that the oracle is looked at, too. Some are tried again with an oracle that is wrong on purpose: then the
 * comparison must complain, or it could not. */
#include "programs/compare.h"

#include <string.h>

#define S(...)      \
    {               \
        __VA_ARGS__ \
    }
#define LOAD_(v_, r_) S(.kind = LOAD, .v = v_, .r = r_)
#define STORE_(v_, r_) S(.kind = STORE, .v = v_, .r = r_)
#define PUT_(v_, c_) S(.kind = PUT, .v = v_, .c = c_)
#define ADD_ONE S(.kind = SUM, .c = 1)
#define EXCHANGE_(v_, r_, c_) S(.kind = EXCHANGE, .v = v_, .r = r_, .c = c_)
#define TIMES(c_) S(.kind = REPEAT, .c = c_)
#define BREAK_IF_B(c_) S(.kind = BREAK_IF, .r = 1, .c = c_)
#define IF_B(c_) S(.kind = IF, .r = 1, .c = c_)
#define ONLY(kind_) S(.kind = kind_)
#define RETURNS(n_, r_) .count = n_, .returns = true, .out = r_
#define NO_RESULT(n_) .count = n_

struct test_case {
    const char *name;
    enum verdict verdict; /* with memory that is never used again */
    enum wrong notices;   /* what would be noticed, if anything */
    struct program program;
};

/* clang-format off */
static const struct test_case cases[] = {
    { "yield, load, store", VIOLATED, WRONG_YIELD,
      { .operations = 1, .threads = 2, .calls = { 1, 1 },
        .operation = { { RETURNS(4, 0), .at = { ONLY(YIELD), LOAD_(0, 0), ADD_ONE, STORE_(0, 0) } } } } },
    { "load and store after as many loads as may seem a loop", VIOLATED, WRONG_NOT,
      { .operations = 1, .threads = 2, .calls = { 1, 1 },
        .operation = { { RETURNS(6, 0), .at = { TIMES(6), LOAD_(0, 1), ONLY(END), LOAD_(0, 0), ADD_ONE,
                                                STORE_(0, 0) } } } } },
    { "a bounded retry that gives up", HOLDS, WRONG_NOT,
      { .operations = 2, .threads = 2, .calls = { 1, 1 }, .call = { { 0 }, { 1 } },
        .operation = { { RETURNS(5, 1), .at = { TIMES(5), LOAD_(0, 1), BREAK_IF_B(1), ONLY(YIELD), ONLY(END) } },
                       { NO_RESULT(1), .at = { PUT_(0, 1) } } } } },
    { "one who waits for ever, serially too, beside one who ends", HOLDS, WRONG_SPIN,
      { .operations = 2, .threads = 2, .calls = { 1, 1 }, .call = { { 0 }, { 1 } },
        .operation = { { NO_RESULT(2), .at = { PUT_(0, 1), PUT_(0, 2) } },
                       { RETURNS(5, 1), .at = { ONLY(FOREVER), LOAD_(0, 0), LOAD_(1, 1), BREAK_IF_B(1),
                                                ONLY(END) } } } } },
    { "one who waits for what nobody writes while another is halfway", HOLDS, WRONG_SPIN,
      { .operations = 2, .threads = 2, .calls = { 1, 1 }, .call = { { 0 }, { 1 } }, .width = 1,
        .operation = { { NO_RESULT(2), .at = { PUT_(0, 1), PUT_(1, 1) } },
                       { RETURNS(8, 0), .at = { LOAD_(1, 0), LOAD_(0, 1), IF_B(1), ONLY(FOREVER), LOAD_(2, 1),
                                                BREAK_IF_B(1), ONLY(END), ONLY(END) } } } } },
    { "a flag that is set and cleared, and one who waits for it", VIOLATED, WRONG_SPIN,
      { .operations = 2, .threads = 2, .calls = { 1, 1 }, .call = { { 0 }, { 1 } },
        .operation = { { NO_RESULT(2), .at = { PUT_(0, 1), PUT_(0, 0) } },
                       { RETURNS(4, 1), .at = { ONLY(FOREVER), LOAD_(0, 1), BREAK_IF_B(1), ONLY(END) } } } } },
    { "two who wait for ever, both called", HOLDS, WRONG_SPIN,
      { .operations = 1, .threads = 2, .calls = { 1, 1 },
        .operation = { { RETURNS(5, 1), .at = { ONLY(FOREVER), LOAD_(0, 1), BREAK_IF_B(1), ONLY(YIELD),
                                                ONLY(END) } } } } },
    { "one who polls under a lock, and one who sets under it and clears", VIOLATED, WRONG_SPIN,
      { .operations = 2, .threads = 2, .calls = { 1, 1 }, .call = { { 0 }, { 1 } },
        .operation = { { NO_RESULT(6), .at = { ONLY(LOCK), PUT_(0, 1), ONLY(UNLOCK), ONLY(LOCK), PUT_(0, 0),
                                               ONLY(UNLOCK) } },
                       { RETURNS(6, 1), .at = { ONLY(FOREVER), ONLY(LOCK), LOAD_(0, 1), ONLY(UNLOCK), BREAK_IF_B(1),
                                                ONLY(END) } } } } },
    { "a lock that is spun on, with yields and back-off", HOLDS, WRONG_NOT,
      { .operations = 1, .threads = 2, .calls = { 1, 1 },
        .operation = { { RETURNS(10, 0), .at = { ONLY(FOREVER), EXCHANGE_(1, 1, 1), BREAK_IF_B(0), ONLY(YIELD),
                                                 ONLY(BACK_OFF), ONLY(END), LOAD_(0, 0), ADD_ONE, STORE_(0, 0),
                                                 PUT_(1, 0) } } } } },
    { "a lock that is tried again and again", HOLDS, WRONG_NOT,
      { .operations = 1, .threads = 2, .calls = { 1, 1 },
        .operation = { { RETURNS(9, 0), .at = { ONLY(FOREVER), S(.kind = TRY_LOCK, .r = 1), BREAK_IF_B(1),
                                                ONLY(SCRATCH), ONLY(END), LOAD_(0, 0), ADD_ONE, STORE_(0, 0),
                                                ONLY(UNLOCK) } } } } },
    { "a signal that comes between the look and the sleep", VIOLATED, WRONG_NOT,
      { .operations = 2, .threads = 2, .calls = { 1, 1 }, .call = { { 0 }, { 1 } },
        .operation = { { NO_RESULT(7), .at = { ONLY(LOCK), ONLY(FOREVER), LOAD_(0, 1), BREAK_IF_B(1), ONLY(WAIT),
                                               ONLY(END), ONLY(UNLOCK) } },
                       { NO_RESULT(2), .at = { PUT_(0, 1), ONLY(SIGNAL) } } } } },
    { "a pair that is read half filled", VIOLATED, WRONG_NOT,
      { .operations = 2, .threads = 2, .calls = { 1, 1 }, .call = { { 0 }, { 1 } },
        .operation = { { NO_RESULT(1), .at = { S(.kind = FILL, .c = 1) } },
                       { RETURNS(5, 1), .at = { S(.kind = HALF), S(.kind = HALF, .r = 1, .other = true),
                                                S(.kind = IF, .c = 0), S(.kind = SET, .r = 1, .c = 2),
                                                ONLY(END) } } } } },
    { "a pair that is copied: what was read before others ran is written after them", VIOLATED, WRONG_NOT,
      { .operations = 2, .threads = 2, .calls = { 1, 1 }, .call = { { 0 }, { 1 } },
        .operation = { { NO_RESULT(1), .at = { ONLY(COPY) } },
                       { RETURNS(3, 0), .at = { S(.kind = FILL, .v = 1, .c = 1), S(.kind = FILL, .c = 1),
                                                ONLY(HALF) } } } } },
    { "a node that is read, and the other thread only frees it", VIOLATED, WRONG_FREE,
      { .operations = 3, .threads = 2, .calls = { 2, 1 }, .call = { { 0, 1 }, { 2 } },
        .operation = { { NO_RESULT(2), .at = { S(.kind = ALLOCATE, .c = 1), ONLY(PUBLISH) } },
                       { RETURNS(2, 0), .at = { ONLY(SEE), ONLY(READ_NODE) } },
                       { NO_RESULT(2), .at = { ONLY(TAKE), ONLY(RELEASE) } } } } },
    { "an aligned node that is written, and the other thread only frees it", VIOLATED, WRONG_FREE,
      { .operations = 3, .threads = 2, .calls = { 2, 1 }, .call = { { 0, 1 }, { 2 } },
        .operation = { { NO_RESULT(2), .at = { S(.kind = ALLOCATE, .c = 1, .how = 6), ONLY(PUBLISH) } },
                       { NO_RESULT(2), .at = { ONLY(SEE), ONLY(WRITE_NODE) } },
                       { NO_RESULT(2), .at = { ONLY(TAKE), ONLY(RELEASE) } } } } },
    { "a node that is read, and the other thread moves it", VIOLATED, WRONG_FREE,
      { .operations = 3, .threads = 2, .calls = { 2, 1 }, .call = { { 0, 1 }, { 2 } },
        .operation = { { NO_RESULT(2), .at = { S(.kind = ALLOCATE, .c = 1), ONLY(PUBLISH) } },
                       { RETURNS(2, 0), .at = { ONLY(SEE), ONLY(READ_NODE) } },
                       { NO_RESULT(3), .at = { ONLY(TAKE), ONLY(REALLOCATE), ONLY(PUBLISH) } } } } },
    { "malloc beside free: whether a block is the same again", VIOLATED, WRONG_NOT,
      { .operations = 3, .threads = 2, .calls = { 2, 1 }, .call = { { 0, 1 }, { 2 } },
        .operation = { { NO_RESULT(2), .at = { S(.kind = ALLOCATE, .c = 1), ONLY(PUBLISH) } },
                       { RETURNS(2, 1), .at = { ONLY(SEE), ONLY(CLAIM) } },
                       { NO_RESULT(4), .at = { ONLY(TAKE), ONLY(RELEASE), S(.kind = ALLOCATE, .c = 2),
                                               ONLY(PUBLISH) } } } } },
    { "free here, malloc there", HOLDS, WRONG_NOT,
      { .operations = 3, .threads = 2, .calls = { 2, 2 }, .call = { { 0, 1 }, { 2, 2 } },
        .operation = { { NO_RESULT(2), .at = { S(.kind = ALLOCATE, .c = 1), ONLY(PUBLISH) } },
                       { RETURNS(3, 0), .at = { ONLY(TAKE), ONLY(READ_NODE), ONLY(RELEASE) } },
                       { NO_RESULT(3), .at = { S(.kind = ALLOCATE, .c = 2), S(.kind = REPLACE),
                                               S(.kind = RELEASE, .other = true) } } } } },
};
/* clang-format on */

static bool complain(const struct test_case *test, const char *what)
{
    printf("---- %s: %s\n", test->name, what);
    return false;
}

static bool is_verdict_right(const struct test_case *test, const struct program *program)
{
    struct truth truth;
    bool right;
    truth_find(&truth, program, (struct how){ REUSE_NEVER, weak_may_fail(program), WRONG_NOT });
    right = truth.usable == USABLE && truth.verdict == test->verdict;
    truth_free(&truth);
    return right || complain(test, "the oracle is wrong");
}

static bool compare_case(const struct comparison *how, const struct test_case *test, const struct program *program)
{
    struct comparison aloud = *how;
    enum complaint complaint;
    aloud.tell = stdout;
    complaint = compare(&aloud, program);
    if (complaint == AGREED || (complaint == NOT_COMPARED && how->reuse != REUSE_NEVER))
        return true;
    return complain(test, complaint_names[complaint]);
}

static bool is_noticed(const struct comparison *how, const struct test_case *test, const struct program *program)
{
    struct comparison wrong = *how;
    wrong.wrong = test->notices;
    return !test->notices || compare(&wrong, program) != AGREED || complain(test, "a wrong oracle is not noticed");
}

static bool try_case(struct comparison how, const struct test_case *test, unsigned optimise, bool clang)
{
    struct program program = test->program;
    bool ok = true;
    program.optimise = (uint8_t)optimise;
    program.clang = clang;
    for (how.reuse = REUSE_NEVER; how.reuse <= REUSE_ANY; how.reuse++)
        if (how.reuse == REUSE_NEVER || program_may_reuse(&program))
            ok &= compare_case(&how, test, &program);
    how.reuse = REUSE_NEVER;
    ok &= is_verdict_right(test, &program);
    ok &= is_noticed(&how, test, &program);
    return ok;
}

bool compare_cases(const struct comparison *how)
{
    bool ok = true;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        ok &= try_case(*how, &cases[i], (unsigned)(i % 3), i % 4 == 3);
    return ok;
}
