#include "spec/single_answer.h"

#include "spec/value_sequence.h"

#include <assert.h>

/* Which words of the items a list of this kind shows: every `stride`-th from `first` on. */
struct view {
    size_t first, stride, count;
};

static struct view view_of(const struct ln_reply *reply)
{
    size_t words = ln_words(reply->items);
    assert(words % 2 == 0 || reply->kind < LN_REPLY_KEYS || reply->kind == LN_REPLY_LIST_TEXT);
    switch (reply->kind) {
    case LN_REPLY_KEYS: return (struct view){ 0, 2, words / 2 };
    case LN_REPLY_VALUES: return (struct view){ 1, 2, words / 2 };
    case LN_REPLY_PAIRS: return (struct view){ 0, 2, words / 2 };
    default: return (struct view){ 0, 1, words };
    }
}

static bool same_list(const struct ln_values *values, ln_value result, const struct ln_reply *reply)
{
    struct view view = view_of(reply);
    const ln_value *items, *pair;
    size_t count, two;
    if (ln_value_kind(result) != LN_KIND_LIST)
        return false;
    items = ln_value_items(values, result, &count);
    if (count != view.count)
        return false;
    for (size_t i = 0, at = view.first; i < count; i++, at += view.stride) {
        if (reply->kind != LN_REPLY_PAIRS) {
            if (!ln_same(items[i], ln_word(reply->items, at)))
                return false;
            continue;
        }
        if (ln_value_kind(items[i]) != LN_KIND_LIST)
            return false;
        pair = ln_value_items(values, items[i], &two);
        if (two != 2 || !ln_same(pair[0], ln_word(reply->items, at)) ||
            !ln_same(pair[1], ln_word(reply->items, at + 1)))
            return false;
    }
    return true;
}

/* As Java prints it: strings have no quotes. */
static void write_plain(const struct ln_values *values, ln_value value, struct ln_str *out)
{
    if (ln_value_kind(value) == LN_KIND_STRING) {
        struct ln_text text = ln_value_text(values, &value);
        ln_str_add(out, text.at, text.length);
    } else {
        ln_value_write(values, value, out);
    }
}

static void write_text(const struct ln_values *values, const struct ln_reply *reply, struct ln_str *out)
{
    bool pairs = reply->kind == LN_REPLY_PAIRS_TEXT;
    ln_str_char(out, pairs ? '{' : '[');
    for (size_t i = 0; i < ln_words(reply->items); i++) {
        if (i)
            ln_str_text(out, pairs && i % 2 ? "=" : ", ");
        write_plain(values, ln_word(reply->items, i), out);
    }
    ln_str_char(out, pairs ? '}' : ']');
}

static bool same_bytes(const struct ln_invocation *in, const char *bytes, size_t length)
{
    struct ln_text text;
    if (ln_value_kind(in->result) != LN_KIND_STRING)
        return false;
    text = ln_value_text(in->values, &in->result);
    return text.length == length && memcmp(text.at, bytes, length) == 0;
}

static bool same_text(const struct ln_invocation *in, const struct ln_reply *reply, struct ln_next *next)
{
    struct ln_str text;
    bool same;
    ln_str_init(&text, next->memory);
    write_text(in->values, reply, &text);
    same = same_bytes(in, ln_str_borrow(&text), text.length);
    next->failed |= text.failed;
    ln_str_fini(&text);
    return same;
}

static bool accepts(const struct ln_invocation *in, const struct ln_reply *reply, struct ln_next *next)
{
    bool unknown = ln_same(in->result, LN_VALUE_UNKNOWN);
    switch (reply->kind) {
    case LN_REPLY_NEVER:
    case LN_REPLY_WAITS: return false;
    case LN_REPLY_WORD: return unknown || ln_same(in->result, reply->word);
    case LN_REPLY_NUMBER:
        return unknown ||
               (ln_value_kind(in->result) == LN_KIND_INT && ln_value_int(in->values, in->result) == reply->number);
    case LN_REPLY_NAME: return unknown || same_bytes(in, reply->name, strlen(reply->name));
    case LN_REPLY_LIST:
    case LN_REPLY_KEYS:
    case LN_REPLY_VALUES:
    case LN_REPLY_PAIRS: return unknown || same_list(in->values, in->result, reply);
    case LN_REPLY_LIST_TEXT:
    case LN_REPLY_PAIRS_TEXT: return unknown || same_text(in, reply, next);
    }
    assert(false);
    return false;
}

