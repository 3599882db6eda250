/* Histories of low linearizability depth, for measurements: a history with the results that its operations have in a
 * random schedule of the strong hitting family of some depth.
 *
 *   shallow FILE DEPTH SEED
 *
 * Native operations on standard output. The object's operations must be possible in every state. */
#include "inquiry/binding.h"
#include "base/rng.h"
#include "check/hitting/schedules.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void fail(const char *message)
{
    fprintf(stderr, "shallow: %s\n", message);
    exit(1);
}

/* A random schedule: the tuple is drawn from its end, among what remains. */
static void draw(struct ln_family *family, uint32_t depth, struct ln_rng *rng, uint32_t *schedule)
{
    uint64_t *sets = calloc(family->words * (depth + 1), sizeof *sets), *set = sets;
    uint32_t end = family->count;
    if (!sets)
        fail("no memory");
    memcpy(set, family->all.at, family->words * sizeof *set);
    ln_family_choose(family, ln_rng_below(rng, family->chains));
    for (uint32_t d = 1; d < depth && end; d++, set += family->words) {
        uint32_t x = ln_family_next(family, set, ln_rng_below(rng, family->count)), count, place;
        const uint32_t *segment;
        x = x < family->count ? x : ln_family_next(family, set, 0);
        place = ln_family_cut(family, set, x, set + family->words);
        if (ln_family_segment(family, x, &segment, &count))
            fail("no memory");
        for (uint32_t i = 0, at = place; i < count; i++)
            if (ln_set_has(set, segment[i]))
                schedule[at++] = segment[i];
        end = place;
    }
    for (uint32_t i = 0, at = 0; i < family->count; i++)
        if (ln_set_has(set, family->base.at[i]))
            schedule[at++] = family->base.at[i];
    free(sets);
}

/* Gives operations the results that they have in the schedule. */
static void answer(struct ln_history *history, const struct ln_spec *spec, const struct ln_window *window,
                   const struct ln_family *family, const uint32_t *schedule)
{
    struct ln_next now, next;
    ln_next_init(&now, history->memory);
    ln_next_init(&next, history->memory);
    spec->class->initial(spec, &now);
    for (uint32_t i = 0; i < family->count; i++) {
        uint32_t operation = window->ops.at[family->ops.at[schedule[i]]].operation;
        struct ln_invocation in = ln_invocation_of(history, operation);
        in.result = spec->class->answer(spec, ln_next_state(&now, 0), &in, &history->values);
        if (ln_same(in.result, LN_VALUE_UNKNOWN))
            fail("an operation is not possible");
        history->operations.at[operation].result = in.result;
        ln_next_clear(&next);
        spec->class->step(spec, ln_next_state(&now, 0), &in, &next);
        if (next.states.length && !ln_next_copy(&now, &next))
            fail("no memory");
    }
    ln_next_fini(&now);
    ln_next_fini(&next);
}

static void write_history(const struct ln_history *history, const struct ln_spec *spec)
{
    struct ln_str out;
    ln_str_init(&out, history->memory);
    ln_str_text(&out, "{\"linnet\":1,\"spec\":\"");
    ln_spec_write(spec, &history->values, &out);
    ln_str_text(&out, "\"}\n");
    for (size_t i = 0; i < history->operations.length; i++) {
        const struct ln_operation *o = &history->operations.at[i];
        struct ln_text name = ln_value_text(&history->values, &o->f);
        ln_str_format(&out, "{\"process\":%u,\"f\":\"%.*s\",\"args\":[", o->process, (int)name.length, name.at);
        for (uint32_t a = 0; a < o->arity; a++) {
            ln_str_text(&out, a ? "," : "");
            ln_value_write(&history->values, history->args.at[o->args + a], &out);
        }
        ln_str_text(&out, "],\"result\":");
        ln_value_write(&history->values, o->result, &out);
        ln_str_format(&out, ",\"call\":%u,\"return\":%u}\n", o->call, o->ret);
    }
    fputs(ln_str_borrow(&out), stdout);
    ln_str_fini(&out);
}

int main(int argc, char **argv)
{
    struct ln_memory memory;
    struct ln_budget budget;
    struct ln_binding binding;
    struct ln_reader_options reading = { .binder = &binding.binder, .budget = &budget };
    struct ln_reader *reader = NULL;
    struct ln_history history;
    struct ln_window window;
    struct ln_family family;
    struct ln_error error = { 0 };
    bool found = false;
    uint32_t *schedule;
    struct ln_rng rng = { argc == 4 ? strtoull(argv[3], NULL, 10) : 0 };
    if (argc != 4)
        fail("expected FILE DEPTH SEED");
    ln_memory_init(&memory, UINT64_MAX);
    ln_budget_init(&budget, &memory, 0, NULL);
    ln_binding_init(&binding, NULL);
    if (ln_reader_open(&reader, argv[1], &reading, &memory, &error) ||
        ln_reader_next(reader, &history, &found, &error) || !found)
        fail(error.message);
    ln_window_init(&window, &memory);
    ln_family_init(&family, &memory);
    if (ln_window_fill(&window, &(struct ln_problem){ &history, &binding.spec, history.events.at, history.events.length,
                                                      LN_NO_OP, 0 }) ||
        ln_family_fill(&family, &window))
        fail("no memory");
    schedule = calloc((size_t)family.count + 1, sizeof *schedule);
    if (!schedule)
        fail("no memory");
    draw(&family, (uint32_t)strtoul(argv[2], NULL, 10), &rng, schedule);
    answer(&history, &binding.spec, &window, &family, schedule);
    write_history(&history, &binding.spec);
    return 0;
}
