/* Schedules in files: what is written is read back, and nonsense is told with its line. */
#include "cli/schedule_file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static char path[] = "/tmp/linnet-schedule-XXXXXX";
static struct ln_memory memory;
static struct schedule_file written, read_back;

static int make_path(void **state)
{
    int file = mkstemp(path);
    (void)state;
    ln_memory_init(&memory, UINT64_MAX);
    return file < 0 ? -1 : close(file);
}

static int drop_path(void **state)
{
    (void)state;
    return unlink(path);
}

static void fill(struct schedule_file *file)
{
    schedule_file_init(file, &memory);
    memset(file->program, 'a', LN_DIGEST_TEXT - 1);
    file->file_count = 2;
    strcpy(file->files[0], "a test.c");
    strcpy(file->files[1], "b.c");
    memset(file->digests[0], '1', LN_DIGEST_TEXT - 1);
    memset(file->digests[1], '2', LN_DIGEST_TEXT - 1);
    file->flag_count = 1;
    strcpy(file->flags[0], "-DNAME=a b");
    strcpy(file->compiler, "gcc");
    strcpy(file->test, "push(1) pop | pop");
    strcpy(file->initial, "push(7)");
    file->failure = LN_FAILURE_ORDER;
    file->hash[0] = 0x0123456789abcdef;
    file->hash[1] = UINT64_MAX;
    file->how = (struct ln_run_how){ .strategy = LN_DELAYS, .reuse = LN_REUSE_ANY, .bound = 3, .switches = 2,
                                     .reuses = UINT32_MAX, .seed = UINT64_MAX };
    for (uint32_t i = 0; i < 100; i++) {
        assert_true(ln_vec_push(&file->choices, &memory,
                                ((struct ln_choice){ .step = 3 * i, .kind = (uint8_t)(i % 7), .chosen = (uint8_t)(i % 32) })));
        assert_true(ln_vec_push(&file->shared, &memory, ((struct ln_shared_run){ i, i + 1, i % 2 == 0 })));
    }
}

static void what_is_written_is_read_back(void **state)
{
    struct ln_error error;
    (void)state;
    fill(&written);
    schedule_file_init(&read_back, &memory);
    assert_int_equal(schedule_file_write(&written, path, &error), LN_OK);
    assert_int_equal(schedule_file_read(&read_back, path, &error), LN_OK);
    assert_string_equal(read_back.program, written.program);
    assert_int_equal(read_back.file_count, 2);
    assert_int_equal(read_back.flag_count, 1);
    for (unsigned i = 0; i < 2; i++) {
        assert_string_equal(read_back.files[i], written.files[i]);
        assert_string_equal(read_back.digests[i], written.digests[i]);
    }
    assert_string_equal(read_back.flags[0], written.flags[0]);
    assert_string_equal(read_back.compiler, written.compiler);
    assert_string_equal(read_back.test, written.test);
    assert_string_equal(read_back.initial, written.initial);
    assert_string_equal(read_back.final, "");
    assert_int_equal(read_back.failure, written.failure);
    assert_memory_equal(read_back.hash, written.hash, sizeof written.hash);
    assert_int_equal(read_back.how.strategy, written.how.strategy);
    assert_int_equal(read_back.how.reuse, written.how.reuse);
    assert_int_equal(read_back.how.bound, 3);
    assert_int_equal(read_back.how.switches, 2);
    assert_int_equal(read_back.how.reuses, UINT32_MAX);
    assert_true(read_back.how.seed == UINT64_MAX);
    assert_int_equal(read_back.choices.length, 100);
    assert_int_equal(read_back.shared.length, 100);
    for (size_t i = 0; i < 100; i++) {
        assert_int_equal(read_back.choices.at[i].step, written.choices.at[i].step);
        assert_int_equal(read_back.choices.at[i].kind, written.choices.at[i].kind);
        assert_int_equal(read_back.choices.at[i].chosen, written.choices.at[i].chosen);
        assert_int_equal(read_back.shared.at[i].from, written.shared.at[i].from);
        assert_int_equal(read_back.shared.at[i].count, written.shared.at[i].count);
        assert_int_equal(read_back.shared.at[i].is_global, written.shared.at[i].is_global);
    }
    schedule_file_fini(&written);
    schedule_file_fini(&read_back);
    assert_int_equal(memory.used, 0);
}

