/* Cores of small random violations, and what is made of them.
 *
 *   cores COUNT [SEED]        COUNT histories in all, over every spec and shape
 *
 * Every violated history has a core; brute says that it is a violation, and that no single step relaxes it further
 * without losing that. Cores that were tampered with are accepted only if they still show a violation, and no core at
 * all is accepted for a history that is linearizable. The same for witnesses. */
#include "check/check.h"
#include "core/find.h"
#include "support/shapes.h"
#include "verify/replay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct tally {
    uint64_t histories, violated, operations, core_operations, minimal, tampered, accepted;
};

static void fail(const struct shape *shape, uint64_t number, const struct ln_history *history, const char *what)
{
    fprintf(stderr, "%s, history %llu: %s\n", shape->spec, (unsigned long long)number, what);
    print_history(history);
    exit(1);
}

/* ---- is it a violation? ---- */

static enum ln_verdict judge(const struct ln_history *history, const struct ln_spec *spec, const struct ln_core *core,
                             struct ln_memory *memory)
{
    struct ln_core_view view;
    enum ln_verdict verdict = LN_UNKNOWN;
    if (!ln_core_view_init(&view, history, spec, core)) {
        struct ln_problem problem = { &view.history, &view.spec, view.history.events.at, view.history.events.length,
                                      view.stuck,    0 };
        verdict = brute_problem(&problem, memory);
    }
    ln_core_view_fini(&view);
    return verdict;
}

/* ---- is it minimal? ---- */

static bool reads(const struct ln_history *history, const struct ln_spec *spec, uint32_t operation)
{
    struct ln_invocation in = ln_invocation_of(history, operation);
    return ln_invocation_reads(spec, &in);
}

static void leave_out(struct ln_core *core, uint32_t index)
{
    size_t kept = 0;
    for (size_t e = 0; e < core->events.length; e++) {
        uint32_t event = core->events.at[e];
        if (ln_event_operation(event) != index)
            core->events.at[kept++] = event - (ln_event_operation(event) > index ? 2 : 0);
    }
    core->events.length = kept;
    for (size_t i = index; i + 1 < core->ops.length; i++)
        core->ops.at[i] = core->ops.at[i + 1];
    core->ops.length--;
    for (size_t i = 0; i < core->ops.length; i++) {
        uint32_t *after = &core->ops.at[i].after;
        *after = *after == LN_NO_OP || *after == index ? LN_NO_OP : *after - (*after > index);
    }
}

/* The steps that single operations and neighbouring events allow; false when there is no such step. */
static bool relax(struct ln_core *core, const struct ln_history *history, const struct ln_spec *spec, size_t step)
{
    size_t ops = core->ops.length;
    if (step < ops) {
        if (!reads(history, spec, core->ops.at[step].operation))
            return false;
        leave_out(core, (uint32_t)step);
        return true;
    }
    step -= ops;
    if (step < ops) {
        if (core->ops.at[step].optional || reads(history, spec, core->ops.at[step].operation))
            return false;
        for (size_t e = 0; e < core->events.length; e++)
            if (core->events.at[e] == step * 2 + 1) {
                core->ops.at[step].optional = true;
                return true;
            }
        return false;
    }
    step -= ops;
    if (step + 1 < core->events.length && ln_event_is_return(core->events.at[step]) &&
        !ln_event_is_return(core->events.at[step + 1])) {
        uint32_t swap = core->events.at[step];
        core->events.at[step] = core->events.at[step + 1];
        core->events.at[step + 1] = swap;
        return true;
    }
    return false;
}

static bool is_minimal(const struct ln_history *history, const struct ln_spec *spec, const struct ln_core *core,
                       struct ln_memory *memory)
{
    struct ln_core relaxed;
    bool minimal = true;
    ln_core_init(&relaxed, memory);
    for (size_t step = 0; step < 2 * core->ops.length + core->events.length && minimal; step++) {
        if (!ln_core_copy(&relaxed, core))
            exit(1);
        if (relax(&relaxed, history, spec, step) && relaxed.ops.length)
            minimal = judge(history, spec, &relaxed, memory) != LN_VIOLATED;
    }
    ln_core_fini(&relaxed);
    return minimal;
}

/* ---- tampering ---- */

static uint32_t below(struct ln_rng *rng, size_t bound)
{
    return bound ? ln_rng_below(rng, (uint32_t)bound) : 0;
}

