/* Writes the native format in both styles, and stress histories. */
#include "format/writing.h"

#include <assert.h>
#include <string.h>

static void key_and_value(const struct ln_writing *writing, const char *key, ln_value value)
{
    ln_str_text(writing->out, key);
    ln_value_write(&writing->history->values, value, writing->out);
}

static void args(const struct ln_writing *writing, const struct ln_operation *operation)
{
    for (uint32_t i = 0; i < operation->arity; i++) {
        if (i)
            ln_str_char(writing->out, ',');
        ln_value_write(&writing->history->values, ln_writing_args(writing, operation)[i], writing->out);
    }
}

static void times(const struct ln_writing *writing, const struct ln_operation *operation, int64_t call_time,
                  int64_t return_time)
{
    assert(operation->fate != LN_COMPLETED || call_time <= return_time);
    ln_str_text(writing->out, ",\"call\":");
    ln_str_int(writing->out, call_time);
    ln_str_text(writing->out, ",\"return\":");
    if (operation->fate == LN_COMPLETED)
        ln_str_int(writing->out, return_time);
    else
        ln_str_text(writing->out, "null");
}

static bool has_key(const struct ln_operation *operation)
{
    return !ln_same(operation->key, LN_VALUE_NONE);
}

static bool is_known(const struct ln_operation *operation)
{
    return operation->fate == LN_COMPLETED && !ln_same(operation->result, LN_VALUE_UNKNOWN);
}

/* ---- native ---- */

static void order(const struct ln_writing *writing, const struct ln_operation *operation)
{
    int64_t reported = ln_history_order(writing->history, (uint32_t)(operation - writing->history->operations.at));
    if (reported == LN_NO_ORDER)
        return;
    ln_str_text(writing->out, ",\"order\":");
    ln_str_int(writing->out, reported);
}

static const char *native_refuses(const struct ln_writing *writing, const struct ln_operation *operation)
{
    if (ln_same(operation->key, LN_VALUE_NULL))
        return "has no key that is null";
    if (ln_writing_says(writing, operation->result, "?"))
        return "takes the result \"?\" for one that is not known";
    return NULL;
}

static void native_begin(const struct ln_writing *writing)
{
    ln_str_text(writing->out, "{\"linnet\":1");
    if (writing->spec) {
        ln_str_text(writing->out, ",\"spec\":");
        ln_write_json_string(writing->out, writing->spec, strlen(writing->spec));
    }
    if (writing->history->id.length) {
        ln_str_text(writing->out, ",\"id\":");
        ln_write_json_string(writing->out, writing->history->id.at, strlen(writing->history->id.at));
    }
    if (writing->timed && writing->history->unit != LN_UNIT_NS)
        ln_str_format(writing->out, ",\"unit\":\"%s\"", ln_unit_name(writing->history->unit));
    if (!writing->timed && writing->positions)
        ln_str_text(writing->out, ",\"timed\":false");
    if (ln_cut_may_lack(writing->history->cut))
        ln_str_text(writing->out, ",\"missing\":true");
    ln_str_text(writing->out, "}\n");
}

static void native_call(const struct ln_writing *writing, const struct ln_operation *operation)
{
    key_and_value(writing, "{\"process\":", ln_writing_process(writing, operation));
    key_and_value(writing, ",\"type\":\"invoke\",\"f\":", operation->f);
    if (has_key(operation))
        key_and_value(writing, ",\"key\":", operation->key);
    if (operation->arity == 1) {
        key_and_value(writing, ",\"value\":", *ln_writing_args(writing, operation));
    } else if (operation->arity) {
        ln_str_text(writing->out, ",\"args\":[");
        args(writing, operation);
        ln_str_char(writing->out, ']');
    }
    order(writing, operation);
    ln_str_text(writing->out, "}\n");
}

static void native_return(const struct ln_writing *writing, const struct ln_operation *operation)
{
    assert(operation->fate != LN_PENDING);
    key_and_value(writing, "{\"process\":", ln_writing_process(writing, operation));
    key_and_value(writing,
                  operation->fate == LN_FAILED ? ",\"type\":\"fail\",\"f\":" : ",\"type\":\"ok\",\"f\":", operation->f);
    if (is_known(operation))
        key_and_value(writing, ",\"value\":", operation->result);
    ln_str_text(writing->out, "}\n");
}

