#include "refine/system.h"

#include "base/hash.h"
#include "steps/collect.h"

#include "linnet/value.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { FIRST_SLOTS = 1 << 12, MOST_SLOTS = 1 << 20 };

#define IDLE 0x7fffffffu
#define POINTED 0x80000000u

/* An encoded local begins with this; then the value at the point, when it is behind one; the live registers; its own
 * memory. */
struct process_header {
    uint32_t pc;
    uint16_t done; /* calls so far, when they are limited */
    uint16_t call; /* the call it is in, when only points are visible */
};

struct ln_moves_slot {
    uint32_t shared, local, class, start, count, footprint;
    bool full;
};

/* ---- classes of processes: those that may call the same ---- */

static bool same_calls(const struct ln_program *program, uint32_t p, uint32_t q)
{
    for (size_t i = 0; i < program->operations.length; i++) {
        uint64_t may = program->operations.at[i].processes;
        if ((may >> p & 1) != (may >> q & 1))
            return false;
    }
    return true;
}

static bool find_classes(struct ln_system *system)
{
    for (uint32_t p = 0; p < system->options.processes; p++) {
        uint32_t class = 0;
        while (class < p &&
               (system->program->identity || system->options.distinct || !same_calls(system->program, class, p)))
            class ++;
        if (!ln_vec_push(&system->classes, system->memory, class))
            return false;
    }
    return true;
}

/* ---- footprints ---- */

static void mark(uint64_t *bits, uint64_t first, uint64_t bytes)
{
    for (uint64_t granule = first / 4; granule <= (first + bytes - 1) / 4; granule++)
        bits[granule / 64 % 2] |= UINT64_C(1) << (granule % 64);
}

/* Taking and giving back a block touches all of it, and the pool: which blocks are left decides what comes next. */
static void note_block(struct ln_system *system, uint64_t address, uint32_t pool)
{
    const struct ln_region *region = ln_program_region(system->program, address);
    if (region)
        mark(system->footprint.writes, region->offset, region->size);
    if (region && region->pool != LN_ANY_POOL)
        pool = region->pool;
    if (pool != LN_ANY_POOL)
        mark(system->footprint.writes, system->shared_size + 4 * pool, 1);
}

/* What failed may have failed for any reason. With a collector, what an allocation returns depends on every step that
 * could drop a pointer. */
static void note_everything(struct ln_system *system)
{
    memset(&system->footprint, 0xff, sizeof system->footprint);
}

bool ln_footprint_is_everything(const struct ln_footprint *footprint)
{
    return (footprint->writes[0] & footprint->writes[1]) == UINT64_MAX;
}

/* A step that touches nothing drops registers all the same. */
static void note_something(struct ln_system *system)
{
    struct ln_footprint *f = &system->footprint;
    if (system->program->collected && !(f->reads[0] | f->reads[1] | f->writes[0] | f->writes[1]))
        f->reads[0] = 1;
}

static void note_footprint(struct ln_system *system, const struct ln_machine *machine)
{
    const struct ln_instruction *i = &machine->program->code.at[machine->access.at];
    uint64_t address = machine->access.address;
    bool lock = i->code == LN_LOCK || i->code == LN_TRYLOCK || i->code == LN_UNLOCK;
    if (i->code == LN_ALLOC && system->program->collected) {
        note_everything(system);
        return;
    }
    if (i->code == LN_ALLOC || i->code == LN_FREE) {
        note_block(system, address, i->code == LN_ALLOC ? i->target : LN_ANY_POOL);
        return;
    }
    if (address < LN_SHARED_BASE)
        return;
    mark(machine->access.writes ? system->footprint.writes : system->footprint.reads, address - LN_SHARED_BASE,
         lock ? 4 : (i->width + 7u) / 8);
}

static void note_access(void *context, const struct ln_machine *machine)
{
    struct ln_system *system = context;
    if (system->options.footprints)
        note_footprint(system, machine);
    if (system->options.heap)
        ln_heap_note(system->options.heap, machine);
}

/* ---- making and ending ---- */

static bool resize_cache(struct ln_system *system, size_t count)
{
    struct ln_moves_slot *slots = ln_take_zeroed(system->memory, count * sizeof *slots);
    assert((count & (count - 1)) == 0);
    if (!slots)
        return false;
    ln_give(system->memory, system->slots, system->slot_count * sizeof *slots);
    system->slots = slots;
    system->slot_count = count;
    system->moves.length = 0;
    system->misses = 0;
    return true;
}

