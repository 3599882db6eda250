/* A map from keys to values, with append for strings. Every operation is about one key, so keys are separate parts.
 *
 * The state lists the entries in the order of their key's words: the key, the kind of the value and its length in
 * words, then the value: one word, or the bytes of a string (appending makes strings that no table holds). */
#include "spec/registry.h"
#include "spec/value_sequence.h"

enum { GET, PUT, APPEND, DELETE, CAS };

static const struct ln_method methods[] = {
    { "get", "read", "", "the value, or what missing says", 0, 0, LN_RETURNS_VALUE, LN_READS, LN_TAKES_ANY },
    { "put", "write set", "value", "nothing", 1, 1, LN_RETURNS_NOTHING, LN_OVERWRITES, LN_TAKES_ANY },
    { "append", "", "string", "nothing", 1, 1, LN_RETURNS_NOTHING, LN_CHANGES, LN_TAKES_STRING },
    { "delete", "remove del", "", "nothing", 0, 0, LN_RETURNS_NOTHING, LN_OVERWRITES, LN_TAKES_ANY },
    { "cas", "compare-and-set", "old, new", "true or false", 2, 2, LN_RETURNS_TRUTH, LN_READS_IF_FALSE, LN_TAKES_ANY },
};

static const uint8_t roles[] = { [GET] = LN_ROLE_LOOK, [PUT] = LN_ROLE_INSERT, [CAS] = LN_ROLE_OTHER };

/* A value as the state holds it: strings by their bytes, all else by its word. */
struct content {
    bool string;
    struct ln_text text;
    ln_value word;
};

struct pair_header {
    ln_value key;
    uint64_t string_length; /* UINT64_MAX: one word follows */
};

static struct content content_of(const struct ln_values *values, const ln_value *value)
{
    struct content content = { .word = *value };
    if (ln_value_kind(*value) == LN_KIND_STRING) {
        content.string = true;
        content.text = ln_value_text(values, value);
    }
    return content;
}

static bool same_content(struct content a, struct content b)
{
    if (a.string != b.string)
        return false;
    if (!a.string)
        return ln_same(a.word, b.word);
    return a.text.length == b.text.length && (a.text.length == 0 || memcmp(a.text.at, b.text.at, a.text.length) == 0);
}

static size_t padded(size_t length)
{
    return (length + 7) & ~(size_t)7;
}

/* The entry at `at`, and where the next one starts. */
static struct content entry_at(struct ln_state state, size_t at, ln_value *key, size_t *end)
{
    struct content content = { 0 };
    struct pair_header header;
    memcpy(&header, state.at + at, sizeof header);
    *key = header.key;
    at += sizeof header;
    if (header.string_length == UINT64_MAX) {
        memcpy(&content.word, state.at + at, sizeof content.word);
        *end = at + sizeof content.word;
    } else {
        content.string = true;
        content.text = (struct ln_text){ (const char *)state.at + at, header.string_length };
        *end = at + padded(header.string_length);
    }
    return content;
}

struct place {
    size_t start, end; /* the entry's bytes; equal when the key is absent */
    bool present;
    struct content content;
};

static struct place find(struct ln_state state, ln_value key)
{
    struct place place = { 0 };
    while (place.start < state.length) {
        ln_value here;
        place.content = entry_at(state, place.start, &here, &place.end);
        place.present = ln_same(here, key);
        if (here.word >= key.word)
            break;
        place.start = place.end;
    }
    if (!place.present)
        place.end = place.start;
    return place;
}

/* The state with the entry at `place` replaced by `first` and `second` joined, or removed when `first` is NULL. */
static void replace(struct ln_state state, struct place place, ln_value key, const struct content *first,
                    const struct ln_text *second, struct ln_next *next)
{
    struct pair_header header = { key, UINT64_MAX };
    size_t size = 0, length = 0;
    uint8_t *to;
    if (first) {
        length = first->string ? first->text.length + (second ? second->length : 0) : sizeof first->word;
        size = sizeof header + padded(length);
        if (first->string)
            header.string_length = length;
    }
    to = ln_next_add(next, state.length - (place.end - place.start) + size);
    if (!to)
        return;
    if (place.start)
        memcpy(to, state.at, place.start);
    if (state.length > place.end)
        memcpy(to + place.start + size, state.at + place.end, state.length - place.end);
    if (!first)
        return;
    memset(to + place.start, 0, size);
    memcpy(to + place.start, &header, sizeof header);
    to += place.start + sizeof header;
    if (!first->string) {
        memcpy(to, &first->word, sizeof first->word);
        return;
    }
    if (first->text.length)
        memcpy(to, first->text.at, first->text.length);
    if (second && second->length)
        memcpy(to + first->text.length, second->at, second->length);
}

