/* What is told of steps without a source: names of blocks, values, locks, ends, and what matters of all that. */
#include "../support/written_history.h"

#include "explore/show/relevance.h"
#include "explore/show/show.h"

enum { HEAP = 0x10000, STACKS = 0x100000, STACK = 0x1000, GLOBAL = 0x400000 };

static const char *const threads[] = { "thread 1", "thread 2", "main" };

static const struct ln_traced_block blocks[] = {
    { .address = HEAP, .length = 16, .born = 0, .died = 4 },
    { .address = HEAP + 16, .length = 32, .born = 1, .died = UINT32_MAX },
    { .address = HEAP, .length = 16, .born = 6, .died = UINT32_MAX },
};

static void write_operation(void *context, uint32_t thread, uint32_t operation, bool ended, struct ln_str *out)
{
    (void)context;
    ln_str_format(out, "%u.%u%s", thread, operation, ended ? " ends" : " begins");
}

/* All steps are told as the one with number `before`, so that blocks are those of that time. */
static void expect_text(const struct ln_step *step, size_t before, const char *expected)
{
    struct ln_step steps[16] = { { .kind = LN_STEP_YIELD } };
    struct ln_run_steps run = {
        .steps = steps,
        .count = before + 1,
        .blocks = blocks,
        .block_count = COUNT(blocks),
        .threads = 2,
        .alone = 8,
        .names = threads,
        .operation = write_operation,
        .place = { .heap = HEAP, .heap_end = HEAP + 64, .stacks = STACKS, .stack_size = STACK, .threads = 9 }
    };
    struct ln_memory memory;
    struct ln_rows rows;
    for (size_t i = 0; i < before; i++)
        steps[i] = (struct ln_step){ .kind = LN_STEP_FENCE, .thread = 1 };
    steps[before] = *step;
    ln_memory_init(&memory, UINT64_MAX);
    assert_int_equal(ln_rows_init(&rows, &run, NULL, &memory), LN_OK);
    assert_null(rows.rows.at[before].place);
    assert_string_equal(rows.rows.at[before].text, expected);
    ln_rows_fini(&rows);
    assert_int_equal(memory.used, 0);
}

#define STEP(...)     \
    &(struct ln_step) \
    {                 \
        __VA_ARGS__   \
    }

static void blocks_have_names_and_lives(void **state)
{
    (void)state;
    expect_text(STEP(.kind = LN_STEP_ALLOCATE, .address = HEAP, .length = 16), 0, "malloc(16) -> n1");
    expect_text(STEP(.kind = LN_STEP_ALLOCATE, .address = HEAP + 16, .length = 32), 1, "malloc(32) -> n2");
    expect_text(STEP(.kind = LN_STEP_FREE, .address = HEAP), 4, "free(n1)");
    expect_text(STEP(.kind = LN_STEP_ALLOCATE, .address = HEAP, .length = 16), 6, "malloc(16) -> n1'");
    expect_text(STEP(.kind = LN_STEP_READ, .address = HEAP + 8, .length = 8, .before = HEAP + 16), 2, "n1+8 -> n2");
    expect_text(STEP(.kind = LN_STEP_READ, .address = HEAP + 8, .length = 8, .before = HEAP + 17), 7, "n1'+8 -> n2|1");
    expect_text(STEP(.kind = LN_STEP_WRITE, .address = HEAP + 24, .length = 8, .before = HEAP, .after = 0), 7,
                "n2+8 = NULL");
    expect_text(STEP(.kind = LN_STEP_COPY, .address = HEAP + 16, .length = 32, .success = 1), 7,
                "writes 32 bytes at n2");
}

static void blocks_of_before_are_known_by_pointers(void **state)
{
    static const struct ln_step steps[] = {
        { .kind = LN_STEP_LOAD, .address = GLOBAL, .length = 8, .before = HEAP + 48 },
        { .kind = LN_STEP_ALLOCATE, .address = HEAP, .length = 16 },
        { .kind = LN_STEP_READ, .address = HEAP + 56, .length = 4, .before = 3 },
    };
    static const struct ln_traced_block block = { .address = HEAP, .length = 16, .born = 2, .died = UINT32_MAX };
    struct ln_run_steps run = { .steps = steps,
                                .count = COUNT(steps),
                                .blocks = &block,
                                .block_count = 1,
                                .threads = 1,
                                .alone = 8,
                                .names = threads,
                                .operation = write_operation,
                                .place = { .heap = HEAP, .heap_end = HEAP + 64 } };
    struct ln_memory memory;
    struct ln_rows rows;
    (void)state;
    ln_memory_init(&memory, UINT64_MAX);
    assert_int_equal(ln_rows_init(&rows, &run, NULL, &memory), LN_OK);
    assert_string_equal(rows.rows.at[0].text, "load(0x400000) -> n1");
    assert_string_equal(rows.rows.at[1].text, "malloc(16) -> n2");
    assert_string_equal(rows.rows.at[2].text, "n1+8 -> 3");
    ln_rows_fini(&rows);
    assert_int_equal(memory.used, 0);
}

