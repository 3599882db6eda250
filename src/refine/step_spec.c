#include "refine/step_spec.h"

#include "linnet/value.h"

#include <assert.h>
#include <string.h>

static struct ln_step_spec *own_of(const struct ln_spec *spec)
{
    return (struct ln_step_spec *)(void *)((char *)(uintptr_t)spec->class - offsetof(struct ln_step_spec, class));
}

static void load(struct ln_step_spec *own, struct ln_state state, const struct ln_invocation *in)
{
    const struct ln_program *program = own->program;
    const struct ln_program_operation *operation = &program->operations.at[in->method];
    assert(state.length == program->image.length + program->blocks.length);
    memcpy(own->machine.memory, state.at, state.length);
    if (program->own_image.length)
        memcpy(own->machine.own, program->own_image.at, program->own_image.length);
    ln_machine_clear_arguments(&own->machine);
    for (uint32_t i = 0; i < operation->arity; i++)
        own->machine.registers[i] = (uint64_t)ln_value_int(in->values, in->args[i]);
    if (operation->thread)
        own->machine.registers[operation->arity] = (uint64_t)ln_value_int(in->values, in->process);
}

static bool value_of(struct ln_raw raw, ln_value *value)
{
    int64_t number = (int64_t)raw.word;
    switch ((uint32_t)raw.kind) {
    case LINNET_KIND_NULL: *value = LN_VALUE_NULL; return true;
    case LINNET_KIND_BOOL: *value = ln_bool(raw.word & 1); return true;
    case LINNET_KIND_INT: *value = ln_small(number); return number >= -(INT64_C(1) << 60) && number < INT64_C(1) << 60;
    default: return false;
    }
}

static const char *why_not(const struct ln_step_spec *own, enum ln_ran ran)
{
    switch (ran) {
    case LN_RAN_FAULT: return own->machine.fault;
    case LN_RAN_POOL: return "no memory is left in its pool (--pool)";
    case LN_RAN_RETURNED: return "it returns what a specification cannot";
    case LN_RAN_LONG: return "it takes more than a million instructions, or more than 64 choices";
    case LN_RAN_NO_MEMORY: return "out of memory";
    default: return "it does not end";
    }
}

static void complain(struct ln_step_spec *own, enum ln_ran ran)
{
    struct ln_str at;
    if (own->error.status)
        return;
    ln_str_init(&at, own->memory);
    ln_place_write(own->program, own->program->code.at[own->machine.pc].place, true, &at);
    ln_fail(&own->error, ran == LN_RAN_NO_MEMORY ? LN_NO_MEMORY : LN_BAD_INPUT, "%s: in the specification: %s",
            ln_str_borrow(&at), why_not(own, ran));
    ln_str_fini(&at);
}

/* ---- all ways that an operation can go ---- */

/* The next way, by the choices that come after those of the last one. False: there was none. */
static bool next_way(struct ln_step_spec *own, struct ln_state state, const struct ln_invocation *in, ln_value *result)
{
    struct ln_choices choices;
    while (own->trying) {
        enum ln_ran ran;
        bool made;
        load(own, state, in);
        ran = ln_machine_run(&own->machine, own->program->operations.at[in->method].entry, UINT32_MAX);
        own->waits |= ran == LN_RAN_BLOCKED;
        made = ran == LN_RAN_RETURNED && value_of(own->machine.value, result);
        if (!made && ran != LN_RAN_BLOCKED && ran != LN_RAN_CUT && ran != LN_RAN_ROUND)
            complain(own, ran);
        own->trying = ran != LN_RAN_NO_MEMORY && ln_choices_next(&own->machine, ran);
        if (!own->trying && ln_choices_endless(&own->machine, &choices))
            complain(own, LN_RAN_ENDLESS);
        if (made)
            return true;
    }
    return false;
}

static void begin_ways(struct ln_step_spec *own)
{
    own->trying = true;
    own->waits = false;
    ln_choices_begin(&own->machine);
}

static void step(const struct ln_spec *spec, struct ln_state state, const struct ln_invocation *in,
                 struct ln_next *next)
{
    struct ln_step_spec *own = own_of(spec);
    ln_value result;
    for (begin_ways(own); next_way(own, state, in, &result);) {
        if (!ln_may_return(in, result))
            continue;
        if (memcmp(own->machine.memory, state.at, state.length) == 0)
            ln_next_stay(next);
        else
            ln_next_add_state(next, (struct ln_state){ own->machine.memory, state.length });
    }
}

