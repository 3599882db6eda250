/* What cores take for granted about specs, tried out on random legal sequences.
 *
 *   relaxations COUNT [SEED]        COUNT histories in all, over every spec and shape
 *
 * The state after an operation is among those that `settle` gives, whenever it gives any: of all operations, and
 * `alone` of those of one part. And what ln_irrelevant says can be left out can be: a legal sequence of core operations
 * and such stays legal without them, from the initial state and from any. */
#include "spec/parts.h"
#include "spec/possible_states.h"
#include "support/shapes.h"
#include "verify/irrelevant.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 16, STEPS = 10, WALKS = 6 };

struct trial {
    const struct shape *shape;
    const struct ln_history *history;
    const struct ln_spec *spec;
    struct ln_memory *memory;
    struct ln_rng *rng;
    uint64_t settled, irrelevant, left_out;
};

static void fail(const struct trial *trial, const char *what, uint32_t operation)
{
    fprintf(stderr, "%s: operation %u: %s\n", trial->shape->spec, operation, what);
    print_history(trial->history);
    exit(1);
}

static void must(bool fine)
{
    if (!fine)
        exit(1);
}

static bool is_among(const struct ln_next *states, struct ln_state state)
{
    for (size_t i = 0; i < states->states.length; i++) {
        struct ln_state have = ln_next_state(states, i);
        if (have.length == state.length && (!state.length || memcmp(have.at, state.at, state.length) == 0))
            return true;
    }
    return false;
}

/* ---- settle ---- */

static void check_settled(struct trial *trial, uint32_t operation, bool alone, const struct ln_next *now)
{
    struct ln_invocation in = ln_invocation_of(trial->history, operation);
    struct ln_next settled;
    ln_next_init(&settled, trial->memory);
    trial->spec->class->settle(trial->spec, &in, alone, &settled);
    must(!settled.failed);
    if (settled.stays)
        fail(trial, "it is settled to stay", operation);
    for (size_t i = 0; i < now->states.length && settled.states.length; i++)
        if (!is_among(&settled, ln_next_state(now, i)))
            fail(trial,
                 alone ? "its state, alone, is not among those it is settled to"
                       : "its state is not among those it is settled to",
                 operation);
    trial->settled += settled.states.length > 0;
    ln_next_fini(&settled);
}

/* The history's operations one after the other; of one part, or (LN_NO_OP) all. */
static void check_settling(struct trial *trial, const uint32_t *part_of, uint32_t part)
{
    struct ln_possible states;
    ln_possible_init(&states, trial->memory);
    must(ln_possible_start(&states, trial->spec));
    for (uint32_t i = 0; i < trial->history->operations.length && states.now.states.length; i++) {
        struct ln_invocation in = ln_invocation_of(trial->history, i);
        if (part != LN_NO_OP && part_of[i] != part)
            continue;
        must(ln_possible_step(&states, trial->spec, &in));
        check_settled(trial, i, part != LN_NO_OP, &states.now);
    }
    ln_possible_fini(&states);
}

static void check_parts(struct trial *trial)
{
    uint32_t part_of[MOST], parts;
    if (!trial->spec->class->settle)
        return;
    must(!ln_spec_parts(trial->spec, trial->history, trial->memory, part_of, &parts));
    check_settling(trial, part_of, LN_NO_OP);
    for (uint32_t part = 0; part < parts && ln_spec_divides(trial->spec, trial->history); part++)
        check_settling(trial, part_of, part);
}

/* ---- irrelevant ---- */

/* Is it legal, or would it be without some of its operations? */
static bool is_legal(const struct trial *trial, const struct ln_spec *spec, const uint32_t *sequence, size_t count,
                     const bool *without)
{
    struct ln_possible states;
    bool legal;
    ln_possible_init(&states, trial->memory);
    must(ln_possible_start(&states, spec));
    for (size_t i = 0; i < count; i++) {
        struct ln_invocation in = ln_invocation_of(trial->history, sequence[i]);
        if (!without || !without[sequence[i]])
            must(ln_possible_step(&states, spec, &in));
    }
    legal = states.now.states.length > 0;
    ln_possible_fini(&states);
    return legal;
}

/* A sequence of operations, each as often as it comes, that is legal. */
static size_t walk(struct trial *trial, const struct ln_spec *spec, const bool *allowed, uint32_t *sequence)
{
    size_t count = 0;
    for (unsigned tries = 0; tries < 3 * STEPS && count < STEPS; tries++) {
        sequence[count] = ln_rng_below(trial->rng, (uint32_t)trial->history->operations.length);
        if (allowed[sequence[count]] && is_legal(trial, spec, sequence, count + 1, NULL))
            count++;
    }
    return count;
}

