#include "support/small_collection.h"

#include "check/brute.h"
#include "verify/replay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MUST(condition)                                                            \
    do {                                                                           \
        if (!(condition)) {                                                        \
            fprintf(stderr, "%s:%d: %s failed\n", __FILE__, __LINE__, #condition); \
            abort();                                                               \
        }                                                                          \
    } while (0)

void small_bench_init(struct small_bench *bench, const char *spec)
{
    struct ln_error error;
    ln_memory_init(&bench->memory, UINT64_MAX);
    ln_values_init(&bench->values, &bench->memory);
    MUST(ln_spec_parse(&bench->spec, spec, &bench->values, &error) == LN_OK);
    MUST(ln_pattern_new(&bench->pattern, &bench->memory) == LN_OK);
}

void small_bench_fini(struct small_bench *bench)
{
    ln_pattern_free(bench->pattern);
    ln_values_fini(&bench->values);
    MUST(atomic_load(&bench->memory.used) == 0);
}

int small_method(const struct small_bench *bench, enum ln_role role)
{
    for (size_t m = 0; m < bench->spec.class->method_count; m++)
        if (bench->spec.class->roles[m] == role)
            return (int)m;
    return -1;
}

static ln_value value_of(int number, int scale, int shift)
{
    return ln_small(number * scale + shift);
}

static ln_value result_of(const struct small_bench *bench, const struct small_operation *o, int scale, int shift)
{
    if (bench->spec.class->discipline == LN_DISCIPLINE_SET)
        return ln_bool(o->result == 1);
    if (o->result == SMALL_NULL)
        return LN_VALUE_NULL;
    return o->result == -1 ? LN_VALUE_NONE : value_of(o->result, scale, shift);
}

void small_build(struct small_bench *bench, const struct small_history *small, int scale, int shift,
                 struct ln_history *history)
{
    struct ln_error error = { 0 };
    uint32_t numbers[SMALL_MOST], line;
    MUST(ln_history_init(history, &bench->memory) == LN_OK);
    memset(bench->spec.seen, 0, sizeof bench->spec.seen);
    for (uint32_t e = 0; e < small->event_count; e++) {
        uint32_t i = small->events[e] / 2;
        const struct small_operation *o = &small->operations[i];
        const char *name = bench->spec.class->methods[o->method].name;
        ln_value argument = value_of(o->argument, scale, shift);
        struct ln_call_text call = { .process = ln_small(i),
                                     .key = bench->spec.class->keyed ? ln_small(0) : LN_VALUE_NONE,
                                     .args = &argument,
                                     .arity = bench->spec.class->methods[o->method].most };
        enum ln_spec_fault fault;
        if (small->events[e] % 2) {
            MUST(ln_history_return(history, call.process, LN_COMPLETED, result_of(bench, o, scale, shift), &numbers[i],
                                   &error) == LN_OK);
            continue;
        }
        MUST(ln_values_string(&history->values, name, strlen(name), &call.f) == LN_OK);
        MUST(ln_history_call(history, &call, &numbers[i], &error) == LN_OK);
        MUST(ln_spec_bind_call(&bench->spec, history, numbers[i], &fault, &error) == LN_OK);
    }
    MUST(ln_history_seal(history, &line, &error) == LN_OK);
}

static void write_history(const struct ln_history *history)
{
    struct ln_memory memory;
    struct ln_str text;
    ln_memory_init(&memory, UINT64_MAX);
    ln_str_init(&text, &memory);
    for (uint32_t i = 0; i < history->operations.length; i++) {
        const struct ln_operation *o = &history->operations.at[i];
        ln_str_format(&text, "  %2u [%d, %d]  ", i, (int)o->call, (int)o->ret);
        ln_history_write_operation(history, i, &text);
        ln_str_char(&text, '\n');
    }
    fputs(ln_str_borrow(&text), stderr);
    ln_str_fini(&text);
}

void small_print(struct small_bench *bench, const struct small_history *small)
{
    struct ln_history history;
    small_build(bench, small, 1, 0, &history);
    fprintf(stderr, "%s\n", bench->spec.class->name);
    write_history(&history);
    ln_history_fini(&history);
}

static enum ln_verdict brute(struct small_bench *bench, const struct ln_problem *problem)
{
    struct ln_outcome outcome;
    struct ln_budget budget;
    enum ln_verdict verdict;
    ln_budget_init(&budget, &bench->memory, 0, NULL);
    ln_outcome_init(&outcome, &bench->memory);
    MUST(ln_brute_run(problem, &budget, &outcome) == LN_OK);
    verdict = outcome.verdict;
    ln_outcome_fini(&outcome);
    return verdict;
}

enum ln_verdict small_oracle(struct small_bench *bench, const struct small_history *small)
{
    struct ln_history history;
    struct ln_problem problem = { .history = &history, .spec = &bench->spec, .stuck = LN_NO_OP };
    enum ln_verdict verdict;
    small_build(bench, small, 1, 0, &history);
    problem.events = history.events.at;
    problem.event_count = history.events.length;
    verdict = brute(bench, &problem);
    ln_history_fini(&history);
    return verdict;
}

static bool is_suspect(const struct ln_outcome *outcome, uint32_t operation)
{
    for (size_t i = 0; i < outcome->suspects.length; i++)
        if (outcome->suspects.at[i] == operation)
            return true;
    return false;
}

/* The suspects alone must be a violation. */
static bool suspects_stand(struct small_bench *bench, const struct ln_problem *problem,
                           const struct ln_outcome *outcome)
{
    struct ln_problem few = *problem;
    uint32_t events[2 * SMALL_MOST];
    few.events = events;
    few.event_count = 0;
    for (size_t e = 0; e < problem->event_count; e++)
        if (is_suspect(outcome, ln_event_operation(problem->events[e])))
            events[few.event_count++] = problem->events[e];
    return outcome->pattern && brute(bench, &few) == LN_VIOLATED;
}

enum ln_verdict small_pattern(struct small_bench *bench, const struct small_history *small, int scale, int shift)
{
    struct ln_history history;
    struct ln_problem problem = { .history = &history, .spec = &bench->spec, .stuck = LN_NO_OP };
    struct ln_outcome outcome;
    struct ln_budget budget;
    struct ln_error error = { 0 };
    const char *declined = NULL, *wrong = NULL;
    enum ln_verdict verdict;
    small_build(bench, small, scale, shift, &history);
    problem.events = history.events.at;
    problem.event_count = history.events.length;
    ln_budget_init(&budget, &bench->memory, 0, NULL);
    ln_outcome_init(&outcome, &bench->memory);
    if (ln_pattern_run(bench->pattern, &problem, &budget, &outcome, &declined))
        wrong = "it failed";
    verdict = outcome.verdict;
    if (!wrong && !declined && verdict == LN_UNKNOWN)
        wrong = "it is unknown";
    if (!wrong && verdict == LN_HOLDS &&
        ln_replay(&history, &bench->spec, outcome.order.at, outcome.order.length, &bench->memory, &error))
        wrong = error.message;
    if (!wrong && verdict == LN_VIOLATED && !suspects_stand(bench, &problem, &outcome))
        wrong = "the suspects alone are no violation";
    if (wrong) {
        fprintf(stderr, "%s: %s (%s), %s\n", bench->spec.class->name, wrong, ln_verdict_text(verdict),
                outcome.pattern ? outcome.pattern : "");
        write_history(&history);
        for (size_t i = 0; i < outcome.order.length + outcome.suspects.length; i++)
            fprintf(stderr, " %u",
                    i < outcome.order.length ? outcome.order.at[i] : outcome.suspects.at[i - outcome.order.length]);
        fputc('\n', stderr);
        exit(1);
    }
    ln_outcome_fini(&outcome);
    ln_history_fini(&history);
    return verdict;
}

/* ---- changing ---- */

void small_fold(struct small_history *small, int8_t values)
{
    for (uint32_t i = 0; i < small->count; i++) {
        struct small_operation *o = &small->operations[i];
        o->argument = o->argument < 0 ? o->argument : (int8_t)(o->argument % values);
        o->result = o->result < 0 ? o->result : (int8_t)(o->result % values);
    }
}

struct small_history small_prefix(const struct small_history *small, uint32_t events)
{
    struct small_history prefix = *small;
    prefix.event_count = events;
    for (uint32_t i = 0; i < prefix.count; i++)
        prefix.operations[i].pending = true;
    for (uint32_t e = 0; e < events; e++)
        if (small->events[e] % 2)
            prefix.operations[small->events[e] / 2].pending = false;
    return prefix;
}

ln_value small_result(const struct small_operation *o)
{
    if (o->result == SMALL_NULL)
        return LN_VALUE_NULL;
    return o->result < 0 ? LN_VALUE_NONE : ln_small(o->result);
}

/* ---- drawing ---- */

struct simulation {
    struct small_bench *bench;
    const struct small_options *options;
    struct ln_rng *rng;
    struct small_history *small;
    struct ln_history scratch; /* for the values that steps ask for */
    struct ln_next state;
    int inserted;
    int order[SMALL_MOST]; /* values in the order of insertion: drawn, so that their size says nothing */
    bool effective[SMALL_MOST], open[SMALL_MOST];
};

static bool chance(struct ln_rng *rng, uint32_t percent)
{
    return ln_rng_below(rng, 100) < percent;
}

static void choose(struct simulation *sim, struct small_operation *o)
{
    enum ln_discipline discipline = sim->bench->spec.class->discipline;
    int look = small_method(sim->bench, LN_ROLE_LOOK), removal = small_method(sim->bench, LN_ROLE_REMOVE);
    uint32_t kind = ln_rng_below(sim->rng, 100);
    *o = (struct small_operation){ .argument = -1, .result = -1 };
    if (look >= 0 && sim->options->looks && kind < 25)
        o->method = (uint8_t)look;
    else if (removal >= 0 && kind < 60)
        o->method = (uint8_t)removal;
    else
        o->method = (uint8_t)small_method(sim->bench, LN_ROLE_INSERT);
    if (removal < 0 && kind < 60 && look >= 0)
        o->method = (uint8_t)look;
    if (discipline == LN_DISCIPLINE_SET)
        o->argument = (int8_t)ln_rng_below(sim->rng, 2);
    else if (sim->bench->spec.class->roles[o->method] == LN_ROLE_INSERT)
        o->argument = (int8_t)sim->order[sim->inserted++];
}

/* The operation happens: its result is what the spec answers. */
static void take_effect(struct simulation *sim, uint32_t i)
{
    struct small_operation *o = &sim->small->operations[i];
    const struct ln_spec *spec = &sim->bench->spec;
    ln_value argument = value_of(o->argument, 1, 0);
    struct ln_invocation in = {
        .values = &sim->scratch.values, .args = &argument, .key = ln_small(0), .method = o->method
    };
    struct ln_state state = ln_next_state(&sim->state, 0);
    struct ln_next next;
    in.result = spec->class->answer(spec, state, &in, &sim->scratch.values);
    sim->effective[i] = true;
    if (ln_same(in.result, LN_VALUE_NULL))
        o->result = SMALL_NULL;
    else if (ln_value_kind(in.result) == LN_KIND_BOOL)
        o->result = ln_same(in.result, LN_VALUE_TRUE);
    else if (ln_value_kind(in.result) == LN_KIND_INT)
        o->result = (int8_t)ln_value_int(&sim->scratch.values, in.result);
    ln_next_init(&next, &sim->bench->memory);
    spec->class->step(spec, state, &in, &next);
    if (next.states.length) {
        struct ln_next swap = sim->state;
        sim->state = next;
        next = swap;
        sim->state.stays = false;
    }
    ln_next_fini(&next);
}

static void run(struct simulation *sim)
{
    struct small_history *small = sim->small;
    uint32_t called = 0, open = 0, busy = 1 + ln_rng_below(sim->rng, 4);
    while (called < sim->options->operations || open) {
        uint32_t i = ln_rng_below(sim->rng, called + 1);
        if (called < sim->options->operations && (open == 0 || (open < busy && chance(sim->rng, 50)))) {
            choose(sim, &small->operations[called]);
            sim->open[called] = true;
            small->events[small->event_count++] = (uint8_t)(2 * called++);
            open++;
            continue;
        }
        if (i == called || !sim->open[i])
            continue;
        if (!sim->effective[i] && chance(sim->rng, 60)) {
            take_effect(sim, i);
        } else if (chance(sim->rng, sim->options->percent_pending)) {
            sim->open[i] = false;
            small->operations[i].pending = true;
            open--;
        } else {
            if (!sim->effective[i])
                take_effect(sim, i);
            sim->open[i] = false;
            small->events[small->event_count++] = (uint8_t)(2 * i + 1);
            open--;
        }
    }
    small->count = called;
}

/* An event moves some places: operations that overlapped may be apart then, and results impossible. */
static void move_event(struct simulation *sim)
{
    struct small_history *small = sim->small;
    uint32_t e = ln_rng_below(sim->rng, small->event_count), far = 1 + ln_rng_below(sim->rng, 8);
    bool is_call = small->events[e] % 2 == 0, up = chance(sim->rng, 85) ? is_call : !is_call;
    for (; far > 0; far--) {
        uint32_t other = up ? e + 1 : e - 1;
        uint8_t kept = small->events[e];
        if (other >= small->event_count || small->events[other] / 2 == kept / 2)
            return;
        small->events[e] = small->events[other];
        small->events[other] = kept;
        e = other;
    }
}

/* An operation happens at another time. */
static void move_operation(struct simulation *sim)
{
    struct small_history *small = sim->small;
    uint8_t i = (uint8_t)ln_rng_below(sim->rng, small->count);
    uint32_t kept = 0, call, ret;
    for (uint32_t e = 0; e < small->event_count; e++)
        if (small->events[e] / 2 != i)
            small->events[kept++] = small->events[e];
    if (kept + 2 != small->event_count) { /* it is pending: only its call moves */
        small->event_count = kept + 1;
        ret = kept;
        small->events[kept] = (uint8_t)(2 * i);
        call = ln_rng_below(sim->rng, kept + 1);
    } else {
        call = ln_rng_below(sim->rng, kept + 1);
        ret = call + ln_rng_below(sim->rng, kept - call < 4 ? kept - call + 1 : 4);
        memmove(small->events + ret + 1, small->events + ret, kept - ret);
        small->events[ret] = (uint8_t)(2 * i + 1);
        kept++;
    }
    memmove(small->events + call + 1, small->events + call, kept - call);
    small->events[call] = (uint8_t)(2 * i);
}

static void swap_results(struct simulation *sim)
{
    uint32_t i = ln_rng_below(sim->rng, sim->small->count), j = ln_rng_below(sim->rng, sim->small->count);
    struct small_operation *a = &sim->small->operations[i], *b = &sim->small->operations[j];
    int8_t kept = a->result;
    if (a->result == -1 || b->result == -1)
        return;
    a->result = b->result;
    b->result = kept;
}

static void disturb(struct simulation *sim)
{
    for (uint32_t k = 0; k < 6; k++)
        if (chance(sim->rng, sim->options->percent_swapped))
            move_event(sim);
    for (uint32_t k = 0; k < 2; k++) {
        if (chance(sim->rng, sim->options->percent_swapped / 3))
            swap_results(sim);
        if (chance(sim->rng, sim->options->percent_swapped))
            move_operation(sim);
    }
}

/* Without what the options exclude. */
static void leave_out(struct simulation *sim)
{
    struct small_history *small = sim->small;
    uint32_t kept = 0;
    for (uint32_t e = 0; e < small->event_count; e++) {
        const struct small_operation *o = &small->operations[small->events[e] / 2];
        if (sim->options->absences || o->result != SMALL_NULL || o->pending)
            small->events[kept++] = small->events[e];
    }
    small->event_count = kept;
}

void small_draw(struct small_bench *bench, const struct small_options *options, struct ln_rng *rng,
                struct small_history *small)
{
    struct simulation sim = { .bench = bench, .options = options, .rng = rng, .small = small };
    *small = (struct small_history){ 0 };
    MUST(ln_history_init(&sim.scratch, &bench->memory) == LN_OK);
    ln_next_init(&sim.state, &bench->memory);
    bench->spec.class->initial(&bench->spec, &sim.state);
    for (int i = 0; i < SMALL_MOST; i++) {
        int j = (int)ln_rng_below(rng, (uint32_t)i + 1);
        sim.order[i] = sim.order[j];
        sim.order[j] = i;
    }
    run(&sim);
    disturb(&sim);
    leave_out(&sim);
    ln_next_fini(&sim.state);
    ln_history_fini(&sim.scratch);
}