static void values_are_what_they_look_like(void **state)
{
    (void)state;
    expect_text(STEP(.kind = LN_STEP_STORE, .address = GLOBAL, .length = 4, .after = 7), 0, "store(0x400000, 7)");
    expect_text(STEP(.kind = LN_STEP_STORE, .address = GLOBAL, .length = 4, .after = 0xfffffffe), 0,
                "store(0x400000, -2)");
    expect_text(STEP(.kind = LN_STEP_LOAD, .address = GLOBAL, .length = 8, .before = 0), 0, "load(0x400000) -> 0");
    expect_text(STEP(.kind = LN_STEP_LOAD, .address = GLOBAL, .length = 8, .before = 0xabcdef0123456789), 0,
                "load(0x400000) -> 0xabcdef0123456789");
    expect_text(STEP(.kind = LN_STEP_READ, .address = STACKS + STACK, .length = 1, .before = 1), 0,
                "thread 2's stack -> 1");
    expect_text(STEP(.kind = LN_STEP_READ, .address = STACKS + 8 * STACK, .length = 1, .before = 1), 0,
                "main's stack -> 1");
    expect_text(STEP(.kind = LN_STEP_READ, .address = STACKS + 5 * STACK, .length = 1, .before = 1), 0,
                "another thread's stack -> 1");
    expect_text(STEP(.kind = LN_STEP_FETCH, .fetch = LN_FETCH_XOR, .address = GLOBAL, .length = 2, .operand = 3,
                     .before = 1, .after = 2),
                0, "fetch_xor(0x400000, 3) -> 1");
    expect_text(STEP(.kind = LN_STEP_CALL, .operation = 3), 0, "0.3 begins");
    expect_text(STEP(.kind = LN_STEP_RETURN, .thread = 1, .operation = 2), 0, "1.2 ends");
}

static void a_cas_says_why_it_failed(void **state)
{
    (void)state;
    expect_text(STEP(.kind = LN_STEP_CAS, .address = GLOBAL, .length = 8, .expected = HEAP, .before = HEAP, .after = 0,
                     .success = 1),
                0, "CAS(0x400000, n1, NULL) -> true");
    expect_text(
        STEP(.kind = LN_STEP_CAS, .address = GLOBAL, .length = 8, .expected = HEAP, .before = HEAP + 16, .after = 0), 1,
        "CAS(0x400000, n1, NULL) -> false (it is n2)");
    expect_text(
        STEP(.kind = LN_STEP_CAS, .address = GLOBAL, .length = 8, .expected = 1, .before = 1, .after = 2, .weak = 1), 0,
        "CAS(0x400000, 1, 2) -> false (spurious)");
}

static void locks_say_how_it_went(void **state)
{
    (void)state;
    expect_text(STEP(.kind = LN_STEP_LOCK, .address = HEAP), 0, "lock(n1)");
    expect_text(STEP(.kind = LN_STEP_TRY_LOCK, .address = HEAP, .success = 1), 0, "trylock(n1) -> taken");
    expect_text(STEP(.kind = LN_STEP_TRY_LOCK, .address = HEAP), 0, "trylock(n1) -> busy");
    expect_text(STEP(.kind = LN_STEP_TIMED_LOCK, .address = HEAP), 0, "timed lock(n1) -> timed out");
    expect_text(STEP(.kind = LN_STEP_UNLOCK, .address = HEAP), 0, "unlock(n1)");
    expect_text(STEP(.kind = LN_STEP_WAIT, .address = HEAP), 0, "wait(n1)");
    expect_text(STEP(.kind = LN_STEP_WAKE, .success = 1), 0, "woken");
    expect_text(STEP(.kind = LN_STEP_WAKE), 0, "wait timed out");
    expect_text(STEP(.kind = LN_STEP_SIGNAL, .address = HEAP), 0, "signal(n1)");
    expect_text(STEP(.kind = LN_STEP_BLOCKED, .address = HEAP + 16), 1, "waits for a change of n2+0 for ever");
    expect_text(STEP(.kind = LN_STEP_BLOCKED), 1, "waits for ever");
    expect_text(STEP(.kind = LN_STEP_SPIN), 1, "goes round again");
    expect_text(STEP(.kind = LN_STEP_SPIN, .address = HEAP + 16), 1, "waits for a change of n2+0");
    expect_text(STEP(.kind = LN_STEP_REPEAT, .length = 1, .operand = 31), 1, "the same x 31");
    expect_text(STEP(.kind = LN_STEP_REPEAT, .length = 3, .operand = 10001), 1, "the last 3 steps x 10001");
}

static void crashes_say_what_was_touched(void **state)
{
    (void)state;
    expect_text(STEP(.kind = LN_STEP_FAULT, .address = HEAP + 8), 5, "crashes: touches n1, which was freed");
    expect_text(STEP(.kind = LN_STEP_FAULT, .address = HEAP + 8), 7, "crashes: touches n1'");
    expect_text(STEP(.kind = LN_STEP_FAULT, .address = 8), 5, "crashes: goes through NULL");
    expect_text(STEP(.kind = LN_STEP_FAULT, .address = GLOBAL), 5, "crashes: touches 0x400000");
    expect_text(STEP(.kind = LN_STEP_FAULT), 5, "crashes");
}

