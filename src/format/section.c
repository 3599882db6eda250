#include "format/section.h"

#include "format/json.h"

#include <assert.h>

static const char *const names[] = { [LN_SECTION_FINDING] = "finding",
                                     [LN_SECTION_STEPS] = "steps",
                                     [LN_SECTION_SCHEDULE] = "schedule",
                                     [LN_SECTION_SERIAL] = "serial",
                                     [LN_SECTION_PIECE] = "piece" };

const char *ln_section_name(enum ln_section section)
{
    assert(section > LN_SECTION_NONE && section < LN_SECTION_OTHER);
    return names[section];
}

static bool comes(struct ln_scanner *scan, const char *word)
{
    ln_json_blanks(scan);
    return ln_scan_word(scan, word);
}

enum ln_section ln_section_of(struct ln_text line)
{
    struct ln_scanner scan = { .line = line.at, .at = line.at, .end = line.at + line.length };
    struct ln_text name;
    const char *end;
    if (!comes(&scan, "{") || !comes(&scan, "\"linnet\"") || !comes(&scan, ":") || !comes(&scan, "\""))
        return LN_SECTION_NONE;
    end = memchr(scan.at, '"', (size_t)(scan.end - scan.at));
    name = ln_text_between(scan.at, end ? end : scan.end);
    for (unsigned i = LN_SECTION_FINDING; i < LN_SECTION_OTHER; i++)
        if (ln_text_is(name, names[i]))
            return (enum ln_section)i;
    return LN_SECTION_OTHER;
}

enum ln_status ln_finding_version_fits(uint64_t version, struct ln_error *error)
{
    if (version == LN_FINDING_VERSION)
        return LN_OK;
    return ln_fail(error, LN_BAD_INPUT, "this is a finding of version %llu, made by %s linnet; expected version %d",
                   (unsigned long long)version, version < LN_FINDING_VERSION ? "an older" : "a newer",
                   LN_FINDING_VERSION);
}

struct first_line {
    struct ln_finding_line *line;
    int64_t version;
    bool says_here, says_subject, says_version;
};

typedef enum ln_status read_member(struct ln_scanner *scan, struct ln_text name, struct first_line *first);

static enum ln_status read_members(struct ln_scanner *scan, read_member *read, struct first_line *first)
{
    struct ln_text name;
    bool is_first = true, found = true;
    enum ln_status status = ln_json_open_object(scan);
    while (!status && found) {
        status = ln_json_member(scan, &is_first, &name, &found);
        if (!status && found)
            status = read(scan, name, first);
    }
    return status;
}

/* Notes that a known member is there, which stands once. */
static enum ln_status note_member(struct ln_scanner *scan, struct ln_text name, bool *is_there)
{
    bool again = *is_there;
    *is_there = true;
    return again ? ln_scan_wrong(scan, scan->at, "found \"%.*s\" a second time, expected it once", (int)name.length,
                                 name.at)
                 : LN_OK;
}

static enum ln_status read_subject(struct ln_scanner *scan, struct ln_text name, struct first_line *first)
{
    struct ln_text here;
    enum ln_status status;
    if (!ln_text_is(name, "here"))
        return ln_json_value(scan, NULL);
    status = note_member(scan, name, &first->says_here);
    if (!status)
        status = ln_json_string(scan, &here);
    if (!status && here.length == LN_DIGEST_TEXT - 1)
        memcpy(first->line->here, here.at, here.length);
    return status;
}

static enum ln_status read_text(struct ln_scanner *scan, bool is_verdict, struct first_line *first)
{
    struct ln_text text;
    enum ln_status status = ln_json_string(scan, &text);
    if (!status && is_verdict)
        first->line->violated = ln_text_is(text, "violated");
    else if (!status)
        ln_str_add(&first->line->answer, text.at, text.length);
    return status;
}

static enum ln_status read_finding(struct ln_scanner *scan, struct ln_text name, struct first_line *first)
{
    bool is_version = ln_text_is(name, "version"), is_verdict = ln_text_is(name, "verdict"),
         is_subject = ln_text_is(name, "subject");
    enum ln_status status = is_version   ? note_member(scan, name, &first->says_version)
                            : is_subject ? note_member(scan, name, &first->says_subject)
                                         : LN_OK;
    if (status)
        return status;
    if (is_verdict || ln_text_is(name, "answer"))
        return read_text(scan, is_verdict, first);
    return is_version   ? ln_json_integer(scan, &first->version)
           : is_subject ? read_members(scan, read_subject, first)
                        : ln_json_value(scan, NULL);
}

enum ln_status ln_finding_line_read(struct ln_scanner *scan, struct ln_finding_line *line)
{
    struct first_line first = { .line = line };
    struct ln_error wrong;
    const char *start = scan->at;
    enum ln_status status = read_members(scan, read_finding, &first);
    if (!status)
        status = ln_json_end(scan);
    if (status)
        return status;
    if (!first.says_version || first.version < 0)
        return ln_scan_wrong(scan, start, "the finding does not say its version");
    if (ln_finding_version_fits((uint64_t)first.version, &wrong))
        return ln_scan_wrong(scan, start, "%s", wrong.message);
    if (!first.says_here || !line->here[0])
        return ln_scan_wrong(scan, start, "no history stands with this finding; `linnet show` tells what was found");
    return line->answer.failed ? ln_scan_no_memory(scan) : LN_OK;
}
