/* Binding: from an operation as written to the form that the spec's steps expect, or a message that says what is wrong.
 *
 * Arguments end up exactly `most` long (missing optional ones are LN_VALUE_NONE). A single list stands for several
 * arguments (Jepsen writes a cas as [old new]); a null stands for none where none is wanted (Jepsen's reads). A keyed
 * class takes its key from the first argument when the operation has none. */
#include "base/hash.h"
#include "history/names.h"
#include "spec/spec.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static enum ln_status unknown_method(const struct ln_spec_class *class, struct ln_text name, struct ln_error *error)
{
    size_t best = 0;
    unsigned least = UINT32_MAX;
    for (size_t i = 0; i < class->method_count; i++) {
        struct ln_text have = { class->methods[i].name, strlen(class->methods[i].name) };
        unsigned distance = ln_name_distance(name, have);
        if (distance < least) {
            least = distance;
            best = i;
        }
    }
    return ln_fail(error, LN_BAD_INPUT, "found operation '%.*s', which a %s does not have; did you mean '%s'?",
                   name.length > 40 ? 40 : (int)name.length, name.at, class->name, class->methods[best].name);
}

static const struct ln_method *find_method(struct ln_spec *spec, ln_value f, struct ln_text name)
{
    const struct ln_spec_class *class = spec->class;
    size_t slot = ln_mix(f.word) % (sizeof spec->seen / sizeof *spec->seen);
    /* Two places each, so that two names which meet do not drive each other out. */
    for (unsigned second = 0; second < 2; second++, slot ^= 1)
        if (spec->seen[slot].method && spec->seen[slot].f == f.word)
            return &class->methods[spec->seen[slot].method - 1];
    if (spec->seen[slot].method && !spec->seen[slot ^ 1].method)
        slot ^= 1;
    for (size_t i = 0; i < class->method_count; i++) {
        if (!ln_name_matches(name, class->methods[i].name, class->methods[i].aliases))
            continue;
        spec->seen[slot].f = f.word;
        spec->seen[slot].method = i + 1;
        return &class->methods[i];
    }
    return NULL;
}

static enum ln_status choose_method(struct ln_spec *spec, const struct ln_history *history, uint32_t index,
                                    uint16_t *chosen, struct ln_error *error)
{
    const ln_value *f = &history->operations.at[index].f;
    const struct ln_method *method;
    if (spec->class->bind)
        return spec->class->bind(spec, history, index, chosen, error);
    method = find_method(spec, *f, ln_value_text(&history->values, f));
    if (!method)
        return unknown_method(spec->class, ln_value_text(&history->values, f), error);
    *chosen = (uint16_t)(method - spec->class->methods);
    return LN_OK;
}

static enum ln_status fault_of_value(const struct ln_history *history, ln_value value, const char *method,
                                     const char *expected, struct ln_error *error)
{
    struct ln_str text;
    ln_str_init(&text, history->memory);
    ln_value_write(&history->values, value, &text);
    ln_fail(error, LN_BAD_INPUT, "found %.60s%s, expected %s for '%s'", ln_str_borrow(&text),
            text.length > 60 ? "..." : "", expected, method);
    ln_str_fini(&text);
    return LN_BAD_INPUT;
}

/* Sets where the arguments are: a list is spread, a null is dropped, the key is split off. */
static void arrange(const struct ln_spec_class *class, const struct ln_method *method, struct ln_history *history,
                    struct ln_operation *operation, const ln_value **args, size_t *count)
{
    bool lacks_key = class->keyed && ln_same(operation->key, LN_VALUE_NONE);
    size_t wanted = method->most + (size_t)lacks_key;
    *args = history->args.at + operation->args;
    *count = operation->arity;
    if (*count == 1 && wanted == 0 && ln_same((*args)[0], LN_VALUE_NULL))
        *count = 0;
    if (*count == 1 && wanted > 1 && ln_value_kind((*args)[0]) == LN_KIND_LIST)
        *args = ln_value_items(&history->values, (*args)[0], count);
    if (lacks_key && *count) {
        operation->key = (*args)[0];
        *args += 1;
        *count -= 1;
    }
}

