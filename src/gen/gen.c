/* The simulation. A process is idle, has called, or has taken effect; one drawn at random goes one step further, until
 * every operation has its line. Lines are written when operations return, so what was called may still be exchanged
 * for something else: that is how an operation that would wait for ever never stops the run. */
#include "gen/gen.h"

#include "gen/run.h"

#include <assert.h>

enum {
    LONGEST_STATE = 128,     /* bytes: collections stay short, so that a step costs little */
    SOME_KEYS = 4,           /* of a map, unless the user says how many */
    PATIENCE = 4,            /* how often an operation finds that it cannot happen before another takes its place */
    MOST_FAILURES = 1000000, /* in a row, of all processes together */
    MOST_INTERNED = 1 << 16, /* results that stand in the table of values before it is emptied */
    EFFECTIVE_PERCENT = 50   /* of the pending operations */
};

struct ln_invocation ln_run_invocation(const struct ln_gen_run *run, const struct ln_drawn *drawn, uint32_t key)
{
    return (struct ln_invocation){ .values = &run->values,
                                   .args = drawn->args,
                                   .key = run->spec.class->keyed ? ln_small(key) : LN_VALUE_NONE,
                                   .result = LN_VALUE_UNKNOWN,
                                   .method = drawn->method };
}

/* ---- taking effect ---- */

static bool stands_alone(ln_value value)
{
    switch (ln_value_kind(value)) {
    case LN_KIND_INT: return (value.word & 7) == ln_small(0).word;
    case LN_KIND_NULL:
    case LN_KIND_NONE:
    case LN_KIND_BOOL: return true;
    default: return false;
    }
}

/* Results that stand in the table are written down at once, so that the table can be emptied. What the spec's
 * parameter put there comes back to the same place, which the states may know. (Transactions stand in the table too,
 * but there are few different ones.) */
static void keep_result(struct ln_gen_run *run, struct ln_actor *actor, ln_value result)
{
    actor->result = result;
    actor->written = !stands_alone(result);
    if (!actor->written)
        return;
    ln_str_clear(&actor->text);
    ln_value_write(&run->values, result, &actor->text);
    if (actor->text.failed)
        run->status = LN_NO_MEMORY;
    if (run->values.entries.length <= MOST_INTERNED || run->draw.transactions)
        return;
    ln_values_fini(&run->values);
    run->status = ln_spec_parse(&run->spec, run->options->spec, &run->values, run->error);
    if (!run->status)
        run->status = ln_fault_renew(run);
}

static bool store(struct ln_gen_run *run, struct ln_gen_object *object, struct ln_state state)
{
    if (state.length > object->room) {
        uint8_t *more = ln_retake(run->memory, object->at, object->room, state.length * 2);
        if (!more) {
            run->status = LN_NO_MEMORY;
            return false;
        }
        object->at = more;
        object->room = state.length * 2;
    }
    if (state.length)
        memcpy(object->at, state.at, state.length);
    object->length = state.length;
    return true;
}

/* Moves the object to one of the states in run->next; false when it would grow too long. */
static bool move(struct ln_gen_run *run, struct ln_gen_object *object)
{
    size_t count = run->next.states.length + run->next.stays, which = 0;
    struct ln_state to;
    assert(count);
    if (count > 1)
        which = ln_rng_below(&run->draw.rng, (uint32_t)count);
    if (which == run->next.states.length)
        return true;
    to = ln_next_state(&run->next, which);
    if (to.length > run->longest && to.length > object->length)
        return false;
    return store(run, object, to);
}

static bool take_effect(struct ln_gen_run *run, struct ln_actor *actor)
{
    const struct ln_spec_class *class = run->spec.class;
    struct ln_gen_object *object = &run->objects[run->object_count > 1 ? actor->key : 0];
    struct ln_state state = { object->at, object->length };
    struct ln_invocation in = ln_run_invocation(run, &actor->drawn, actor->key);
    assert(actor->key < run->keys && (run->object_count == 1 || run->object_count == run->keys));
    in.result = class->answer(&run->spec, state, &in, &run->values);
    if (ln_same(in.result, LN_VALUE_UNKNOWN))
        return false;
    ln_next_clear(&run->next);
    class->step(&run->spec, state, &in, &run->next);
    if (run->next.failed) {
        run->status = LN_NO_MEMORY;
        return false;
    }
    if (!run->next.stays && !run->next.states.length) {
        run->status = ln_fail(run->error, LN_INTERNAL, "spec '%s' answers '%s' with a result that its step refuses",
                              class->name, class->methods[actor->drawn.method].name);
        return false;
    }
    if (!move(run, object))
        return false;
    if (run->fault.in_sequence && !run->fault.placed && !ln_possible_step(&run->fault.states, &run->spec, &in))
        run->status = LN_NO_MEMORY;
    actor->effect = run->effects++;
    keep_result(run, actor, in.result);
    return !run->status;
}

