/* Writes Jepsen's histories, its early logs, and Porcupine's logs: everything that is made of EDN. */
#include "format/writing.h"

#include <string.h>

static void write_items(const struct ln_values *values, ln_value value, struct ln_str *out)
{
    bool map = ln_value_kind(value) == LN_KIND_MAP;
    size_t count;
    const ln_value *items = ln_value_items(values, value, &count);
    ln_str_char(out, map ? '{' : '[');
    for (size_t i = 0; i < count; i++) {
        if (i)
            ln_str_text(out, map && i % 2 == 0 ? ", " : " ");
        ln_write_edn(values, items[i], out);
    }
    ln_str_char(out, map ? '}' : ']');
}

/* As JSON but for nil and what stands between items. */
void ln_write_edn(const struct ln_values *values, ln_value value, struct ln_str *out)
{
    switch (ln_value_kind(value)) {
    case LN_KIND_NULL: ln_str_text(out, "nil"); break;
    case LN_KIND_LIST:
    case LN_KIND_MAP: write_items(values, value, out); break;
    case LN_KIND_BOOL:
    case LN_KIND_INT:
    case LN_KIND_REAL:
    case LN_KIND_STRING:
    case LN_KIND_UNKNOWN:
    case LN_KIND_NONE: ln_value_write(values, value, out); break;
    }
}

static void word_and_value(const struct ln_writing *writing, const char *word, ln_value value)
{
    ln_str_text(writing->out, word);
    ln_write_edn(&writing->history->values, value, writing->out);
}

/* The arguments as one value: a list when there are several, nil when there is none. */
static void args_as_value(const struct ln_writing *writing, const struct ln_operation *operation)
{
    const ln_value *args = ln_writing_args(writing, operation);
    if (operation->arity > 1)
        ln_str_char(writing->out, '[');
    for (uint32_t i = 0; i < operation->arity; i++)
        word_and_value(writing, i ? " " : "", args[i]);
    if (operation->arity > 1)
        ln_str_char(writing->out, ']');
    if (!operation->arity)
        ln_str_text(writing->out, "nil");
}

/* ---- jepsen-edn ---- */

static const char *jepsen_refuses(const struct ln_writing *writing, const struct ln_operation *operation)
{
    bool has_key = !ln_same(operation->key, LN_VALUE_NONE);
    if (has_key && !writing->keyed)
        return "has keys only as pairs [key value]: ask for them with --keyed";
    if (!has_key && writing->keyed)
        return "with --keyed needs a key in every operation";
    return NULL;
}

/* Names of operations are keywords where they can be. */
static void jepsen_name(const struct ln_writing *writing, ln_value f)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_*!?";
    struct ln_text text = ln_value_text(&writing->history->values, &f);
    size_t i = 0;
    while (i < text.length && text.at[i] && strchr(letters, text.at[i]))
        i++;
    if (i == text.length && i && ((text.at[0] | 0x20) >= 'a' && (text.at[0] | 0x20) <= 'z')) {
        ln_str_char(writing->out, ':');
        ln_str_add(writing->out, text.at, text.length);
    } else {
        ln_write_json_string(writing->out, text.at, text.length);
    }
}

static void jepsen_start(const struct ln_writing *writing, const struct ln_operation *operation, const char *type)
{
    word_and_value(writing, "{:process ", ln_writing_process(writing, operation));
    ln_str_format(writing->out, ", :type %s, :f ", type);
    jepsen_name(writing, operation->f);
}

static void jepsen_call(const struct ln_writing *writing, const struct ln_operation *operation)
{
    jepsen_start(writing, operation, ":invoke");
    if (writing->keyed)
        word_and_value(writing, ", :value [", operation->key);
    else if (operation->arity)
        ln_str_text(writing->out, ", :value");
    if (operation->arity || writing->keyed) {
        ln_str_char(writing->out, ' ');
        args_as_value(writing, operation);
    }
    ln_str_text(writing->out, writing->keyed ? "]}\n" : "}\n");
}

static void jepsen_return(const struct ln_writing *writing, const struct ln_operation *operation)
{
    bool known = operation->fate == LN_COMPLETED && !ln_same(operation->result, LN_VALUE_UNKNOWN);
    jepsen_start(writing, operation, operation->fate == LN_FAILED ? ":fail" : ":ok");
    if (known && writing->keyed) {
        word_and_value(writing, ", :value [", operation->key);
        word_and_value(writing, " ", operation->result);
        ln_str_char(writing->out, ']');
    } else if (known) {
        word_and_value(writing, ", :value ", operation->result);
    }
    ln_str_text(writing->out, "}\n");
}

const struct ln_write_format ln_write_jepsen_edn = {
    .name = "jepsen-edn",
    .writes = LN_WRITES_PENDING | LN_WRITES_FAILED | LN_WRITES_KEYS,
    .refuses = jepsen_refuses,
    .call = jepsen_call,
    .ret = jepsen_return,
};

/* What writes has nothing to return, so that nothing is unknown. */
static bool returned_something(const struct ln_operation *operation)
{
    return operation->fate == LN_COMPLETED && !ln_same(operation->result, LN_VALUE_NULL) &&
           !ln_same(operation->result, LN_VALUE_UNKNOWN);
}

/* ---- jepsen-log ---- */

