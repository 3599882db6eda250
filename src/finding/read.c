/* Reading findings from a file. */
#include "finding/file.h"

#include "format/input.h"
#include "format/section.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

struct ln_finding_reader {
    struct ln_memory *memory;
    struct ln_input *input;
    struct ln_facts said; /* the first line of the finding read last */
    struct ln_str first;  /* that line */
    struct ln_str ahead;  /* the first line of the next, once it was come to */
    bool has_ahead;
    uint64_t line, ahead_at; /* where they stand */
    struct ln_str history;   /* its lines */
};

static enum ln_status fail_at(const struct ln_finding_reader *reader, uint64_t line, size_t column, const char *what,
                              struct ln_error *error)
{
    char message[sizeof error->message];
    snprintf(message, sizeof message, "%s", what);
    return ln_fail(error, LN_BAD_INPUT, "%s:%llu:%zu: %s", ln_input_name(reader->input), (unsigned long long)line,
                   column, message);
}

bool ln_finding_is_file(const char *path)
{
    static const char end[] = ".finding";
    size_t length = strlen(path);
    return length > sizeof end - 1 && strcmp(path + length - (sizeof end - 1), end) == 0;
}

/* ---- the first line of all ---- */

static bool begins(struct ln_text line, const char *word)
{
    return line.length >= strlen(word) && memcmp(line.at, word, strlen(word)) == 0;
}

/* What the line is if it is no finding. */
static const char *what_it_is(struct ln_text line)
{
    if (begins(line, "linnet schedule"))
        return "this is a schedule of an older version, which is not read any more; `linnet explore` makes findings";
    if (begins(line, "{\"certificate\""))
        return "this is a certificate of an older version, which is not read any more; `linnet check -c` makes "
               "findings";
    if (begins(line, "{\"linnet\":1"))
        return "this is a history, expected a finding";
    return "this is no finding";
}

static bool is_content(struct ln_text line)
{
    return line.length && line.at[0] != '#';
}

static enum ln_status keep_ahead(struct ln_finding_reader *reader, struct ln_text line, struct ln_error *error)
{
    assert(!reader->has_ahead);
    ln_str_clear(&reader->ahead);
    ln_str_add(&reader->ahead, line.at, line.length);
    reader->has_ahead = true;
    reader->ahead_at = ln_input_number(reader->input);
    return reader->ahead.failed ? ln_fail(error, LN_NO_MEMORY, "out of memory") : LN_OK;
}

static enum ln_status look_at_first(struct ln_finding_reader *reader, struct ln_error *error)
{
    struct ln_text line = { "", 0 };
    bool found = true;
    enum ln_status status = LN_OK;
    while (!status && found && !is_content(line))
        status = ln_input_line(reader->input, &line, &found, error);
    if (status)
        return status;
    if (!found)
        return fail_at(reader, 1, 1, "there is nothing in the file, expected a finding", error);
    if (ln_section_of(line) != LN_SECTION_FINDING)
        return fail_at(reader, ln_input_number(reader->input), 1, what_it_is(line), error);
    return keep_ahead(reader, line, error);
}

enum ln_status ln_finding_open(struct ln_finding_reader **reader, const char *path, struct ln_memory *memory,
                               struct ln_error *error)
{
    struct ln_finding_reader *made = ln_take_zeroed(memory, sizeof *made);
    enum ln_status status;
    if (!made)
        return ln_fail(error, LN_NO_MEMORY, "out of memory");
    made->memory = memory;
    ln_facts_init(&made->said, memory);
    ln_str_init(&made->first, memory);
    ln_str_init(&made->ahead, memory);
    ln_str_init(&made->history, memory);
    status = ln_input_open(&made->input, path, NULL, memory, error);
    if (!status)
        ln_input_rewind(made->input);
    if (!status)
        status = look_at_first(made, error);
    if (status)
        ln_finding_close(made);
    else
        *reader = made;
    return status;
}

void ln_finding_close(struct ln_finding_reader *reader)
{
    if (!reader)
        return;
    if (reader->input)
        ln_input_close(reader->input);
    ln_facts_fini(&reader->said);
    ln_str_fini(&reader->first);
    ln_str_fini(&reader->ahead);
    ln_str_fini(&reader->history);
    ln_give(reader->memory, reader, sizeof *reader);
}

