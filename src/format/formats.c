/* The table of formats, and how one is recognised from the start of a file.
 *
 * The first line that is neither blank nor a comment decides; when there is none, the comments do. */
#include "format/formats.h"

#include "base/utf8.h"
#include "format/columns.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static const struct ln_format *const formats[] = {
    &ln_format_native, &ln_format_jepsen_edn, &ln_format_jepsen_log, &ln_format_porcupine,
    &ln_format_limo,   &ln_format_polylin,    &ln_format_fptlin,     &ln_format_stress,
};

enum { FORMATS = sizeof formats / sizeof *formats, LIST_ROOM = 256, SHOWN = 40 };

const char *ln_format_name(size_t index)
{
    return index < FORMATS ? formats[index]->name : NULL;
}

static const char *list_names(char list[static LIST_ROOM])
{
    size_t length = 0;
    for (size_t i = 0; i < FORMATS && length < LIST_ROOM; i++)
        length += (size_t)snprintf(list + length, LIST_ROOM - length, "%s%s", i ? ", " : "", formats[i]->name);
    return list;
}

enum ln_status ln_format_find(const char *name, const struct ln_format **format, struct ln_error *error)
{
    char list[LIST_ROOM];
    for (size_t i = 0; i < FORMATS; i++) {
        if (strcmp(formats[i]->name, name) == 0) {
            *format = formats[i];
            return LN_OK;
        }
    }
    return ln_fail(error, LN_USAGE, "found format `%s`, expected one of: %s", name, list_names(list));
}

/* ---- recognition ---- */

static struct ln_text without_blanks(struct ln_text line)
{
    while (line.length && (*line.at == ' ' || *line.at == '\t')) {
        line.at++;
        line.length--;
    }
    return line;
}

static bool starts_with(struct ln_text line, const char *word)
{
    size_t length = strlen(word);
    return line.length >= length && memcmp(line.at, word, length) == 0;
}

static bool contains(struct ln_text line, const char *word)
{
    for (; line.length; line.at++, line.length--)
        if (starts_with(line, word))
            return true;
    return false;
}

/* Is the first key of the JSON object one that stress histories start with? */
static bool is_stress(struct ln_text line)
{
    return starts_with(line, "\"object\"") || starts_with(line, "\"ops\"") ||
           ((starts_with(line, "\"id\"") || starts_with(line, "\"capacity\"")) && contains(line, "\"ops\""));
}

/* Porcupine's logs are those maps that have a key and one of three operations. */
static bool is_porcupine(struct ln_text line)
{
    return contains(line, ":key") &&
           (contains(line, ":f :get") || contains(line, ":f :put") || contains(line, ":f :append"));
}

static const struct ln_format *after_brace(struct ln_text line)
{
    assert(line.length && *line.at == '{');
    line = without_blanks((struct ln_text){ line.at + 1, line.length - 1 });
    if (!line.length)
        return NULL;
    if (*line.at == ':')
        return is_porcupine(line) ? &ln_format_porcupine : &ln_format_jepsen_edn;
    if (*line.at != '"' && *line.at != '}')
        return NULL;
    return is_stress(line) ? &ln_format_stress : &ln_format_native;
}

/* A vector of maps, or of what may stand before one. */
static bool is_edn_vector(struct ln_text line)
{
    assert(line.length && *line.at == '[');
    line = without_blanks((struct ln_text){ line.at + 1, line.length - 1 });
    if (!line.length || *line.at == '#' || *line.at == ';' || *line.at == ']')
        return true;
    line = *line.at == '{' ? without_blanks((struct ln_text){ line.at + 1, line.length - 1 }) : line;
    return !line.length || *line.at == ':';
}

/* `#jepsen.history.Op{:...`, which is no comment. */
static bool is_tagged_map(struct ln_text line)
{
    size_t i = 1;
    while (i < line.length && (unsigned char)line.at[i] > ' ' && line.at[i] != '{')
        i++;
    return i > 1 && (line.at[1] | 0x20) >= 'a' && (line.at[1] | 0x20) <= 'z' && i + 1 < line.length &&
           line.at[i] == '{' && line.at[i + 1] == ':';
}

/* `[1] call ...` or `[1] return ...` */
static bool is_limo(struct ln_text line)
{
    size_t i = 1;
    while (i < line.length && line.at[i] >= '0' && line.at[i] <= '9')
        i++;
    if (i == 1 || i == line.length || line.at[i] != ']')
        return false;
    line = without_blanks((struct ln_text){ line.at + i + 1, line.length - i - 1 });
    return starts_with(line, "call") || starts_with(line, "return");
}

