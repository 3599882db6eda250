/* Generated histories: what they claim is true, for every class of the registry. */
#include "../support/written_history.h"

#include "inquiry/binding.h"
#include "check/check.h"
#include "gen/gen.h"
#include "verify/replay.h"

#include <unistd.h>

struct made {
    struct ln_memory memory;
    struct ln_binding binding;
    struct ln_budget budget;
    struct ln_history history;
    struct ln_gen_fault fault;
    char path[64];
};

static void temporary(char *path, const char *what)
{
    int file;
    snprintf(path, 64, "/tmp/linnet-gen-%s-XXXXXX", what);
    file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
}

static void make(struct made *made, const struct ln_gen_options *options)
{
    struct ln_reader_options reading = { .binder = &made->binding.binder, .budget = &made->budget };
    struct ln_reader *reader;
    struct ln_error error = { 0 };
    FILE *out;
    bool found = false;
    enum ln_status status;
    temporary(made->path, "history");
    ln_memory_init(&made->memory, UINT64_MAX);
    out = fopen(made->path, "w");
    status = ln_gen(options, out, &made->fault, &made->memory, &error);
    if (status)
        fail_msg("%s, seed %d: %s", options->spec, (int)options->seed, error.message);
    fclose(out);
    assert_int_equal(made->memory.used, 0);
    ln_binding_init(&made->binding, NULL);
    ln_budget_init(&made->budget, &made->memory, 0, NULL);
    status = ln_reader_open(&reader, made->path, &reading, &made->memory, &error);
    if (!status)
        status = ln_reader_next(reader, &made->history, &found, &error);
    if (status || !found)
        fail_msg("%s, seed %d: %s", options->spec, (int)options->seed, error.message);
    ln_reader_close(reader);
    assert_int_equal(made->history.operations.length, options->operations);
}

static void unmake(struct made *made)
{
    ln_history_fini(&made->history);
    remove(made->path);
}

static enum ln_verdict verdict(struct made *made, enum ln_algorithm algorithm)
{
    struct ln_check_options how = { .algorithm = algorithm, .jobs = 1 };
    struct ln_outcome outcome;
    struct ln_error error;
    enum ln_verdict found;
    ln_outcome_init(&outcome, &made->memory);
    assert_int_equal(ln_check(&made->history, &made->binding.spec, &how, &made->budget, &outcome, &error), LN_OK);
    found = outcome.verdict;
    ln_outcome_fini(&outcome);
    return found;
}

/* Each says when it took effect, if it did. */
static void replay(struct made *made, const struct ln_gen_options *options)
{
    static uint32_t order[4096];
    struct ln_error error = { 0 };
    size_t count = 0;
    memset(order, 0xff, sizeof order);
    for (uint32_t i = 0; i < made->history.operations.length; i++) {
        int64_t effect = ln_history_order(&made->history, i);
        if (effect == LN_NO_ORDER)
            continue;
        assert_in_range(effect, 0, COUNT(order) - 1);
        order[effect] = i;
        count++;
    }
    assert_true(count >= options->operations - options->pending && count <= options->operations);
    if (ln_replay(&made->history, &made->binding.spec, order, count, &made->memory, &error))
        fail_msg("%s, seed %d: %s", options->spec, (int)options->seed, error.message);
}

/* ---- tests ---- */

static void every_class(void (*test)(const char *spec))
{
    static const char *const more[] = { "queue:capacity=2", "register:initial=0", "kv:missing=something-long" };
    for (size_t i = 0; ln_spec_class_at(i); i++)
        test(ln_spec_class_at(i)->name);
    for (size_t i = 0; i < COUNT(more); i++)
        test(more[i]);
}

