#include "refine/replay.h"

#include "steps/collect.h"
#include "steps/text.h"

#include <assert.h>
#include <string.h>

#define NOWHERE UINT32_MAX

struct actor {
    uint32_t pc, call; /* NOWHERE between two calls */
    uint64_t *registers;
    uint8_t *own;
};

struct replay {
    const struct ln_program *program;
    struct ln_scene *scene;
    uint32_t processes;
    struct actor *actors;
    uint8_t *memory;  /* with the blocks behind it */
    uint8_t *scratch; /* memory, blocks, own, registers: to try something */
    void *collecting; /* room for the collector */
    size_t size, registers, own;
    struct ln_machine machine;
    uint32_t *types; /* what blocks were allocated as */
    struct ln_str text;
    uint32_t accesses; /* that are in the text */
    bool failed;       /* memory was refused */
    uint32_t last;     /* who moved last */
};

/* ---- rows ---- */

static void add_row(struct replay *r, struct ln_scene_row row)
{
    r->failed |= !ln_vec_push(&r->scene->rows, r->scene->memory, row);
}

static const char *keep(struct replay *r, const char *text)
{
    const char *kept = ln_arena_copy(&r->scene->arena, text, strlen(text) + 1);
    r->failed |= !kept;
    return kept;
}

/* A step may have very many. */
static void observe(void *context, const struct ln_machine *machine)
{
    enum { MOST = 16 };
    struct replay *r = context;
    if (r->accesses++ > MOST)
        return;
    if (r->text.length)
        ln_str_text(&r->text, "; ");
    if (r->accesses > MOST)
        ln_str_text(&r->text, "...");
    else
        ln_access_write(machine, &r->text);
}

/* ---- actors ---- */

static void enter(struct replay *r, uint32_t process, uint8_t *memory, uint8_t *own, uint64_t *registers)
{
    r->machine.memory = memory;
    r->machine.blocks = memory + r->program->image.length;
    r->machine.own = own;
    r->machine.registers = registers;
    r->machine.process = process;
}

static void restore(struct replay *r, uint32_t process)
{
    const struct actor *actor = &r->actors[process];
    uint8_t *own = r->scratch + r->registers, *memory = own + r->own;
    memcpy(r->scratch, actor->registers, r->registers);
    memcpy(own, actor->own, r->own);
    memcpy(memory, r->memory, r->size);
}

/* Could the process take its next step, whatever it chooses? Tried on copies. */
static bool can_go_on(struct replay *r, uint32_t process)
{
    const struct actor *actor = &r->actors[process];
    uint8_t *own = r->scratch + r->registers, *memory = own + r->own;
    struct ln_choices choices;
    enum ln_ran ran;
    if (actor->pc == NOWHERE)
        return false;
    enter(r, process, memory, own, (uint64_t *)(void *)r->scratch);
    r->machine.observe = NULL;
    r->machine.types = NULL;
    ln_choices_begin(&r->machine);
    do {
        restore(r, process);
        ran = ln_machine_run(&r->machine, actor->pc, 1);
        if (ran != LN_RAN_BLOCKED && ran != LN_RAN_ROUND)
            return true;
    } while (ln_choices_next(&r->machine, ran));
    return ln_choices_endless(&r->machine, &choices);
}

static void begin_call(struct replay *r, struct actor *actor, const struct ln_decision *decision)
{
    const struct ln_call_tuple *tuple = &r->program->calls.at[decision->call];
    const struct ln_program_operation *operation = &r->program->operations.at[tuple->operation];
    r->machine.registers = actor->registers;
    ln_machine_clear_arguments(&r->machine);
    for (uint32_t i = 0; i < operation->arity; i++)
        actor->registers[i] = (uint64_t)tuple->args[i];
    if (operation->thread)
        actor->registers[operation->arity] = decision->process;
    actor->call = decision->call;
    actor->pc = operation->entry;
}

static void end_call(struct replay *r, struct actor *actor)
{
    const struct ln_program *program = r->program;
    if (program->own_image.length > program->frame)
        memcpy(actor->own + program->frame, program->own_image.at + program->frame,
               program->own_image.length - program->frame);
    actor->pc = actor->call = NOWHERE;
}

/* ---- steps ---- */

