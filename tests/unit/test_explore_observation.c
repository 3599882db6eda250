/* The examples of the Line-Up paper, judged and explained. The definitions themselves are the matter of
 * tests/prop/lineup_against_definitions.c. */
#include "../support/serial_model.h"

#include "explore/reference.h"
#include "explore/serial_file.h"
#include "observed/observed.h"

#include <unistd.h>

struct example {
    struct ln_memory memory;
    struct ln_explored_object object;
    struct ln_test test;
    struct ln_observation *observation;
};

static void observe_counter(struct example *e, const char *test)
{
    ln_memory_init(&e->memory, UINT64_MAX);
    e->object = model_object("inc", 0, "get", "dec");
    e->observation = observe(&e->object, test, counter_model, &e->test, &e->memory);
}

static void observe_queue(struct example *e, const char *test)
{
    ln_memory_init(&e->memory, UINT64_MAX);
    e->object = model_object("add", 1, "trytake", "take");
    e->observation = observe(&e->object, test, queue_model, &e->test, &e->memory);
}

static void example_fini(struct example *e)
{
    ln_observation_free(e->observation);
    assert_int_equal(e->memory.used, 0);
}

/* `why` NULL: it is linearizable. */
static void expect(struct example *e, const char *events, const char *why)
{
    struct ln_explored_event list[64];
    struct ln_explored_history history = written_events(events, list);
    struct ln_naming naming = { &e->object, &e->test, write_model_result, NULL };
    struct ln_judgement judgement;
    struct ln_str out;
    ln_str_init(&out, &e->memory);
    if (!ln_observation_judge(e->observation, &history, false, &judgement))
        ln_why_unwitnessed(&naming, e->observation, &history, &judgement, &out);
    assert_string_equal(ln_str_borrow(&out), why ? why : "");
    ln_str_fini(&out);
}

/* Section 2.2.1: inc loses an update. */
static void buggy_counter_1(void **state)
{
    struct example e;
    (void)state;
    observe_counter(&e, "inc get | inc");
    assert_int_equal(ln_observation_full(e.observation), 3);
    expect(&e, "0( 1( 0) 1) 0( 0)2", NULL);
    expect(&e, "0( 1( 0) 0( 0)1 1)", NULL);
    expect(&e, "0( 1( 0) 1) 0( 0)1",
           "Every serial execution with these results has get of thread 0 before inc of thread 1;\n"
           "here, inc of thread 1 had returned before get of thread 0 was called.\n"
           "  one of them:  0: inc; 0: get -> 1; 1: inc\n"
           "get of thread 0 returned 1; after all that had returned by then, it can only return 2.\n"
           "  as in:  0: inc; 1: inc; 0: get -> 2\n");
    expect(&e, "0( 0) 0( 0)0 1( 1)",
           "No serial execution gives these results.\n"
           "get of thread 0 returned 0; after all that had returned by then, it can only return 1.\n"
           "  as in:  0: inc; 0: get -> 1\n");
    example_fini(&e);
}

/* Section 2.2.2 and Figure 4: get keeps the lock, so inc waits for ever; dec may. */
static void buggy_counter_2(void **state)
{
    struct example e;
    (void)state;
    observe_counter(&e, "inc get | inc");
    expect(
        &e, "0( 0) 0( 0)1 1( #",
        "inc of thread 1 waits for ever.\n"
        "In every serial execution where nothing but inc, get -> 1 came before it, in an order that fits, it returns.\n"
        "  as in:  0: inc; 0: get -> 1; 1: inc\n");
    expect(&e, "1( #",
           "inc of thread 1 waits for ever.\n"
           "In every serial execution where nothing came before it, it returns.\n"
           "  as in:  1: inc\n");
    expect(&e, "0( 1( 1) #",
           "inc of thread 0 waits for ever.\n"
           "In every serial execution where nothing but inc came before it, it returns.\n"
           "  as in:  1: inc; 0: inc\n");
    expect(&e, "0( 0) 0( 0)7 1( #",
           "No serial execution gives these results.\n"
           "get of thread 0 returned 7; after all that had returned by then, it can only return 1.\n"
           "  as in:  0: inc; 0: get -> 1\n");
    example_fini(&e);
    observe_counter(&e, "inc dec | dec");
    assert_int_equal(ln_observation_stuck(e.observation), 3);
    expect(&e, "1( 0( 0) 1) 0( #", NULL);
    expect(&e, "1( #", NULL);
    expect(&e, "0( 0) 0( 1( #",
           "dec of thread 0 waits for ever.\n"
           "In every serial execution where nothing but inc came before it, it returns.\n"
           "  as in:  0: inc; 0: dec\n");
    example_fini(&e);
}

