/* The schedule of a finding: what is written is read back, and nonsense is told with its line. So is the program. */
#include "base/hash.h"
#include "inquiry/code/program.h"
#include "inquiry/code/schedule.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static struct ln_memory memory;

static int begin(void **state)
{
    (void)state;
    ln_memory_init(&memory, UINT64_MAX);
    return 0;
}

static void fill(struct ln_schedule *schedule)
{
    ln_schedule_init(schedule, &memory);
    ln_str_text(&schedule->test, "push(1) pop | pop");
    ln_str_text(&schedule->initial, "push(7)");
    schedule->failure = LN_FAILURE_ORDER;
    schedule->hash[0] = 0x0123456789abcdef;
    schedule->hash[1] = UINT64_MAX;
    schedule->how = (struct ln_run_how){ .strategy = LN_DELAYS,
                                         .reuse = LN_REUSE_ANY,
                                         .bound = 3,
                                         .switches = 2,
                                         .reuses = UINT32_MAX,
                                         .failures = 1,
                                         .seed = UINT64_MAX };
    for (uint32_t i = 0; i < 100; i++) {
        assert_true(ln_vec_push(
            &schedule->choices, &memory,
            ((struct ln_choice){
                .step = 3 * i, .kind = (uint8_t)(i % 8), .chosen = (uint8_t)(i % 32), .by = (uint8_t)(i % 9) })));
        assert_true(ln_vec_push(&schedule->shared, &memory, ((struct ln_shared_run){ i, i + 1, i % 2 == 0 })));
    }
}

static void write_lines(struct ln_str *out)
{
    struct ln_schedule schedule;
    fill(&schedule);
    ln_str_init(out, &memory);
    ln_schedule_write(&schedule, out);
    assert_false(out->failed);
    ln_schedule_fini(&schedule);
}

static enum ln_status read_lines(const char *text, size_t length, struct ln_schedule *schedule, struct ln_error *error)
{
    ln_schedule_init(schedule, &memory);
    return ln_schedule_read(schedule, (struct ln_text){ text, length }, "x.finding", error);
}

static void expect_lists(const struct ln_schedule *read, const struct ln_schedule *written)
{
    assert_int_equal(read->choices.length, 100);
    assert_int_equal(read->shared.length, 100);
    for (size_t i = 0; i < 100; i++) {
        assert_int_equal(read->choices.at[i].step, written->choices.at[i].step);
        assert_int_equal(read->choices.at[i].kind, written->choices.at[i].kind);
        assert_int_equal(read->choices.at[i].chosen, written->choices.at[i].chosen);
        assert_int_equal(read->choices.at[i].by, written->choices.at[i].by);
        assert_int_equal(read->shared.at[i].from, written->shared.at[i].from);
        assert_int_equal(read->shared.at[i].count, written->shared.at[i].count);
        assert_int_equal(read->shared.at[i].is_global, written->shared.at[i].is_global);
    }
}

static void what_is_written_is_read_back(void **state)
{
    struct ln_schedule written, read;
    struct ln_error error;
    struct ln_str lines;
    (void)state;
    fill(&written);
    write_lines(&lines);
    assert_int_equal(read_lines(lines.at, lines.length, &read, &error), LN_OK);
    assert_string_equal(ln_str_borrow(&read.test), "push(1) pop | pop");
    assert_string_equal(ln_str_borrow(&read.initial), "push(7)");
    assert_string_equal(ln_str_borrow(&read.final), "");
    assert_int_equal(read.failure, LN_FAILURE_ORDER);
    assert_memory_equal(read.hash, written.hash, sizeof read.hash);
    assert_int_equal(read.how.strategy, LN_DELAYS);
    assert_int_equal(read.how.reuse, LN_REUSE_ANY);
    assert_int_equal(read.how.bound, 3);
    assert_int_equal(read.how.switches, 2);
    assert_int_equal(read.how.reuses, UINT32_MAX);
    assert_int_equal(read.how.failures, 1);
    assert_true(read.how.seed == UINT64_MAX);
    expect_lists(&read, &written);
    ln_schedule_fini(&read);
    ln_schedule_fini(&written);
    ln_str_fini(&lines);
    assert_int_equal(memory.used, 0);
}

#define HASH "\"hash\":\"0123456789abcdef0123456789abcdef\""
#define TEST "{\"test\":\"pop\",\"failure\":\"stuck\"," HASH ",\"choices\":1}\n"

/* `message`: part of what is said. */
static void expect_refused(const char *text, const char *message)
{
    struct ln_schedule read;
    struct ln_error error = { 0 };
    assert_int_equal(read_lines(text, strlen(text), &read, &error), LN_BAD_INPUT);
    if (!strstr(error.message, message))
        fail_msg("`%s`: not `%s`", error.message, message);
    ln_schedule_fini(&read);
}