static const char *log_refuses_history(const struct ln_writing *writing)
{
    return !writing->spec || strcmp(writing->spec, "cas-register") == 0 ? NULL : "is of a cas-register only";
}

static const char *log_refuses(const struct ln_writing *writing, const struct ln_operation *operation)
{
    bool completed = operation->fate == LN_COMPLETED, failed = operation->fate == LN_FAILED;
    ln_value result = operation->result;
    if (ln_writing_says(writing, operation->f, "read"))
        return operation->arity ? "has no arguments for read" : failed ? "has no read without effect" : NULL;
    if (ln_writing_says(writing, operation->f, "write"))
        return operation->arity != 1           ? "has one argument for write"
               : returned_something(operation) ? "has no result of a write other than null"
                                               : NULL;
    if (!ln_writing_says(writing, operation->f, "cas"))
        return "has only read, write and cas";
    if (operation->arity != 2)
        return "has two arguments for cas";
    if (failed)
        return "has no cas without effect other than one that returns false";
    return completed && ln_value_kind(result) != LN_KIND_BOOL ? "has only true or false as the result of a cas" : NULL;
}

static void log_line(const struct ln_writing *writing, const struct ln_operation *operation, const char *type)
{
    struct ln_text name = ln_value_text(&writing->history->values, &operation->f);
    word_and_value(writing, "INFO  jepsen.util - ", ln_writing_process(writing, operation));
    ln_str_format(writing->out, "\t%s\t:%.*s\t", type, (int)name.length, name.at);
}

static void log_call(const struct ln_writing *writing, const struct ln_operation *operation)
{
    log_line(writing, operation, ":invoke");
    args_as_value(writing, operation);
    ln_str_char(writing->out, '\n');
}

static void log_return(const struct ln_writing *writing, const struct ln_operation *operation)
{
    bool unknown = ln_same(operation->result, LN_VALUE_UNKNOWN), is_read = !operation->arity;
    bool failed = operation->fate == LN_FAILED || (!is_read && ln_same(operation->result, LN_VALUE_FALSE));
    log_line(writing, operation, failed || (is_read && unknown) ? ":fail" : ":ok");
    if (is_read && unknown)
        ln_str_text(writing->out, ":timed-out");
    else if (is_read)
        ln_write_edn(&writing->history->values, operation->result, writing->out);
    else
        args_as_value(writing, operation);
    ln_str_char(writing->out, '\n');
}

const struct ln_write_format ln_write_jepsen_log = {
    .name = "jepsen-log",
    .writes = LN_WRITES_PENDING | LN_WRITES_FAILED,
    .refuses_history = log_refuses_history,
    .refuses = log_refuses,
    .call = log_call,
    .ret = log_return,
};

/* ---- porcupine ---- */

static const char *porcupine_refuses_history(const struct ln_writing *writing)
{
    return !writing->spec || strcmp(writing->spec, "kv:missing=\"\"") == 0 ? NULL : "is of kv:missing=\"\" only";
}

static const char *porcupine_refuses(const struct ln_writing *writing, const struct ln_operation *operation)
{
    bool is_get = ln_writing_says(writing, operation->f, "get");
    if (ln_same(operation->key, LN_VALUE_NONE))
        return "needs a key in every operation";
    if (is_get)
        return operation->arity ? "has no arguments for get" : NULL;
    if (!ln_writing_says(writing, operation->f, "put") && !ln_writing_says(writing, operation->f, "append"))
        return "has only get, put and append";
    if (operation->arity != 1 || ln_same(*ln_writing_args(writing, operation), LN_VALUE_NULL))
        return "has one value for put and append, other than nil";
    return returned_something(operation) ? "has no result of put and append other than null" : NULL;
}

static void porcupine_line(const struct ln_writing *writing, const struct ln_operation *operation, const char *type)
{
    struct ln_text name = ln_value_text(&writing->history->values, &operation->f);
    word_and_value(writing, "{:process ", ln_writing_process(writing, operation));
    ln_str_format(writing->out, ", :type %s, :f :%.*s", type, (int)name.length, name.at);
    word_and_value(writing, ", :key ", operation->key);
}

static void porcupine_call(const struct ln_writing *writing, const struct ln_operation *operation)
{
    porcupine_line(writing, operation, ":invoke");
    ln_str_text(writing->out, ", :value ");
    args_as_value(writing, operation);
    ln_str_text(writing->out, "}\n");
}

static void porcupine_return(const struct ln_writing *writing, const struct ln_operation *operation)
{
    bool known = operation->fate == LN_COMPLETED && !ln_same(operation->result, LN_VALUE_UNKNOWN);
    porcupine_line(writing, operation, operation->fate == LN_FAILED ? ":fail" : ":ok");
    if (known && operation->arity) {
        ln_str_text(writing->out, ", :value ");
        args_as_value(writing, operation);
    } else if (known) {
        word_and_value(writing, ", :value ", operation->result);
    }
    ln_str_text(writing->out, "}\n");
}

const struct ln_write_format ln_write_porcupine = {
    .name = "porcupine",
    .writes = LN_WRITES_PENDING | LN_WRITES_FAILED | LN_WRITES_KEYS,
    .refuses_history = porcupine_refuses_history,
    .refuses = porcupine_refuses,
    .call = porcupine_call,
    .ret = porcupine_return,
};