static void check_irrelevant(struct trial *trial, const struct ln_core_view *view, const uint32_t *others, size_t count,
                             const bool *in_core)
{
    bool irrelevant[MOST], without[MOST] = { false }, allowed[MOST];
    uint32_t sequence[STEPS + 1];
    must(!ln_irrelevant(trial->history, view, others, count, trial->memory, irrelevant));
    for (size_t i = 0; i < count; i++) {
        without[others[i]] = irrelevant[i];
        trial->irrelevant += irrelevant[i];
    }
    for (size_t i = 0; i < trial->history->operations.length; i++)
        allowed[i] = in_core[i] || without[i];
    for (unsigned i = 0; i < WALKS; i++) {
        size_t length = walk(trial, &view->spec, allowed, sequence);
        for (size_t at = 0; at < length; at++)
            trial->left_out += without[sequence[at]];
        if (!is_legal(trial, &view->spec, sequence, length, without))
            fail(trial, "it is the last of a sequence that needs what is said to be irrelevant", sequence[length - 1]);
    }
}

/* Some operations of the first one's part are the core, the others are asked about. */
static void check_core(struct trial *trial, bool anywhere)
{
    uint32_t part_of[MOST], parts;
    struct ln_core core;
    struct ln_core_view view;
    uint32_t others[MOST];
    bool in_core[MOST] = { false };
    size_t count = 0;
    ln_core_init(&core, trial->memory);
    core.begin = anywhere;
    must(!ln_spec_parts(trial->spec, trial->history, trial->memory, part_of, &parts));
    for (uint32_t i = 0; i < trial->history->operations.length; i++) {
        struct ln_core_op op = { i, LN_NO_OP, false };
        if (part_of[i] != part_of[0])
            continue;
        in_core[i] = ln_rng_below(trial->rng, 2);
        if (in_core[i])
            must(ln_vec_push(&core.ops, trial->memory, op));
        else
            others[count++] = i;
    }
    must(!ln_core_view_init(&view, trial->history, trial->spec, &core));
    check_irrelevant(trial, &view, others, count, in_core);
    ln_core_view_fini(&view);
    ln_core_fini(&core);
}

/* ---- all together ---- */

static void check_one(struct trial *trial)
{
    check_parts(trial);
    check_core(trial, false);
    if (ln_spec_settles(trial->spec))
        check_core(trial, true);
}

static void draw(struct trial *trial, struct ln_spec *spec, struct ln_values *values, struct ln_history *history)
{
    struct random_options options = { .operations = 1 + ln_rng_below(trial->rng, 10),
                                      .processes = 1,
                                      .values = 2 + ln_rng_below(trial->rng, 2),
                                      .keys = 1,
                                      .percent_unknown = ln_rng_below(trial->rng, 3) ? 0 : 30 };
    struct ln_error error = { 0 };
    *spec = (struct ln_spec){ .class = trial->shape->class, .value = LN_VALUE_NULL };
    must(trial->shape->class || !ln_spec_parse(spec, trial->shape->spec, values, &error));
    options.keys = spec->class->keyed ? 2 : 1;
    random_history(history, trial->memory, spec, &options, trial->rng);
}

static void check_shape(const struct shape *shape, uint64_t count, uint64_t seed)
{
    struct ln_memory memory;
    struct ln_rng rng = { seed };
    struct trial trial = { .shape = shape, .memory = &memory, .rng = &rng };
    ln_memory_init(&memory, UINT64_MAX);
    for (uint64_t i = 0; i < count; i++) {
        struct ln_history history;
        struct ln_spec spec;
        struct ln_values values;
        ln_values_init(&values, &memory);
        draw(&trial, &spec, &values, &history);
        trial.history = &history;
        trial.spec = &spec;
        check_one(&trial);
        ln_history_fini(&history);
        ln_values_fini(&values);
    }
    printf("%-30s %6llu sequences, %7llu times settled, %7llu irrelevant, %7llu left out\n", shape->spec,
           (unsigned long long)count, (unsigned long long)trial.settled, (unsigned long long)trial.irrelevant,
           (unsigned long long)trial.left_out);
    must(!atomic_load(&memory.used));
}

int main(int argc, char **argv)
{
    uint64_t count = argc > 1 ? strtoull(argv[1], NULL, 10) : 20000;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    printf("seed %llu\n", (unsigned long long)seed);
    for (size_t s = 0; s < shape_count; s++)
        check_shape(&shapes[s], count / shape_count + 1, seed + s);
    return 0;
}
