/* Findings: what is written is what is read back, whole or by names and values, and what is damaged is refused. */
#include "../support/written_history.h"

#include "finding/file.h"
#include "format/reader.h"
#include "report/finding_text.h"

#include <unistd.h>

struct fixture {
    struct written w;
    struct ln_finding finding;
    struct ln_error error;
    char path[64];
};

static const uint32_t suspects[] = { 0, 1, 4294967295u };

static void fill(struct ln_finding *finding)
{
    finding->verdict = LN_VIOLATED;
    finding->failure = "not linearizable";
    finding->methods = LN_METHOD_SEARCH | LN_METHOD_EXPLORE;
    finding->seconds = 0.25;
    finding->memory_peak = 4096;
    ln_str_text(&finding->id, "a \"quoted\" \\ name");
    ln_str_text(&finding->spec, "queue");
    ln_str_text(&finding->answer, "ring.c is not linearizable");
    ln_str_text(&finding->words.about, "\n  The smallest test:\n");
    ln_str_text(&finding->words.why, "  why\n");
    ln_str_text(&finding->words.after, "  after\n");
    ln_facts_text(&finding->subject, "input", "ring.c");
    ln_facts_number(&finding->coverage, "schedules", UINT64_MAX);
    ln_facts_real(&finding->coverage, "mean", 2.5, LN_SIGNIFICANT);
    ln_facts_numbers(&finding->evidence, "suspects", suspects, 3);
    ln_facts_group(&finding->evidence, "core");
    ln_facts_list(&finding->evidence, "empty");
    ln_facts_end(&finding->evidence);
    ln_facts_signed(&finding->evidence, "signal", -6);
    ln_facts_none(&finding->evidence, "return");
    ln_facts_end(&finding->evidence);
    assert_true(ln_vec_push(&finding->scene, finding->memory,
                            ((struct ln_scene_op){ .operation = 1, .order = 2, .marked = true })));
    assert_true(ln_finding_thread(finding, "thread 0") && ln_finding_thread(finding, "main"));
    assert_true(ln_finding_row(
        finding,
        &(struct ln_row){
            .thread = 1, .kind = LN_ROW_STEP, .place = "ring.c:3", .text = "load(&x) -> 1", .preempts = true }));
    ln_str_text(&finding->schedule, "{\"choice\":1}\n");
    ln_str_text(&finding->serial, "{\"linnet\":1,\"id\":\"serial 1\"}\n");
}

static void setup(struct fixture *f)
{
    int file;
    strcpy(f->path, "/tmp/linnet-finding-XXXXXX");
    file = mkstemp(f->path);
    assert_true(file >= 0);
    close(file);
    write_history(&f->w, "queue", "0:enq(1)@0-2 1:deq()->1@1-3 2:enq(2)@2- 3:enq(3)@1-x");
    ln_finding_init(&f->finding, LN_ENGINE_EXPLORE, &f->w.memory);
    fill(&f->finding);
    f->finding.history = &f->w.history;
}

static void teardown(struct fixture *f)
{
    ln_finding_fini(&f->finding);
    written_fini(&f->w);
    unlink(f->path);
}