/* ---- one step of one process ---- */

static bool in_sequence(const struct ln_gen_run *run)
{
    return run->fault.in_sequence && !run->fault.placed;
}

static void draw(struct ln_gen_run *run, struct ln_actor *actor)
{
    actor->key = in_sequence(run) ? 0 : ln_rng_below(&run->draw.rng, run->keys);
    ln_draw_operation(&run->draw, &actor->drawn);
    actor->waited = 0;
}

/* Exactly so many of the operations that are still to come are pending. */
static bool will_be_pending(struct ln_gen_run *run)
{
    uint64_t left = run->options->operations - run->begun;
    if (in_sequence(run) || !run->pending_left)
        return false;
    if (run->fault.wanted && run->begun <= run->fault.call)
        left--; /* the faulty one returns */
    assert(run->pending_left <= left);
    return ln_rng_next(&run->draw.rng) % left < run->pending_left;
}

static void make_faulty(struct ln_gen_run *run, struct ln_actor *actor)
{
    if (run->fault.in_sequence)
        run->status = ln_fault_choose(run);
    actor->faulty = true;
    actor->drawn = run->fault.drawn;
    if (!run->status)
        keep_result(run, actor, run->fault.result);
}

static void call(struct ln_gen_run *run, struct ln_actor *actor)
{
    bool faulty = run->fault.wanted && run->begun == run->fault.call;
    assert(run->printed + run->open == run->begun && run->begun <= run->options->operations);
    if (run->begun == run->options->operations || (in_sequence(run) && run->open))
        return;
    draw(run, actor);
    actor->pending = actor->faulty = actor->written = false;
    if (faulty)
        make_faulty(run, actor);
    else if (will_be_pending(run)) {
        actor->pending = true;
        actor->effective = ln_draw_chance(&run->draw, EFFECTIVE_PERCENT);
        run->pending_left--;
    }
    actor->called = run->clock++;
    actor->stage = LN_STAGE_CALLED;
    run->begun++;
    run->open++;
}

/* Returns, or is given up. A process whose operation is pending says nothing more; a new one takes its place. */
static void finish(struct ln_gen_run *run, struct ln_actor *actor)
{
    if (run->fault.wanted && actor->faulty != (run->printed == run->fault.operation))
        return;
    assert(run->open && run->printed < run->begun);
    ln_write_line(run, actor);
    run->fault.placed |= actor->faulty;
    run->printed++;
    run->open--;
    if (actor->pending)
        actor->name = run->names++;
    actor->stage = LN_STAGE_IDLE;
}

static void attempt(struct ln_gen_run *run, struct ln_actor *actor)
{
    if (take_effect(run, actor)) {
        actor->stage = LN_STAGE_EFFECTIVE;
        run->failures = 0;
        return;
    }
    if (run->failures++ == MOST_FAILURES && !run->status)
        run->status = ln_fail(run->error, LN_USAGE, "spec '%s' reached a state in which no operation can happen",
                              run->spec.class->name);
    if (actor->waited++ == PATIENCE)
        draw(run, actor);
}

static void advance(struct ln_gen_run *run, struct ln_actor *actor)
{
    switch (actor->stage) {
    case LN_STAGE_IDLE: call(run, actor); break;
    case LN_STAGE_CALLED:
        if (actor->faulty || (actor->pending && !actor->effective))
            finish(run, actor);
        else
            attempt(run, actor);
        break;
    case LN_STAGE_EFFECTIVE: finish(run, actor); break;
    }
}

/* ---- the whole ---- */

/* Is every key an object of its own? Then each keeps its state to itself, and steps do not touch the others'. */
static bool keys_are_separate(const struct ln_gen_run *run)
{
    const struct ln_spec_class *class = run->spec.class;
    struct ln_drawn drawn = { 0 };
    if (!class->keyed)
        return true;
    for (uint16_t i = 0; class->part && i < class->method_count; i++) {
        struct ln_invocation in;
        ln_draw_never(&run->draw, i, &drawn);
        in = ln_run_invocation(run, &drawn, 1);
        if (!ln_same(class->part(&run->spec, &in), in.key))
            return false;
    }
    return class->part;
}

/* What undoes something (releases a lock, departs) is impossible at first. Drawn as often as the rest, it would lose
 * against the several ways of doing it, and the object would leave its interesting states for good. */
