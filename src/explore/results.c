#include "explore/results.h"

#include "history/public_value.h"

#include <assert.h>
#include <string.h>

void ln_results_init(struct ln_results *results, struct ln_memory *memory)
{
    memset(results, 0, sizeof *results);
    ln_intern_init(&results->texts, memory);
    ln_str_init(&results->scratch, memory);
    ln_values_init(&results->values, memory);
}

void ln_results_fini(struct ln_results *results)
{
    ln_intern_fini(&results->texts);
    ln_str_fini(&results->scratch);
    ln_values_fini(&results->values);
}

const char *ln_results_text(const struct ln_results *results, uint32_t id)
{
    const char *text = (const char *)ln_intern_at(&results->texts, id)->at;
    assert(text[ln_results_length(results, id)] == '\0');
    return text;
}

size_t ln_results_length(const struct ln_results *results, uint32_t id)
{
    assert(ln_intern_at(&results->texts, id)->length); /* with its NUL */
    return ln_intern_at(&results->texts, id)->length - 1;
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
    if (results->scratch.failed ||
        !ln_intern_add(&results->texts, ln_str_borrow(&results->scratch), results->scratch.length + 1, id))
        return LN_NO_MEMORY;
    if (small) {
        results->recent[place].value = *value;
        results->recent[place].id = *id;
        results->recent[place].filled = true;
    }
    return LN_OK;
}