static void tamper(struct ln_core *core, const struct ln_history *history, struct ln_rng *rng)
{
    size_t ops = core->ops.length, events = core->events.length, a = below(rng, events), b = below(rng, events);
    uint32_t swap;
    switch (ln_rng_below(rng, 9)) {
    case 0:
        if (ops)
            leave_out(core, below(rng, ops));
        break;
    case 1:
        if (events) {
            swap = core->events.at[a];
            core->events.at[a] = core->events.at[b];
            core->events.at[b] = swap;
        }
        break;
    case 2:
        if (ops)
            core->ops.at[below(rng, ops)].operation = below(rng, history->operations.length + 1);
        break;
    case 3:
        if (ops) {
            struct ln_core_op *op = &core->ops.at[below(rng, ops)];
            op->optional = !op->optional;
        }
        break;
    case 4: core->begin = below(rng, history->events.length + 1); break;
    case 5: core->end = below(rng, history->events.length + 1); break;
    case 6: core->stuck = below(rng, 3) ? LN_NO_OP : below(rng, history->operations.length); break;
    case 7: core->by_value = !core->by_value; break;
    case 8:
        if (ops)
            core->ops.at[below(rng, ops)].after = below(rng, 2) ? LN_NO_OP : below(rng, ops + 1);
        break;
    }
}

/* A core made up of any operations. */
static void make_up(struct ln_core *core, const struct ln_history *history, struct ln_rng *rng)
{
    uint32_t index[64] = { 0 };
    core->ops.length = core->events.length = core->values.length = 0;
    core->begin = below(rng, 3) ? 0 : below(rng, history->events.length + 1);
    core->end = below(rng, 2) ? LN_NEVER : below(rng, history->events.length + 1);
    core->by_value = !below(rng, 4);
    core->undivided = !below(rng, 4);
    core->alone = !below(rng, 4);
    core->stuck = below(rng, 4) || !history->operations.length ? LN_NO_OP : below(rng, history->operations.length);
    for (size_t e = 0; e < history->events.length; e++) {
        uint32_t event = history->events.at[e], operation = ln_event_operation(event);
        struct ln_core_op op = { operation, LN_NO_OP, !below(rng, 5) };
        if (!ln_event_is_return(event) && below(rng, 5) && history->operations.at[operation].fate != LN_FAILED) {
            if (!ln_vec_push(&core->ops, core->memory, op))
                exit(1);
            index[operation] = (uint32_t)core->ops.length;
        }
        if (index[operation] &&
            !ln_vec_push(&core->events, core->memory, (index[operation] - 1) * 2 + ln_event_is_return(event)))
            exit(1);
        if (core->by_value && below(rng, 2) && !ln_same(ln_mentioned(history, operation, 0), LN_VALUE_NONE) &&
            !ln_vec_push(&core->values, core->memory, ln_mentioned(history, operation, 0)))
            exit(1);
    }
}

static void check_core(const struct shape *shape, uint64_t number, const struct ln_history *history,
                       const struct ln_spec *spec, enum ln_verdict truth, const struct ln_core *core,
                       struct ln_memory *memory, struct tally *tally)
{
    struct ln_error error = { 0 };
    enum ln_status status = ln_core_verify(history, spec, core, 1 << 20, memory, &error);
    tally->tampered++;
    if (status && status != LN_BAD_INPUT)
        fail(shape, number, history, error.message);
    if (status)
        return;
    tally->accepted++;
    if (truth != LN_VIOLATED)
        fail(shape, number, history, "a core was accepted, but it is linearizable");
    if (judge(history, spec, core, memory) != LN_VIOLATED)
        fail(shape, number, history, "a core was accepted that is none");
}

/* ---- witnesses ---- */

static void check_witnesses(const struct shape *shape, uint64_t number, const struct ln_history *history,
                            const struct ln_spec *spec, const struct ln_outcome *outcome, struct ln_rng *rng,
                            struct ln_memory *memory, struct tally *tally)
{
    uint32_t order[64];
    for (unsigned try = 0; try < 8; try++) {
        size_t count = outcome->order.length;
        bool accepted;
        for (size_t i = 0; i < count; i++)
            order[i] = outcome->order.at[i];
        if (try && count) {
            size_t a = below(rng, count), b = below(rng, count);
            uint32_t swap = order[a];
            switch (ln_rng_below(rng, 3)) {
            case 0: order[a] = order[b], order[b] = swap; break;
            case 1: order[a] = order[--count]; break;
            case 2: order[a] = below(rng, history->operations.length); break;
            }
        }
        accepted = ln_replay(history, spec, order, count, memory, NULL) == LN_OK;
        tally->tampered++;
        tally->accepted += accepted;
        if (accepted != is_linearisation(history, spec, order, count, memory))
            fail(shape, number, history, accepted ? "a wrong witness was accepted" : "a right witness was refused");
    }
}

