/* Reads one JSON object of the native format into its known parts. */
#include "format/native_line.h"

#include "format/json.h"

#include <assert.h>

static const char *const type_names[] = { "invoke", "ok", "fail", "info", "stuck" };

enum { TYPES = sizeof type_names / sizeof *type_names };

_Static_assert(TYPES == LN_TYPE_STUCK + 1, "each type has a name");

static inline bool is(struct ln_text name, const char *word, size_t length)
{
    return memcmp(name.at, word, length) == 0;
}

/* By length, so that each comparison is of a known size and costs one instruction or two. */
static enum ln_native_key key_of(struct ln_text name)
{
#define IS(word) is(name, word, sizeof word - 1)
    switch (name.length) {
    case 1: return IS("f") ? LN_NATIVE_F : LN_NATIVE_OTHER;
    case 2: return IS("id") ? LN_NATIVE_ID : LN_NATIVE_OTHER;
    case 3: return IS("key") ? LN_NATIVE_KEY : LN_NATIVE_OTHER;
    case 4:
        return IS("args")   ? LN_NATIVE_ARGS
               : IS("call") ? LN_NATIVE_CALL
               : IS("type") ? LN_NATIVE_TYPE
               : IS("spec") ? LN_NATIVE_SPEC
               : IS("unit") ? LN_NATIVE_UNIT
                            : LN_NATIVE_OTHER;
    case 5:
        return IS("value")   ? LN_NATIVE_VALUE
               : IS("order") ? LN_NATIVE_ORDER
               : IS("timed") ? LN_NATIVE_TIMED
                             : LN_NATIVE_OTHER;
    case 6:
        return IS("result")   ? LN_NATIVE_RESULT
               : IS("return") ? LN_NATIVE_RETURN
               : IS("linnet") ? LN_NATIVE_LINNET
               : IS("failed") ? LN_NATIVE_FAILED
                              : LN_NATIVE_OTHER;
    case 7: return IS("process") ? LN_NATIVE_PROCESS : IS("missing") ? LN_NATIVE_MISSING : LN_NATIVE_OTHER;
    default: return LN_NATIVE_OTHER;
    }
#undef IS
}

static enum ln_status read_process(struct ln_scanner *scan, ln_value *process)
{
    const char *start = scan->at;
    enum ln_status status = ln_json_value(scan, process);
    if (!status && ln_value_kind(*process) != LN_KIND_INT && ln_value_kind(*process) != LN_KIND_STRING) {
        scan->at = start;
        return ln_scan_expected(scan, "an integer or a string as process");
    }
    return status;
}

static enum ln_status read_name(struct ln_scanner *scan, ln_value *f)
{
    struct ln_text text;
    enum ln_status status = ln_json_string(scan, &text);
    if (!status && ln_values_string(scan->values, text.at, text.length, f))
        status = ln_scan_no_memory(scan);
    return status;
}

static enum ln_status read_type(struct ln_scanner *scan, enum ln_native_type *type)
{
    const char *start = scan->at;
    struct ln_text text;
    enum ln_status status = ln_json_string(scan, &text);
    if (status)
        return status;
    for (size_t i = 0; i < TYPES; i++) {
        if (ln_text_is(text, type_names[i])) {
            *type = (enum ln_native_type)i;
            return LN_OK;
        }
    }
    scan->at = start;
    return ln_scan_expected(scan, "\"invoke\", \"ok\", \"fail\", \"info\" or \"stuck\"");
}

static enum ln_status read_return_time(struct ln_scanner *scan, struct ln_native_line *line)
{
    line->returned = !ln_scan_word(scan, "null");
    return line->returned ? ln_json_integer(scan, &line->ret) : LN_OK;
}

static enum ln_status read_args(struct ln_scanner *scan, struct ln_native_line *line)
{
    enum ln_status status = ln_json_array(scan, &line->first_arg);
    assert(status || line->first_arg <= scan->items.length);
    line->arity = scan->items.length - line->first_arg;
    return status;
}

static enum ln_status read_key(struct ln_scanner *scan, ln_value *key)
{
    enum ln_status status = ln_json_value(scan, key);
    if (!status && ln_same(*key, LN_VALUE_NULL))
        *key = LN_VALUE_NONE;
    return status;
}

static enum ln_status read_truth(struct ln_scanner *scan, bool *truth)
{
    *truth = ln_scan_word(scan, "true");
    return *truth || ln_scan_word(scan, "false") ? LN_OK : ln_scan_expected(scan, "true or false");
}

static enum ln_status read_part(struct ln_scanner *scan, struct ln_native_line *line, enum ln_native_key key)
{
    switch (key) {
    case LN_NATIVE_LINNET: return ln_json_integer(scan, &line->version);
    case LN_NATIVE_PROCESS: return read_process(scan, &line->process);
    case LN_NATIVE_TYPE: return read_type(scan, &line->type);
    case LN_NATIVE_F: return read_name(scan, &line->f);
    case LN_NATIVE_VALUE: return ln_json_value(scan, &line->value);
    case LN_NATIVE_ARGS: return read_args(scan, line);
    case LN_NATIVE_RESULT: return ln_json_value(scan, &line->result);
    case LN_NATIVE_KEY: return read_key(scan, &line->key);
    case LN_NATIVE_CALL: return ln_json_integer(scan, &line->call);
    case LN_NATIVE_RETURN: return read_return_time(scan, line);
    case LN_NATIVE_ORDER: return ln_json_integer(scan, &line->order);
    case LN_NATIVE_FAILED: return read_truth(scan, &line->failed);
    case LN_NATIVE_TIMED: return read_truth(scan, &line->timed);
    case LN_NATIVE_SPEC:
    case LN_NATIVE_ID:
    case LN_NATIVE_UNIT:
    case LN_NATIVE_MISSING:
    case LN_NATIVE_OTHER: break;
    }
    return ln_json_value(scan, NULL);
}

/* Does a comma follow? Without it, more may have stood there: a number may have had more digits. */
static bool is_complete(const struct ln_scanner *scan, const char *behind)
{
    while (behind && behind < scan->end && (*behind == ' ' || *behind == '\t'))
        behind++;
    return behind && behind < scan->end && *behind == ',';
}

enum ln_status ln_native_line_read(struct ln_scanner *scan, struct ln_native_line *line)
{
    bool first = true, more = true;
    const char *behind = NULL;
    enum ln_native_key last = LN_NATIVE_OTHER;
    enum ln_status status = ln_json_open_object(scan);
    *line = (struct ln_native_line){ .key = LN_VALUE_NONE };
    while (!status && more) {
        struct ln_text name;
        enum ln_native_key key;
        status = ln_json_member(scan, &first, &name, &more);
        if (status || !more)
            break;
        key = key_of(name);
        ln_json_blanks(scan);
        if (key != LN_NATIVE_OTHER) {
            if (line->places[key])
                return ln_scan_wrong(scan, scan->at, "found \"%.*s\" a second time, expected it once", (int)name.length,
                                     name.at);
            line->places[key] = scan->at;
        }
        last = key;
        status = read_part(scan, line, key);
        behind = status ? NULL : scan->at;
    }
    if (status && last != LN_NATIVE_OTHER && !is_complete(scan, behind))
        line->places[last] = NULL;
    return status ? status : ln_json_end(scan);
}