/* ---- steps ---- */

static bool find_kind(const char *name, enum ln_row_kind *kind)
{
    for (unsigned i = LN_ROW_CALL; name && i <= LN_ROW_FAULT; i++) {
        *kind = (enum ln_row_kind)i;
        if (strcmp(name, ln_row_kind_name(*kind)) == 0)
            return true;
    }
    return false;
}

static const struct ln_known_member members_of_steps[] = { { "threads", LN_FACT_LIST }, { NULL, LN_FACT_NONE } };
static const struct ln_known_member members_of_step[] = {
    { "thread", LN_FACT_NUMBER },  { "kind", LN_FACT_TEXT },        { "place", LN_FACT_TEXT }, { "text", LN_FACT_TEXT },
    { "preempts", LN_FACT_TRUTH }, { "irrelevant", LN_FACT_TRUTH }, { NULL, LN_FACT_NONE },
};

static enum ln_status read_threads(struct ln_finding *finding, const struct ln_facts *facts, struct ln_error *error)
{
    const struct ln_fact *threads = ln_facts_find(facts, NULL, "threads");
    const struct ln_fact *item = threads ? ln_facts_first(facts, threads) : NULL;
    enum ln_status status = ln_facts_fit(facts, NULL, members_of_steps, error);
    if (status)
        return status;
    if (threads && threads->kind == LN_FACT_NUMBERS)
        return ln_fail(error, LN_BAD_INPUT, "found a thread without a name");
    for (; item; item = ln_facts_next(facts, item)) {
        const char *name = ln_fact_text(facts, item);
        if (!name)
            return ln_fail(error, LN_BAD_INPUT, "found a thread without a name");
        if (!ln_finding_thread(finding, name))
            return ln_fail(error, LN_NO_MEMORY, "out of memory");
    }
    return LN_OK;
}

static enum ln_status read_row(struct ln_finding *finding, const struct ln_facts *facts, struct ln_error *error)
{
    struct ln_row row = { .place = ln_fact_text(facts, ln_facts_find(facts, NULL, "place")),
                          .text = ln_fact_text(facts, ln_facts_find(facts, NULL, "text")),
                          .preempts = ln_fact_truth(ln_facts_find(facts, NULL, "preempts")),
                          .irrelevant = ln_fact_truth(ln_facts_find(facts, NULL, "irrelevant")) };
    uint64_t thread;
    enum ln_status status = ln_facts_fit(facts, NULL, members_of_step, error);
    if (status)
        return status;
    if (!ln_fact_number(ln_facts_find(facts, NULL, "thread"), &thread) || thread >= finding->threads.length ||
        !row.text || !find_kind(ln_fact_text(facts, ln_facts_find(facts, NULL, "kind")), &row.kind))
        return ln_fail(error, LN_BAD_INPUT, "this is no step of a thread that was named");
    row.thread = (uint32_t)thread;
    return ln_finding_row(finding, &row) ? LN_OK : ln_fail(error, LN_NO_MEMORY, "out of memory");
}

static enum ln_status read_step(struct ln_finding_reader *reader, struct ln_finding *finding, struct ln_text line,
                                bool first, struct ln_error *error)
{
    struct ln_facts facts;
    size_t column = 1;
    enum ln_status status;
    ln_facts_init(&facts, reader->memory);
    status = ln_facts_read(&facts, line, &column, error);
    if (!status) {
        column = 1;
        status = (first ? read_threads : read_row)(finding, &facts, error);
    }
    ln_facts_fini(&facts);
    return status == LN_BAD_INPUT ? fail_at(reader, ln_input_number(reader->input), column, error->message, error)
                                  : status;
}

/* ---- a finding ---- */

static enum ln_status read_first_line(struct ln_finding_reader *reader, struct ln_finding *finding,
                                      struct ln_error *error)
{
    const struct ln_str before = reader->first;
    struct ln_text line;
    size_t column = 1;
    enum ln_status status;
    assert(reader->has_ahead);
    reader->first = reader->ahead;
    reader->ahead = before;
    line = ln_finding_text(reader);
    ln_facts_fini(&reader->said);
    ln_facts_init(&reader->said, reader->memory);
    status = ln_facts_read(&reader->said, line, &column, error);
    if (!status) {
        column = 1;
        status = ln_finding_hear(finding, &reader->said, error);
    }
    reader->line = reader->ahead_at;
    reader->has_ahead = false;
    return status == LN_BAD_INPUT ? fail_at(reader, reader->line, column, error->message, error) : status;
}