/* Figures 1 and 7. */
static void queues(void **state)
{
    struct example e;
    (void)state;
    observe_queue(&e, "add(200) trytake | add(400) trytake");
    expect(&e, "0( 0) 1( 1) 0( 0)200 1( 1)400", NULL);
    expect(&e, "0( 0) 0( 1( 1) 1( 0)200 1)e",
           "No serial execution gives these results.\n"
           "trytake of thread 1 returned null; after all that had returned by then, it can only return 400.\n"
           "  as in:  0: add(200); 0: trytake -> 200; 1: add(400); 1: trytake -> 400\n");
    expect(&e, "0( 0) 1( 1) 1( 1)400 0( 0)200",
           "Every serial execution with these results has add(400) of thread 1 before add(200) of thread 0;\n"
           "here, add(200) of thread 0 had returned before add(400) of thread 1 was called.\n"
           "  one of them:  1: add(400); 0: add(200); 1: trytake -> 400\n"
           "trytake of thread 1 returned 400; after all that had returned by then, it can only return 200.\n"
           "  as in:  0: add(200); 1: add(400); 1: trytake -> 200\n");
    example_fini(&e);
    observe_queue(&e, "add(200) add(400) | take trytake");
    expect(&e, "0( 1( 0) 0( 1)200 0) 1( 1)e",
           "Every serial execution with these results has trytake of thread 1 before add(400) of thread 0;\n"
           "here, add(400) of thread 0 had returned before trytake of thread 1 was called.\n"
           "  one of them:  0: add(200); 1: take -> 200; 1: trytake -> null; 0: add(400)\n"
           "trytake of thread 1 returned null; after all that had returned by then, it can only return 400.\n"
           "  as in:  0: add(200); 0: add(400); 1: take -> 200; 1: trytake -> 400\n");
    expect(&e, "1( 0( 0) 0( 1)200 1( 1)400 0)", NULL);
    expect(&e, "1( #", NULL);
    example_fini(&e);
    observe_queue(&e, "add(1) / trytake trytake | trytake / trytake");
    expect(&e, "2( 2) 0( 0)1 1( 0( 0)e 1)e 2( 2)e", NULL);
    expect(&e, "2( 2) 0( 0)1 1( 0( 0)e 1)1 2( 2)e",
           "No serial execution gives these results.\n"
           "trytake of thread 1 returned 1; after all that had returned by then, it can only return null.\n"
           "  as in:  add(1); 0: trytake -> 1; 0: trytake -> null; 1: trytake -> null\n");
    expect(&e, "2( 2) 0( 0)1 1( 0( 0)e 1)e 2( 2)1",
           "No serial execution gives these results.\n"
           "The final trytake returned 1; after all that had returned by then, it can only return null.\n"
           "  as in:  add(1); 0: trytake -> 1; 0: trytake -> null; 1: trytake -> null; trytake -> null\n");
    example_fini(&e);
}

