/* Tests of the explorer: reading and writing them, choosing them, shrinking them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/rng.h"
#include "explore/sample.h"
#include "explore/shrink.h"

static linnet_value nothing(void *object, const linnet_value *arg)
{
    (void)object;
    (void)arg;
    return LINNET_VOID;
}

static void *make(void)
{
    return NULL;
}

static const linnet_object stack = {
    .name = "stack",
    .create = make,
    .spec = "stack",
    .operations = { { .name = "push", .call = nothing, .args = LINNET_ARGS({ 1 }, { 2 }) },
                    { .name = "pop", .call = nothing },
                    { .name = "cas", .call = nothing, .arity = 2, .args = LINNET_ARGS({ 0, 1 }, { 1, -2 }) } },
};

static void declare(struct ln_explored_object *object, const linnet_object *declared)
{
    struct ln_error error = { 0 };
    assert_int_equal(ln_explored_object_init(object, declared, "x.c", &error), LN_OK);
}

static void declarations_are_copied(void **state)
{
    static const linnet_object rich = {
        .name = "ring",
        .create = make,
        .operations = { { .name = "enq",
                          .call = nothing,
                          .role = "producer",
                          .fresh = true,
                          .weight = 3,
                          .may_fail = true },
                        { .name = "deq",
                          .call = nothing,
                          .role = "consumer",
                          .thread = true,
                          .nondeterministic = true,
                          .async = true } },
    };
    struct ln_explored_object object;
    struct ln_error error = { 0 };
    linnet_object long_name = rich;
    char name[200];
    (void)state;
    declare(&object, &rich);
    assert_string_equal(object.name, "ring");
    assert_string_equal(object.spec, "");
    assert_int_equal(object.count, 2);
    assert_string_equal(object.operations[0].role, "producer");
    assert_int_equal(object.operations[0].arity, 1);
    assert_int_equal(object.operations[0].weight, 3);
    assert_int_equal(object.operations[0].args.count, 1);
    assert_true(object.operations[0].fresh && object.operations[0].may_fail && !object.operations[0].async);
    assert_int_equal(object.operations[1].arity, 0);
    assert_int_equal(object.operations[1].weight, 1);
    assert_true(object.operations[1].thread && object.operations[1].nondeterministic && object.operations[1].async);
    memset(name, 'a', sizeof name - 1);
    name[sizeof name - 1] = 0;
    long_name.operations[1].name = name;
    assert_int_equal(ln_explored_object_init(&object, &long_name, "x.c", &error), LN_BAD_INPUT);
    assert_non_null(strstr(error.message, "x.c: 'aaaa"));
}

/* ---- reading and writing ---- */

static void expect_text(const char *given, const char *expected)
{
    struct ln_explored_object object;
    struct ln_test test, again;
    struct ln_error error = { 0 };
    struct ln_memory memory;
    struct ln_str text;
    declare(&object, &stack);
    ln_memory_init(&memory, UINT64_MAX);
    ln_str_init(&text, &memory);
    if (ln_test_parse(&test, &object, given, "--test", &error))
        fail_msg("%s", error.message);
    ln_test_write(&object, &test, &text);
    assert_string_equal(ln_str_borrow(&text), expected);
    assert_int_equal(ln_test_parse(&again, &object, ln_str_borrow(&text), "--test", &error), LN_OK);
    assert_memory_equal(&test, &again, sizeof test);
    ln_str_fini(&text);
}

static void tests_are_read_and_written(void **state)
{
    (void)state;
    expect_text("pop", "pop");
    expect_text("push(1) pop | pop push(2)", "push(1) pop | pop push(2)");
    expect_text("  push( -7 )pop()|cas(0,9223372036854775807)\t", "push(-7) pop | cas(0, 9223372036854775807)");
    expect_text("pop|pop|pop|pop|pop|pop|pop|pop", "pop | pop | pop | pop | pop | pop | pop | pop");
}

