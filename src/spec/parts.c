#include "spec/parts.h"

#include "base/intern.h"

#include <assert.h>
#include <string.h>

static ln_value object_of(const struct ln_spec *spec, const struct ln_operation *operation)
{
    return spec->class->keyed ? LN_VALUE_NONE : operation->key;
}

bool ln_spec_divides(const struct ln_spec *spec, const struct ln_history *history)
{
    if (!spec->class->part)
        return false;
    for (uint32_t i = 0; i < history->operations.length; i++) {
        struct ln_invocation invocation = ln_invocation_of(history, i);
        if (ln_same(spec->class->part(spec, &invocation), LN_VALUE_NONE))
            return false;
    }
    return true;
}

enum ln_status ln_spec_parts(const struct ln_spec *spec, const struct ln_history *history, struct ln_memory *memory,
                             uint32_t *part_of, uint32_t *parts)
{
    struct ln_intern numbers;
    bool divided = ln_spec_divides(spec, history);
    enum ln_status status = LN_OK;
    ln_intern_init(&numbers, memory);
    for (uint32_t i = 0; i < history->operations.length && !status; i++) {
        const struct ln_operation *operation = &history->operations.at[i];
        struct ln_invocation invocation = ln_invocation_of(history, i);
        ln_value object_and_part[] = { object_of(spec, operation), LN_VALUE_NONE };
        part_of[i] = LN_NO_OP;
        if (operation->fate == LN_FAILED)
            continue;
        if (divided)
            object_and_part[1] = spec->class->part(spec, &invocation);
        if (!ln_intern_add(&numbers, object_and_part, sizeof object_and_part, &part_of[i]))
            status = LN_NO_MEMORY;
    }
    *parts = (uint32_t)numbers.entries.length;
    ln_intern_fini(&numbers);
    assert(status || !ln_spec_undivided(spec, history) || *parts <= 1);
    return status;
}

bool ln_spec_several_objects(const struct ln_spec *spec, const struct ln_history *history)
{
    return history->several_keys && !spec->class->keyed;
}

bool ln_spec_undivided(const struct ln_spec *spec, const struct ln_history *history)
{
    return !spec->class->part && !ln_spec_several_objects(spec, history);
}