static void add_line(struct ln_str *to, struct ln_text line)
{
    ln_str_add(to, line.at, line.length);
    ln_str_char(to, '\n');
}

static enum ln_status take_line(struct ln_finding_reader *reader, struct ln_finding *finding, enum ln_section section,
                                struct ln_text line, struct ln_error *error)
{
    bool first = ln_section_of(line) != LN_SECTION_NONE;
    switch (section) {
    case LN_SECTION_FINDING: add_line(&reader->history, line); break;
    case LN_SECTION_PIECE:
        finding->is_piece = true;
        if (!first)
            add_line(&reader->history, line);
        break;
    case LN_SECTION_STEPS: return read_step(reader, finding, line, first, error);
    case LN_SECTION_SCHEDULE:
        if (!first)
            add_line(&finding->schedule, line);
        break;
    case LN_SECTION_SERIAL:
        if (!first)
            add_line(&finding->serial, line);
        break;
    case LN_SECTION_NONE:
    case LN_SECTION_OTHER: break;
    }
    return reader->history.failed || finding->schedule.failed || finding->serial.failed
               ? ln_fail(error, LN_NO_MEMORY, "out of memory")
               : LN_OK;
}

static enum ln_status read_sections(struct ln_finding_reader *reader, struct ln_finding *finding,
                                    struct ln_error *error)
{
    enum ln_section section = LN_SECTION_FINDING;
    bool found = true;
    enum ln_status status = LN_OK;
    while (!status && found && !reader->has_ahead) {
        struct ln_text line;
        enum ln_section begun;
        status = ln_input_line(reader->input, &line, &found, error);
        if (status || !found)
            break;
        begun = ln_section_of(line);
        if (begun == LN_SECTION_FINDING) {
            status = keep_ahead(reader, line, error);
        } else {
            section = begun ? begun : section;
            status = take_line(reader, finding, section, line, error);
        }
    }
    return status;
}

/* To the next finding: this one is wrong. */
static void pass_over(struct ln_finding_reader *reader)
{
    bool found = true;
    while (found && !reader->has_ahead) {
        struct ln_text line;
        if (ln_input_line(reader->input, &line, &found, NULL))
            return;
        if (found && ln_section_of(line) == LN_SECTION_FINDING && keep_ahead(reader, line, NULL))
            return;
    }
}

/* A history stands with it that it says nothing of: nobody could tell whether that is its own. */
static enum ln_status check_history(const struct ln_finding_reader *reader, const struct ln_finding *finding,
                                    struct ln_error *error)
{
    bool is_there = !finding->is_piece && reader->history.length &&
                    memchr(reader->history.at, '{', reader->history.length);
    if (!is_there || ln_facts_find(&finding->subject, NULL, "here"))
        return LN_OK;
    return fail_at(reader, reader->line + 1, 1, "a history stands here of which the finding before it says nothing",
                   error);
}

enum ln_status ln_finding_next(struct ln_finding_reader *reader, struct ln_finding *finding, bool *found,
                               struct ln_error *error)
{
    enum ln_status status;
    assert(error); /* its message is given a place */
    *found = reader->has_ahead;
    if (!*found)
        return LN_OK;
    ln_str_clear(&reader->history);
    ln_finding_init(finding, LN_ENGINE_CHECK, reader->memory);
    status = read_first_line(reader, finding, error);
    if (!status)
        status = read_sections(reader, finding, error);
    if (!status)
        status = check_history(reader, finding, error);
    *found = !status;
    if (status == LN_BAD_INPUT)
        pass_over(reader);
    if (status)
        ln_finding_fini(finding);
    return status;
}

struct ln_text ln_finding_text(const struct ln_finding_reader *reader)
{
    return (struct ln_text){ ln_str_borrow(&reader->first), reader->first.length };
}

struct ln_text ln_finding_history(const struct ln_finding_reader *reader)
{
    return (struct ln_text){ ln_str_borrow(&reader->history), reader->history.length };
}

uint64_t ln_finding_line(const struct ln_finding_reader *reader)
{
    return reader->line;
}