static void append(const struct ln_invocation *in, struct ln_state state, struct place place, struct ln_next *next)
{
    struct ln_text more = ln_value_text(in->values, &in->args[0]);
    struct content before = { .string = true, .text = { "", 0 } };
    if (place.present) {
        if (!place.content.string)
            return; /* there is nothing to append to a number */
        before = place.content;
    }
    if (place.present && more.length == 0)
        ln_next_stay(next);
    else
        replace(state, place, in->key, &before, &more, next);
}

static void put(struct ln_state state, struct place place, ln_value key, struct content value, struct ln_next *next)
{
    if (place.present && same_content(place.content, value))
        ln_next_stay(next);
    else
        replace(state, place, key, &value, NULL, next);
}

static void step(const struct ln_spec *spec, struct ln_state state, const struct ln_invocation *in,
                 struct ln_next *next)
{
    struct place place = find(state, in->key);
    struct content now = place.present ? place.content : content_of(in->values, &spec->value);
    bool matches;
    switch (in->method) {
    case GET:
        if (ln_same(in->result, LN_VALUE_UNKNOWN) || same_content(now, content_of(in->values, &in->result)))
            ln_next_stay(next);
        break;
    case PUT: put(state, place, in->key, content_of(in->values, &in->args[0]), next); break;
    case APPEND: append(in, state, place, next); break;
    case DELETE:
        if (place.present)
            replace(state, place, in->key, NULL, NULL, next);
        else
            ln_next_stay(next);
        break;
    case CAS:
        matches = same_content(now, content_of(in->values, &in->args[0]));
        if (!ln_may_return(in, ln_bool(matches)))
            break;
        if (matches)
            put(state, place, in->key, content_of(in->values, &in->args[1]), next);
        else
            ln_next_stay(next);
        break;
    }
}

static const struct ln_state empty = { NULL, 0 };

/* Of a map that is asked about one key only. */
static void settle(const struct ln_spec *spec, const struct ln_invocation *in, bool alone, struct ln_next *next)
{
    struct place nowhere = { 0 };
    bool tells = !ln_same(in->result, LN_VALUE_UNKNOWN);
    if (!alone)
        return;
    if (in->method == DELETE || (in->method == GET && tells && ln_same(in->result, spec->value)))
        ln_next_add(next, 0);
    if (in->method == GET && tells)
        put(empty, nowhere, in->key, content_of(in->values, &in->result), next);
    else if (in->method == PUT)
        put(empty, nowhere, in->key, content_of(in->values, &in->args[0]), next);
    else if (in->method == CAS && ln_same(in->result, LN_VALUE_TRUE))
        put(empty, nowhere, in->key, content_of(in->values, &in->args[1]), next);
}

static ln_value answer(const struct ln_spec *spec, struct ln_state state, const struct ln_invocation *in,
                       struct ln_values *values)
{
    struct place place = find(state, in->key);
    ln_value text = LN_VALUE_UNKNOWN;
    if (in->method != GET)
        return ln_answer_by_trying(spec, state, in, values);
    if (!place.present)
        return spec->value;
    if (!place.content.string)
        return place.content.word;
    return ln_values_string(values, place.content.text.at, place.content.text.length, &text) ? LN_VALUE_UNKNOWN : text;
}

static ln_value part(const struct ln_spec *spec, const struct ln_invocation *in)
{
    (void)spec;
    return in->key;
}

static void write_state(const struct ln_spec *spec, const struct ln_values *values, struct ln_state state,
                        struct ln_str *out)
{
    (void)spec;
    ln_str_char(out, '{');
    for (size_t at = 0, end; at < state.length; at = end) {
        ln_value key;
        struct content content = entry_at(state, at, &key, &end);
        if (at)
            ln_str_text(out, ", ");
        ln_value_write(values, key, out);
        ln_str_text(out, ": ");
        if (content.string)
            ln_write_json_string(out, content.text.at, content.text.length);
        else
            ln_value_write(values, content.word, out);
    }
    ln_str_char(out, '}');
}

const struct ln_spec_class ln_spec_kv = {
    .name = "kv",
    .aliases = "map key-value kv-append-map",
    .summary = "a map from keys to values",
    .noun = "key-value map",
    .methods = methods,
    .method_count = sizeof methods / sizeof *methods,
    .parameter = "missing",
    .parameter_kind = LN_PARAMETER_VALUE,
    .parameter_help = "what get returns for a key that is not there (null)",
    .keyed = true,
    .discipline = LN_DISCIPLINE_CELL,
    .roles = roles,
    .initial = ln_initial_empty,
    .step = step,
    .answer = answer,
    .settle = settle,
    .part = part,
    .write_state = write_state,
};
