#include "monitor/piecewise.h"

#include <assert.h>

struct ln_piecewise {
    struct ln_spec_class class; /* first: a class is turned back into what it is part of */
    struct ln_memory *memory;
    struct ln_spec spec, inner;
    struct ln_values values;
    const struct ln_piece_judge *judge;
    void *judging;         /* what that keeps, or NULL */
    struct ln_next states; /* the set, once begun */
    bool begun;
};

static const struct ln_piecewise *pieces_of(const struct ln_spec *spec)
{
    return (const struct ln_piecewise *)(const void *)spec->class;
}

static void initial(const struct ln_spec *spec, struct ln_next *next)
{
    const struct ln_piecewise *pieces = pieces_of(spec);
    if (!pieces->begun)
        spec->inner->class->initial(spec->inner, next);
    for (size_t i = 0; i < pieces->states.states.length; i++)
        ln_next_add_state(next, ln_next_state(&pieces->states, i));
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

enum ln_status ln_piecewise_new(struct ln_piecewise **out, const struct ln_piece_judge *judge, struct ln_memory *memory)
{
    struct ln_piecewise *pieces = ln_take_zeroed(memory, sizeof *pieces);
    enum ln_status status;
    assert(judge);
    if (!pieces)
        return LN_NO_MEMORY;
    pieces->memory = memory;
    pieces->judge = judge;
    ln_values_init(&pieces->values, memory);
    ln_next_init(&pieces->states, memory);
    status = judge->begin(&pieces->judging, memory);
    if (status)
        ln_piecewise_free(pieces);
    else
        *out = pieces;
    return status;
}

struct ln_values *ln_piecewise_values(struct ln_piecewise *pieces)
{
    return &pieces->values;
}

void ln_piecewise_begin(struct ln_piecewise *pieces, const struct ln_spec *spec)
{
    pieces->inner = *spec;
    pieces->spec = *spec;
    pieces->spec.class = &pieces->class;
    pieces->spec.inner = &pieces->inner;
    pieces->class = *spec->class;
    pieces->class.initial = initial;
    pieces->class.step = step;
    pieces->class.blocks = blocks;
    pieces->class.write_state = write_state;
    pieces->class.answer = NULL;
    pieces->class.respond = NULL;
    pieces->class.settle = NULL;
    pieces->class.part = NULL;                     /* a state is of the whole object */
    pieces->class.closed = false;                  /* states may mention values that the piece does not, */
    pieces->class.discipline = LN_DISCIPLINE_NONE; /* which patterns would not know, */
    pieces->class.roles = NULL;
    pieces->class.advance = NULL; /* nor a replay in place */
}

void ln_piecewise_free(struct ln_piecewise *pieces)
{
    if (!pieces)
        return;
    if (pieces->judging)
        pieces->judge->free(pieces->judging);
    ln_next_fini(&pieces->states);
    ln_values_fini(&pieces->values);
    ln_give(pieces->memory, pieces, sizeof *pieces);
}

void ln_piecewise_swap_values(struct ln_piecewise *pieces, struct ln_history *history)
{
    struct ln_values own = history->values;
    history->values = pieces->values;
    pieces->values = own;
}

const struct ln_spec *ln_piecewise_spec(const struct ln_piecewise *pieces)
{
    return &pieces->spec;
}

enum ln_status ln_piecewise_step(struct ln_piecewise *pieces, const struct ln_history *piece, struct ln_budget *budget,
                                 enum ln_verdict *verdict)
{
    struct ln_next ends;
    bool all;
    enum ln_status status;
    *verdict = LN_HOLDS;
    if (!piece->events.length)
        return LN_OK;
    ln_next_init(&ends, pieces->memory);
    status = pieces->judge->ends(pieces->judging, piece, &pieces->spec, budget, &ends, &all);
    if (!status && !all)
        *verdict = LN_UNKNOWN;
    else if (!status && !ends.states.length)
        *verdict = LN_VIOLATED;
    if (status || *verdict != LN_HOLDS) {
        ln_next_fini(&ends);
        return status;
    }
    ln_next_fini(&pieces->states);
    pieces->states = ends;
    pieces->begun = true;
    return LN_OK;
}

enum ln_status ln_piecewise_end(struct ln_piecewise *pieces, const struct ln_history *piece, struct ln_budget *budget,
                                enum ln_verdict *verdict)
{
    return pieces->judge->decide(pieces->judging, piece, &pieces->spec, budget, verdict);
}
