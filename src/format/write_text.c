/* Writes the text formats of LiMo, PolyLin and fptlin. */
#include "format/columns.h"
#include "format/writing.h"

#include <string.h>

/* A string that reads as itself where blanks separate and integers are integers. */
static bool is_word(struct ln_text text)
{
    int64_t number;
    for (size_t i = 0; i < text.length; i++)
        if ((unsigned char)text.at[i] <= ' ' || text.at[i] == 0x7f)
            return false;
    return text.length && !ln_text_integer(text, &number);
}

/* Is it how formats write that nothing was there? */
static bool is_empty_word(const struct ln_writing *writing, ln_value value)
{
    return ln_writing_says(writing, value, "empty") || ln_writing_says(writing, value, "EMPTY");
}

static bool is_plain(const struct ln_writing *writing, ln_value value)
{
    if (ln_value_kind(value) == LN_KIND_STRING)
        return is_word(ln_value_text(&writing->history->values, &value));
    return ln_value_kind(value) == LN_KIND_INT;
}

static void write_plain(const struct ln_writing *writing, ln_value value)
{
    struct ln_text text;
    if (ln_value_kind(value) == LN_KIND_STRING) {
        text = ln_value_text(&writing->history->values, &value);
        ln_str_add(writing->out, text.at, text.length);
    } else {
        ln_value_write(&writing->history->values, value, writing->out);
    }
}

static const char *const needs_words = "has only integers and words without blanks as values";

/* Insertions take the value, removals return it. `none` is an integer that says that nothing was there. */
static const char *refuses_value(const struct ln_writing *writing, const struct ln_operation *operation, bool inserts,
                                 ln_value none)
{
    bool completed = operation->fate == LN_COMPLETED;
    bool unknown = completed && ln_same(operation->result, LN_VALUE_UNKNOWN);
    /* Insertions into the objects that these formats know return nothing, so that nothing is unknown. */
    if (unknown && !(inserts && writing->spec))
        return "cannot say that a result is not known";
    if (inserts) {
        if (operation->arity != 1)
            return "has one argument for an insertion";
        if (completed && !unknown && !ln_same(operation->result, LN_VALUE_NULL))
            return "has no result of an insertion other than null";
        return is_plain(writing, *ln_writing_args(writing, operation)) ? NULL : needs_words;
    }
    if (operation->arity)
        return "has no arguments for a removal";
    if (!completed || ln_same(operation->result, LN_VALUE_NULL))
        return NULL;
    if (ln_same(operation->result, none) || is_empty_word(writing, operation->result))
        return "takes this result for empty";
    return is_plain(writing, operation->result) ? NULL : needs_words;
}

/* ---- limo ---- */

static bool limo_inserts(const struct ln_writing *writing, ln_value f)
{
    return ln_writing_says(writing, f, "push") || ln_writing_says(writing, f, "enq") ||
           ln_writing_says(writing, f, "add");
}

static bool limo_removes(const struct ln_writing *writing, ln_value f)
{
    return ln_writing_says(writing, f, "pop") || ln_writing_says(writing, f, "deq") ||
           ln_writing_says(writing, f, "remove");
}

static const char *limo_refuses_history(const struct ln_writing *writing)
{
    if (!writing->spec)
        return writing->number ? "needs the object to start another history: name it with --spec" : NULL;
    return strcmp(writing->spec, "stack") == 0 || strcmp(writing->spec, "queue") == 0 ? NULL
                                                                                      : "is of a stack or a queue only";
}

/* Integers beyond this are text to its reader. */
static bool limo_is_large(const struct ln_writing *writing, ln_value value)
{
    int64_t number = ln_value_kind(value) == LN_KIND_INT ? ln_value_int(&writing->history->values, value) : 0;
    return number >= INT64_C(1) << 60 || number < -(INT64_C(1) << 60);
}

static const char *limo_refuses(const struct ln_writing *writing, const struct ln_operation *operation)
{
    bool inserts = limo_inserts(writing, operation->f);
    const char *why;
    if (!inserts && !limo_removes(writing, operation->f))
        return "has only push, enq, add, pop, deq and remove";
    if (ln_value_int(&writing->history->values, ln_writing_process(writing, operation)) < 0)
        return "has no negative processes";
    why = refuses_value(writing, operation, inserts, LN_VALUE_NONE);
    if (why)
        return why;
    if (inserts && is_empty_word(writing, *ln_writing_args(writing, operation)))
        return "takes this value for empty";
    if (limo_is_large(writing, operation->result) ||
        (inserts && limo_is_large(writing, *ln_writing_args(writing, operation))))
        return "has no integers of more than 60 bits";
    return NULL;
}

