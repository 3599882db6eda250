#include "spec/parts.h"

#include "base/hash.h"

#include <assert.h>
#include <string.h>

struct part_entry {
    ln_value object, part;
    uint32_t index; /* + 1; 0 is free */
};

struct table {
    struct part_entry *entries;
    size_t room;
    uint32_t used;
};

static struct part_entry *find(const struct table *table, ln_value object, ln_value part)
{
    size_t i = ln_mix(object.word + ln_mix(part.word)) & (table->room - 1);
    while (table->entries[i].index &&
           !(ln_same(table->entries[i].object, object) && ln_same(table->entries[i].part, part)))
        i = (i + 1) & (table->room - 1);
    return &table->entries[i];
}

static bool grow(struct table *table, struct ln_memory *memory)
{
    struct table old = *table;
    table->room = old.room ? old.room * 2 : 64;
    table->entries = ln_take_zeroed(memory, table->room * sizeof *table->entries);
    if (!table->entries) {
        *table = old;
        return false;
    }
    for (size_t i = 0; i < old.room; i++)
        if (old.entries[i].index)
            *find(table, old.entries[i].object, old.entries[i].part) = old.entries[i];
    ln_give(memory, old.entries, old.room * sizeof *old.entries);
    return true;
}

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
    struct table table = { 0 };
    bool divided = ln_spec_divides(spec, history);
    enum ln_status status = LN_OK;
    for (uint32_t i = 0; i < history->operations.length && !status; i++) {
        const struct ln_operation *operation = &history->operations.at[i];
        struct ln_invocation invocation = ln_invocation_of(history, i);
        ln_value object = object_of(spec, operation), part = LN_VALUE_NONE;
        struct part_entry *entry;
        part_of[i] = LN_NO_OP;
        if (operation->fate == LN_FAILED)
            continue;
        if (divided)
            part = spec->class->part(spec, &invocation);
        if (table.used * 2 >= table.room && !grow(&table, memory)) {
            status = LN_NO_MEMORY;
            break;
        }
        entry = find(&table, object, part);
        if (!entry->index)
            *entry = (struct part_entry){ object, part, ++table.used };
        part_of[i] = entry->index - 1;
    }
    *parts = table.used;
    ln_give(memory, table.entries, table.room * sizeof *table.entries);
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