enum ln_status ln_system_init(struct ln_system *system, const struct ln_program *program,
                              const struct ln_system_options *options, struct ln_memory *memory, struct ln_error *error)
{
    struct ln_label tau;
    uint32_t number;
    size_t registers = (program->registers + 1) * sizeof(uint64_t);
    size_t own = (program->own_image.length + 7) / 8 * 8;
    size_t shared = program->image.length + program->blocks.length;
    size_t most = sizeof(struct process_header) + 16 + registers + own;
    *system = (struct ln_system){ .program = program,
                                  .options = *options,
                                  .memory = memory,
                                  .error = error,
                                  .shared_size = shared,
                                  .own_size = program->own_image.length };
    assert(program->live_at.length == program->code.length);
    ln_intern_init(&system->shared, memory);
    ln_intern_init(&system->locals, memory);
    ln_intern_init(&system->labels, memory);
    ln_intern_init(&system->footprints, memory);
    most = (most + 7) / 8 * 8;
    system->scratch_size = registers + own + most + shared + most;
    system->scratch = ln_take_zeroed(memory, system->scratch_size);
    system->collecting = ln_take(memory, ln_collector_size(program));
    memset(&tau, 0, sizeof tau);
    for (size_t i = 0; i < program->operations.length; i++)
        system->refused |= !ln_vec_push(&system->cuts, memory, 0);
    if (!system->scratch || !system->collecting || !find_classes(system) || !resize_cache(system, FIRST_SLOTS) ||
        system->refused || !ln_intern_add(&system->labels, &tau, sizeof tau, &number))
        return ln_fail(error, LN_NO_MEMORY, "out of memory");
    system->machine = (struct ln_machine){
        .program = program,
        .registers = (uint64_t *)(void *)system->scratch,
        .own = system->scratch + registers,
        .memory = system->scratch + registers + own + most,
        .blocks = system->scratch + registers + own + most + program->image.length,
        .hurry = options->points,
    };
    if (options->footprints || options->heap) {
        system->machine.observe = note_access;
        system->machine.context = system;
    }
    system->encoded = system->scratch + registers + own;
    system->other = system->scratch + registers + own + most + shared;
    return LN_OK;
}

void ln_system_fini(struct ln_system *system)
{
    struct ln_memory *memory = system->memory;
    ln_intern_fini(&system->shared);
    ln_intern_fini(&system->locals);
    ln_intern_fini(&system->labels);
    ln_intern_fini(&system->footprints);
    ln_vec_fini(&system->idle, memory);
    ln_vec_fini(&system->classes, memory);
    ln_vec_fini(&system->moves, memory);
    ln_vec_fini(&system->cuts, memory);
    ln_machine_fini(&system->machine);
    ln_give(memory, system->slots, system->slot_count * sizeof *system->slots);
    ln_give(memory, system->scratch, system->scratch_size);
    ln_give(memory, system->collecting, ln_collector_size(system->program));
}

/* ---- locals ---- */

bool ln_system_keep_local(struct ln_system *system, size_t length, uint8_t idle, uint32_t *local)
{
    assert(system->idle.length == system->locals.entries.length);
    return ln_intern_add(&system->locals, system->encoded, length, local) &&
           (*local < system->idle.length || ln_vec_push(&system->idle, system->memory, idle));
}

uint32_t ln_system_pointers(const struct ln_system *system, uint32_t local, const uint8_t *own, uint32_t *offsets,
                            uint32_t most)
{
    const struct ln_program *program = system->program;
    uint32_t at = sizeof(struct process_header), count = 0;
    struct process_header header;
    memcpy(&header, ln_intern_at(&system->locals, local)->at, sizeof header);
    if (header.pc != IDLE) {
        const uint32_t *live = program->live.at + program->live_at.at[header.pc & ~POINTED];
        at += header.pc & POINTED ? sizeof system->machine.point : 0;
        for (uint32_t i = 1; i <= live[0]; i++, at += sizeof(uint64_t))
            if (live[i] < program->pointer_registers.length && program->pointer_registers.at[live[i]] && count < most)
                offsets[count++] = at;
    }
    for (uint32_t word = 0; word < system->own_size / 8; word++)
        if (own[word] && count < most)
            offsets[count++] = at + word * 8;
    assert(at + system->own_size == ln_intern_at(&system->locals, local)->length);
    return count;
}