/* No single pair of operations is to blame. */
static void several_pairs(void **state)
{
    struct example e;
    (void)state;
    observe_counter(&e, "inc | inc | get");
    expect(&e, "0( 0) 1( 1) 2( 2)1",
           "No serial execution with these results keeps the order of what did not overlap:\n"
           "  inc of thread 0 had returned before inc of thread 1 was called\n"
           "  inc of thread 1 had returned before get of thread 2 was called\n"
           "  one of them:  0: inc; 2: get -> 1; 1: inc\n"
           "get of thread 2 returned 1; after all that had returned by then, it can only return 2.\n"
           "  as in:  0: inc; 1: inc; 2: get -> 2\n");
    example_fini(&e);
}

/* ---- determinism ---- */

static void expect_conflict(struct example *e, const char *expected)
{
    struct ln_naming naming = { &e->object, &e->test, write_model_result, NULL };
    struct ln_str out;
    ln_str_init(&out, &e->memory);
    ln_why_nondeterministic(&naming, e->observation, &out);
    assert_string_equal(ln_str_borrow(&out), expected);
    ln_str_fini(&out);
}

static void nondeterminism_is_shown(void **state)
{
    const struct ln_serial_step one[] = { { 0, NOTHING }, { 1, NUMBER } }, two[] = { { 0, NOTHING }, { 1, FAILED } },
                                three[] = { { 0, NOTHING }, { 1, LN_NO_RESULT } };
    struct ln_error error = { 0 };
    struct example e;
    (void)state;
    observe_counter(&e, "inc get | inc");
    expect_conflict(&e, "");
    example_fini(&e);
    for (unsigned i = 0; i < 4; i++) {
        e.object = model_object("inc", 0, "get", "dec");
        e.object.operations[1].nondeterministic = i == 1;
        e.object.operations[1].may_fail = i > 1;
        assert_int_equal(ln_test_parse(&e.test, &e.object, "inc | get", "--test", &error), LN_OK);
        assert_int_equal(ln_observation_new(&e.observation, &e.object, &e.test, FAILED, &e.memory), LN_OK);
        assert_int_equal(ln_observation_add(e.observation, one, 2), LN_OK);
        assert_int_equal(ln_observation_add(e.observation, two, 2), LN_OK);
        if (i == 3)
            assert_int_equal(ln_observation_add(e.observation, three, 2), LN_OK);
        assert_int_equal(ln_observation_add(e.observation, one, 1), LN_INTERNAL);
        assert_int_equal(ln_observation_seal(e.observation), LN_OK);
        expect_conflict(&e, i == 0   ? "The same calls, one after the other, do one thing or another:\n"
                                       "  0: inc           | 0: inc\n"
                                       "> 1: get -> failed | 1: get -> 0\n"
                            : i == 3 ? "The same calls, one after the other, do one thing or another:\n"
                                       "  0: inc      | 0: inc\n"
                                       "> 1: get -> 0 | 1: get waits for ever\n"
                                     : "");
        example_fini(&e);
    }
}

/* ---- files ---- */

static bool write_file(void *self, const char *bytes, size_t length)
{
    return fwrite(bytes, 1, length, self) == length;
}

static bool write_nothing(void *self, const char *bytes, size_t length)
{
    (void)self;
    (void)bytes;
    (void)length;
    return false;
}

static void what_was_observed_is_written(void **state)
{
    struct example e;
    struct ln_naming naming;
    char text[2000] = { 0 };
    FILE *file = fmemopen(text, sizeof text - 1, "w");
    (void)state;
    observe_queue(&e, "add(1) | take");
    naming = (struct ln_naming){ &e.object, &e.test, write_model_result, NULL };
    assert_non_null(file);
    assert_int_equal(ln_serial_file_write(&naming, e.observation, write_file, file), LN_OK);
    fclose(file);
    assert_string_equal(text, "{\"linnet\":1,\"id\":\"serial 1\"}\n"
                              "{\"process\":0,\"f\":\"add\",\"args\":[1],\"result\":null,\"call\":0,\"return\":1}\n"
                              "{\"process\":1,\"f\":\"take\",\"args\":[],\"result\":1,\"call\":2,\"return\":3}\n"
                              "{\"linnet\":1,\"id\":\"serial 2\"}\n"
                              "{\"process\":1,\"f\":\"take\",\"args\":[],\"call\":0,\"return\":null}\n"
                              "{\"type\":\"stuck\"}\n");
    assert_int_equal(ln_serial_file_write(&naming, e.observation, write_nothing, NULL), LN_STOPPED);
    example_fini(&e);
}