static void expect_relevant(const struct ln_step *steps, size_t count, const char *expected)
{
    bool relevant[16];
    char found[17] = "";
    struct ln_memory memory;
    ln_memory_init(&memory, UINT64_MAX);
    assert_true(ln_relevance(steps, count, 8, relevant, &memory));
    for (size_t i = 0; i < count; i++)
        found[i] = relevant[i] ? '!' : '.';
    assert_string_equal(found, expected);
    assert_int_equal(memory.used, 0);
}

static void what_two_threads_touch_matters(void **state)
{
    static const struct ln_step shared[] = {
        { .kind = LN_STEP_CALL },
        { .kind = LN_STEP_READ, .address = 100, .length = 8 }, /* both only read it */
        { .kind = LN_STEP_READ, .address = 100, .length = 8, .thread = 1 },
        { .kind = LN_STEP_WRITE, .address = 200, .length = 8 }, /* one writes, the other reads half */
        { .kind = LN_STEP_READ, .address = 204, .length = 4, .thread = 1 },
        { .kind = LN_STEP_CAS, .address = 300, .length = 8 }, /* failed ones only read */
        { .kind = LN_STEP_LOAD, .address = 300, .length = 8, .thread = 1 },
        { .kind = LN_STEP_WRITE, .address = 400, .length = 4 }, /* side by side */
        { .kind = LN_STEP_WRITE, .address = 404, .length = 4, .thread = 1 },
        { .kind = LN_STEP_LOCK, .address = 500 },
        { .kind = LN_STEP_LOCK, .address = 500, .thread = 1 },
        { .kind = LN_STEP_LOCK, .address = 600, .thread = 1 },
    };
    static const struct ln_step alone[] = {
        { .kind = LN_STEP_WRITE, .address = 100, .length = 8, .thread = 8 }, /* sets up */
        { .kind = LN_STEP_CALL, .thread = 1 },
        { .kind = LN_STEP_READ, .address = 100, .length = 8, .thread = 1 },
        { .kind = LN_STEP_FENCE, .thread = 1 },
        { .kind = LN_STEP_READ, .address = 100, .length = 8, .preempts = 1 },
        { .kind = LN_STEP_ALLOCATE, .address = 800, .length = 16 }, /* another one gets to it */
        { .kind = LN_STEP_ALLOCATE, .address = 900, .length = 16 },
        { .kind = LN_STEP_READ, .address = 808, .length = 8, .thread = 1 },
        { .kind = LN_STEP_FREE, .address = 800, .length = 16 },
        { .kind = LN_STEP_BLOCKED },
    };
    (void)state;
    expect_relevant(shared, COUNT(shared), "!..!!....!!.");
    expect_relevant(alone, COUNT(alone), ".!.!!!..!!");
    expect_relevant(NULL, 0, "");
}

/* What sets the object up has no rows; what runs before the others in operations stands in the last column. */
static void what_runs_alone_stands_aside(void **state)
{
    static const struct ln_step steps[] = {
        { .kind = LN_STEP_WRITE, .address = GLOBAL, .length = 4, .thread = 8, .operation = UINT16_MAX },
        { .kind = LN_STEP_CALL, .thread = 8 },
        { .kind = LN_STEP_WRITE, .address = GLOBAL, .length = 4, .after = 1, .thread = 8 },
        { .kind = LN_STEP_RETURN, .thread = 8 },
        { .kind = LN_STEP_READ, .address = GLOBAL, .length = 4, .before = 1, .thread = 1 },
    };
    struct ln_run_steps run = {
        .steps = steps, .count = COUNT(steps), .threads = 2, .alone = 8, .names = threads, .operation = write_operation
    };
    struct ln_memory memory;
    struct ln_rows rows;
    (void)state;
    ln_memory_init(&memory, UINT64_MAX);
    assert_int_equal(ln_rows_init(&rows, &run, NULL, &memory), LN_OK);
    assert_int_equal(rows.rows.length, 4);
    assert_string_equal(rows.rows.at[0].text, "8.0 begins");
    assert_int_equal(rows.rows.at[1].thread, 2);
    assert_true(rows.rows.at[1].irrelevant);
    assert_int_equal(rows.rows.at[3].thread, 1);
    assert_true(rows.rows.at[3].irrelevant);
    ln_rows_fini(&rows);
    assert_int_equal(memory.used, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_have_names_and_lives),    cmocka_unit_test(blocks_of_before_are_known_by_pointers),
        cmocka_unit_test(values_are_what_they_look_like), cmocka_unit_test(a_cas_says_why_it_failed),
        cmocka_unit_test(locks_say_how_it_went),          cmocka_unit_test(crashes_say_what_was_touched),
        cmocka_unit_test(what_two_threads_touch_matters), cmocka_unit_test(what_runs_alone_stands_aside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