static void limo_begin(const struct ln_writing *writing)
{
    if (writing->spec)
        ln_str_format(writing->out, "# @object atomic-%s\n", writing->spec);
}

static void limo_start(const struct ln_writing *writing, const struct ln_operation *operation, const char *what)
{
    ln_str_char(writing->out, '[');
    ln_value_write(&writing->history->values, ln_writing_process(writing, operation), writing->out);
    ln_str_text(writing->out, what);
}

static void limo_call(const struct ln_writing *writing, const struct ln_operation *operation)
{
    limo_start(writing, operation, "] call ");
    write_plain(writing, operation->f);
    if (operation->arity) {
        ln_str_char(writing->out, '(');
        write_plain(writing, *ln_writing_args(writing, operation));
        ln_str_char(writing->out, ')');
    }
    ln_str_char(writing->out, '\n');
}

static void limo_return(const struct ln_writing *writing, const struct ln_operation *operation)
{
    limo_start(writing, operation, "] return");
    if (!operation->arity) {
        ln_str_char(writing->out, ' ');
        if (ln_same(operation->result, LN_VALUE_NULL))
            ln_str_text(writing->out, "empty");
        else
            write_plain(writing, operation->result);
    }
    ln_str_char(writing->out, '\n');
}

const struct ln_write_format ln_write_limo = {
    .name = "limo",
    .writes = LN_WRITES_PENDING | LN_WRITES_SEVERAL,
    .refuses_history = limo_refuses_history,
    .refuses = limo_refuses,
    .begin = limo_begin,
    .call = limo_call,
    .ret = limo_return,
};

/* ---- polylin ---- */

static const char *set_refuses(const struct ln_writing *writing, const struct ln_operation *operation)
{
    if (operation->arity != 1)
        return "has one argument for methods of a set";
    if (ln_value_kind(operation->result) != LN_KIND_BOOL)
        return "has only true or false as the result of methods of a set";
    return is_plain(writing, *ln_writing_args(writing, operation)) ? NULL : needs_words;
}

static const char *polylin_refuses_history(const struct ln_writing *writing)
{
    const struct ln_column_object *object = writing->spec ? ln_column_object_for(writing->spec) : NULL;
    if (!writing->spec)
        return "needs the object: name it with --spec";
    return object && object->polylin ? NULL : "is of a queue, stack, deque, max-priority-queue or set only";
}

static const char *polylin_refuses(const struct ln_writing *writing, const struct ln_operation *operation)
{
    struct ln_text name = ln_value_text(&writing->history->values, &operation->f);
    bool inserts = ln_column_inserts(name);
    if (ln_column_object_for(writing->spec)->is_set)
        return is_word(name) && *name.at != '#' ? set_refuses(writing, operation) : "has only words as methods";
    if (!inserts && !ln_column_removes(name))
        return "has no such method";
    return refuses_value(writing, operation, inserts, ln_small(-1));
}

static void columns_begin(const struct ln_writing *writing)
{
    if (writing->spec)
        ln_str_format(writing->out, "# %s\n", ln_column_object_for(writing->spec)->name);
}

/* The value and, for sets, the result. */
static void write_operands(const struct ln_writing *writing, const struct ln_operation *operation)
{
    if (operation->arity)
        write_plain(writing, *ln_writing_args(writing, operation));
    else if (ln_same(operation->result, LN_VALUE_NULL))
        ln_str_text(writing->out, "-1");
    else
        write_plain(writing, operation->result);
    if (ln_value_kind(operation->result) == LN_KIND_BOOL)
        ln_str_text(writing->out, ln_same(operation->result, LN_VALUE_TRUE) ? " 1" : " 0");
}

static void polylin_operation(const struct ln_writing *writing, const struct ln_operation *operation, bool first,
                              int64_t call_time, int64_t return_time)
{
    (void)first;
    write_plain(writing, operation->f);
    ln_str_char(writing->out, ' ');
    write_operands(writing, operation);
    ln_str_format(writing->out, " %lld %lld\n", (long long)call_time, (long long)return_time);
}