static void favour_undoing(struct ln_gen_run *run)
{
    const struct ln_spec_class *class = run->spec.class;
    for (uint16_t i = 0; i < class->method_count; i++) {
        struct ln_drawn drawn;
        struct ln_invocation in;
        if (class->methods[i].returns != LN_RETURNS_NOTHING || class->methods[i].effect != LN_CHANGES)
            continue;
        ln_draw_never(&run->draw, i, &drawn);
        in = ln_run_invocation(run, &drawn, 0);
        if (!ln_same(class->answer(&run->spec, (struct ln_state){ run->objects[0].at, run->objects[0].length }, &in,
                                   &run->values),
                     LN_VALUE_UNKNOWN))
            continue;
        ln_draw_often(&run->draw, i);
        ln_draw_often(&run->draw, i);
    }
}

static enum ln_status start_objects(struct ln_gen_run *run)
{
    run->object_count = keys_are_separate(run) ? run->keys : 1;
    run->objects = ln_take_zeroed(run->memory, run->object_count * sizeof *run->objects);
    if (!run->objects)
        return LN_NO_MEMORY;
    run->spec.class->initial(&run->spec, &run->next);
    assert(run->keys);
    for (uint32_t i = 0; i < run->object_count && !run->next.failed && run->next.states.length; i++)
        if (!store(run, &run->objects[i], ln_next_state(&run->next, 0)))
            return LN_NO_MEMORY;
    run->longest = LONGEST_STATE * (run->object_count == 1 ? (size_t)run->keys : 1);
    return run->next.failed ? LN_NO_MEMORY : LN_OK;
}

static enum ln_status start(struct ln_gen_run *run)
{
    const struct ln_gen_options *options = run->options;
    enum ln_status status = ln_spec_parse(&run->spec, options->spec, &run->values, run->error);
    if (status)
        return status;
    run->keys = options->keys ? options->keys : run->spec.class->keyed ? SOME_KEYS : 1;
    if (!run->spec.class->answer || !ln_draw_init(&run->draw, run->spec.class, options, &run->values))
        return ln_fail(run->error, LN_USAGE, "histories of '%s' cannot be generated", run->spec.class->name);
    run->actors = ln_take_zeroed(run->memory, options->processes * sizeof *run->actors);
    if (!run->actors)
        return LN_NO_MEMORY;
    for (uint32_t i = 0; i < options->processes; i++) {
        run->actors[i].name = run->names++;
        ln_str_init(&run->actors[i].text, run->memory);
    }
    status = start_objects(run);
    if (!status)
        favour_undoing(run);
    if (!status && run->fault.wanted)
        status = ln_fault_plan(run);
    return status;
}

static void stop(struct ln_gen_run *run)
{
    for (uint32_t i = 0; run->actors && i < run->options->processes; i++)
        ln_str_fini(&run->actors[i].text);
    for (uint32_t i = 0; run->objects && i < run->object_count; i++)
        ln_give(run->memory, run->objects[i].at, run->objects[i].room);
    ln_give(run->memory, run->actors, run->options->processes * sizeof *run->actors);
    ln_give(run->memory, run->objects, run->object_count * sizeof *run->objects);
    ln_possible_fini(&run->fault.states);
    ln_next_fini(&run->next);
    ln_str_fini(&run->scratch);
    ln_values_fini(&run->values);
}

static enum ln_status simulate(struct ln_gen_run *run)
{
    ln_write_header(run);
    while (run->printed < run->options->operations && !run->status && !run->out->failed)
        advance(run, &run->actors[ln_rng_below(&run->draw.rng, run->options->processes)]);
    assert(run->status || run->out->failed || (!run->open && !run->pending_left));
    assert(run->status || run->out->failed || run->fault.placed == run->fault.wanted);
    ln_writer_flush(run->out);
    if (!run->status && run->out->failed)
        return ln_fail(run->error, LN_INTERNAL, "the history could not be written");
    return run->status;
}

enum ln_status ln_gen(const struct ln_gen_options *options, FILE *out, struct ln_gen_fault *fault,
                      struct ln_memory *memory, struct ln_error *error)
{
    struct ln_gen_run run = { .options = options, .memory = memory, .error = error, .pending_left = options->pending };
    enum ln_status status;
    run.out = ln_take(memory, sizeof *run.out);
    if (!run.out)
        return ln_fail(error, LN_NO_MEMORY, "out of memory");
    ln_writer_init(run.out, out);
    run.fault.wanted = options->faulty;
    ln_values_init(&run.values, memory);
    ln_next_init(&run.next, memory);
    ln_str_init(&run.scratch, memory);
    ln_possible_init(&run.fault.states, memory);
    status = start(&run);
    if (!status)
        status = simulate(&run);
    if (!status && fault && options->faulty)
        ln_write_fault(&run, fault);
    stop(&run);
    ln_give(memory, run.out, sizeof *run.out);
    return status == LN_NO_MEMORY ? ln_fail(error, status, "out of memory") : status;
}