/* ---- all together ---- */

static void check_one(const struct shape *shape, uint64_t number, const struct ln_history *history,
                      const struct ln_spec *spec, struct ln_rng *rng, struct ln_memory *memory, struct tally *tally)
{
    struct ln_check_options options = { .algorithm = number % 2 ? LN_ALGORITHM_AUTO : LN_ALGORITHM_SEARCH,
                                        .jobs = 1,
                                        .cut_every = 1 };
    enum ln_verdict truth = oracle(history, spec, memory);
    struct ln_outcome outcome;
    struct ln_violation violation = { history, spec, &outcome };
    struct ln_budget budget;
    struct ln_core core, tampered;
    struct ln_core_facts facts = { 0 };
    struct ln_error error = { 0 };
    ln_budget_init(&budget, memory, 0, NULL);
    ln_outcome_init(&outcome, memory);
    ln_core_init(&core, memory);
    ln_core_init(&tampered, memory);
    if (ln_check(history, spec, &options, &budget, &outcome, &error))
        fail(shape, number, history, error.message);
    ln_budget_init(&budget, memory, 0, NULL); /* a violation has stopped the other one */
    if (truth == LN_VIOLATED && ln_core_find(&violation, &budget, &core, &facts, &error))
        fail(shape, number, history, error.message);
    if (truth == LN_VIOLATED && (!facts.found || !facts.verified))
        fail(shape, number, history, facts.found ? "its core was not verified" : "it has no core");
    if (facts.found && judge(history, spec, &core, memory) != LN_VIOLATED)
        fail(shape, number, history, "its core is no violation");
    if (facts.found) {
        tally->violated++;
        tally->operations += history->operations.length;
        tally->core_operations += core.ops.length;
        if (!is_minimal(history, spec, &core, memory))
            fail(shape, number, history, "its core is not minimal");
        tally->minimal += facts.minimal;
    }
    for (unsigned i = 0; i < 6; i++) {
        if (facts.found && i < 4 && ln_core_copy(&tampered, &core))
            for (unsigned times = 1 + ln_rng_below(rng, 2); times; times--)
                tamper(&tampered, history, rng);
        else
            make_up(&tampered, history, rng);
        check_core(shape, number, history, spec, truth, &tampered, memory, tally);
    }
    if (truth == LN_HOLDS && !history->stuck)
        check_witnesses(shape, number, history, spec, &outcome, rng, memory, tally);
    ln_core_fini(&core);
    ln_core_fini(&tampered);
    ln_outcome_fini(&outcome);
}

static void check_shape(const struct shape *shape, uint64_t count, uint64_t seed)
{
    struct ln_memory memory;
    struct ln_rng rng = { seed };
    struct tally tally = { .histories = count };
    ln_memory_init(&memory, UINT64_MAX);
    for (uint64_t i = 0; i < count; i++) {
        struct ln_history history;
        struct ln_spec spec;
        struct ln_values values;
        ln_values_init(&values, &memory);
        shape_draw(shape, &rng, &memory, &values, &spec, &history);
        check_one(shape, i, &history, &spec, &rng, &memory, &tally);
        ln_history_fini(&history);
        ln_values_fini(&values);
    }
    printf("%-30s %6llu histories, %6llu cores of %.1f from %.1f operations; %7llu forgeries, %4.1f %% still true\n",
           shape->spec, (unsigned long long)count, (unsigned long long)tally.violated,
           (double)tally.core_operations / (double)(tally.violated + !tally.violated),
           (double)tally.operations / (double)(tally.violated + !tally.violated), (unsigned long long)tally.tampered,
           100.0 * (double)tally.accepted / (double)tally.tampered);
    if (atomic_load(&memory.used)) {
        fprintf(stderr, "%s: %llu bytes are still taken\n", shape->spec, (unsigned long long)atomic_load(&memory.used));
        exit(1);
    }
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