static enum ln_ran run(struct replay *r, const struct ln_decision *decision)
{
    struct actor *actor = &r->actors[decision->process];
    bool calls = decision->call != LN_NO_CALL;
    assert(decision->process < r->processes && calls == (actor->pc == NOWHERE));
    if (calls)
        begin_call(r, actor, decision);
    enter(r, decision->process, r->memory, actor->own, actor->registers);
    ln_choices_begin(&r->machine);
    r->machine.choices = decision->choices;
    r->machine.given = decision->choices.count;
    r->machine.observe = observe;
    r->machine.context = r;
    r->machine.types = r->types;
    ln_str_clear(&r->text);
    r->accesses = 0;
    return ln_machine_run(&r->machine, actor->pc, calls ? 0 : 1);
}

static const char *step_text(struct replay *r, const struct ln_instruction *i)
{
    if (i->code == LN_ATOMIC && r->text.length) {
        const char *inner = keep(r, ln_str_borrow(&r->text));
        ln_str_clear(&r->text);
        ln_str_format(&r->text, "atomic { %s }", inner ? inner : "");
    }
    r->failed |= r->text.failed;
    return keep(r, r->text.length ? ln_str_borrow(&r->text) : "step");
}

static bool loops(enum ln_ran ran)
{
    return ran == LN_RAN_ENDLESS || ran == LN_RAN_ROUND;
}

static enum ln_ran play(struct replay *r, const struct ln_decision *decision)
{
    struct actor *actor = &r->actors[decision->process];
    bool calls = decision->call != LN_NO_CALL;
    struct ln_scene_row row = { .process = decision->process };
    uint32_t from = actor->pc;
    enum ln_ran ran;
    row.preempts = r->last != NOWHERE && r->last != decision->process && can_go_on(r, r->last);
    ran = run(r, decision);
    r->last = decision->process;
    row.call = actor->call;
    if (calls) {
        row.kind = LN_SCENE_CALL;
        add_row(r, row);
        row.preempts = false;
    } else if (ran == LN_RAN || ran == LN_RAN_FAULT || loops(ran)) {
        row.kind = LN_SCENE_STEP;
        row.place = r->program->code.at[from].place;
        row.text = step_text(r, &r->program->code.at[from]);
        if (ran == LN_RAN || r->text.length)
            add_row(r, row);
    }
    if (ran == LN_RAN_RETURNED) {
        row.kind = LN_SCENE_RETURN;
        row.value = r->machine.value;
        add_row(r, row);
        end_call(r, actor);
    } else if (ran == LN_RAN_FAULT || loops(ran)) {
        row = (struct ln_scene_row){ .process = decision->process,
                                     .call = actor->call,
                                     .kind = loops(ran) ? LN_SCENE_WAITS : LN_SCENE_FAULT,
                                     .place = r->program->code.at[r->machine.pc].place,
                                     .text = loops(ran) ? "loops for ever" : keep(r, r->machine.fault) };
        add_row(r, row);
    } else {
        actor->pc = r->machine.pc;
    }
    return ran;
}

/* As in the search: what counts are registers that are live. */
static void collect(struct replay *r)
{
    const struct ln_program *program = r->program;
    struct ln_collector collector;
    if (!program->collected)
        return;
    ln_collect_begin(&collector, program, r->memory, r->memory + program->image.length, r->collecting);
    for (uint32_t p = 0; p < r->processes; p++) {
        const struct actor *actor = &r->actors[p];
        const uint32_t *live = actor->pc == NOWHERE ? NULL : program->live.at + program->live_at.at[actor->pc];
        for (uint32_t i = 1; live && i <= live[0]; i++)
            ln_collect_from(&collector, &actor->registers[live[i]], sizeof(uint64_t));
        ln_collect_from(&collector, actor->own, program->own_image.length);
    }
    ln_collect_end(&collector);
}

/* ---- the end ---- */

static void show_waiting(struct replay *r, bool goes_round)
{
    for (uint32_t p = 0; p < r->processes; p++) {
        const struct actor *actor = &r->actors[p];
        struct ln_scene_row row = { .process = p, .kind = LN_SCENE_WAITS };
        if (actor->pc == NOWHERE)
            continue;
        row.call = actor->call;
        row.place = r->program->code.at[actor->pc].place;
        row.text = goes_round && can_go_on(r, p) ? "goes on for ever, and never returns" : "waits for ever";
        add_row(r, row);
    }
}

