#include "spec/spec.h"

#include <assert.h>
#include <string.h>

void ln_next_init(struct ln_next *next, struct ln_memory *memory)
{
    *next = (struct ln_next){ .memory = memory };
}

void ln_next_fini(struct ln_next *next)
{
    ln_vec_fini(&next->bytes, next->memory);
    ln_vec_fini(&next->states, next->memory);
}

void ln_next_clear(struct ln_next *next)
{
    next->bytes.length = 0;
    next->states.length = 0;
    next->stays = next->failed = false;
}

bool ln_next_copy(struct ln_next *copy, const struct ln_next *next)
{
    assert(copy != next && !next->failed);
    ln_next_clear(copy);
    if (!ln_vec_reserve(&copy->bytes, copy->memory, next->bytes.length + 1) ||
        !ln_vec_reserve(&copy->states, copy->memory, next->states.length))
        return false;
    if (next->bytes.length)
        memcpy(copy->bytes.at, next->bytes.at, next->bytes.length);
    for (size_t i = 0; i < next->states.length; i++)
        copy->states.at[i] = next->states.at[i];
    copy->bytes.length = next->bytes.length;
    copy->states.length = next->states.length;
    copy->stays = next->stays;
    return true;
}

void ln_next_stay(struct ln_next *next)
{
    next->stays = true;
}

void *ln_next_add(struct ln_next *next, size_t length)
{
    struct ln_extent extent = { (next->bytes.length + 7) & ~(size_t)7, length };
    if (!ln_vec_reserve(&next->bytes, next->memory, extent.start + length + 1) ||
        !ln_vec_push(&next->states, next->memory, extent)) {
        next->failed = true;
        return NULL;
    }
    next->bytes.length = extent.start + length;
    assert(next->bytes.length <= next->bytes.room);
    return next->bytes.at + extent.start;
}

bool ln_next_add_state(struct ln_next *next, struct ln_state state)
{
    uint8_t *to = ln_next_add(next, state.length);
    if (to && state.length)
        memcpy(to, state.at, state.length);
    return to != NULL;
}