/* A word, then four fields at most of which the last two are integers. */
static bool is_polylin(struct ln_text line)
{
    struct ln_scanner scan = { .at = line.at, .end = line.at + line.length };
    struct ln_text fields[6];
    int64_t number;
    size_t count = 0;
    while (scan.at < scan.end && count < 6)
        fields[count++] = ln_scan_field(&scan);
    return (count == 4 || count == 5) && (*line.at | 0x20) >= 'a' && (*line.at | 0x20) <= 'z' &&
           ln_text_integer(fields[count - 2], &number) && ln_text_integer(fields[count - 1], &number);
}

/* Three integers, then a word. */
static bool is_fptlin(struct ln_text line)
{
    struct ln_scanner scan = { .at = line.at, .end = line.at + line.length };
    struct ln_text method;
    int64_t number;
    for (int i = 0; i < 3; i++)
        if (!ln_text_integer(ln_scan_field(&scan), &number))
            return false;
    method = ln_scan_field(&scan);
    return method.length && (*method.at | 0x20) >= 'a' && (*method.at | 0x20) <= 'z' && scan.at < scan.end;
}

static const struct ln_format *of_content(struct ln_text line)
{
    if (*line.at == '#')
        return &ln_format_jepsen_edn;
    if (*line.at == '{')
        return after_brace(line);
    if (ln_jepsen_is_log_line(line))
        return contains(line, "jepsen.util") ? &ln_format_jepsen_log : NULL;
    if (*line.at == '[')
        return is_limo(line) ? &ln_format_limo : is_edn_vector(line) ? &ln_format_jepsen_edn : NULL;
    if (is_fptlin(line))
        return &ln_format_fptlin;
    return is_polylin(line) ? &ln_format_polylin : NULL;
}

/* NULL for a comment that says nothing. */
static const struct ln_format *of_comment(struct ln_text line)
{
    const struct ln_column_object *object = ln_column_object_of(line);
    assert(line.length && (*line.at == '#' || *line.at == ';'));
    if (*line.at == ';')
        return &ln_format_jepsen_edn;
    if (object)
        return object->polylin ? &ln_format_polylin : &ln_format_fptlin;
    line = without_blanks((struct ln_text){ line.at + 1, line.length - 1 });
    return starts_with(line, "@object") ? &ln_format_limo : NULL;
}

static enum ln_status not_recognised(const struct ln_input *input, uint64_t number, struct ln_text line,
                                     struct ln_error *error)
{
    char list[LIST_ROOM], shown[SHOWN + 1];
    size_t length = line.length;
    if (length > SHOWN)
        length = ln_utf8_cut(line.at, SHOWN);
    for (size_t i = 0; i < length; i++)
        shown[i] = (unsigned char)line.at[i] < 0x20 || line.at[i] == 0x7f ? ' ' : line.at[i];
    shown[length] = '\0';
    return ln_fail(error, LN_BAD_INPUT,
                   "%s:%llu:1: found `%s`, expected a history in one of the formats: %s; name it with --format",
                   ln_input_name(input), (unsigned long long)number, shown, list_names(list));
}

enum ln_status ln_format_recognise(struct ln_input *input, const struct ln_format **format, struct ln_error *error)
{
    struct ln_text line;
    bool found, logged = false;
    uint64_t log_line = 0;
    enum ln_status status;
    *format = NULL;
    while (!(status = ln_input_line(input, &line, &found, error)) && found) {
        line = without_blanks(line);
        if (!line.length)
            continue;
        if (*line.at == ';' || (*line.at == '#' && !is_tagged_map(line))) {
            const struct ln_format *told = of_comment(line);
            if (told || !*format)
                *format = told ? told : &ln_format_native;
            continue;
        }
        *format = of_content(line);
        if (*format)
            break;
        /* Other loggers may speak before Jepsen does. */
        if (!ln_jepsen_is_log_line(line))
            return not_recognised(input, ln_input_number(input), line, error);
        log_line = logged ? log_line : ln_input_number(input);
        logged = true;
    }
    if (!status && !*format && logged)
        return not_recognised(input, log_line, (struct ln_text){ "log lines", 9 }, error);
    if (!status)
        ln_input_rewind(input);
    return status;
}