static bool came_about(struct replay *r, enum ln_flaw flaw, enum ln_ran ran)
{
    switch (flaw) {
    case LN_FLAW_NONE: return false;
    case LN_FLAW_TRACE: return ran == LN_RAN_RETURNED;
    case LN_FLAW_FAULT: return ran == LN_RAN_FAULT;
    case LN_FLAW_LOOP: return loops(ran);
    case LN_FLAW_DEADLOCK:
        for (uint32_t p = 0; p < r->processes; p++)
            if (can_go_on(r, p))
                return false;
        return true;
    case LN_FLAW_LIVELOCK: return true;
    }
    return false;
}

/* ---- making and ending ---- */

static bool make_actors(struct replay *r)
{
    r->actors = ln_take_zeroed(r->scene->memory, r->processes * sizeof *r->actors);
    if (!r->actors)
        return false;
    for (uint32_t p = 0; p < r->processes; p++) {
        struct actor *actor = &r->actors[p];
        *actor = (struct actor){ NOWHERE, NOWHERE, ln_arena_take(&r->scene->arena, r->registers),
                                 ln_arena_take(&r->scene->arena, r->own) };
        if (!actor->registers || !actor->own)
            return false;
        memset(actor->registers, 0, r->registers);
        memset(actor->own, 0, r->own);
        if (r->program->own_image.length)
            memcpy(actor->own, r->program->own_images.at + p * r->program->own_image.length,
                   r->program->own_image.length);
    }
    return true;
}

static bool make(struct replay *r)
{
    const struct ln_program *program = r->program;
    r->registers = (program->registers + 1) * sizeof(uint64_t);
    r->own = (program->own_image.length + 8) / 8 * 8;
    r->size = program->image.length + program->blocks.length;
    r->machine.program = program;
    r->memory = ln_arena_take(&r->scene->arena, r->size + 1);
    r->scratch = ln_arena_take(&r->scene->arena, r->registers + r->own + r->size + 1);
    r->collecting = ln_arena_take(&r->scene->arena, ln_collector_size(program));
    r->types = ln_arena_take(&r->scene->arena, (program->blocks.length + 1) * sizeof *r->types);
    if (!r->memory || !r->scratch || !r->collecting || !r->types || !make_actors(r))
        return false;
    for (size_t i = 0; i < program->regions.length; i++)
        if (program->regions.at[i].pool != LN_ANY_POOL)
            r->types[program->regions.at[i].block] = program->regions.at[i].type;
    if (program->image.length)
        memcpy(r->memory, program->image.at, program->image.length);
    if (program->blocks.length)
        memcpy(r->memory + program->image.length, program->blocks.at, program->blocks.length);
    return true;
}

enum ln_status ln_scene_init(struct ln_scene *scene, const struct ln_refinement *refinement,
                             const ln_decisions *decisions)
{
    struct replay r = {
        .program = refinement->program, .scene = scene, .last = NOWHERE, .processes = refinement->options.processes
    };
    enum ln_ran ran = LN_RAN;
    enum ln_status status = LN_NO_MEMORY;
    *scene = (struct ln_scene){ .memory = refinement->memory };
    ln_arena_init(&scene->arena, scene->memory);
    ln_str_init(&r.text, scene->memory);
    if (make(&r)) {
        for (size_t i = 0; i < decisions->length && (ran == LN_RAN || ran == LN_RAN_RETURNED); i++) {
            ran = play(&r, &decisions->at[i]);
            collect(&r);
        }
        status = came_about(&r, refinement->flaw, ran) ? LN_OK : LN_INTERNAL;
        if (refinement->flaw == LN_FLAW_DEADLOCK || refinement->flaw == LN_FLAW_LIVELOCK)
            show_waiting(&r, refinement->flaw == LN_FLAW_LIVELOCK);
    }
    ln_str_fini(&r.text);
    ln_machine_fini(&r.machine);
    ln_give(scene->memory, r.actors, r.processes * sizeof *r.actors);
    return r.failed ? LN_NO_MEMORY : status;
}

void ln_scene_fini(struct ln_scene *scene)
{
    ln_vec_fini(&scene->rows, scene->memory);
    ln_arena_fini(&scene->arena);
}
