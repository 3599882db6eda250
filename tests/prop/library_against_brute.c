/* Histories that a program builds by the public interface, against the oracle.
 *
 *   library_against_brute COUNT [SEED]        COUNT histories in all, over every spec and shape
 *
 * A random history is built anew by its events or, where positions alone say its order, by times and in any order. What
 * the library finds is what brute finds, and its witness is one by the definition. */
#include "linnet/linnet.h"

#include "base/arena.h"
#include "history/public_value.h"
#include "support/must.h"
#include "support/shapes.h"

#include <string.h>

enum { MOST = 64 };

struct building {
    const struct ln_history *history;
    struct ln_rng *rng;
    struct ln_arena arena;
    linnet_history *made;
    uint32_t numbers[MOST]; /* the library's number i is that operation */
    uint32_t count;
};

static linnet_value value_of(struct building *building, const ln_value *value)
{
    linnet_value made;
    if (ln_same(*value, LN_VALUE_NONE))
        return linnet_null();
    MUST(!ln_value_to_public(&building->history->values, value, &building->arena, &made, NULL));
    return made;
}

/* All but the times. */
static linnet_timed whole(struct building *building, uint32_t operation)
{
    const struct ln_operation *o = &building->history->operations.at[operation];
    struct ln_text name = ln_value_text(&building->history->values, &o->f);
    linnet_value *args = ln_arena_take(&building->arena, (o->arity + (size_t)1) * sizeof *args);
    char *f = ln_arena_take(&building->arena, name.length + 1);
    linnet_timed made = LINNET_TIMED;
    MUST(args && f);
    memcpy(f, name.at, name.length);
    f[name.length] = '\0';
    for (uint32_t i = 0; i < o->arity; i++)
        args[i] = value_of(building, &building->history->args.at[o->args + i]);
    made.process = value_of(building, &building->history->processes.at[o->process]);
    made.key = value_of(building, &o->key);
    made.f = f;
    made.arguments = args;
    made.argument_count = o->arity;
    made.result = o->fate == LN_FAILED ? linnet_failed() : value_of(building, &o->result);
    building->numbers[building->count++] = operation;
    return made;
}

static void by_times(struct building *building)
{
    size_t operations = building->history->operations.length, first = ln_rng_below(building->rng, (uint32_t)operations);
    for (size_t i = 0; i < operations; i++) {
        uint32_t operation = (uint32_t)((first + i) % operations);
        const struct ln_operation *o = &building->history->operations.at[operation];
        linnet_timed made;
        if (o->fate == LN_FAILED)
            continue;
        made = whole(building, operation);
        made.call = 10 * (int64_t)o->call;
        made.returned = o->fate == LN_COMPLETED ? 10 * (int64_t)o->ret : LINNET_NEVER;
        MUST(linnet_history_add(building->made, &made) == LINNET_OK);
    }
}

static void by_events(struct building *building)
{
    for (size_t i = 0; i < building->history->events.length; i++) {
        uint32_t event = building->history->events.at[i];
        const struct ln_operation *o = &building->history->operations.at[ln_event_operation(event)];
        linnet_value process = value_of(building, &building->history->processes.at[o->process]);
        if (ln_event_is_return(event)) {
            MUST(linnet_history_return(building->made, process, value_of(building, &o->result)) == LINNET_OK);
        } else {
            linnet_timed made = whole(building, ln_event_operation(event));
            MUST(linnet_history_call(building->made, process, made.key, made.f, made.arguments, made.argument_count) ==
                 LINNET_OK);
        }
    }
}

/* By the numbers that the history itself has. */
static void check_witness(const struct building *building, const struct ln_spec *spec, const linnet_finding *finding,
                          struct ln_memory *memory)
{
    uint32_t order[MOST];
    size_t count;
    const uint32_t *witness = linnet_finding_witness(finding, &count);
    MUST(count <= building->count);
    for (size_t i = 0; i < count; i++) {
        MUST(witness[i] < building->count);
        order[i] = building->numbers[witness[i]];
    }
    MUST(is_linearisation(building->history, spec, order, count, memory));
}

static void check_core(const struct building *building, const linnet_finding *finding)
{
    size_t count;
    const linnet_core_operation *core = linnet_finding_core(finding, &count);
    for (size_t i = 0; i < count; i++)
        MUST(core[i].operation < building->count);
    MUST(count || linnet_finding_pattern(finding) || strlen(linnet_finding_text(finding)) > 20);
}

static void check_one(const struct shape *shape, struct building *building, const struct ln_spec *spec,
                      struct ln_memory *memory)
{
    const struct ln_history *history = building->history;
    linnet_options options = LINNET_OPTIONS;
    enum ln_verdict truth = oracle(history, spec, memory);
    linnet_finding *finding;
    char message[512] = "";
    MUST(history->operations.length <= MOST && linnet_history_new(&building->made, shape->spec) == LINNET_OK);
    if (ln_rng_below(building->rng, 2))
        by_events(building);
    else
        by_times(building);
    if (history->stuck)
        MUST(linnet_history_stuck(building->made) == LINNET_OK);
    options.spec = shape->spec;
    options.allow_empty = 1;
    if (linnet_judge(building->made, &options, &finding, message, sizeof message) ||
        (enum ln_verdict)linnet_finding_verdict(finding) != truth) {
        fprintf(stderr, "%s: %s%s\n", shape->spec, message, message[0] ? "" : linnet_finding_text(finding));
        print_history(history);
        exit(1);
    }
    if (truth == LN_HOLDS && !history->stuck)
        check_witness(building, spec, finding, memory);
    if (truth == LN_VIOLATED)
        check_core(building, finding);
    linnet_finding_free(finding);
    linnet_history_free(building->made);
}

static void check_shape(const struct shape *shape, uint64_t count, uint64_t seed)
{
    struct ln_memory memory;
    struct ln_rng rng = { seed };
    uint64_t tried = 0;
    ln_memory_init(&memory, UINT64_MAX);
    for (uint64_t i = 0; i < count; i++) {
        struct ln_history history;
        struct building building = { .history = &history, .rng = &rng };
        struct ln_spec spec;
        struct ln_values values;
        ln_values_init(&values, &memory);
        ln_arena_init(&building.arena, &memory);
        shape_draw(shape, &rng, &memory, &values, &spec, &history);
        /* Two processes that each return and call at one instant have an order that events cannot say. */
        if (history.operations.length && !history.linked) {
            check_one(shape, &building, &spec, &memory);
            tried++;
        }
        ln_history_fini(&history);
        ln_arena_fini(&building.arena);
        ln_values_fini(&values);
    }
    printf("%-30s %6llu histories\n", shape->spec, (unsigned long long)tried);
    MUST(!atomic_load(&memory.used));
}

int main(int argc, char **argv)
{
    uint64_t count = argc > 1 ? strtoull(argv[1], NULL, 10) : 20000;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    printf("seed %llu\n", (unsigned long long)seed);
    for (size_t s = 0; s < shape_count; s++)
        if (!shapes[s].class)
            check_shape(&shapes[s], count / shape_count + 1, seed + s);
    return 0;
}
