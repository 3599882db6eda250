#include "check/hitting/downsets.h"

#include <assert.h>
#include <string.h>

void ln_downsets_init(struct ln_downsets *downsets, struct ln_memory *memory)
{
    *downsets = (struct ln_downsets){ .memory = memory };
    ln_window_init(&downsets->window, memory);
    ln_family_init(&downsets->family, memory);
    ln_states_init(&downsets->states, memory);
    ln_intern_init(&downsets->possible, memory);
}

void ln_downsets_fini(struct ln_downsets *downsets)
{
    ln_window_fini(&downsets->window);
    ln_family_fini(&downsets->family);
    ln_states_fini(&downsets->states);
    ln_intern_fini(&downsets->possible);
    ln_vec_fini(&downsets->below, downsets->memory);
    ln_vec_fini(&downsets->next, downsets->memory);
}

static bool fill_below(struct ln_downsets *downsets)
{
    const struct ln_family *family = &downsets->family;
    size_t words = family->count * family->words;
    if (!ln_vec_reserve(&downsets->below, downsets->memory, words + 1))
        return false;
    memset(downsets->below.at, 0, words * sizeof *downsets->below.at);
    for (uint32_t x = 0; x < family->count; x++)
        for (uint32_t y = x + 1; y < family->count; y++)
            if (ln_set_has(ln_family_above(family, x), y))
                downsets->below.at[y * family->words + x / 64] |= UINT64_C(1) << (x % 64);
    return true;
}

enum ln_status ln_downsets_fill(struct ln_downsets *downsets, const struct ln_problem *problem,
                                struct ln_budget *budget)
{
    enum ln_status status = ln_window_fill(&downsets->window, problem);
    downsets->problem = problem;
    if (!status)
        status = ln_family_fill(&downsets->family, &downsets->window);
    ln_states_reset(&downsets->states, problem->spec, budget, (uint32_t)downsets->window.labels.length);
    ln_intern_clear(&downsets->possible);
    return status || fill_below(downsets) ? status : LN_NO_MEMORY;
}

bool ln_downsets_may_add(const struct ln_downsets *downsets, const uint64_t *set, uint32_t element)
{
    const uint64_t *below = downsets->below.at + element * downsets->family.words;
    assert(element < downsets->family.count);
    if (ln_set_has(set, element))
        return false;
    for (size_t i = 0; i < downsets->family.words; i++)
        if (below[i] & ~set[i])
            return false;
    return true;
}

/* Numbers the list downsets->next, each state once. */
static enum ln_status number(struct ln_downsets *downsets, uint32_t *possible)
{
    uint32_t *at = downsets->next.at;
    *possible = LN_NO_STATES;
    if (!downsets->next.length)
        return LN_OK;
    downsets->next.length = ln_unify(at, downsets->next.length);
    return ln_intern_add(&downsets->possible, at, downsets->next.length * sizeof *at, possible) ? LN_OK : LN_NO_MEMORY;
}

static enum ln_status add_moves(struct ln_downsets *downsets, const struct ln_moves *moves)
{
    for (uint32_t m = 0; m < moves->count; m++)
        if (!ln_vec_push(&downsets->next, downsets->memory, moves->at[m]))
            return LN_NO_MEMORY;
    return LN_OK;
}

enum ln_status ln_downsets_initial(struct ln_downsets *downsets, uint32_t *possible)
{
    struct ln_moves initial;
    enum ln_status status = ln_states_initial(&downsets->states, &initial);
    downsets->next.length = 0;
    if (!status)
        status = add_moves(downsets, &initial);
    return status ? status : number(downsets, possible);
}

enum ln_status ln_downsets_step(struct ln_downsets *downsets, uint32_t possible, uint32_t element, uint32_t *after)
{
    const struct ln_window *window = &downsets->window;
    const struct ln_interned entry = downsets->possible.entries.at[possible];
    const uint32_t *states = (const uint32_t *)(const void *)entry.at;
    uint32_t label = window->ops.at[downsets->family.ops.at[element]].label;
    enum ln_status status = LN_OK;
    assert(possible < downsets->possible.entries.length && entry.length);
    downsets->next.length = 0;
    for (size_t i = 0; i < entry.length / sizeof *states && !status; i++) {
        struct ln_moves moves;
        status = ln_states_step(&downsets->states, states[i], label, &window->labels.at[label], &moves);
        if (!status)
            status = add_moves(downsets, &moves);
    }
    return status ? status : number(downsets, after);
}