static void expect_complaint(const char *given, const char *expected)
{
    struct ln_explored_object object;
    struct ln_test test;
    struct ln_error error = { 0 };
    declare(&object, &stack);
    assert_int_equal(ln_test_parse(&test, &object, given, "--test", &error), LN_USAGE);
    assert_string_equal(error.message, expected);
}

static void mistakes_are_pointed_at(void **state)
{
    (void)state;
    expect_complaint("push(1) psh(2) | pop", "--test, column 9: there is no operation 'psh'; did you mean 'push'?\n"
                                             "  push(1) psh(2) | pop\n"
                                             "          ^");
    expect_complaint("push pop", "--test, column 1: 'push' takes 1 argument, not 0\n  push pop\n  ^");
    expect_complaint("pop(3)", "--test, column 1: 'pop' takes 0 arguments, not 1\n  pop(3)\n  ^");
    expect_complaint("cas(1,2,3,4,5)", "--test, column 1: 'cas' takes 2 arguments, not 5\n  cas(1,2,3,4,5)\n  ^");
    expect_complaint("push(a)", "--test, column 6: expected an integer\n  push(a)\n       ^");
    expect_complaint("push(1", "--test, column 7: expected ',' or ')'\n  push(1\n        ^");
    expect_complaint("push(99999999999999999999)",
                     "--test, column 6: expected an integer of 64 bits\n  push(99999999999999999999)\n       ^");
    expect_complaint("pop | | pop", "--test, column 7: this thread calls nothing\n  pop | | pop\n        ^");
    expect_complaint("", "--test, column 1: this thread calls nothing\n  \n  ^");
    expect_complaint("pop )", "--test, column 5: expected the name of an operation\n  pop )\n      ^");
    expect_complaint("pop|pop|pop|pop|pop|pop|pop|pop|pop",
                     "--test, column 33: there can be at most 8 threads\n  pop|pop|pop|pop|pop|pop|pop|pop|pop\n"
                     "                                  ^");
    expect_complaint("pop pop pop pop pop pop pop pop pop pop pop pop pop pop pop pop pop",
                     "--test, column 65: there can be at most 16 calls in a row\n"
                     "  pop pop pop pop pop pop pop pop pop pop pop pop pop pop pop pop pop\n"
                     "                                                                  ^");
}

/* Whatever is typed is read or complained about, and what is read is written so that it is read again. */
static void anything_can_be_typed(void **state)
{
    /* clang-format off */
    static const char *const pieces[] = { "push", "pop", "cas", "(", ")", ",", " ", "|", "1", "-2", "x", "\t", "push(1)",
                                          "pop ", "cas(1,2)", "| ", "99999999999999999999", "\xc3\xa4" };
    /* clang-format on */
    struct ln_explored_object object;
    struct ln_memory memory;
    struct ln_rng rng = { 1 };
    struct ln_str text, again;
    unsigned read = 0;
    (void)state;
    declare(&object, &stack);
    ln_memory_init(&memory, UINT64_MAX);
    ln_str_init(&text, &memory);
    ln_str_init(&again, &memory);
    for (unsigned i = 0; i < 50000; i++) {
        struct ln_error error = { 0 };
        struct ln_test test;
        enum ln_status status;
        ln_str_clear(&text);
        for (unsigned n = ln_rng_below(&rng, 12); n > 0; n--)
            ln_str_text(&text, pieces[ln_rng_below(&rng, sizeof pieces / sizeof *pieces)]);
        status = ln_test_parse(&test, &object, ln_str_borrow(&text), "--test", &error);
        assert_true(status ? status == LN_USAGE && *error.message : test.threads > 0);
        if (status)
            continue;
        read++;
        ln_str_clear(&again);
        ln_test_write(&object, &test, &again);
        expect_text(ln_str_borrow(&again), ln_str_borrow(&again));
    }
    assert_true(read > 500);
    ln_str_fini(&text);
    ln_str_fini(&again);
}