/* `message`: part of what is said. */
static void expect_refused(const char *text, const char *message)
{
    struct ln_error error = { 0 };
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
    schedule_file_init(&read_back, &memory);
    assert_int_equal(schedule_file_read(&read_back, path, &error), LN_BAD_INPUT);
    if (!strstr(error.message, message))
        fail_msg("`%s`: not `%s`", error.message, message);
    schedule_file_fini(&read_back);
}

static void nonsense_is_refused(void **state)
{
#define HEAD "linnet schedule 1\n"
    static const char *const lines[] = {
        "program short", "file x", "file", "nonsense", "failure 0 0 00", "failure 99 0 0123456789abcdef0123456789abcdef",
        "failure x", "how 9 0 0 0 0 0 0", "how 0 9 0 0 0 0 0", "how 1 2 3", "choice 1 2", "choice 1 99 0",
        "choice 1 0 32", "choice -", "shared 1", "", " ",
    };
    struct ln_error error;
    (void)state;
    expect_refused("", ":1:1: this is no schedule");
    expect_refused("linnet schedule 2\n", ":1:1: this is no schedule");
    expect_refused(HEAD, "the schedule is cut");
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        char text[256];
        snprintf(text, sizeof text, HEAD "%s\n", lines[i]);
        expect_refused(text, ":2:1: '");
    }
    schedule_file_init(&read_back, &memory);
    assert_int_equal(schedule_file_read(&read_back, "/nowhere/x.schedule", &error), LN_BAD_INPUT);
    schedule_file_fini(&read_back);
}

/* More than there is room for, and lines that do not end. */
static void too_much_is_refused(void **state)
{
    static char text[200 * 1024];
    size_t length;
    (void)state;
    length = (size_t)sprintf(text, HEAD);
    for (int i = 0; i <= SCHEDULE_WORDS; i++)
        length += (size_t)sprintf(text + length, "flag -D%d\n", i);
    expect_refused(text, "makes no sense");
    length = (size_t)sprintf(text, HEAD "test ");
    memset(text + length, 'x', SCHEDULE_TEXT + 100);
    strcpy(text + length + SCHEDULE_TEXT + 100, "\n");
    expect_refused(text, ":2:1: 'test xxx");
}

/* Cut anywhere, or with a byte changed, it is read or refused, and nothing worse. */
static void damage_does_no_harm(void **state)
{
    static char text[64 * 1024], changed[64 * 1024];
    struct ln_error error;
    size_t length;
    FILE *file;
    (void)state;
    fill(&written);
    assert_int_equal(schedule_file_write(&written, path, &error), LN_OK);
    schedule_file_fini(&written);
    file = fopen(path, "r");
    assert_non_null(file);
    length = fread(text, 1, sizeof text, file);
    fclose(file);
    for (size_t i = 0; i < 2 * length; i += 23) {
        size_t at = i / 2;
        memcpy(changed, text, length);
        changed[at] = (char)(i * 37);
        file = fopen(path, "w");
        assert_non_null(file);
        fwrite(changed, 1, i % 2 ? at : length, file);
        fclose(file);
        schedule_file_init(&read_back, &memory);
        schedule_file_read(&read_back, path, &error);
        assert_true(read_back.file_count <= SCHEDULE_WORDS && read_back.flag_count <= SCHEDULE_WORDS);
        schedule_file_fini(&read_back);
    }
    assert_int_equal(memory.used, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_is_read_back),
        cmocka_unit_test(nonsense_is_refused),
        cmocka_unit_test(too_much_is_refused),
        cmocka_unit_test(damage_does_no_harm),
    };
    return cmocka_run_group_tests(tests, make_path, drop_path);
}