static bool keep_local(struct ln_system *system, const struct process_header *header, uint32_t *local)
{
    const struct ln_program *program = system->program;
    const struct ln_machine *machine = &system->machine;
    uint8_t *to = system->encoded;
    uint8_t idle = 0;
    memcpy(to, header, sizeof *header);
    to += sizeof *header;
    if (header->pc & POINTED) {
        memcpy(to, &machine->point, sizeof machine->point);
        to += sizeof machine->point;
    }
    if (header->pc == IDLE) {
        idle = system->options.limit && header->done == system->options.limit ? 2 : 1;
    } else {
        const uint32_t *live = program->live.at + program->live_at.at[header->pc & ~POINTED];
        for (uint32_t i = 1; i <= live[0]; i++, to += sizeof(uint64_t))
            memcpy(to, &machine->registers[live[i]], sizeof(uint64_t));
    }
    if (system->own_size)
        memcpy(to, machine->own, system->own_size);
    to += system->own_size;
    return ln_system_keep_local(system, (size_t)(to - system->encoded), idle, local);
}

static struct process_header load_local(struct ln_system *system, uint32_t local)
{
    const struct ln_program *program = system->program;
    const uint8_t *from = ln_intern_at(&system->locals, local)->at;
    struct ln_machine *machine = &system->machine;
    struct process_header header;
    memcpy(&header, from, sizeof header);
    from += sizeof header;
    machine->pointed = header.pc & POINTED && header.pc != IDLE;
    if (machine->pointed) {
        memcpy(&machine->point, from, sizeof machine->point);
        from += sizeof machine->point;
    }
    if (header.pc != IDLE) {
        const uint32_t *live = program->live.at + program->live_at.at[header.pc & ~POINTED];
        for (uint32_t i = 1; i <= live[0]; i++, from += sizeof(uint64_t))
            memcpy(&machine->registers[live[i]], from, sizeof(uint64_t));
    }
    if (system->own_size)
        memcpy(machine->own, from, system->own_size);
    assert(from + system->own_size ==
           ln_intern_at(&system->locals, local)->at + ln_intern_at(&system->locals, local)->length);
    return header;
}

uint32_t ln_system_rests_at(const struct ln_system *system, uint32_t local)
{
    struct process_header header;
    memcpy(&header, ln_intern_at(&system->locals, local)->at, sizeof header);
    return header.pc == IDLE ? LN_NO_ENTRY : header.pc & ~POINTED;
}

static void load_shared(struct ln_system *system, uint32_t shared)
{
    assert(ln_intern_at(&system->shared, shared)->length == system->shared_size);
    memcpy(system->machine.memory, ln_intern_at(&system->shared, shared)->at, system->shared_size);
}

enum ln_status ln_system_initial(struct ln_system *system, uint32_t *shared, uint32_t *locals)
{
    const struct ln_program *program = system->program;
    struct ln_machine *machine = &system->machine;
    struct process_header header = { .pc = IDLE };
    bool kept;
    if (program->image.length)
        memcpy(machine->memory, program->image.at, program->image.length);
    if (program->blocks.length)
        memcpy(machine->blocks, program->blocks.at, program->blocks.length);
    kept = ln_intern_add(&system->shared, machine->memory, system->shared_size, shared);
    for (uint32_t p = 0; p < system->options.processes && kept; p++) {
        if (system->own_size)
            memcpy(machine->own, program->own_images.at + p * system->own_size, system->own_size);
        kept = keep_local(system, &header, &locals[p]);
    }
    return kept ? LN_OK : ln_fail(system->error, LN_NO_MEMORY, "out of memory");
}