/* Stores the arguments at their full length. In place when they already are, so that a read costs nothing. */
static enum ln_status store(struct ln_history *history, struct ln_operation *operation, const ln_value *args,
                            size_t count, size_t full)
{
    assert(count <= full);
    if (count == full && args == history->args.at + operation->args) {
        operation->arity = (uint16_t)count;
        return LN_OK;
    }
    if (args >= history->args.at && args <= history->args.at + history->args.length) {
        size_t at = (size_t)(args - history->args.at);
        if (!ln_vec_reserve(&history->args, history->memory, history->args.length + full))
            return LN_NO_MEMORY;
        args = history->args.at + at;
    } else if (!ln_vec_reserve(&history->args, history->memory, history->args.length + full)) {
        return LN_NO_MEMORY;
    }
    operation->args = (uint32_t)history->args.length;
    operation->arity = (uint16_t)count;
    for (size_t i = 0; i < full; i++)
        history->args.at[history->args.length++] = i < count ? args[i] : LN_VALUE_NONE;
    return LN_OK;
}

/* ["r", key] or ["read", key, anything], ["w", key, value] or ["write", key, value]. */
static bool is_micro_operation(const struct ln_values *values, ln_value value)
{
    const ln_value *items;
    struct ln_text kind;
    size_t count;
    if (ln_value_kind(value) != LN_KIND_LIST)
        return false;
    items = ln_value_items(values, value, &count);
    if (count < 2 || count > 3 || ln_value_kind(items[0]) != LN_KIND_STRING)
        return false;
    kind = ln_value_text(values, &items[0]);
    return ln_name_matches(kind, "r", "read") || (count == 3 && ln_name_matches(kind, "w", "write"));
}

static bool is_transaction(const struct ln_values *values, ln_value value)
{
    const ln_value *items;
    size_t count;
    if (ln_value_kind(value) != LN_KIND_LIST)
        return false;
    items = ln_value_items(values, value, &count);
    for (size_t i = 0; i < count; i++)
        if (!is_micro_operation(values, items[i]))
            return false;
    return true;
}

static bool may_take(const struct ln_method *method, const struct ln_values *values, ln_value value)
{
    enum ln_kind kind = ln_value_kind(value);
    switch ((enum ln_takes)method->takes) {
    case LN_TAKES_ANY: break;
    case LN_TAKES_NOT_NULL: return kind != LN_KIND_NULL;
    case LN_TAKES_INTEGER: return kind == LN_KIND_INT;
    case LN_TAKES_STRING: return kind == LN_KIND_STRING;
    case LN_TAKES_TRANSACTION: return is_transaction(values, value);
    }
    return true;
}

static const char *may_take_text(const struct ln_method *method)
{
    static const char *const texts[] = { "a value", "a value other than null (which means empty)", "an integer",
                                         "a string", "a list of [\"r\", key] and [\"w\", key, value]" };
    assert(method->takes < sizeof texts / sizeof *texts);
    return texts[method->takes];
}

enum ln_status ln_spec_bind_call(struct ln_spec *spec, struct ln_history *history, uint32_t index,
                                 enum ln_spec_fault *fault, struct ln_error *error)
{
    const struct ln_spec_class *class = spec->class;
    struct ln_operation *operation = &history->operations.at[index];
    const struct ln_method *method;
    const ln_value *args;
    size_t count;
    enum ln_status status = choose_method(spec, history, index, &operation->method, error);
    *fault = LN_FAULT_F;
    if (status)
        return status;
    method = &class->methods[operation->method];
    assert(operation->method < class->method_count);
    arrange(class, method, history, operation, &args, &count);
    *fault = LN_FAULT_KEY;
    if (class->keyed && ln_same(operation->key, LN_VALUE_NONE))
        return ln_fail(error, LN_BAD_INPUT, "found '%s' without a key, expected \"key\"", method->name);
    *fault = LN_FAULT_ARGS;
    if (count < method->least || count > method->most)
        return ln_fail(error, LN_BAD_INPUT, "found %zu argument%s for '%s', expected (%s)", count,
                       count == 1 ? "" : "s", method->name, method->arguments);
    for (size_t i = 0; i < count; i++)
        if (!may_take(method, &history->values, args[i]))
            return fault_of_value(history, args[i], method->name, may_take_text(method), error);
    if (store(history, operation, args, count, method->most))
        return ln_fail(error, LN_NO_MEMORY, "out of memory");
    assert(operation->args + method->most <= history->args.length);
    return LN_OK;
}

/* Jepsen repeats the arguments of an operation in its ok. */
static bool is_echo(const struct ln_history *history, const struct ln_operation *operation)
{
    const ln_value *args = history->args.at + operation->args, *items;
    size_t count;
    if (operation->arity == 1)
        return ln_same(operation->result, args[0]);
    if (operation->arity < 2 || ln_value_kind(operation->result) != LN_KIND_LIST)
        return false;
    items = ln_value_items(&history->values, operation->result, &count);
    return count == operation->arity && memcmp(items, args, count * sizeof *args) == 0;
}

