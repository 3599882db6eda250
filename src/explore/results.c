#include "explore/results.h"

#include "base/hash.h"
#include "history/public_value.h"

#include <string.h>

void ln_results_init(struct ln_results *results, struct ln_memory *memory)
{
    memset(results, 0, sizeof *results);
    results->memory = memory;
    ln_str_init(&results->text, memory);
    ln_str_init(&results->scratch, memory);
    ln_values_init(&results->values, memory);
}

void ln_results_fini(struct ln_results *results)
{
    ln_str_fini(&results->text);
    ln_str_fini(&results->scratch);
    ln_values_fini(&results->values);
    ln_vec_fini(&results->starts, results->memory);
    ln_vec_fini(&results->slots, results->memory);
}

const char *ln_results_text(const struct ln_results *results, uint32_t id)
{
    return results->text.at + results->starts.at[id];
}

size_t ln_results_length(const struct ln_results *results, uint32_t id)
{
    size_t end = id + 1 < results->starts.length ? results->starts.at[id + 1] : results->text.length;
    return end - results->starts.at[id] - 1;
}

const char *ln_results_misfit(const linnet_value *value)
{
    const size_t length = sizeof LN_RESULT_FAILED - 3; /* without its quotes */
    if (value->kind == LINNET_KIND_UNKNOWN)
        return "a value that is not known";
    if (value->kind == LINNET_KIND_STRING && value->length == length &&
        memcmp(value->is.bytes, &LN_RESULT_FAILED[1], length) == 0)
        return "the string " LN_RESULT_FAILED ", by which files of the explorer say that an operation had no effect";
    return ln_public_misfit(value, LN_AS_RESULT);
}

static uint32_t *slot_of(const struct ln_results *results, const char *text, size_t length)
{
    size_t mask = results->slots.room - 1;
    size_t at = (size_t)ln_hash(text, length) & mask;
    while (results->slots.at[at] && strcmp(ln_results_text(results, results->slots.at[at] - 1), text) != 0)
        at = (at + 1) & mask;
    return &results->slots.at[at];
}

static bool grow(struct ln_results *results)
{
    size_t room = results->slots.room ? results->slots.room * 2 : 64;
    ln_vec_fini(&results->slots, results->memory);
    results->slots.at = ln_take_zeroed(results->memory, room * sizeof *results->slots.at);
    if (!results->slots.at)
        return false;
    results->slots.room = room;
    for (uint32_t i = 0; i < results->starts.length; i++) {
        const char *text = ln_results_text(results, i);
        *slot_of(results, text, strlen(text)) = i + 1;
    }
    return true;
}

static enum ln_status id_of_text(struct ln_results *results, const char *text, size_t length, uint32_t *id)
{
    uint32_t *slot;
    if (results->starts.length * 2 >= results->slots.room && !grow(results))
        return LN_NO_MEMORY;
    slot = slot_of(results, text, length);
    if (!*slot) {
        uint32_t start = (uint32_t)results->text.length;
        ln_str_add(&results->text, text, length + 1);
        if (results->text.failed || !ln_vec_push(&results->starts, results->memory, start))
            return LN_NO_MEMORY;
        *slot = (uint32_t)results->starts.length;
    }
    *id = *slot - 1;
    return LN_OK;
}

enum ln_status ln_results_id(struct ln_results *results, const linnet_value *value, uint32_t *id)
{
    bool small = value->kind <= LINNET_KIND_INT;
    size_t place = ((size_t)value->kind * 31 + (size_t)(value->kind == LINNET_KIND_INT ? value->is.number : 0)) % 64;
    enum ln_status status;
    ln_value word;
    if (small && results->recent[place].filled && linnet_same(results->recent[place].value, *value)) {
        *id = results->recent[place].id;
        return LN_OK;
    }
    ln_str_clear(&results->scratch);
    if (value->kind == LINNET_KIND_FAILED) {
        ln_str_text(&results->scratch, LN_RESULT_FAILED);
    } else {
        status = ln_value_from_public(&results->values, value, LN_AS_RESULT, &word, NULL);
        if (status)
            return status;
        ln_value_write(&results->values, word, &results->scratch);
    }
    if (results->scratch.failed)
        return LN_NO_MEMORY;
    status = id_of_text(results, ln_str_borrow(&results->scratch), results->scratch.length, id);
    if (!status && small) {
        results->recent[place].value = *value;
        results->recent[place].id = *id;
        results->recent[place].filled = true;
    }
    return status;
}