/* ---- memory ---- */

static enum ln_status judge_all(struct ln_memory *memory, const struct example *e)
{
    static const struct ln_serial_step steps[][3] = { { { 0, 0 }, { 1, 1 }, { 1, 2 } },
                                                      { { 1, 3 }, { 0, 0 }, { 1, 2 } } };
    struct ln_explored_event events[8];
    struct ln_explored_history history = written_events("0( 1( 0) 1)7 1( 1)8", events);
    struct ln_observation *observation = NULL;
    struct ln_reference *reference = NULL;
    enum ln_status status = ln_observation_new(&observation, &e->object, &e->test, LN_NO_RESULT, memory);
    for (unsigned i = 0; i < 2 && !status; i++)
        status = ln_observation_add(observation, steps[i], 3);
    if (!status)
        status = ln_observation_seal(observation);
    if (!status)
        assert_false(ln_observation_judge(observation, &history, false, NULL));
    if (!status)
        status = ln_reference_new(&reference, &e->test, memory);
    if (!status)
        status = ln_reference_add(reference, &history);
    if (!status)
        assert_true(ln_reference_allows(reference, &history, false));
    ln_observation_free(observation);
    ln_reference_free(reference);
    return status;
}

static enum ln_status load(struct ln_memory *memory, const char *path)
{
    struct ln_observed *observed;
    struct ln_error error = { 0 };
    enum ln_status status = ln_observed_load(&observed, path, memory, &error);
    assert_true(status || ln_observed_class(observed)->method_count == 2);
    ln_observed_free(observed);
    return status;
}

static void refused_memory_is_reported(void **state)
{
    static const char lines[] = "{\"process\":\"a long name\",\"f\":\"a longer one\",\"args\":[[1,{\"x\":2}],1e300],"
                                "\"result\":[1,123456789012345678],\"call\":0,\"return\":1}\n"
                                "{\"process\":1,\"f\":\"g\",\"args\":[],\"result\":1,\"call\":2,\"return\":3}\n";
    struct example e;
    struct ln_error error = { 0 };
    char path[] = "/tmp/linnet-observed-XXXXXX";
    int descriptor = mkstemp(path);
    (void)state;
    assert_int_equal(write(descriptor, lines, sizeof lines - 1), sizeof lines - 1);
    close(descriptor);
    e.object = model_object("inc", 0, "get", "dec");
    assert_int_equal(ln_test_parse(&e.test, &e.object, "inc | get get", "--test", &error), LN_OK);
    for (unsigned file = 0; file < 2; file++) {
        enum ln_status status = LN_NO_MEMORY;
        unsigned refused = 0;
        for (; status; refused++) {
            ln_memory_init(&e.memory, UINT64_MAX);
            atomic_store(&e.memory.fail_after, refused);
            status = file ? load(&e.memory, path) : judge_all(&e.memory, &e);
            assert_true(status == LN_OK || status == LN_NO_MEMORY);
            assert_int_equal(e.memory.used, 0);
        }
        assert_true(refused > 6);
    }
    unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(buggy_counter_1),
        cmocka_unit_test(buggy_counter_2),
        cmocka_unit_test(queues),
        cmocka_unit_test(several_pairs),
        cmocka_unit_test(nondeterminism_is_shown),
        cmocka_unit_test(what_was_observed_is_written),
        cmocka_unit_test(refused_memory_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