static int compare_words(const void *a, const void *b)
{
    uint64_t x = ((const ln_value *)a)->word, y = ((const ln_value *)b)->word;
    return (x > y) - (x < y);
}

/* Lists that are equal up to their order become the same value. */
static enum ln_status sort_items(struct ln_history *history, ln_value *list, struct ln_error *error)
{
    size_t count;
    const ln_value *items = ln_value_items(&history->values, *list, &count);
    ln_value *sorted = count ? ln_take(history->memory, count * sizeof *sorted) : NULL;
    enum ln_status status = count ? LN_NO_MEMORY : LN_OK;
    if (sorted) {
        memcpy(sorted, items, count * sizeof *sorted);
        qsort(sorted, count, sizeof *sorted, compare_words);
        status = ln_values_list(&history->values, sorted, count, list);
        ln_give(history->memory, sorted, count * sizeof *sorted);
    }
    return status ? ln_fail(error, status, "out of memory") : LN_OK;
}

enum ln_status ln_spec_bind_result(const struct ln_spec *spec, struct ln_history *history, uint32_t index,
                                   enum ln_spec_fault *fault, struct ln_error *error)
{
    struct ln_operation *operation = &history->operations.at[index];
    const struct ln_method *method = &spec->class->methods[operation->method];
    enum ln_kind kind = ln_value_kind(operation->result);
    bool unknown = kind == LN_KIND_UNKNOWN, none = kind == LN_KIND_NULL || kind == LN_KIND_NONE;
    bool truth = kind == LN_KIND_BOOL, echo = !unknown && is_echo(history, operation);
    assert(operation->method < spec->class->method_count);
    *fault = LN_FAULT_RESULT;
    switch ((enum ln_returns)method->returns) {
    case LN_RETURNS_VALUE:
        if (kind == LN_KIND_NONE)
            operation->result = LN_VALUE_UNKNOWN;
        return LN_OK;
    case LN_RETURNS_NULL:
        if (none)
            operation->result = kind == LN_KIND_NULL ? LN_VALUE_NONE : LN_VALUE_UNKNOWN;
        return LN_OK;
    case LN_RETURNS_INTEGER:
        if (unknown || kind == LN_KIND_INT)
            return LN_OK;
        return fault_of_value(history, operation->result, method->name, "an integer result", error);
    case LN_RETURNS_TRUTH:
        if (echo && !truth)
            operation->result = LN_VALUE_TRUE;
        else if (!truth && !unknown)
            return fault_of_value(history, operation->result, method->name, "the result true or false", error);
        return LN_OK;
    case LN_RETURNS_CHANGE:
        if (none || (echo && !truth))
            operation->result = LN_VALUE_UNKNOWN;
        else if (!truth && !unknown)
            return fault_of_value(history, operation->result, method->name, "the result true or false", error);
        return LN_OK;
    case LN_RETURNS_SET:
        if (none)
            operation->result = LN_VALUE_UNKNOWN;
        if (none || unknown)
            return LN_OK;
        if (kind != LN_KIND_LIST)
            return fault_of_value(history, operation->result, method->name, "a list as the result", error);
        return sort_items(history, &operation->result, error);
    case LN_RETURNS_DONE:
        if (ln_same(operation->result, LN_VALUE_FALSE) && (spec->count || !echo))
            return LN_OK;
        if (unknown && spec->count)
            return LN_OK;
        /* fall through */
    case LN_RETURNS_NOTHING:
        if (!unknown && !none && !echo && !ln_same(operation->result, LN_VALUE_TRUE))
            return fault_of_value(history, operation->result, method->name, "no result", error);
        operation->result = LN_VALUE_NONE;
        return LN_OK;
    }
    return ln_fail(error, LN_INTERNAL, "a method of '%s' returns nothing known", spec->class->name);
}

enum ln_status ln_spec_bind(struct ln_spec *spec, struct ln_history *history, uint32_t *operation,
                            struct ln_error *error)
{
    enum ln_spec_fault fault;
    for (*operation = 0; *operation < history->operations.length; ++*operation) {
        enum ln_status status = ln_spec_bind_call(spec, history, *operation, &fault, error);
        if (!status && history->operations.at[*operation].fate == LN_COMPLETED)
            status = ln_spec_bind_result(spec, history, *operation, &fault, error);
        if (status)
            return status;
    }
    return LN_OK;
}