enum ln_status ln_system_collect(struct ln_system *system, uint32_t *shared, const uint32_t *locals)
{
    struct ln_machine *machine = &system->machine;
    struct ln_collector collector;
    if (!system->program->collected)
        return LN_OK;
    load_shared(system, *shared);
    ln_collect_begin(&collector, system->program, machine->memory, machine->blocks, system->collecting);
    for (uint32_t p = 0; p < system->options.processes; p++) {
        const struct ln_interned *local = ln_intern_at(&system->locals, locals[p]);
        ln_collect_from(&collector, local->at + sizeof(struct process_header),
                        local->length - sizeof(struct process_header));
    }
    if (ln_collect_end(&collector) && !ln_intern_add(&system->shared, machine->memory, system->shared_size, shared))
        return ln_fail(system->error, LN_NO_MEMORY, "out of memory");
    return LN_OK;
}

/* ---- moves ---- */

static const char *point_is_wrong(const struct ln_machine *machine)
{
    if (!machine->pointed)
        return "the operation returns without having taken effect (linnet_point)";
    if (machine->point.kind != machine->value.kind || machine->point.word != machine->value.word)
        return "the operation returns another value than where it took effect (linnet_point)";
    return NULL;
}

/* Of what has no next state; else LN_LABEL_TAU. */
static enum ln_label_kind kind_of_end(enum ln_ran ran)
{
    switch (ran) {
    case LN_RAN_POOL: return LN_LABEL_POOL;
    case LN_RAN_LONG: return LN_LABEL_LONG;
    case LN_RAN_FAULT: return LN_LABEL_FAULT;
    case LN_RAN_ENDLESS: return LN_LABEL_LOOP;
    case LN_RAN_CUT: return LN_LABEL_CUT;
    default: return LN_LABEL_TAU;
    }
}

/* The label of what the machine just did, and the header of where it rests. */
static void judge(struct ln_system *system, enum ln_ran ran, bool pointed, uint32_t call, struct process_header *header,
                  struct ln_label *label)
{
    struct ln_machine *machine = &system->machine;
    bool points = system->options.points;
    memset(label, 0, sizeof *label);
    label->kind = kind_of_end(ran);
    if (points && ran == LN_RAN_RETURNED && point_is_wrong(machine)) {
        snprintf(machine->fault, sizeof machine->fault, "%s", point_is_wrong(machine));
        label->kind = LN_LABEL_FAULT;
    }
    if (label->kind)
        return;
    if (call != LN_NO_CALL && points)
        header->call = (uint16_t)call;
    if (points && machine->pointed && !pointed) {
        label->kind = LN_LABEL_POINT;
        label->call = header->call;
        label->value = machine->point;
    }
    if (!points && call != LN_NO_CALL) {
        label->kind = LN_LABEL_CALL;
        label->call = call;
    }
    if (ran == LN_RAN_RETURNED) {
        header->pc = IDLE;
        header->call = 0;
        if (system->own_size > system->program->frame)
            memcpy(machine->own + system->program->frame, system->program->own_image.at + system->program->frame,
                   system->own_size - system->program->frame);
        header->done = (uint16_t)(header->done + (system->options.limit != 0));
        if (!points) {
            label->kind = LN_LABEL_RETURN;
            label->value = machine->value;
        }
        return;
    }
    header->pc = machine->pc | (points && machine->pointed ? POINTED : 0);
}

static enum ln_status refuse(struct ln_system *system, const char *what)
{
    struct ln_str at;
    enum ln_status status;
    ln_str_init(&at, system->memory);
    ln_place_write(system->program, system->program->code.at[system->machine.pc].place, true, &at);
    status = ln_fail(system->error, LN_BAD_INPUT, "%s: %s", ln_str_borrow(&at), what);
    ln_str_fini(&at);
    return status;
}

/* Values that are words: the rest would have to be looked at where it lies. */
static bool can_return(struct ln_raw value)
{
    switch ((uint32_t)value.kind) {
    case LINNET_KIND_NULL:
    case LINNET_KIND_BOOL:
    case LINNET_KIND_INT:
    case LINNET_KIND_UNKNOWN:
    case LINNET_KIND_FAILED: return true;
    default: return false;
    }
}

static void load_arguments(struct ln_system *system, uint32_t call, uint32_t process)
{
    const struct ln_call_tuple *tuple = &system->program->calls.at[call];
    const struct ln_program_operation *operation = &system->program->operations.at[tuple->operation];
    ln_machine_clear_arguments(&system->machine);
    for (uint32_t i = 0; i < operation->arity; i++)
        system->machine.registers[i] = (uint64_t)tuple->args[i];
    if (operation->thread)
        system->machine.registers[operation->arity] = process;
}

