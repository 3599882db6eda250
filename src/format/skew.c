#include "format/skew.h"

#include "history/names.h"

#include <assert.h>
#include <string.h>

/* ---- reading the words ---- */

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* `2ms`, `1.5s`, `500`; false when it is something else, or has more digits than fit. */
static bool read_amount(struct ln_text text, struct ln_skew_item *item)
{
    const char *at = text.at, *end = text.at + text.length, *point = NULL;
    if (at == end || !is_digit(*at))
        return false;
    for (; at < end && (is_digit(*at) || (*at == '.' && !point)); at++) {
        if (*at == '.') {
            point = at;
            continue;
        }
        if (item->digits > INT64_MAX / 10 - 1)
            return false;
        item->digits = item->digits * 10 + (uint64_t)(*at - '0');
        item->decimals += point != NULL;
    }
    item->unit = ln_unit_find(at, (size_t)(end - at));
    if (at == end)
        return !point;
    return item->unit != LN_UNITS && (!point || item->decimals);
}

static bool same_text(struct ln_text a, struct ln_text b)
{
    return a.length == b.length && (!a.length || memcmp(a.at, b.at, a.length) == 0);
}

static enum ln_status read_item(struct ln_skew *skew, struct ln_text text, struct ln_memory *memory,
                                struct ln_error *error)
{
    struct ln_skew_item item = { 0 };
    struct ln_text amount = text;
    for (size_t i = text.length; i-- > 0 && !item.process.length;) {
        if (text.at[i] != '=' || i == 0)
            continue;
        item.process = (struct ln_text){ text.at, i };
        amount = (struct ln_text){ text.at + i + 1, text.length - i - 1 };
    }
    if (!read_amount(amount, &item))
        return ln_fail(error, LN_USAGE, "found `%.*s`, expected a time such as 2ms, 1.5s or 500, or PROCESS=TIME",
                       (int)text.length, text.at);
    for (size_t i = 0; i < skew->items.length; i++)
        if (same_text(skew->items.at[i].process, item.process))
            return ln_fail(error, LN_USAGE, "found `%.*s` after another time for the same, expected one",
                           (int)text.length, text.at);
    if (!ln_vec_push(&skew->items, memory, item))
        return ln_fail(error, LN_NO_MEMORY, "out of memory");
    return LN_OK;
}

enum ln_status ln_skew_init(struct ln_skew *skew, const char *text, struct ln_memory *memory, struct ln_error *error)
{
    enum ln_status status;
    *skew = (struct ln_skew){ 0 };
    for (;;) {
        size_t length = strcspn(text, ",");
        status = read_item(skew, (struct ln_text){ text, length }, memory, error);
        if (status || !text[length])
            return status;
        text += length + 1;
    }
}

enum ln_status ln_skew_read(struct ln_skew *skew, const char *text, const char *where, struct ln_memory *memory,
                            struct ln_error *error)
{
    struct ln_error wrong;
    enum ln_status status = ln_skew_init(skew, text, memory, &wrong);
    if (!status)
        return status;
    return ln_fail(error, status == LN_USAGE ? LN_BAD_INPUT : status, "%s: its \"skew\": %s", where, wrong.message);
}

void ln_skew_fini(struct ln_skew *skew, struct ln_memory *memory)
{
    ln_vec_fini(&skew->items, memory);
}

/* ---- applying them ---- */

/* In the unit of the file, rounded up, and at most what fits. */
static int64_t amount_in(const struct ln_skew_item *item, enum ln_unit unit)
{
    int tens = (item->unit == LN_UNITS ? 0 : 3 * ((int)item->unit - (int)unit)) - (int)item->decimals;
    uint64_t amount = item->digits;
    assert(unit < LN_UNITS && amount <= INT64_MAX);
    for (; tens > 0; tens--)
        amount = amount > INT64_MAX / 10 ? INT64_MAX : amount * 10;
    for (; tens < 0; tens++)
        amount = amount / 10 + (amount % 10 != 0);
    return (int64_t)amount;
}

/* The names of processes that are like the one that is not there. */
static enum ln_status no_process(const struct ln_history *history, struct ln_text wanted, struct ln_error *error)
{
    enum { NEAR = 2, SHOWN = 5 };
    struct ln_str near, name;
    unsigned shown = 0;
    ln_str_init(&near, history->memory);
    ln_str_init(&name, history->memory);
    for (uint32_t p = 0; p < history->processes.length && shown < SHOWN; p++) {
        unsigned distance;
        ln_str_clear(&name);
        ln_history_write_process(history, p, &name);
        distance = ln_name_distance(wanted, (struct ln_text){ ln_str_borrow(&name), name.length });
        if (distance <= NEAR && distance * 2 <= wanted.length + 1)
            ln_str_format(&near, "%s%s", shown++ ? ", " : "", ln_str_borrow(&name));
    }
    ln_fail(error, LN_USAGE, "--skew names process `%.*s`, which the history does not have; %s%s", (int)wanted.length,
            wanted.at, shown ? "near names: " : "none has a name like it", ln_str_borrow(&near));
    ln_str_fini(&near);
    ln_str_fini(&name);
    return LN_USAGE;
}

/* Names are compared as they are written, so that 3 is the process 3 and "3". */
static enum ln_status apply_to_process(const struct ln_skew_item *item, struct ln_history *history,
                                       struct ln_error *error)
{
    struct ln_str name;
    bool found = false;
    ln_str_init(&name, history->memory);
    for (uint32_t p = 0; p < history->processes.length; p++) {
        ln_str_clear(&name);
        ln_history_write_process(history, p, &name);
        if (!same_text((struct ln_text){ ln_str_borrow(&name), name.length }, item->process))
            continue;
        history->skews.at[p] = amount_in(item, history->unit);
        found = true;
    }
    ln_str_fini(&name);
    return found ? LN_OK : no_process(history, item->process, error);
}

enum ln_status ln_skew_check_times(const struct ln_history *history, struct ln_error *error)
{
    if ((history->times.length && !history->untimed) || !history->operations.length)
        return LN_OK;
    return ln_fail(error, LN_USAGE, "it has no times, which --skew and --min-skew need");
}

enum ln_status ln_skew_apply(const struct ln_skew *skew, struct ln_history *history, struct ln_error *error)
{
    int64_t every = 0;
    enum ln_status status = ln_skew_check_times(history, error);
    if (status || !history->operations.length)
        return status;
    for (size_t i = 0; i < skew->items.length; i++)
        if (!skew->items.at[i].process.length)
            every = amount_in(&skew->items.at[i], history->unit);
    if (ln_history_set_skew(history, every))
        return ln_fail(error, LN_NO_MEMORY, "out of memory");
    assert(history->skews.length == history->processes.length);
    for (size_t i = 0; i < skew->items.length && !status; i++)
        if (skew->items.at[i].process.length)
            status = apply_to_process(&skew->items.at[i], history, error);
    return status;
}
