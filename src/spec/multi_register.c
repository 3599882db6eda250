/* Several registers that transactions read and write at once. A transaction is a list of ["r", key, ...] and
 * ["w", key, value]; it returns the same list with the values that it read. A read sees the writes before it in its
 * own transaction.
 *
 * The state lists key and value of every register that has left its initial value, in the order of the keys' words. */
#include "spec/registry.h"
#include "spec/value_sequence.h"

static const struct ln_method methods[] = {
    { "txn", "transaction", "list of [\"r\", key] and [\"w\", key, value]", "the same list with the values read", 1, 1,
      LN_RETURNS_VALUE, LN_CHANGES, LN_TAKES_TRANSACTION },
};

/* One of its micro-operations. */
struct micro {
    bool writes;
    ln_value key, value; /* value: LN_VALUE_UNKNOWN when there is none */
};

static struct micro micro_of(const struct ln_values *values, ln_value text)
{
    size_t count;
    const ln_value *items = ln_value_items(values, text, &count);
    struct ln_text kind = ln_value_text(values, &items[0]);
    return (struct micro){ kind.at[0] == 'w', items[1], count > 2 ? items[2] : LN_VALUE_UNKNOWN };
}

/* Where the key is among the pairs in `at`, or would go. */
static size_t find(const ln_value *at, size_t words, ln_value key)
{
    size_t i = 0;
    while (i < words && at[i].word < key.word)
        i += 2;
    return i;
}

static ln_value get(const ln_value *at, size_t words, ln_value key, ln_value initial)
{
    size_t i = find(at, words, key);
    return i < words && ln_same(at[i], key) ? at[i + 1] : initial;
}

/* There is room for one pair more. A register that is back at its initial value is not listed. */
static size_t put(ln_value *at, size_t words, ln_value key, ln_value value, ln_value initial)
{
    size_t i = find(at, words, key);
    bool present = i < words && ln_same(at[i], key), listed = !ln_same(value, initial);
    if (present && !listed) {
        memmove(at + i, at + i + 2, (words - i - 2) * sizeof *at);
        return words - 2;
    }
    if (!present && listed) {
        memmove(at + i + 2, at + i, (words - i) * sizeof *at);
        words += 2;
    }
    if (listed) {
        at[i] = key;
        at[i + 1] = value;
    }
    return words;
}

/* Does the result say of its micro-operation number `index` what happened? Null and unknown ones say nothing. */
static bool says(const struct ln_invocation *in, size_t count, size_t index, struct micro done)
{
    const ln_value *items, *parts;
    size_t results, length;
    struct micro said;
    if (ln_same(in->result, LN_VALUE_UNKNOWN) || ln_same(in->result, LN_VALUE_NULL))
        return true;
    if (ln_value_kind(in->result) != LN_KIND_LIST)
        return false;
    items = ln_value_items(in->values, in->result, &results);
    if (results != count || ln_value_kind(items[index]) != LN_KIND_LIST)
        return false;
    parts = ln_value_items(in->values, items[index], &length);
    if (length < 2 || length > 3 || ln_value_kind(parts[0]) != LN_KIND_STRING)
        return false;
    said = micro_of(in->values, items[index]);
    return said.writes == done.writes && ln_same(said.key, done.key) &&
           (ln_same(said.value, done.value) || ln_same(said.value, LN_VALUE_UNKNOWN));
}

static bool same_count(const struct ln_invocation *in, size_t count)
{
    size_t results;
    if (ln_value_kind(in->result) != LN_KIND_LIST)
        return count || ln_same(in->result, LN_VALUE_UNKNOWN) || ln_same(in->result, LN_VALUE_NULL);
    ln_value_items(in->values, in->result, &results);
    return results == count;
}

static void step(const struct ln_spec *spec, struct ln_state state, const struct ln_invocation *in,
                 struct ln_next *next)
{
    size_t count, words = ln_words(state), before = next->states.length, bytes = next->bytes.length;
    const ln_value *items = ln_value_items(in->values, in->args[0], &count);
    ln_value *to = ln_next_add(next, state.length + 2 * count * sizeof *to);
    bool legal = to && same_count(in, count);
    if (to && state.length)
        memcpy(to, state.at, state.length);
    for (size_t i = 0; i < count && legal; i++) {
        struct micro micro = micro_of(in->values, items[i]);
        if (micro.writes)
            words = put(to, words, micro.key, micro.value, spec->value);
        else
            micro.value = get(to, words, micro.key, spec->value);
        legal = says(in, count, i, micro);
    }
    if (legal && (words != ln_words(state) || (words && memcmp(to, state.at, state.length) != 0))) {
        next->states.at[before].length = words * sizeof *to;
        next->bytes.length = next->states.at[before].start + words * sizeof *to;
        return;
    }
    if (legal)
        ln_next_stay(next);
    next->states.length = before;
    next->bytes.length = bytes;
}

/* The list with the values read, made in `list` on a copy of the state in `at`. */
static enum ln_status fill(struct ln_values *values, ln_value *at, size_t words, ln_value initial, ln_value *list,
                           size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct micro micro = micro_of(values, list[i]);
        size_t length;
        ln_value parts[3] = { *ln_value_items(values, list[i], &length), micro.key, micro.value };
        enum ln_status status;
        if (micro.writes)
            words = put(at, words, micro.key, micro.value, initial);
        else
            parts[2] = get(at, words, micro.key, initial);
        status = ln_values_list(values, parts, 3, &list[i]);
        if (status)
            return status;
    }
    return LN_OK;
}

static ln_value answer(const struct ln_spec *spec, struct ln_state state, const struct ln_invocation *in,
                       struct ln_values *values)
{
    struct ln_memory *memory = values->arena.memory;
    size_t count;
    const ln_value *items = ln_value_items(values, in->args[0], &count);
    size_t room = state.length + (3 * count + 1) * sizeof *items;
    ln_value *list = ln_take(memory, room), result = LN_VALUE_UNKNOWN;
    if (!list)
        return LN_VALUE_UNKNOWN;
    if (count)
        memcpy(list, items, count * sizeof *list);
    if (state.length)
        memcpy(list + count, state.at, state.length);
    if (fill(values, list + count, ln_words(state), spec->value, list, count) ||
        ln_values_list(values, list, count, &result))
        result = LN_VALUE_UNKNOWN;
    ln_give(memory, list, room);
    return result;
}

/* Transactions about one register each. */
static ln_value part(const struct ln_spec *spec, const struct ln_invocation *in)
{
    size_t count;
    const ln_value *items = ln_value_items(in->values, in->args[0], &count);
    ln_value key = count ? micro_of(in->values, items[0]).key : LN_VALUE_NONE;
    (void)spec;
    for (size_t i = 1; i < count; i++)
        if (!ln_same(micro_of(in->values, items[i]).key, key))
            return LN_VALUE_NONE;
    return key;
}

const struct ln_spec_class ln_spec_multi_register = {
    .name = "multi-register",
    .aliases = "registers",
    .summary = "registers that transactions read and write together",
    .methods = methods,
    .method_count = sizeof methods / sizeof *methods,
    .parameter = "initial",
    .parameter_kind = LN_PARAMETER_VALUE,
    .parameter_help = "the value of every register before any write (null)",
    .initial = ln_initial_empty,
    .step = step,
    .answer = answer,
    .part = part,
    .write_state = ln_write_pairs,
};
