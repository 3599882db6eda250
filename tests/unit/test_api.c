/* The public interface on files, as a user's program sees it. */
#include <linnet/linnet.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

struct heard {
    unsigned histories, verdicts[3];
    size_t witness_length;
    char first_line[256];
};

static void listen(void *context, const linnet_finding *finding)
{
    const char *text = linnet_finding_text(finding);
    struct heard *heard = context;
    heard->histories++;
    heard->verdicts[linnet_finding_verdict(finding)]++;
    linnet_finding_witness(finding, &heard->witness_length);
    snprintf(heard->first_line, sizeof heard->first_line, "%.*s", (int)strcspn(text, "\n"), text);
}

static linnet_status check(const char *text, const linnet_options *options, struct heard *heard, char *message)
{
    char path[] = "/tmp/linnet-api-XXXXXX";
    int file = mkstemp(path);
    linnet_status status;
    assert_true(file >= 0);
    assert_int_equal(write(file, text, strlen(text)), (ssize_t)strlen(text));
    close(file);
    memset(heard, 0, sizeof *heard);
    status = linnet_check_file(path, options, listen, heard, message, 512);
    unlink(path);
    return status;
}

static void tells_each_history(void **unused)
{
    linnet_options options = LINNET_OPTIONS;
    struct heard heard;
    char message[512] = "";
    (void)unused;
    assert_int_equal(check("{\"linnet\":1,\"spec\":\"register\"}\n"
                           "{\"process\":0,\"f\":\"write\",\"args\":[1],\"call\":0,\"return\":1}\n"
                           "{\"linnet\":1,\"spec\":\"register\",\"id\":\"stale\"}\n"
                           "{\"process\":0,\"f\":\"write\",\"args\":[1],\"call\":0,\"return\":1}\n"
                           "{\"process\":0,\"f\":\"read\",\"result\":2,\"call\":2,\"return\":3}\n",
                           &options, &heard, message),
                     LINNET_OK);
    assert_int_equal(heard.histories, 2);
    assert_int_equal(heard.verdicts[LINNET_HOLDS], 1);
    assert_int_equal(heard.verdicts[LINNET_VIOLATED], 1);
    assert_string_equal(heard.first_line, "violated: stale is not linearizable as a register");
    assert_int_equal(heard.witness_length, 0);
}

/* Nothing was looked at: that is no answer unless the caller takes it for one. */
static void nothing_is_not_holds(void **unused)
{
    static const char *const texts[] = {
        "",
        "\n\n",
        "# comment\n",
        "{\"linnet\":1,\"spec\":\"queue\"}\n",
        "{\"process\":0,\"type\":\"invoke\",\"f\":\"deq\"}\n",
        "{\"process\":0,\"type\":\"invoke\",\"f\":\"deq\"}\n{\"process\":0,\"type\":\"fail\"}\n",
        "{\"process\":0,\"f\":\"enq\",\"args\":[1],\"call\":0,\"return\":null}\n",
    };
    struct heard heard;
    char message[512] = "";
    (void)unused;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        linnet_options options = { .size = sizeof options, .spec = "queue" };
        assert_int_equal(check(texts[i], &options, &heard, message), LINNET_OK);
        assert_int_equal(heard.verdicts[LINNET_UNKNOWN], 1);
        assert_non_null(strstr(heard.first_line, ": nothing was looked at: "));
        options.allow_empty = 1;
        assert_int_equal(check(texts[i], &options, &heard, message), LINNET_OK);
        assert_int_equal(heard.verdicts[LINNET_HOLDS], 1);
    }
}

static void gives_the_witness(void **unused)
{
    linnet_options options = { .size = sizeof options, .spec = "queue", .jobs = 2 };
    struct heard heard;
    char message[512] = "";
    (void)unused;
    assert_int_equal(check("{\"process\":0,\"type\":\"invoke\",\"f\":\"enq\",\"value\":1}\n"
                           "{\"process\":1,\"type\":\"invoke\",\"f\":\"deq\"}\n"
                           "{\"process\":1,\"type\":\"ok\",\"f\":\"deq\",\"value\":1}\n",
                           &options, &heard, message),
                     LINNET_OK);
    assert_int_equal(heard.verdicts[LINNET_HOLDS], 1);
    assert_int_equal(heard.witness_length, 2);
}

static void says_where_the_input_is_wrong(void **unused)
{
    linnet_options options = { .size = sizeof options, .spec = "queue" };
    struct heard heard;
    char message[512] = "";
    (void)unused;
    assert_int_equal(
        check("{\"process\":0,\"type\":\"invoke\",\"f\":\"enqq\",\"value\":1}\n", &options, &heard, message),
        LINNET_BAD_INPUT);
    assert_int_equal(heard.histories, 0);
    assert_non_null(strstr(message, ":1:"));
    assert_non_null(strstr(message, "did you mean 'enq'?"));
    options.spec = "quue";
    assert_int_equal(
        check("{\"process\":0,\"type\":\"invoke\",\"f\":\"enq\",\"value\":1}\n", &options, &heard, message),
        LINNET_USAGE);
    assert_non_null(strstr(message, "did you mean 'queue'?"));
}

static void knows_its_version(void **unused)
{
    (void)unused;
    assert_string_equal(linnet_version(), LINNET_VERSION);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tells_each_history), cmocka_unit_test(nothing_is_not_holds),
        cmocka_unit_test(gives_the_witness),  cmocka_unit_test(says_where_the_input_is_wrong),
        cmocka_unit_test(knows_its_version),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