void ln_respond_step(const struct ln_spec *spec, struct ln_state state, const struct ln_invocation *in,
                     struct ln_next *next)
{
    size_t states = next->states.length, bytes = next->bytes.length;
    struct ln_reply reply = spec->class->respond(spec, state, in, next);
    bool accepted = accepts(in, &reply, next), changed = false;
    assert(next->states.length <= states + 1); /* it can answer in one way only */
    if (accepted && next->states.length > states) {
        struct ln_state then = ln_next_state(next, states);
        changed = then.length != state.length || (state.length && memcmp(then.at, state.at, state.length) != 0);
    }
    if (accepted && changed)
        return;
    if (accepted)
        ln_next_stay(next);
    next->states.length = states;
    next->bytes.length = bytes;
}

static ln_value list_of(struct ln_values *values, const struct ln_reply *reply)
{
    struct ln_memory *memory = values->arena.memory;
    struct view view = view_of(reply);
    ln_value *items = ln_take(memory, (view.count + 1) * sizeof *items), list = LN_VALUE_UNKNOWN;
    enum ln_status status = items ? LN_OK : LN_NO_MEMORY;
    for (size_t i = 0, at = view.first; i < view.count && !status; i++, at += view.stride) {
        ln_value pair[2] = { ln_word(reply->items, at), LN_VALUE_NONE };
        items[i] = pair[0];
        if (reply->kind != LN_REPLY_PAIRS)
            continue;
        pair[1] = ln_word(reply->items, at + 1);
        status = ln_values_list(values, pair, 2, &items[i]);
    }
    if (!status && ln_values_list(values, items, view.count, &list))
        list = LN_VALUE_UNKNOWN;
    ln_give(memory, items, (view.count + 1) * sizeof *items);
    return list;
}

static ln_value text_of(struct ln_values *values, const struct ln_reply *reply)
{
    ln_value value = LN_VALUE_UNKNOWN;
    struct ln_str text;
    ln_str_init(&text, values->arena.memory);
    if (reply->kind == LN_REPLY_NAME)
        ln_str_text(&text, reply->name);
    else
        write_text(values, reply, &text);
    if (text.failed || ln_values_string(values, ln_str_borrow(&text), text.length, &value))
        value = LN_VALUE_UNKNOWN;
    ln_str_fini(&text);
    return value;
}

ln_value ln_respond_answer(const struct ln_spec *spec, struct ln_state state, const struct ln_invocation *in,
                           struct ln_values *values)
{
    ln_value value = LN_VALUE_UNKNOWN;
    struct ln_next next;
    struct ln_reply reply;
    ln_next_init(&next, values->arena.memory);
    reply = spec->class->respond(spec, state, in, &next);
    ln_next_fini(&next);
    switch (reply.kind) {
    case LN_REPLY_NEVER:
    case LN_REPLY_WAITS: break;
    case LN_REPLY_WORD: return reply.word;
    case LN_REPLY_NUMBER: return ln_values_int(values, reply.number, &value) ? LN_VALUE_UNKNOWN : value;
    case LN_REPLY_LIST:
    case LN_REPLY_KEYS:
    case LN_REPLY_VALUES:
    case LN_REPLY_PAIRS: return list_of(values, &reply);
    case LN_REPLY_NAME:
    case LN_REPLY_LIST_TEXT:
    case LN_REPLY_PAIRS_TEXT: return text_of(values, &reply);
    }
    return value;
}

bool ln_respond_blocks(const struct ln_spec *spec, struct ln_state state, const struct ln_invocation *in)
{
    struct ln_memory own;
    struct ln_next next;
    struct ln_reply reply;
    ln_memory_init(&own, UINT64_MAX);
    ln_next_init(&next, &own);
    reply = spec->class->respond(spec, state, in, &next);
    ln_next_fini(&next);
    return reply.kind == LN_REPLY_WAITS;
}