const struct ln_write_format ln_write_polylin = {
    .name = "polylin",
    .writes = LN_WRITES_SEVERAL | LN_WRITES_BY_PROCESS,
    .refuses_history = polylin_refuses_history,
    .refuses = polylin_refuses,
    .begin = columns_begin,
    .operation = polylin_operation,
};

/* ---- fptlin ---- */

static const char *fptlin_refuses_history(const struct ln_writing *writing)
{
    const struct ln_column_object *object = writing->spec ? ln_column_object_for(writing->spec) : NULL;
    if (!writing->spec)
        return writing->number ? "needs the object to start another history: name it with --spec" : NULL;
    return object && object->fptlin
               ? NULL
               : "is of a queue, stack, max-priority-queue, set, semaphore or cas-register:initial=0 only";
}

/* Methods are written in capitals, so that only those without any can be read again. */
static bool is_method(struct ln_text name)
{
    for (size_t i = 0; i < name.length; i++)
        if (!(name.at[i] >= 'a' && name.at[i] <= 'z') && (i == 0 || name.at[i] != '_'))
            return false;
    return name.length && name.length <= 32 && !ln_text_is(name, "read_modify_write");
}

static bool is_semaphore(struct ln_text name)
{
    return ln_text_is(name, "incr") || ln_text_is(name, "decr");
}

static const char *cas_refuses(const struct ln_writing *writing, const struct ln_operation *operation)
{
    const ln_value *args = ln_writing_args(writing, operation);
    if (!ln_same(operation->result, LN_VALUE_TRUE))
        return "has no cas other than one that returned true";
    return is_plain(writing, args[0]) && is_plain(writing, args[1]) ? NULL : needs_words;
}

static const char *fptlin_refuses(const struct ln_writing *writing, const struct ln_operation *operation)
{
    struct ln_text name = ln_value_text(&writing->history->values, &operation->f);
    bool inserts = ln_column_inserts(name), truth = ln_value_kind(operation->result) == LN_KIND_BOOL;
    if (ln_text_is(name, "cas") && operation->arity == 2)
        return cas_refuses(writing, operation);
    if (!is_method(name))
        return "has only lower-case letters in methods";
    if (is_semaphore(name))
        return operation->arity || !truth ? "has true or false as the result of incr and decr, and no arguments" : NULL;
    if (truth)
        return set_refuses(writing, operation);
    if (!inserts && !ln_column_removes(name))
        return "has no such method with such a result";
    return refuses_value(writing, operation, inserts, ln_small(-1));
}

static void fptlin_method(const struct ln_writing *writing, const struct ln_operation *operation)
{
    struct ln_text name = ln_value_text(&writing->history->values, &operation->f);
    if (operation->arity == 2) {
        ln_str_text(writing->out, "READ_MODIFY_WRITE");
        return;
    }
    for (size_t i = 0; i < name.length; i++)
        ln_str_char(writing->out, name.at[i] == '_' ? '_' : (char)(name.at[i] & ~0x20));
}

static void fptlin_operands(const struct ln_writing *writing, const struct ln_operation *operation)
{
    struct ln_text name = ln_value_text(&writing->history->values, &operation->f);
    if (operation->arity == 2) {
        write_plain(writing, ln_writing_args(writing, operation)[0]);
        ln_str_char(writing->out, ' ');
        write_plain(writing, ln_writing_args(writing, operation)[1]);
    } else if (is_semaphore(name)) {
        ln_str_char(writing->out, ln_same(operation->result, LN_VALUE_TRUE) ? '1' : '0');
    } else {
        write_operands(writing, operation);
    }
}

static void fptlin_operation(const struct ln_writing *writing, const struct ln_operation *operation, bool first,
                             int64_t call_time, int64_t return_time)
{
    (void)first;
    ln_value_write(&writing->history->values, ln_writing_process(writing, operation), writing->out);
    ln_str_format(writing->out, " %lld %lld ", (long long)call_time, (long long)return_time);
    fptlin_method(writing, operation);
    ln_str_char(writing->out, ' ');
    fptlin_operands(writing, operation);
    ln_str_char(writing->out, '\n');
}

const struct ln_write_format ln_write_fptlin = {
    .name = "fptlin",
    .writes = LN_WRITES_SEVERAL,
    .refuses_history = fptlin_refuses_history,
    .refuses = fptlin_refuses,
    .begin = columns_begin,
    .operation = fptlin_operation,
};
