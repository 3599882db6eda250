#include "monitor/piecewise.h"

#include "check/search/search.h"

struct ln_piecewise {
    struct ln_spec_class class; /* first: a class is turned back into what it is part of */
    struct ln_memory *memory;
    struct ln_spec spec, inner;
    struct ln_values values;
    struct ln_search *search;
    struct ln_next states; /* the set, once begun */
    bool begun;
};

static const struct ln_piecewise *carry_of(const struct ln_spec *spec)
{
    return (const struct ln_piecewise *)(const void *)spec->class;
}

static void initial(const struct ln_spec *spec, struct ln_next *next)
{
    const struct ln_piecewise *carry = carry_of(spec);
    if (!carry->begun)
        spec->inner->class->initial(spec->inner, next);
    for (size_t i = 0; i < carry->states.states.length; i++)
        ln_next_add_state(next, ln_next_state(&carry->states, i));
}

static void step(const struct ln_spec *spec, struct ln_state state, const struct ln_invocation *in,
                 struct ln_next *next)
{
    spec->inner->class->step(spec->inner, state, in, next);
}

static bool blocks(const struct ln_spec *spec, struct ln_state state, const struct ln_invocation *in)
{
    return spec->inner->class->blocks && spec->inner->class->blocks(spec->inner, state, in);
}

static void write_state(const struct ln_spec *spec, const struct ln_values *values, struct ln_state state,
                        struct ln_str *out)
{
    spec->inner->class->write_state(spec->inner, values, state, out);
}

enum ln_status ln_piecewise_new(struct ln_piecewise **out, struct ln_memory *memory)
{
    struct ln_piecewise *carry = ln_take_zeroed(memory, sizeof *carry);
    if (!carry)
        return LN_NO_MEMORY;
    carry->memory = memory;
    ln_values_init(&carry->values, memory);
    ln_next_init(&carry->states, memory);
    if (ln_search_new(&carry->search, memory)) {
        ln_piecewise_free(carry);
        return LN_NO_MEMORY;
    }
    *out = carry;
    return LN_OK;
}

struct ln_values *ln_piecewise_values(struct ln_piecewise *carry)
{
    return &carry->values;
}

void ln_piecewise_begin(struct ln_piecewise *carry, const struct ln_spec *spec)
{
    carry->inner = *spec;
    carry->spec = *spec;
    carry->spec.class = &carry->class;
    carry->spec.inner = &carry->inner;
    carry->class = *spec->class;
    carry->class.initial = initial;
    carry->class.step = step;
    carry->class.blocks = blocks;
    carry->class.write_state = write_state;
    carry->class.answer = NULL;
    carry->class.respond = NULL;
    carry->class.settle = NULL;
    carry->class.part = NULL;      /* a state is of the whole object */
    carry->class.closed = false;   /* states may mention values that the piece does not, */
    carry->class.discipline = LN_DISCIPLINE_NONE; /* which patterns would not know, */
    carry->class.roles = NULL;
    carry->class.advance = NULL;   /* nor a replay in place */
}

void ln_piecewise_free(struct ln_piecewise *carry)
{
    if (!carry)
        return;
    ln_search_free(carry->search);
    ln_next_fini(&carry->states);
    ln_values_fini(&carry->values);
    ln_give(carry->memory, carry, sizeof *carry);
}

void ln_piecewise_swap_values(struct ln_piecewise *carry, struct ln_history *history)
{
    struct ln_values own = history->values;
    history->values = carry->values;
    carry->values = own;
}

const struct ln_spec *ln_piecewise_spec(const struct ln_piecewise *carry)
{
    return &carry->spec;
}

enum ln_status ln_piecewise_step(struct ln_piecewise *carry, const struct ln_history *piece, struct ln_budget *budget,
                             enum ln_verdict *verdict)
{
    struct ln_problem problem = { piece, &carry->spec, piece->events.at, piece->events.length, LN_NO_OP, 0 };
    struct ln_next ends;
    bool all;
    enum ln_status status;
    *verdict = LN_HOLDS;
    if (!piece->events.length)
        return LN_OK;
    ln_next_init(&ends, carry->memory);
    status = ln_search_ends(carry->search, &problem, budget, &ends, &all);
    if (!status && !all)
        *verdict = LN_UNKNOWN;
    else if (!status && !ends.states.length)
        *verdict = LN_VIOLATED;
    if (status || *verdict != LN_HOLDS) {
        ln_next_fini(&ends);
        return status;
    }
    ln_next_fini(&carry->states);
    carry->states = ends;
    carry->begun = true;
    return LN_OK;
}