static void sound(const char *spec)
{
    for (uint64_t seed = 0; seed < 6; seed++) {
        struct ln_gen_options options = { .spec = spec,
                                          .operations = 1500,
                                          .seed = seed,
                                          .order = true,
                                          .processes = 4,
                                          .pending = seed % 2 ? 30 : 0,
                                          .keys = (uint32_t)(seed % 3),
                                          .values = (uint32_t)(seed % 4) };
        struct made made = { 0 };
        make(&made, &options);
        replay(&made, &options);
        unmake(&made);
    }
}

static void small_ones_hold(const char *spec)
{
    for (uint64_t seed = 0; seed < 10; seed++) {
        struct ln_gen_options options = { .spec = spec,
                                          .operations = 8,
                                          .seed = seed,
                                          .processes = 3,
                                          .pending = (uint32_t)(seed % 3),
                                          .keys = (uint32_t)(seed % 2 + 1) };
        struct made made = { 0 };
        make(&made, &options);
        if (verdict(&made, LN_ALGORITHM_BRUTE) != LN_HOLDS || verdict(&made, LN_ALGORITHM_AUTO) != LN_HOLDS)
            fail_msg("%s, seed %d does not hold", spec, (int)seed);
        unmake(&made);
    }
}

static void faulty_ones_are_violated(const char *spec)
{
    for (uint64_t seed = 0; seed < 12; seed++) {
        struct ln_gen_options options = { .spec = spec,
                                          .operations = 1 + seed % 8,
                                          .seed = seed,
                                          .processes = 3,
                                          .pending = seed % 8 ? (uint32_t)(seed % 2) : 0,
                                          .keys = (uint32_t)(seed % 2 + 1),
                                          .faulty = true };
        struct made made = { 0 };
        make(&made, &options);
        assert_true(made.fault.operation < options.operations);
        assert_int_equal(made.fault.line, made.fault.operation + 2);
        assert_int_equal(made.history.operations.at[made.fault.operation].line, made.fault.line);
        if (verdict(&made, LN_ALGORITHM_BRUTE) != LN_VIOLATED || verdict(&made, LN_ALGORITHM_AUTO) != LN_VIOLATED)
            fail_msg("%s, seed %d is not violated", spec, (int)seed);
        unmake(&made);
    }
}

static void test_order_of_effects_replays(void **state)
{
    (void)state;
    every_class(sound);
}

static void test_small_ones_hold(void **state)
{
    (void)state;
    every_class(small_ones_hold);
}

static void test_faulty_ones_are_violated(void **state)
{
    (void)state;
    every_class(faulty_ones_are_violated);
}

static void test_pending_are_as_many_as_asked(void **state)
{
    (void)state;
    for (uint32_t pending = 0; pending <= 20; pending++) {
        struct ln_gen_options options = {
            .spec = "queue", .operations = 20, .seed = pending, .processes = 2, .pending = pending
        };
        struct made made = { 0 };
        uint32_t found = 0;
        make(&made, &options);
        for (uint32_t i = 0; i < 20; i++)
            found += made.history.operations.at[i].fate == LN_PENDING;
        assert_int_equal(found, pending);
        unmake(&made);
    }
}

/* Memory that is refused is a status, whenever it is. */
static void test_refused_memory(void **state)
{
    struct ln_gen_options options = { .spec = "kv", .operations = 300, .processes = 3, .pending = 3 };
    enum ln_status status = LN_NO_MEMORY;
    (void)state;
    for (int64_t k = 0; status == LN_NO_MEMORY; k++) {
        FILE *out = fopen("/dev/null", "w");
        struct ln_memory memory;
        struct ln_error error;
        ln_memory_init(&memory, UINT64_MAX);
        memory.fail_after = k;
        status = ln_gen(&options, out, NULL, &memory, &error);
        assert_int_equal(memory.used, 0);
        fclose(out);
    }
    assert_int_equal(status, LN_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_order_of_effects_replays), cmocka_unit_test(test_small_ones_hold),
        cmocka_unit_test(test_faulty_ones_are_violated), cmocka_unit_test(test_pending_are_as_many_as_asked),
        cmocka_unit_test(test_refused_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