/* One run of the machine, with the choices that are set: from a call on, or from where the process rests. */
static enum ln_ran run_once(struct ln_system *system, uint32_t shared, uint32_t local, uint32_t process, uint32_t call,
                            struct process_header *header)
{
    struct ln_machine *machine = &system->machine;
    load_shared(system, shared);
    *header = load_local(system, local);
    machine->process = process;
    assert((header->pc == IDLE) == (call != LN_NO_CALL));
    if (call == LN_NO_CALL)
        return ln_machine_run(machine, header->pc & ~POINTED, 1);
    machine->pointed = false;
    load_arguments(system, call, process);
    return ln_machine_run(machine, system->program->operations.at[system->program->calls.at[call].operation].entry,
                          system->options.points ? 1 : 0);
}

/* What a visitor of all moves is told; false ends the visit. */
typedef bool visit(void *context, const struct ln_move *move, const struct ln_decision *decision);

/* Where somebody is who looks at all that a process can do. */
struct visiting {
    uint32_t shared, local, process, call; /* LN_NO_CALL: it goes on */
    visit *visitor;
    void *context;
    bool more;
};

/* What is not seen, or cut, is told of at the end: where it was first. */
static void note_end(struct ln_system *system, const struct visiting *v, enum ln_ran ran)
{
    const struct ln_machine *machine = &system->machine;
    if (ran == LN_RAN_FAULT || ran == LN_RAN_POOL || ran == LN_RAN_ENDLESS || ran == LN_RAN_LONG)
        note_everything(system);
    if (ran == LN_RAN_LONG && !system->long_at)
        system->long_at = machine->pc + 1;
    if (ran == LN_RAN_CUT) {
        uint32_t operation = v->call == LN_NO_CALL ? ln_program_operation_at(system->program, machine->pc)
                                                   : system->program->calls.at[v->call].operation;
        if (!system->cuts.at[operation])
            system->cuts.at[operation] = machine->pc + 1;
    }
}

/* One run is one move. */
static enum ln_status visit_run(struct ln_system *system, struct visiting *v, enum ln_ran ran,
                                struct process_header *header, const struct ln_choices *choices)
{
    struct ln_machine *machine = &system->machine;
    struct ln_decision decision = { .process = v->process, .call = v->call, .choices = *choices };
    bool pointed = header->pc & POINTED && header->pc != IDLE;
    struct ln_move move = { 0 };
    struct ln_label label;
    judge(system, ran, pointed, v->call, header, &label);
    if (!ln_intern_add(&system->labels, &label, sizeof label, &move.label))
        return ln_fail(system->error, LN_NO_MEMORY, "out of memory");
    if (label.kind < LN_LABEL_FAULT &&
        (!ln_intern_add(&system->shared, machine->memory, system->shared_size, &move.shared) ||
         !keep_local(system, header, &move.local)))
        return ln_fail(system->error, LN_NO_MEMORY, "out of memory");
    v->more = v->visitor(v->context, &move, &decision);
    return LN_OK;
}

/* A loop from which no choice leads out is found only when all choices have been tried. */
static enum ln_status visit_loop(struct ln_system *system, struct visiting *v)
{
    struct process_header header = { 0 };
    struct ln_choices choices;
    if (!ln_choices_endless(&system->machine, &choices))
        return LN_OK;
    note_everything(system);
    return visit_run(system, v, LN_RAN_ENDLESS, &header, &choices);
}

static enum ln_status visit_call(struct ln_system *system, struct visiting *v)
{
    struct ln_machine *machine = &system->machine;
    enum ln_status status = LN_OK;
    enum ln_ran ran;
    ln_choices_begin(machine);
    do {
        struct process_header header;
        ran = run_once(system, v->shared, v->local, v->process, v->call, &header);
        if (ran == LN_RAN_NO_MEMORY)
            return ln_fail(system->error, LN_NO_MEMORY, "out of memory");
        if (ran == LN_RAN_RETURNED && !can_return(machine->value))
            return refuse(system, "a result that is no integer, LINNET_BOOL, LINNET_VOID, LINNET_EMPTY or "
                                  "LINNET_FAILED");
        note_end(system, v, ran);
        if (ran != LN_RAN_BLOCKED && ran != LN_RAN_ROUND && !(ran == LN_RAN_CUT && v->call != LN_NO_CALL))
            status = visit_run(system, v, ran, &header, &machine->choices);
    } while (!status && v->more && ln_choices_next(machine, ran));
    return !status && v->more ? visit_loop(system, v) : status;
}

