#include "support/random_history.h"

#include <stdio.h>
#include <stdlib.h>

#define MUST(condition)                                                            \
    do {                                                                           \
        if (!(condition)) {                                                        \
            fprintf(stderr, "%s:%d: %s failed\n", __FILE__, __LINE__, #condition); \
            abort();                                                               \
        }                                                                          \
    } while (0)

enum { MOST_OPERATIONS = 64 };

/* What is being simulated: the state of every object, and who is where. */
struct simulation {
    struct ln_history *history;
    const struct ln_spec *spec;
    struct ln_memory *memory;
    const struct random_options *options;
    struct ln_rng *rng;
    struct ln_next state[8];
    uint32_t open[MOST_OPERATIONS];  /* per process: operation or LN_NO_OP */
    bool effective[MOST_OPERATIONS]; /* per operation */
    ln_value result[MOST_OPERATIONS];
    uint32_t object[MOST_OPERATIONS];
};

size_t possible_results(const struct ln_method *method, uint32_t values, ln_value *results)
{
    size_t count = 0;
    switch ((enum ln_returns)method->returns) {
    case LN_RETURNS_NULL:
    case LN_RETURNS_NOTHING: results[count++] = LN_VALUE_NONE; break;
    case LN_RETURNS_DONE:
        results[count++] = LN_VALUE_NONE;
        results[count++] = LN_VALUE_FALSE;
        break;
    case LN_RETURNS_TRUTH:
    case LN_RETURNS_CHANGE:
        results[count++] = LN_VALUE_TRUE;
        results[count++] = LN_VALUE_FALSE;
        break;
    case LN_RETURNS_INTEGER:
        for (int i = -4; i <= 8; i++)
            results[count++] = ln_small(i);
        break;
    case LN_RETURNS_VALUE:
        results[count++] = LN_VALUE_NULL;
        for (uint32_t i = 0; i < values; i++)
            results[count++] = ln_small(i);
        break;
    case LN_RETURNS_SET: break; /* lists come from what the spec answers */
    }
    return count;
}

/* Up to three reads and writes of registers 0 and 1. */
static ln_value random_transaction(struct ln_history *history, uint32_t values, struct ln_rng *rng)
{
    size_t count = 1 + ln_rng_below(rng, 3);
    ln_value list[3], transaction;
    for (size_t i = 0; i < count; i++) {
        ln_value parts[3] = { LN_VALUE_NULL, ln_small(ln_rng_below(rng, 2)), LN_VALUE_NULL };
        bool writes = ln_rng_below(rng, 2);
        MUST(ln_values_string(&history->values, writes ? "w" : "r", 1, &parts[0]) == LN_OK);
        if (writes)
            parts[2] = ln_small(ln_rng_below(rng, values));
        MUST(ln_values_list(&history->values, parts, 3, &list[i]) == LN_OK);
    }
    MUST(ln_values_list(&history->values, list, count, &transaction) == LN_OK);
    return transaction;
}

ln_value random_value(struct ln_history *history, const struct ln_method *method, uint32_t values, struct ln_rng *rng)
{
    uint32_t drawn = ln_rng_below(rng, values);
    ln_value value = ln_small(drawn);
    char letter = (char)('a' + drawn);
    if (method->takes == LN_TAKES_STRING)
        MUST(ln_values_string(&history->values, &letter, 1, &value) == LN_OK);
    if (method->takes == LN_TAKES_TRANSACTION)
        value = random_transaction(history, values, rng);
    return value;
}

static bool chance(struct ln_rng *rng, uint32_t percent)
{
    return ln_rng_below(rng, 100) < percent;
}

static void replace_state(struct ln_next *state, struct ln_state with)
{
    uint8_t copy[1024];
    uint8_t *to;
    MUST(with.length <= sizeof copy);
    for (size_t i = 0; i < with.length; i++)
        copy[i] = with.at[i];
    ln_next_clear(state);
    to = ln_next_add(state, with.length);
    MUST(to);
    for (size_t i = 0; i < with.length; i++)
        to[i] = copy[i];
}

/* Results worth trying for an operation: the small ones of its method, and what the spec answers in the state at hand
 * and in the one it started in. */
static size_t candidates(struct simulation *sim, uint32_t operation, ln_value *results)
{
    const struct ln_spec_class *class = sim->spec->class;
    const struct ln_next *state = &sim->state[sim->object[operation]];
    struct ln_invocation in = ln_invocation_of(sim->history, operation);
    size_t count = possible_results(&class->methods[in.method], sim->options->values, results);
    struct ln_next first;
    if (!class->answer)
        return count;
    ln_next_init(&first, sim->memory);
    class->initial(sim->spec, &first);
    results[count] = class->answer(sim->spec, ln_next_state(state, 0), &in, &sim->history->values);
    count += !ln_same(results[count], LN_VALUE_UNKNOWN);
    results[count] = class->answer(sim->spec, ln_next_state(&first, 0), &in, &sim->history->values);
    count += !ln_same(results[count], LN_VALUE_UNKNOWN);
    ln_next_fini(&first);
    MUST(count > 0 && count <= MOST_RESULTS);
    return count;
}

/* Lets the operation take effect with the first possible result, in random order, that the spec accepts. */
static void take_effect(struct simulation *sim, uint32_t operation)
{
    struct ln_next *state = &sim->state[sim->object[operation]];
    struct ln_invocation in = ln_invocation_of(sim->history, operation);
    ln_value results[MOST_RESULTS];
    size_t count = candidates(sim, operation, results);
    size_t first = ln_rng_below(sim->rng, (uint32_t)count);
    struct ln_next next;
    ln_next_init(&next, sim->memory);
    sim->effective[operation] = true;
    sim->result[operation] = results[first];
    for (size_t i = 0; i < count; i++) {
        in.result = results[(first + i) % count];
        ln_next_clear(&next);
        sim->spec->class->step(sim->spec, ln_next_state(state, 0), &in, &next);
        if (!next.stays && next.states.length == 0)
            continue;
        sim->result[operation] = in.result;
        if (next.states.length)
            replace_state(state, ln_next_state(&next, ln_rng_below(sim->rng, (uint32_t)next.states.length)));
        break;
    }
    ln_next_fini(&next);
}

static void call(struct simulation *sim, uint32_t process)
{
    struct ln_history *history = sim->history;
    const struct ln_spec_class *class = sim->spec->class;
    const struct ln_method *method = &class->methods[ln_rng_below(sim->rng, (uint32_t) class->method_count)];
    uint32_t object = ln_rng_below(sim->rng, sim->options->keys), operation;
    size_t arity = method->least + ln_rng_below(sim->rng, method->most - method->least + 1U);
    struct ln_call_text text = { .process = ln_small(process), .key = LN_VALUE_NONE, .arity = arity };
    ln_value args[4];
    struct ln_error error;
    enum ln_spec_fault fault;
    size_t length = 0;
    while (method->name[length])
        length++;
    MUST(ln_values_string(&history->values, method->name, length, &text.f) == LN_OK);
    if (class->keyed || sim->options->keys > 1)
        text.key = ln_small(object);
    for (size_t i = 0; i < arity; i++)
        args[i] = random_value(history, method, sim->options->values, sim->rng);
    text.args = args;
    MUST(ln_history_call(history, &text, &operation, &error) == LN_OK);
    MUST(ln_spec_bind_call((struct ln_spec *)sim->spec, history, operation, &fault, &error) == LN_OK);
    sim->open[process] = operation;
    sim->object[operation] = class->keyed ? 0 : object;
}

static void give_back(struct simulation *sim, uint32_t process)
{
    uint32_t operation = sim->open[process], again;
    struct ln_history *history = sim->history;
    const struct ln_method *method = &sim->spec->class->methods[history->operations.at[operation].method];
    ln_value results[MOST_RESULTS], result;
    struct ln_error error;
    if (!sim->effective[operation])
        take_effect(sim, operation);
    result = sim->result[operation];
    if (chance(sim->rng, sim->options->percent_wrong))
        result = results[ln_rng_below(sim->rng, (uint32_t)candidates(sim, operation, results))];
    if (chance(sim->rng, sim->options->percent_unknown) && method->returns != LN_RETURNS_NOTHING)
        result = LN_VALUE_UNKNOWN;
    MUST(ln_history_return(history, ln_small(process), LN_COMPLETED, result, &again, &error) == LN_OK);
    sim->open[process] = LN_NO_OP;
}

static void run(struct simulation *sim)
{
    uint32_t begun = 0, idle = 0;
    while (idle < 200) {
        uint32_t process = ln_rng_below(sim->rng, sim->options->processes);
        uint32_t open = sim->open[process];
        idle++;
        if (open == LN_NO_OP) {
            if (begun == sim->options->operations)
                continue;
            call(sim, process);
            begun++;
        } else if (open == LN_NO_OP - 1) {
            continue;
        } else if (!sim->effective[open] && chance(sim->rng, 50)) {
            take_effect(sim, open);
        } else if (chance(sim->rng, sim->options->percent_pending)) {
            sim->open[process] = LN_NO_OP - 1; /* says nothing more */
        } else if (chance(sim->rng, 60)) {
            give_back(sim, process);
        }
    }
    for (uint32_t p = 0; p < sim->options->processes; p++)
        if (sim->open[p] < LN_NO_OP - 1 && !sim->options->stuck)
            give_back(sim, p);
}

/* The same history again, its events moved onto a coarse clock: neighbours often fall together. */
static void coarsen(struct ln_history *from, struct ln_history *to, struct ln_memory *memory, struct ln_rng *rng,
                    struct ln_spec *spec)
{
    int64_t now = 0, time[2 * MOST_OPERATIONS];
    uint32_t coarse = ln_rng_below(rng, 2) ? 2 : 6; /* some clocks hardly move */
    struct ln_error error;
    uint32_t line;
    MUST(ln_history_init(to, memory) == LN_OK);
    to->values = from->values; /* its values move along */
    ln_values_init(&from->values, memory);
    for (size_t e = 0; e < from->events.length; e++)
        time[e] = now += ln_rng_below(rng, coarse) == 0;
    for (uint32_t i = 0; i < from->operations.length; i++) {
        const struct ln_operation *o = &from->operations.at[i];
        struct ln_call_text text = { .process = from->processes.at[o->process],
                                     .f = o->f,
                                     .key = o->key,
                                     .args = from->args.at + o->args,
                                     .arity = o->arity };
        uint32_t operation;
        enum ln_spec_fault fault;
        MUST(ln_history_operation(to, &text, (enum ln_fate)o->fate, o->result, time[o->call],
                                  o->ret == LN_NEVER ? 0 : time[o->ret], &operation, &error) == LN_OK);
        MUST(ln_spec_bind_call(spec, to, operation, &fault, &error) == LN_OK);
    }
    to->stuck = from->stuck;
    to->keep_times = true;
    MUST(ln_history_seal(to, &line, &error) == LN_OK);
}

void random_history(struct ln_history *history, struct ln_memory *memory, struct ln_spec *spec,
                    const struct random_options *options, struct ln_rng *rng)
{
    struct simulation sim = { .history = history, .spec = spec, .memory = memory, .options = options, .rng = rng };
    struct ln_error error;
    uint32_t line;
    MUST(options->operations <= MOST_OPERATIONS && options->processes <= MOST_OPERATIONS && options->keys <= 8);
    MUST(ln_history_init(history, memory) == LN_OK);
    for (uint32_t i = 0; i < MOST_OPERATIONS; i++)
        sim.open[i] = LN_NO_OP;
    for (uint32_t k = 0; k < options->keys; k++) {
        ln_next_init(&sim.state[k], memory);
        spec->class->initial(spec, &sim.state[k]);
    }
    run(&sim);
    history->stuck = options->stuck;
    MUST(ln_history_seal(history, &line, &error) == LN_OK);
    for (uint32_t k = 0; k < options->keys; k++)
        ln_next_fini(&sim.state[k]);
    if (options->coarse_times) {
        struct ln_history coarse;
        coarsen(history, &coarse, memory, rng, spec);
        ln_history_fini(history);
        *history = coarse;
    }
}

void print_history(const struct ln_history *history)
{
    struct ln_memory memory;
    struct ln_str text;
    ln_memory_init(&memory, UINT64_MAX);
    ln_str_init(&text, &memory);
    for (uint32_t i = 0; i < history->operations.length; i++) {
        const struct ln_operation *o = &history->operations.at[i];
        ln_history_write_process(history, o->process, &text);
        ln_str_format(&text, "  [%d, %d]  ", (int)o->call, (int)o->ret);
        ln_history_write_operation(history, i, &text);
        if (o->after != LN_NO_OP)
            ln_str_format(&text, "  after %u", o->after);
        ln_str_char(&text, '\n');
    }
    fprintf(stderr, "%s%s", ln_str_borrow(&text), history->stuck ? "stuck\n" : "");
    ln_str_fini(&text);
}

/* ---- nondeterministic specs ---- */

static void put_word(struct ln_next *next, ln_value value)
{
    uint8_t *to = ln_next_add(next, sizeof value);
    MUST(to);
    for (size_t i = 0; i < sizeof value; i++)
        to[i] = (uint8_t)(value.word >> (8 * i));
}

static ln_value get_word(struct ln_state state, size_t index)
{
    ln_value value = { 0 };
    for (size_t i = 0; i < sizeof value; i++)
        value.word |= (uint64_t)state.at[index * sizeof value + i] << (8 * i);
    return value;
}

static void lossy_initial(const struct ln_spec *spec, struct ln_next *next)
{
    (void)spec;
    put_word(next, LN_VALUE_NULL);
}

static void lossy_step(const struct ln_spec *spec, struct ln_state state, const struct ln_invocation *in,
                       struct ln_next *next)
{
    (void)spec;
    if (in->method == 1) {
        put_word(next, in->args[0]);
        if (in->args[0].word & 8) /* odd values may get lost */
            ln_next_stay(next);
    } else if (ln_may_return(in, get_word(state, 0))) {
        ln_next_stay(next);
    }
}

static const struct ln_method lossy_methods[] = {
    { "read", "", "", "", 0, 0, LN_RETURNS_VALUE, LN_READS, LN_TAKES_ANY },
    { "write", "", "", "", 1, 1, LN_RETURNS_NOTHING, LN_CHANGES, LN_TAKES_ANY },
};

const struct ln_spec_class lossy_register_class = {
    .name = "lossy-register",
    .methods = lossy_methods,
    .method_count = 2,
    .initial = lossy_initial,
    .step = lossy_step,
};

static void bag_initial(const struct ln_spec *spec, struct ln_next *next)
{
    (void)spec;
    ln_next_add(next, 0);
    put_word(next, ln_small(0)); /* it may start with a 0 in it */
}

static void bag_step(const struct ln_spec *spec, struct ln_state state, const struct ln_invocation *in,
                     struct ln_next *next)
{
    size_t count = state.length / 8, at = 0;
    (void)spec;
    if (in->method == 0) {
        uint8_t *to = ln_next_add(next, state.length + 8);
        MUST(to);
        while (at < count && get_word(state, at).word < in->args[0].word)
            at++;
        for (size_t i = 0; i < state.length + 8; i++)
            to[i] = (uint8_t)(i < at * 8         ? state.at[i]
                              : i < (at + 1) * 8 ? in->args[0].word >> (8 * (i - at * 8))
                                                 : state.at[i - 8]);
        return;
    }
    if (count == 0 && ln_may_return(in, LN_VALUE_NULL))
        ln_next_stay(next);
    for (; at < count; at++) {
        uint8_t *to;
        if (!ln_may_return(in, get_word(state, at)))
            continue;
        to = ln_next_add(next, state.length - 8);
        MUST(to);
        for (size_t i = 0; i < state.length - 8; i++)
            to[i] = state.at[i < at * 8 ? i : i + 8];
    }
}

static bool bag_blocks(const struct ln_spec *spec, struct ln_state state, const struct ln_invocation *in)
{
    (void)spec;
    return in->method == 1 && state.length == 0;
}

static const struct ln_method bag_methods[] = {
    { "put", "", "", "", 1, 1, LN_RETURNS_NOTHING, LN_CHANGES, LN_TAKES_ANY },
    { "take", "", "", "", 0, 0, LN_RETURNS_VALUE, LN_CHANGES, LN_TAKES_ANY },
};

const struct ln_spec_class bag_class = {
    .name = "bag",
    .methods = bag_methods,
    .method_count = 2,
    .closed = false,
    .initial = bag_initial,
    .step = bag_step,
    .blocks = bag_blocks,
};