static void sequences_are_read(void **state)
{
    struct ln_explored_object object;
    struct ln_test_sequence sequence;
    struct ln_error error = { 0 };
    (void)state;
    declare(&object, &stack);
    assert_int_equal(ln_test_parse_sequence(&sequence, &object, " push(1) pop ", "--init", &error), LN_OK);
    assert_int_equal(sequence.count, 2);
    assert_int_equal(sequence.calls[0].args[0], 1);
    assert_int_equal(ln_test_parse_sequence(&sequence, &object, "", "--init", &error), LN_OK);
    assert_int_equal(sequence.count, 0);
    assert_int_equal(ln_test_parse_sequence(&sequence, &object, "pop | pop", "--final", &error), LN_USAGE);
    assert_non_null(strstr(error.message, "--final, column 5: these calls are made by one thread"));
}

static const linnet_object ring = {
    .name = "ring",
    .create = make,
    .operations = { { .name = "enq", .call = nothing, .role = "producer", .fresh = true },
                    { .name = "deq", .call = nothing, .role = "consumer" },
                    { .name = "size", .call = nothing, .weight = 2 } },
};

static void roles_stay_with_one_thread(void **state)
{
    struct ln_explored_object object;
    struct ln_test test;
    struct ln_error error = { 0 };
    (void)state;
    declare(&object, &ring);
    assert_int_equal(ln_test_parse(&test, &object, "enq(1) enq(2) | deq size | size", "--test", &error), LN_OK);
    assert_int_equal(ln_test_parse(&test, &object, "enq(1) deq | size", "--test", &error), LN_OK);
    assert_int_equal(ln_test_parse(&test, &object, "enq(1) | enq(2)", "--test", &error), LN_USAGE);
    assert_string_equal(error.message,
                        "--test, column 10: this thread calls operations of a role that another thread has\n"
                        "  enq(1) | enq(2)\n"
                        "           ^");
}

/* ---- choosing ---- */

static void sample_of(struct ln_sample *sample, const struct ln_explored_object *object, unsigned threads,
                      unsigned calls, uint64_t seed, struct ln_memory *memory)
{
    struct ln_sample_shape shape = { .threads = threads, .calls = calls };
    struct ln_error error = { 0 };
    assert_int_equal(ln_sample_init(sample, object, &shape, seed, memory, &error), LN_OK);
}

/* All classes of tests that differ only in which thread is which are drawn, each once. */
static void draws_are_distinct_and_complete(void **state)
{
    struct ln_explored_object object;
    struct ln_memory memory;
    struct ln_sample sample, again;
    struct ln_wordset seen;
    struct ln_test test, same;
    unsigned count = 0;
    bool found = true;
    (void)state;
    declare(&object, &stack);
    ln_memory_init(&memory, UINT64_MAX);
    ln_wordset_init(&seen, &memory);
    sample_of(&sample, &object, 2, 2, 7, &memory);
    sample_of(&again, &object, 2, 2, 7, &memory);
    while (found) {
        assert_int_equal(ln_sample_draw(&sample, &test, &found), LN_OK);
        if (!found)
            break;
        assert_int_equal(test.threads, 2);
        assert_int_equal(test.thread[0].count, 2);
        assert_false(ln_wordset_has(&seen, ln_test_hash(&object, &test)));
        assert_true(ln_wordset_add(&seen, ln_test_hash(&object, &test)));
        assert_int_equal(ln_sample_draw(&again, &same, &found), LN_OK);
        assert_memory_equal(&test, &same, sizeof test);
        count++;
    }
    assert_int_equal(count, 25 * 26 / 2); /* 5 invocations, so 25 threads, two of them in any order */
    ln_sample_fini(&sample);
    ln_sample_fini(&again);
    ln_wordset_fini(&seen);
    assert_int_equal(memory.used, 0);
}