static void write_bytes(const struct fixture *f, const char *text)
{
    FILE *file = fopen(f->path, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

static void expect_same(const struct ln_finding *a, const struct ln_finding *b)
{
    struct ln_facts one, other;
    struct ln_str first, second;
    ln_facts_init(&one, a->memory);
    ln_facts_init(&other, a->memory);
    ln_str_init(&first, a->memory);
    ln_str_init(&second, a->memory);
    ln_finding_say(a, NULL, true, &one);
    ln_finding_say(b, NULL, true, &other);
    ln_facts_json(&one, &first);
    ln_facts_json(&other, &second);
    assert_string_equal(ln_str_borrow(&first), ln_str_borrow(&second));
    assert_string_equal(ln_str_borrow(&a->schedule), ln_str_borrow(&b->schedule));
    assert_string_equal(ln_str_borrow(&a->serial), ln_str_borrow(&b->serial));
    assert_int_equal(a->rows.length, b->rows.length);
    for (size_t i = 0; i < a->rows.length; i++) {
        assert_string_equal(a->rows.at[i].text, b->rows.at[i].text);
        assert_int_equal(a->rows.at[i].kind, b->rows.at[i].kind);
    }
    ln_facts_fini(&one);
    ln_facts_fini(&other);
    ln_str_fini(&first);
    ln_str_fini(&second);
}

/* The digest that was said is that of the history's lines. */
static void expect_digest(struct fixture *f, const struct ln_finding *read, struct ln_text lines)
{
    struct ln_reader_options how = { 0 };
    struct ln_budget budget;
    struct ln_reader *reader;
    struct ln_history history;
    bool found;
    ln_budget_init(&budget, &f->w.memory, 0, NULL);
    how.budget = &budget;
    assert_int_equal(ln_reader_open_bytes(&reader, "here", lines.at, lines.length, &how, &f->w.memory, &f->error),
                     LN_OK);
    assert_int_equal(ln_reader_next(reader, &history, &found, &f->error), LN_OK);
    assert_true(found);
    assert_int_equal(history.operations.length, f->w.history.operations.length);
    assert_string_equal(ln_fact_text(&read->subject, ln_facts_find(&read->subject, NULL, "here")),
                        ln_reader_digest(reader));
    ln_history_fini(&history);
    ln_reader_close(reader);
}

static void what_is_saved_is_read_back(void **state)
{
    struct fixture f;
    struct ln_finding_reader *reader;
    struct ln_finding read;
    struct ln_style style = { .width = 80 };
    struct ln_str one, other;
    bool found;
    (void)state;
    setup(&f);
    assert_int_equal(ln_finding_save(&f.finding, f.path, &f.error), LN_OK);
    assert_int_equal(ln_finding_open(&reader, f.path, &f.w.memory, &f.error), LN_OK);
    assert_int_equal(ln_finding_next(reader, &read, &found, &f.error), LN_OK);
    assert_true(found);
    expect_digest(&f, &read, ln_finding_history(reader));
    ln_facts_text(&f.finding.subject, "here", ln_fact_text(&read.subject, ln_facts_find(&read.subject, NULL, "here")));
    expect_same(&f.finding, &read);
    ln_str_init(&one, &f.w.memory);
    ln_str_init(&other, &f.w.memory);
    read.history = f.finding.history;
    ln_report_finding(&f.finding, &style, &one);
    ln_report_finding(&read, &style, &other);
    assert_string_equal(ln_str_borrow(&one), ln_str_borrow(&other));
    ln_str_fini(&one);
    ln_str_fini(&other);
    ln_finding_fini(&read);
    assert_int_equal(ln_finding_next(reader, &read, &found, &f.error), LN_OK);
    assert_false(found);
    ln_finding_close(reader);
    teardown(&f);
}

static void expect_refused(const char *text, const char *message)
{
    struct fixture f;
    struct ln_finding_reader *reader = NULL;
    struct ln_finding read;
    enum ln_status status;
    bool found = true;
    setup(&f);
    write_bytes(&f, text);
    status = ln_finding_open(&reader, f.path, &f.w.memory, &f.error);
    if (!status)
        status = ln_finding_next(reader, &read, &found, &f.error);
    assert_int_equal(status, LN_BAD_INPUT);
    if (!strstr(f.error.message, message))
        fail_msg("`%s` is not in `%s`", message, f.error.message);
    ln_finding_close(reader);
    teardown(&f);
}

static void what_is_damaged_is_refused(void **state)
{
    (void)state;
    expect_refused("", "there is nothing in the file");
    expect_refused("{\"linnet\":1}\n", "this is a history");
    expect_refused("linnet schedule 1\n", "a schedule of an older version");
    expect_refused("{\"certificate\":1}\n", "a certificate of an older version");
    expect_refused("{\"linnet\":\"finding\",\"version\":0}\n", "made by an older linnet");
    expect_refused("{\"linnet\":\"finding\",\"version\":2}\n", "made by a newer linnet");
    expect_refused("{\"linnet\":\"finding\",\"version\":1", "expected `,` or `}`");
    expect_refused("{\"linnet\":\"finding\",\"version\":1,\"version\":1}\n", "found \"version\" a second time");
    expect_refused("{\"linnet\":\"finding\",\"version\":1,\"engine\":\"guess\"}\n", "\"engine\": guess");
    expect_refused("{\"linnet\":\"finding\",\"version\":1,\"engine\":\"check\",\"verdict\":\"perhaps\"}\n",
                   "\"verdict\"");
    expect_refused("{\"linnet\":\"finding\",\"version\":1,\"engine\":\"check\",\"verdict\":\"unknown\"}\n",
                   "\"reason\"");
    expect_refused("{\"linnet\":\"finding\",\"version\":1,\"engine\":\"check\",\"verdict\":\"holds\"}\n",
                   "no group \"subject\"");
}

/* A finding that is accepted, with one of its members exchanged or another one added; `member` is NULL: as it is. */
static char *finding_with(const char *member)
{
    static const char *const usual[] = {
        "\"engine\":\"check\"",      "\"verdict\":\"violated\"", "\"failure\":\"not linearizable\"",
        "\"method\":[\"search\"]",   "\"subject\":{}",           "\"coverage\":{}",
        "\"evidence\":{\"core\":{}}"
    };
    static char line[1024];
    const char *colon = member ? strchr(member, ':') : NULL;
    size_t name = colon ? (size_t)(colon - member) : 0;
    strcpy(line, "{\"linnet\":\"finding\",\"version\":1");
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++) {
        if (name && strncmp(usual[i], member, name + 1) == 0)
            continue;
        strcat(line, ",");
        strcat(line, usual[i]);
    }
    if (member)
        strcat(strcat(line, ","), member);
    return strcat(line, "}\n");
}

static void expect_accepted(const char *member, struct fixture *f, struct ln_finding_reader **reader,
                            struct ln_finding *read)
{
    bool found = false;
    setup(f);
    write_bytes(f, finding_with(member));
    assert_int_equal(ln_finding_open(reader, f->path, &f->w.memory, &f->error), LN_OK);
    if (ln_finding_next(*reader, read, &found, &f->error))
        fail_msg("%s: %s", member, f->error.message);
    assert_true(found);
}

static void done_with(struct fixture *f, struct ln_finding_reader *reader, struct ln_finding *read)
{
    ln_finding_fini(read);
    ln_finding_close(reader);
    teardown(f);
}

static void what_is_not_understood_is_refused(void **state)
{
    static const struct {
        const char *member, *message;
    } refused[] = {
        { "\"criterion\":\"sequential consistency\"", "\"criterion\": sequential consistency, which is none" },
        { "\"criterion\":\"linearizability\\u0000\"", "\"criterion\"" },
        { "\"criterion\":null", "as \"criterion\", expected a text" },
        { "\"engine\":7", "as \"engine\", expected a text" },
        { "\"engine\":\"check\\u0000\"", "\"engine\"" },
        { "\"id\":[]", "as \"id\", expected a text" },
        { "\"answer\":{}", "as \"answer\", expected a text" },
        { "\"verdict\":true", "as \"verdict\", expected a text" },
        { "\"verdict\":\"holds\"", "says that it holds, and how it does not" },
        { "\"verdict\":\"unknown\"", "\"reason\": nothing" },
        { "\"verdict\":\"unknown\",\"reason\":\"luck\"", "\"reason\": luck" },
        { "\"verdict\":\"unknown\",\"reason\":\"\"", "\"reason\"" },
        { "\"verdict\":\"unknown\",\"reason\":\"time\",\"replayed\":true", "and that nothing was found" },
        { "\"reason\":\"time\"", "says that it is known, and why it is unknown" },
        { "\"reason\":\"\"", "says that it is known, and why it is unknown" },
        { "\"failure\":\"sadness\"", "\"failure\": sadness" },
        { "\"failure\":null", "as \"failure\", expected a text" },
        { "\"replayed\":1", "as \"replayed\", expected true or false" },
        { "\"method\":\"search\"", "as \"method\", expected a list" },
        { "\"method\":[\"search\",\"guess\"]", "\"method\": guess" },
        { "\"method\":[1]", "\"method\"" },
        { "\"method\":[\"search\",null]", "\"method\": nothing" },
        { "\"method\":[\"search\",\"search\"]", "\"method\": search a second time" },
        { "\"subject\":[]", "as \"subject\", expected a group" },
        { "\"coverage\":1", "as \"coverage\", expected a group" },
        { "\"evidence\":null", "as \"evidence\", expected a group" },
        { "\"words\":\"many\"", "as \"words\", expected a group" },
        { "\"words\":{\"why\":1}", "as \"why\", expected a text" },
        { "\"picture\":{}", "as \"picture\", expected a list" },
        { "\"picture\":[1]", "shows something that is no operation" },
        { "\"picture\":[{}]", "shows something that is no operation" },
        { "\"picture\":[{\"operation\":-1}]", "as \"operation\", expected a whole number" },
        { "\"picture\":[{\"operation\":4294967295}]", "shows something that is no operation" },
        { "\"picture\":[{\"operation\":1,\"order\":4294967296}]", "shows something that is no operation" },
        { "\"picture\":[{\"operation\":1,\"order\":\"1\"}]", "as \"order\", expected a whole number" },
        { "\"picture\":[{\"operation\":1,\"marked\":1}]", "as \"marked\", expected true or false" },
        { "\"picture\":[{\"operation\":1},{\"operation\":1}]", "shows operation 1 twice" },
        { "\"cost\":[]", "as \"cost\", expected a group" },
        { "\"cost\":{\"seconds\":-1}", "as \"seconds\", expected a number that is not negative" },
        { "\"cost\":{\"seconds\":-0.5}", "as \"seconds\"" },
        { "\"cost\":{\"seconds\":1e999}", "as \"seconds\"" },
        { "\"cost\":{\"seconds\":\"1\"}", "as \"seconds\"" },
        { "\"cost\":{\"memory\":0.5}", "as \"memory\", expected a whole number" },
        { "\"saved\":1", "as \"saved\", expected a text" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        expect_refused(finding_with(refused[i].member), refused[i].message);
}

static void steps_are_understood_or_refused(void **state)
{
    static const struct {
        const char *steps, *message;
    } refused[] = {
        { "{\"linnet\":\"steps\",\"threads\":\"a\"}\n", "as \"threads\", expected a list" },
        { "{\"linnet\":\"steps\",\"threads\":[1]}\n", "a thread without a name" },
        { "{\"linnet\":\"steps\",\"threads\":[\"a\"]}\n{\"thread\":1,\"kind\":\"step\",\"text\":\"x\"}\n", "no step" },
        { "{\"linnet\":\"steps\",\"threads\":[\"a\"]}\n{\"thread\":0,\"kind\":\"leap\",\"text\":\"x\"}\n", "no step" },
        { "{\"linnet\":\"steps\",\"threads\":[\"a\"]}\n"
          "{\"thread\":0,\"kind\":\"step\",\"text\":\"x\",\"place\":3}\n",
          "as \"place\", expected a text" },
        { "{\"linnet\":\"steps\",\"threads\":[\"a\"]}\n"
          "{\"thread\":0,\"kind\":\"step\",\"text\":\"x\",\"preempts\":\"yes\"}\n",
          "as \"preempts\", expected true or false" },
    };
    char text[2048];
    (void)state;
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        snprintf(text, sizeof text, "%s%s", finding_with(NULL), refused[i].steps);
        expect_refused(text, refused[i].message);
    }
}

static void what_is_not_known_is_ignored(void **state)
{
    struct fixture f;
    struct ln_finding_reader *reader;
    struct ln_finding read;
    (void)state;
    expect_accepted("\"mood\":[{\"a\":-1}],\"words\":{\"mood\":1},\"cost\":{\"mood\":null},"
                    "\"picture\":[{\"operation\":2,\"mood\":[]},{\"operation\":1}]",
                    &f, &reader, &read);
    assert_int_equal(read.verdict, LN_VIOLATED);
    assert_string_equal(read.failure, "not linearizable");
    assert_int_equal(read.methods, LN_METHOD_SEARCH);
    assert_int_equal(read.scene.length, 2);
    done_with(&f, reader, &read);
}

static void whole_seconds_are_seconds(void **state)
{
    struct fixture f;
    struct ln_finding_reader *reader;
    struct ln_finding read;
    (void)state;
    expect_accepted("\"criterion\":\"linearizability\",\"cost\":{\"seconds\":2,\"memory\":3}", &f, &reader, &read);
    assert_true(read.seconds == 2.0);
    assert_int_equal(read.memory_peak, 3);
    done_with(&f, reader, &read);
}

static void lines_are_wrapped(void **state)
{
    struct ln_memory memory;
    struct ln_str out;
    (void)state;
    ln_memory_init(&memory, UINT64_MAX);
    ln_str_init(&out, &memory);
    ln_report_wrapped("  one two `three four` five\n\n    six\n", 14, &out);
    assert_string_equal(ln_str_borrow(&out), "  one two\n  `three four`\n  five\n\n    six\n");
    ln_str_fini(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_saved_is_read_back),
        cmocka_unit_test(what_is_damaged_is_refused),
        cmocka_unit_test(what_is_not_understood_is_refused),
        cmocka_unit_test(steps_are_understood_or_refused),
        cmocka_unit_test(what_is_not_known_is_ignored),
        cmocka_unit_test(whole_seconds_are_seconds),
        cmocka_unit_test(lines_are_wrapped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