bool ln_step_spec_is_of(const struct ln_spec *spec)
{
    return spec->class->step == step;
}

bool ln_step_spec_outcomes(const struct ln_spec *spec, struct ln_state state, const struct ln_invocation *in,
                           ln_own_told *tell, void *context)
{
    struct ln_step_spec *own = own_of(spec);
    ln_value result;
    for (begin_ways(own); next_way(own, state, in, &result);)
        if (!tell(context, result, (struct ln_state){ own->machine.memory, state.length }))
            return false;
    return own->error.status != LN_NO_MEMORY;
}

static ln_value answer(const struct ln_spec *spec, struct ln_state state, const struct ln_invocation *in,
                       struct ln_values *values)
{
    ln_value result;
    (void)values;
    begin_ways(own_of(spec));
    return next_way(own_of(spec), state, in, &result) ? result : LN_VALUE_UNKNOWN;
}

static bool blocks(const struct ln_spec *spec, struct ln_state state, const struct ln_invocation *in)
{
    return ln_same(answer(spec, state, in, NULL), LN_VALUE_UNKNOWN) && own_of(spec)->waits;
}

static void initial(const struct ln_spec *spec, struct ln_next *next)
{
    const struct ln_program *program = own_of(spec)->program;
    uint8_t *to = ln_next_add(next, program->image.length + program->blocks.length);
    if (!to)
        return;
    if (program->image.length)
        memcpy(to, program->image.at, program->image.length);
    if (program->blocks.length)
        memcpy(to + program->image.length, program->blocks.at, program->blocks.length);
}

/* Memory as it is, region by region: few of them are large. */
static void write_state(const struct ln_spec *spec, const struct ln_values *values, struct ln_state state,
                        struct ln_str *out)
{
    const struct ln_program *program = own_of(spec)->program;
    const char *between = "";
    (void)values;
    for (size_t r = 0; r < program->regions.length; r++) {
        const struct ln_region *region = &program->regions.at[r];
        ln_str_format(out, "%s%s=", between, region->name);
        between = " ";
        for (uint32_t at = 0; at + 4 <= region->size && at < 32; at += 4) {
            int32_t word;
            memcpy(&word, state.at + region->offset + at, sizeof word);
            ln_str_format(out, "%s%d", at ? "," : "", word);
        }
    }
}

enum ln_status ln_step_spec_init(struct ln_step_spec *own, const struct ln_program *program, struct ln_memory *memory,
                                 struct ln_error *error)
{
    size_t registers = (program->registers + 1) * sizeof(uint64_t), own_size = (program->own_image.length + 8) / 8 * 8;
    size_t methods = program->operations.length * sizeof *own->methods;
    *own = (struct ln_step_spec){ .program = program, .memory = memory };
    own->scratch_size = registers + own_size + program->image.length + program->blocks.length + 1;
    own->scratch = ln_take_zeroed(memory, own->scratch_size);
    own->methods = ln_take_zeroed(memory, methods);
    if (!own->scratch || !own->methods)
        return ln_fail(error, LN_NO_MEMORY, "out of memory");
    own->machine = (struct ln_machine){ .program = program,
                                        .registers = (uint64_t *)(void *)own->scratch,
                                        .own = own->scratch + registers,
                                        .memory = own->scratch + registers + own_size,
                                        .blocks = own->scratch + registers + own_size + program->image.length };
    for (size_t i = 0; i < program->operations.length; i++) {
        const struct ln_program_operation *operation = &program->operations.at[i];
        own->methods[i] = (struct ln_method){
            operation->name,  "",         "",          "", (uint8_t)operation->arity, (uint8_t)operation->arity,
            LN_RETURNS_VALUE, LN_CHANGES, LN_TAKES_ANY
        };
    }
    own->class = (struct ln_spec_class){
        .name = program->name,
        .aliases = "",
        .summary = "declared with the object",
        .methods = own->methods,
        .method_count = program->operations.length,
        .initial = initial,
        .step = step,
        .answer = answer,
        .blocks = blocks,
        .write_state = write_state,
        .by_process = program->identity,
    };
    return LN_OK;
}

void ln_step_spec_fini(struct ln_step_spec *own)
{
    ln_machine_fini(&own->machine);
    ln_give(own->memory, own->scratch, own->scratch_size);
    ln_give(own->memory, own->methods, own->program->operations.length * sizeof *own->methods);
}