static void draws_respect_roles_weights_and_fresh_numbers(void **state)
{
    struct ln_explored_object object;
    struct ln_memory memory;
    struct ln_sample sample;
    unsigned calls[3] = { 0 };
    (void)state;
    declare(&object, &ring);
    ln_memory_init(&memory, UINT64_MAX);
    sample_of(&sample, &object, 3, 4, 1, &memory);
    for (unsigned i = 0; i < 60; i++) {
        struct ln_test test;
        bool found, used[32] = { false };
        assert_int_equal(ln_sample_draw(&sample, &test, &found), LN_OK);
        assert_true(found && ln_test_roles_hold(&object, &test));
        for (unsigned t = 0; t < test.threads; t++)
            for (unsigned c = 0; c < test.thread[t].count; c++) {
                const struct ln_test_call *call = &test.thread[t].calls[c];
                calls[call->operation]++;
                if (call->operation == 0) {
                    assert_in_range(call->args[0], 1, 31);
                    assert_false(used[call->args[0]]);
                    used[call->args[0]] = true;
                }
            }
    }
    assert_true(calls[2] > calls[0] + calls[1]);
    assert_true(calls[0] > 40 && calls[1] > 40);
    ln_sample_fini(&sample);
}

static void entries_may_be_sequences(void **state)
{
    struct ln_explored_object object;
    struct ln_memory memory;
    struct ln_error error = { 0 };
    struct ln_sample sample;
    struct ln_sample_shape shape = { .threads = 2, .calls = 2, .entry_count = 2 };
    struct ln_test test;
    struct ln_str text;
    bool found = true;
    unsigned count = 0;
    (void)state;
    declare(&object, &stack);
    ln_memory_init(&memory, UINT64_MAX);
    ln_str_init(&text, &memory);
    assert_int_equal(ln_test_parse_sequence(&shape.entries[0], &object, "push(1) pop", "--entry", &error), LN_OK);
    assert_int_equal(ln_test_parse_sequence(&shape.entries[1], &object, "cas(1,1)", "--entry", &error), LN_OK);
    assert_int_equal(ln_test_parse_sequence(&shape.initial, &object, "push(5)", "--init", &error), LN_OK);
    assert_int_equal(ln_sample_init(&sample, &object, &shape, 3, &memory, &error), LN_OK);
    while (!ln_sample_draw(&sample, &test, &found) && found) {
        count++;
        assert_int_equal(test.initial.count, 1);
        ln_str_clear(&text);
        ln_test_write(&object, &test, &text);
        assert_null(strstr(ln_str_borrow(&text), "push(1) cas"));
    }
    assert_int_equal(count, 10);
    ln_sample_fini(&sample);
    shape.calls = 9;
    assert_int_equal(ln_sample_init(&sample, &object, &shape, 3, &memory, &error), LN_USAGE);
    assert_string_equal(error.message, "a test of 9 x 2 calls in one thread: expected at most 16");
    ln_sample_fini(&sample);
    ln_str_fini(&text);
    assert_int_equal(memory.used, 0);
}

static void enumeration_is_complete(void **state)
{
    const unsigned expected[] = { 0, 1, 4 * 5 / 2, 27 * 28 * 29 / 6 };
    unsigned counts[4] = { 0 };
    struct ln_explored_object object;
    struct ln_memory memory;
    struct ln_sample sample;
    struct ln_wordset seen;
    struct ln_test test;
    (void)state;
    declare(&object, &stack);
    ln_memory_init(&memory, UINT64_MAX);
    ln_wordset_init(&seen, &memory);
    sample_of(&sample, &object, 1, 1, 0, &memory);
    while (ln_sample_enumerate(&sample, &test) && ln_sample_size(&sample) <= 3) {
        assert_int_equal(test.threads, ln_sample_size(&sample));
        assert_false(ln_wordset_has(&seen, ln_test_hash(&object, &test)));
        assert_true(ln_wordset_add(&seen, ln_test_hash(&object, &test)));
        counts[ln_sample_size(&sample)]++;
    }
    assert_memory_equal(counts, expected, sizeof counts);
    ln_sample_fini(&sample);
    ln_wordset_fini(&seen);
}

/* ---- shrinking ---- */

typedef bool failing(const struct ln_test *test);

static unsigned calls_of(const struct ln_test *test, unsigned operation)
{
    unsigned count = 0;
    for (unsigned lane = 0; lane <= test->threads; lane++)
        for (unsigned i = 0; i < ln_test_lane_calls(test, lane); i++)
            count += ln_test_lane_call(test, lane, i)->operation == operation;
    return count;
}