static enum ln_status visit_all(struct ln_system *system, uint32_t shared, uint32_t local, uint32_t process,
                                visit *visitor, void *context)
{
    const struct ln_program *program = system->program;
    struct visiting v = { shared, local, process, LN_NO_CALL, visitor, context, true };
    enum ln_status status = LN_OK;
    if (!ln_system_is_idle(system, local))
        return visit_call(system, &v);
    if (ln_system_has_ended(system, local))
        return LN_OK;
    for (v.call = 0; v.call < program->calls.length && !status && v.more; v.call++)
        if (program->operations.at[program->calls.at[v.call].operation].processes >> process & 1)
            status = visit_call(system, &v);
    return status;
}

static bool keep_move(void *context, const struct ln_move *move, const struct ln_decision *decision)
{
    struct ln_system *system = context;
    (void)decision;
    system->refused = !ln_vec_push(&system->moves, system->memory, *move);
    return !system->refused;
}

static struct ln_moves_slot *slot_of(struct ln_system *system, uint32_t shared, uint32_t local, uint32_t class)
{
    uint64_t hash = ln_mix(((uint64_t)shared << 32 | local) + class * UINT64_C(0x9e3779b97f4a7c15));
    return &system->slots[hash & (system->slot_count - 1)];
}

/* The cache grows while it does not help, up to a size that is small beside what is kept of many states. */
static enum ln_status make_room(struct ln_system *system)
{
    if (system->misses++ > system->slot_count * 2 && system->slot_count < MOST_SLOTS)
        return resize_cache(system, system->slot_count * 4) ? LN_OK : LN_NO_MEMORY;
    if (system->moves.length > MOST_SLOTS * 4)
        return resize_cache(system, system->slot_count) ? LN_OK : LN_NO_MEMORY;
    return LN_OK;
}

enum ln_status ln_system_moves(struct ln_system *system, uint32_t shared, uint32_t local, uint32_t process,
                               struct ln_moves_of *moves)
{
    uint32_t class = system->classes.at[process], start, footprint;
    struct ln_moves_slot *slot = slot_of(system, shared, local, class);
    enum ln_status status;
    assert(process < system->options.processes && class <= process);
    if (!slot->full || slot->shared != shared || slot->local != local || slot->class != class) {
        status = make_room(system);
        if (status)
            return ln_fail(system->error, status, "out of memory");
        start = (uint32_t)system->moves.length;
        memset(&system->footprint, 0, sizeof system->footprint);
        status = visit_all(system, shared, local, process, keep_move, system);
        note_something(system);
        if (system->refused ||
            !ln_intern_add(&system->footprints, &system->footprint, sizeof system->footprint, &footprint))
            status = ln_fail(system->error, LN_NO_MEMORY, "out of memory");
        if (status)
            return status;
        slot = slot_of(system, shared, local, class);
        *slot = (struct ln_moves_slot){ shared,    local, class, start, (uint32_t)system->moves.length - start,
                                        footprint, true };
    }
    assert((size_t)slot->start + slot->count <= system->moves.length);
    moves->at = slot->count ? system->moves.at + slot->start : NULL;
    moves->count = slot->count;
    if (system->options.footprints)
        memcpy(&moves->footprint, ln_intern_at(&system->footprints, slot->footprint)->at, sizeof moves->footprint);
    return LN_OK;
}

struct wanted {
    uint32_t left;
    struct ln_decision *decision;
};

static bool keep_decision(void *context, const struct ln_move *move, const struct ln_decision *decision)
{
    struct wanted *wanted = context;
    (void)move;
    *wanted->decision = *decision;
    return wanted->left-- > 0;
}

enum ln_status ln_system_decision(struct ln_system *system, uint32_t shared, uint32_t local, uint32_t process,
                                  uint32_t index, struct ln_decision *decision)
{
    struct wanted wanted = { index, decision };
    enum ln_status status = visit_all(system, shared, local, process, keep_decision, &wanted);
    assert(status || wanted.left == UINT32_MAX); /* it came to that move */
    return status;
}