static void nonsense_is_refused(void **state)
{
    static const char *const lines[] = {
        "",
        "{}",
        "nonsense",
        "{\"test\":\"pop\"}",
        "{\"test\":\"pop\",\"failure\":\"none\"," HASH ",\"choices\":1}",
        "{\"test\":\"pop\",\"failure\":\"stuck\",\"hash\":\"12\",\"choices\":1}",
        "{\"test\":\"pop\",\"failure\":\"stuck\"," HASH ",\"choices\":99999999}",
        "{\"test\":1}",
        "{\"strategy\":\"none\"}",
        "{\"strategy\":\"delays\",\"bound\":1,\"switches\":1,\"reuse\":\"lifo\"}",
        ("{\"strategy\":\"delays\",\"bound\":1,\"switches\":1,\"reuse\":\"mine\",\"reuses\":1,\"failures\":1,"
         "\"seed\":1}"),
        "{\"choice\":\"thread\",\"step\":1,\"chosen\":0}",
        "{\"choice\":\"thread\",\"step\":1,\"chosen\":32,\"by\":0}",
        "{\"choice\":\"thread\",\"step\":1,\"chosen\":0,\"by\":9}",
        "{\"choice\":\"thread\",\"step\":-1,\"chosen\":0,\"by\":0}",
        "{\"choice\":\"thread\",\"step\":4294967296,\"chosen\":0,\"by\":0}",
        "{\"choice\":2,\"step\":1,\"chosen\":0,\"by\":0}",
        "{\"shared\":\"memory\",\"from\":1}",
        "{\"shared\":\"elsewhere\",\"from\":1,\"count\":1}",
        "{\"shared\":true}",
    };
    (void)state;
    expect_refused("", "its schedule is cut");
    expect_refused(TEST, "its schedule is cut");
    expect_refused("{\"choice\":\"thread\",\"step\":1,\"chosen\":0,\"by\":0}\n", "its schedule is cut");
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        char text[512];
        snprintf(text, sizeof text, TEST "%s\n", lines[i]);
        expect_refused(text, "x.finding: line 2 of its schedule makes no sense");
    }
    assert_int_equal(memory.used, 0);
}

/* Cut anywhere, or with a byte changed, it is read or refused, and nothing worse. */
static void damage_does_no_harm(void **state)
{
    struct ln_str lines;
    char *changed;
    (void)state;
    write_lines(&lines);
    changed = malloc(lines.length);
    assert_non_null(changed);
    for (size_t i = 0; i < 2 * lines.length; i += 23) {
        struct ln_schedule read;
        struct ln_error error;
        size_t at = i / 2;
        memcpy(changed, lines.at, lines.length);
        changed[at] = (char)(i * 37);
        read_lines(changed, i % 2 ? at : lines.length, &read, &error);
        assert_true(read.choices.length <= 100);
        ln_schedule_fini(&read);
    }
    free(changed);
    ln_str_fini(&lines);
    assert_int_equal(memory.used, 0);
}

/* ---- the program ---- */

static void a_program_is_read_back(void **state)
{
    char path[] = "/tmp/linnet-program-XXXXXX";
    const char *const files[] = { path, path }, *const flags[] = { "-DNAME=a b" };
    struct ln_sources sources = {
        .files = files, .file_count = 2, .flags = flags, .flag_count = 1, .compiler = "gcc -g"
    };
    struct ln_program_said program;
    struct ln_facts subject;
    struct ln_error error;
    int file = mkstemp(path);
    (void)state;
    assert_true(file >= 0 && write(file, "int x;\n", 7) == 7 && close(file) == 0);
    ln_facts_init(&subject, &memory);
    assert_int_equal(ln_program_say(&sources, "/proc/self/exe", &subject, &error), LN_OK);
    assert_int_equal(ln_program_hear(&program, &subject, &error), LN_OK);
    assert_int_equal(program.files.length, 2);
    assert_string_equal(program.files.at[1], path);
    assert_string_equal(program.digests.at[0], program.digests.at[1]);
    assert_int_equal(program.flags.length, 1);
    assert_string_equal(program.flags.at[0], "-DNAME=a b");
    assert_string_equal(program.compiler, "gcc -g");
    assert_int_equal(strlen(program.code), LN_DIGEST_TEXT - 1);
    ln_program_said_fini(&program, &memory);
    ln_facts_fini(&subject);
    unlink(path);
    assert_int_equal(memory.used, 0);
}

static void half_a_program_is_refused(void **state)
{
    static const char *const subjects[] = {
        "{}",
        "{\"code\":\"aa\"}",
        "{\"files\":[]}",
        "{\"files\":[{\"name\":\"a.c\",\"digest\":\"aa\"}]}",
        "{\"files\":[{\"name\":\"a.c\"}],\"code\":\"aa\"}",
        "{\"files\":[7],\"code\":\"aa\"}",
        "{\"files\":\"a.c\",\"code\":\"aa\"}",
        "{\"files\":[{\"name\":\"a.c\",\"digest\":\"aa\"}],\"flags\":[1],\"code\":\"a\"}",
        "{\"files\":[{\"name\":\"a.c\",\"digest\":\"aa\"}],\"flags\":[true],\"code\":\"aa\"}",
    };
    (void)state;
    for (size_t i = 0; i < sizeof subjects / sizeof *subjects; i++) {
        struct ln_program_said program;
        struct ln_facts subject;
        struct ln_error error;
        size_t column;
        ln_facts_init(&subject, &memory);
        assert_int_equal(ln_facts_read(&subject, (struct ln_text){ subjects[i], strlen(subjects[i]) }, &column, &error),
                         LN_OK);
        if (ln_program_hear(&program, &subject, &error) != LN_BAD_INPUT)
            fail_msg("%s: not refused", subjects[i]);
        ln_program_said_fini(&program, &memory);
        ln_facts_fini(&subject);
    }
    assert_int_equal(memory.used, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_is_read_back), cmocka_unit_test(nonsense_is_refused),
        cmocka_unit_test(damage_does_no_harm),          cmocka_unit_test(a_program_is_read_back),
        cmocka_unit_test(half_a_program_is_refused),
    };
    return cmocka_run_group_tests(tests, begin, NULL);
}