static bool two_pops_in_two_threads(const struct ln_test *test)
{
    unsigned threads = 0;
    for (unsigned t = 0; t < test->threads; t++)
        for (unsigned i = 0; i < test->thread[t].count; i++)
            if (test->thread[t].calls[i].operation == 1) {
                threads++;
                break;
            }
    return threads >= 2;
}

static bool a_push_and_a_pop(const struct ln_test *test)
{
    return calls_of(test, 0) && calls_of(test, 1);
}

static bool a_push_of_two(const struct ln_test *test)
{
    for (unsigned lane = 0; lane <= test->threads; lane++)
        for (unsigned i = 0; i < ln_test_lane_calls(test, lane); i++)
            if (ln_test_lane_call(test, lane, i)->operation == 0 && ln_test_lane_call(test, lane, i)->args[0] == 2)
                return true;
    return false;
}

static bool three_calls(const struct ln_test *test)
{
    return ln_test_all_calls(test) >= 3;
}

/* Two are superfluous together, and neither alone. */
static bool an_even_number_of_pops(const struct ln_test *test)
{
    return calls_of(test, 1) && calls_of(test, 1) % 2 == 0;
}

static void expect_shrunk(const linnet_object *declared, const char *given, const char *initial, failing *fails,
                          const char *expected)
{
    struct ln_explored_object object;
    struct ln_memory memory;
    struct ln_error error = { 0 };
    struct ln_test test;
    struct ln_shrink shrink;
    struct ln_wordset seen;
    struct ln_str text;
    bool found = true;
    declare(&object, declared);
    ln_memory_init(&memory, UINT64_MAX);
    ln_str_init(&text, &memory);
    ln_wordset_init(&seen, &memory);
    assert_int_equal(ln_test_parse(&test, &object, given, "--test", &error), LN_OK);
    assert_int_equal(ln_test_parse_sequence(&test.initial, &object, initial, "--init", &error), LN_OK);
    assert_true(fails(&test));
    assert_int_equal(ln_shrink_init(&shrink, &object, &test, false, &memory), LN_OK);
    while (!ln_shrink_next(&shrink, &found) && found) {
        uint64_t hash = ln_test_hash(&object, &shrink.candidate);
        assert_true(shrink.candidate.threads > 0 && ln_test_roles_hold(&object, &shrink.candidate));
        assert_true(ln_test_all_calls(&shrink.candidate) <= ln_test_all_calls(&shrink.best));
        assert_false(ln_wordset_has(&seen, hash));
        assert_true(ln_wordset_add(&seen, hash));
        assert_false(ln_shrink_is_smallest(&shrink));
        ln_shrink_tell(&shrink, fails(&shrink.candidate) ? LN_SHRUNK_FAILS : LN_SHRUNK_PASSES);
    }
    assert_true(fails(&shrink.best));
    assert_true(ln_shrink_is_smallest(&shrink));
    ln_test_write_sequence(&object, &shrink.best.initial, &text);
    ln_str_text(&text, text.length ? " / " : "");
    ln_test_write(&object, &shrink.best, &text);
    assert_string_equal(ln_str_borrow(&text), expected);
    ln_shrink_fini(&shrink);
    ln_wordset_fini(&seen);
    ln_str_fini(&text);
    assert_int_equal(memory.used, 0);
}

static void tests_shrink(void **state)
{
    (void)state;
    expect_shrunk(&stack, "push(1) pop push(2) | cas(1,1) pop pop | push(2) push(2) pop", "push(1) cas(0,1)",
                  two_pops_in_two_threads, "pop | pop");
    expect_shrunk(&stack, "push(2) push(7) | push(2) | pop cas(1, 1) pop", "", a_push_and_a_pop, "push(1) | pop");
    expect_shrunk(&stack, "push(2) push(1) | push(2) | pop cas(1, 1) pop", "pop", a_push_of_two, "push(2)");
    expect_shrunk(&stack, "push(2) cas(3, 4) | cas(7, 7)", "", three_calls, "push(1) push(1) | push(1)");
    expect_shrunk(&stack, "pop pop | push(1) pop | pop", "", an_even_number_of_pops, "pop | pop");
    expect_shrunk(&ring, "enq(5) size enq(7) | deq deq", "enq(9)", a_push_and_a_pop, "enq(1) / deq");
    expect_shrunk(&ring, "enq(5) size enq(7) | size size", "enq(9)", three_calls, "size / size size");
}