static void native_operation(const struct ln_writing *writing, const struct ln_operation *operation, bool first,
                             int64_t call_time, int64_t return_time)
{
    (void)first;
    key_and_value(writing, "{\"process\":", ln_writing_process(writing, operation));
    key_and_value(writing, ",\"f\":", operation->f);
    if (has_key(operation))
        key_and_value(writing, ",\"key\":", operation->key);
    ln_str_text(writing->out, ",\"args\":[");
    args(writing, operation);
    ln_str_char(writing->out, ']');
    if (is_known(operation))
        key_and_value(writing, ",\"result\":", operation->result);
    if (operation->fate == LN_FAILED)
        ln_str_text(writing->out, ",\"failed\":true"); /* and when does not matter */
    times(writing, operation, operation->fate == LN_FAILED ? 0 : call_time, return_time);
    order(writing, operation);
    ln_str_text(writing->out, "}\n");
}

static void native_end(const struct ln_writing *writing)
{
    if (writing->history->stuck)
        ln_str_text(writing->out, "{\"type\":\"stuck\"}\n");
}

const struct ln_write_format ln_write_native = {
    .name = "native",
    .writes = LN_WRITES_PENDING | LN_WRITES_FAILED | LN_WRITES_KEYS | LN_WRITES_STUCK | LN_WRITES_SEVERAL |
              LN_WRITES_NAMES | LN_WRITES_LACKING,
    .refuses = native_refuses,
    .begin = native_begin,
    .call = native_call,
    .ret = native_return,
    .end = native_end,
};

const struct ln_write_format ln_write_native_operations = {
    .name = "native-operations",
    .writes = LN_WRITES_PENDING | LN_WRITES_FAILED | LN_WRITES_KEYS | LN_WRITES_STUCK | LN_WRITES_LINKS |
              LN_WRITES_SEVERAL | LN_WRITES_NAMES | LN_WRITES_TIMES | LN_WRITES_LACKING,
    .refuses = native_refuses,
    .begin = native_begin,
    .operation = native_operation,
    .end = native_end,
};

/* ---- stress ---- */

static const char *stress_refuses(const struct ln_writing *writing, const struct ln_operation *operation)
{
    if (ln_same(operation->key, LN_VALUE_NULL))
        return "has no key that is null";
    if (ln_writing_says(writing, operation->result, "?"))
        return "takes the result \"?\" for one that is not known";
    if (ln_writing_says(writing, operation->result, "void"))
        return "takes the result \"void\" for none";
    return NULL;
}

/* `X:capacity=20` is written as the reader's files have it. Any other spec is an object of that name. */
static void stress_object(const struct ln_writing *writing)
{
    const char *capacity = strstr(writing->spec, ":capacity=");
    size_t length = strlen(writing->spec);
    bool plain = capacity && capacity[10] && strspn(capacity + 10, "0123456789") == strlen(capacity + 10) &&
                 (capacity[10] != '0' || !capacity[11]) && strlen(capacity + 10) < 19;
    ln_str_text(writing->out, "\"object\":");
    ln_write_json_string(writing->out, writing->spec, plain ? (size_t)(capacity - writing->spec) : length);
    if (plain)
        ln_str_format(writing->out, ",\"capacity\":%s", capacity + 10);
    ln_str_char(writing->out, ',');
}

static void stress_begin(const struct ln_writing *writing)
{
    ln_str_char(writing->out, '{');
    if (writing->spec)
        stress_object(writing);
    if (writing->history->id.length) {
        ln_str_text(writing->out, "\"id\":");
        ln_write_json_string(writing->out, writing->history->id.at, strlen(writing->history->id.at));
        ln_str_char(writing->out, ',');
    }
    ln_str_text(writing->out, "\"ops\":[");
}

static void stress_operation(const struct ln_writing *writing, const struct ln_operation *operation, bool first,
                             int64_t call_time, int64_t return_time)
{
    assert(operation->fate != LN_FAILED); /* it was refused */
    key_and_value(writing, first ? "{\"thread\":" : ",{\"thread\":", ln_writing_process(writing, operation));
    key_and_value(writing, ",\"method\":", operation->f);
    if (has_key(operation))
        key_and_value(writing, ",\"key\":", operation->key);
    ln_str_text(writing->out, ",\"args\":[");
    args(writing, operation);
    key_and_value(writing, "],\"result\":", operation->result);
    times(writing, operation, call_time, return_time);
    ln_str_char(writing->out, '}');
}

static void stress_end(const struct ln_writing *writing)
{
    ln_str_text(writing->out, "]}\n");
}

const struct ln_write_format ln_write_stress = {
    .name = "stress",
    .writes = LN_WRITES_PENDING | LN_WRITES_KEYS | LN_WRITES_LINKS | LN_WRITES_SEVERAL | LN_WRITES_NAMES,
    .refuses = stress_refuses,
    .begin = stress_begin,
    .operation = stress_operation,
    .end = stress_end,
};