/* What was given is left out or kept, never changed; and what could not be tried is not said to pass. */
static void parts_of_a_test_shrink(void **state)
{
    struct ln_explored_object object;
    struct ln_memory memory;
    struct ln_error error = { 0 };
    struct ln_test test;
    struct ln_shrink shrink;
    struct ln_str text;
    bool found = true;
    (void)state;
    declare(&object, &stack);
    ln_memory_init(&memory, UINT64_MAX);
    ln_str_init(&text, &memory);
    assert_int_equal(ln_test_parse(&test, &object, "push(7) cas(3,4) | pop push(9)", "--test", &error), LN_OK);
    assert_int_equal(ln_shrink_init(&shrink, &object, &test, true, &memory), LN_OK);
    while (!ln_shrink_next(&shrink, &found) && found) {
        assert_true(ln_test_all_calls(&shrink.candidate) < ln_test_all_calls(&shrink.best));
        ln_shrink_tell(&shrink, a_push_and_a_pop(&shrink.candidate)        ? LN_SHRUNK_FAILS
                                : ln_test_all_calls(&shrink.candidate) > 1 ? LN_SHRUNK_PASSES
                                                                           : LN_SHRUNK_UNKNOWN);
    }
    assert_false(ln_shrink_is_smallest(&shrink));
    ln_test_write(&object, &shrink.best, &text);
    assert_string_equal(ln_str_borrow(&text), "pop push(9)");
    ln_shrink_fini(&shrink);
    ln_str_fini(&text);
    assert_int_equal(memory.used, 0);
}

/* ---- memory ---- */

static enum ln_status choose_and_shrink(const struct ln_explored_object *object, struct ln_memory *memory)
{
    struct ln_sample_shape shape = { .threads = 2, .calls = 2 };
    struct ln_error error = { 0 };
    struct ln_sample sample;
    struct ln_shrink shrink;
    struct ln_test test;
    bool found = true;
    enum ln_status status = ln_sample_init(&sample, object, &shape, 1, memory, &error);
    for (unsigned i = 0; i < 100 && !status; i++)
        status = ln_sample_draw(&sample, &test, &found);
    ln_sample_fini(&sample);
    if (status)
        return status;
    status = ln_shrink_init(&shrink, object, &test, false, memory);
    while (!status && found)
        status = ln_shrink_next(&shrink, &found);
    ln_shrink_fini(&shrink);
    return status;
}

static void refused_memory_is_reported(void **state)
{
    struct ln_explored_object object;
    enum ln_status status = LN_NO_MEMORY;
    unsigned refused = 0;
    (void)state;
    declare(&object, &stack);
    for (; status; refused++) {
        struct ln_memory memory;
        ln_memory_init(&memory, UINT64_MAX);
        atomic_store(&memory.fail_after, refused);
        status = choose_and_shrink(&object, &memory);
        assert_true(status == LN_OK || status == LN_NO_MEMORY);
        assert_int_equal(memory.used, 0);
    }
    assert_true(refused > 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(declarations_are_copied),
        cmocka_unit_test(tests_are_read_and_written),
        cmocka_unit_test(mistakes_are_pointed_at),
        cmocka_unit_test(anything_can_be_typed),
        cmocka_unit_test(sequences_are_read),
        cmocka_unit_test(roles_stay_with_one_thread),
        cmocka_unit_test(draws_are_distinct_and_complete),
        cmocka_unit_test(draws_respect_roles_weights_and_fresh_numbers),
        cmocka_unit_test(entries_may_be_sequences),
        cmocka_unit_test(enumeration_is_complete),
        cmocka_unit_test(tests_shrink),
        cmocka_unit_test(parts_of_a_test_shrink),
        cmocka_unit_test(refused_memory_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
