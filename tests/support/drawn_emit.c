/* Drawn models as step graphs: what the front end makes of their C, made by hand. */
#include "object/object.h"
#include "steps/machine.h"
#include "support/drawn_model.h"

#include <string.h>

/* Arguments and the process's number come in the first registers. */
enum { FIRST = LINNET_ARGUMENTS + 1, FLAG = FIRST + 3, REGISTERS };

struct emitter {
    struct ln_program *program;
    bool failed;
    uint32_t at[DRAWN_MOST + 1]; /* where statements begin */
};

static struct ln_instruction *emit(struct emitter *e, enum ln_code code, unsigned width)
{
    static struct ln_instruction nowhere;
    struct ln_instruction made = {
        .code = (uint8_t)code, .width = (uint8_t)width, .to = LN_NO_REGISTER, .to2 = LN_NO_REGISTER
    };
    e->failed |= !ln_vec_push(&e->program->code, e->program->memory, made);
    return e->failed ? &nowhere : &e->program->code.at[e->program->code.length - 1];
}

static void compute(struct emitter *e, enum ln_code code, uint32_t to, struct ln_operand a, struct ln_operand b)
{
    struct ln_instruction *i = emit(e, code, 32);
    i->to = to;
    i->a = a;
    i->b = b;
}

static struct ln_instruction *touch(struct emitter *e, enum ln_code code, uint32_t word)
{
    struct ln_instruction *i = emit(e, code, 32);
    i->a = ln_constant(LN_SHARED_BASE + word * 4);
    return i;
}

static struct ln_instruction *touch_own(struct emitter *e, enum ln_code code)
{
    struct ln_instruction *i = emit(e, code, 32);
    i->a = ln_constant(LN_OWN_BASE);
    i->own = true;
    return i;
}

static void emit_sum(struct emitter *e, uint32_t to, const struct drawn_statement *s)
{
    compute(e, LN_ADD, to, ln_register(FIRST + s->a), ln_constant(s->c));
    compute(e, LN_UREM, to, ln_register(to), ln_constant(3));
}

/* `target` is a statement until all are there. */
static void branch_if_same(struct emitter *e, const struct drawn_statement *s, uint32_t target)
{
    struct ln_instruction *i;
    compute(e, LN_EQ, FLAG, ln_register(FIRST + s->a), ln_constant(s->c));
    i = emit(e, LN_BRANCH, 1);
    i->a = ln_register(FLAG);
    i->target = target;
}

static void emit_condition(struct emitter *e, const struct drawn_statement *s, enum ln_code code)
{
    compute(e, LN_NE, FLAG, ln_register(FIRST + s->a), ln_constant(s->c));
    emit(e, code, 1)->a = ln_register(FLAG);
}

static void emit_access(struct emitter *e, const struct drawn_statement *s)
{
    struct ln_instruction *i;
    switch ((enum drawn_kind)s->kind) {
    case DRAWN_LOAD: touch(e, LN_LOAD, s->v)->to = FIRST + s->a; break;
    case DRAWN_STORE: touch(e, LN_STORE, s->v)->b = ln_register(FIRST + s->a); break;
    case DRAWN_PUT: touch(e, LN_STORE, s->v)->b = ln_constant(s->c); break;
    case DRAWN_CAS:
        emit_sum(e, FLAG, s);
        i = touch(e, LN_CAS, s->v);
        i->b = ln_register(FIRST + s->a);
        i->c = ln_register(FLAG);
        i->to2 = FIRST + s->b;
        break;
    default:
        i = touch(e, LN_UPDATE, s->v);
        i->how = LN_EXCHANGE;
        i->b = ln_constant(s->c);
        i->to = FIRST + s->a;
    }
}

static void emit_statement(struct emitter *e, const struct drawn_statement *s, uint32_t number)
{
    struct ln_instruction *i;
    switch ((enum drawn_kind)s->kind) {
    case DRAWN_LOAD:
    case DRAWN_STORE:
    case DRAWN_PUT:
    case DRAWN_CAS:
    case DRAWN_SWAP: emit_access(e, s); break;
    case DRAWN_SUM: emit_sum(e, FIRST + s->a, s); break;
    case DRAWN_SKIP: branch_if_same(e, s, number + 2); break;
    case DRAWN_BACK: branch_if_same(e, s, s->to); break;
    case DRAWN_CHOOSE:
        i = emit(e, LN_CHOOSE, 32);
        i->to = FIRST + s->a;
        i->a = ln_constant(s->c + 1u);
        break;
    case DRAWN_AWAIT: emit_condition(e, s, LN_AWAIT); break;
    case DRAWN_ASSUME: emit_condition(e, s, LN_ASSUME); break;
    case DRAWN_LOCK: touch(e, LN_LOCK, DRAWN_VARIABLES); break;
    case DRAWN_UNLOCK: touch(e, LN_UNLOCK, DRAWN_VARIABLES); break;
    case DRAWN_KEEP: touch_own(e, LN_STORE)->b = ln_register(FIRST + s->a); break;
    case DRAWN_RECALL: touch_own(e, LN_LOAD)->to = FIRST + s->a; break;
    case DRAWN_STEP: emit(e, LN_STEP, 1); break;
    case DRAWN_ATOMIC: emit(e, LN_ATOMIC, 1); break;
    case DRAWN_END: emit(e, LN_ATOMIC_END, 1); break;
    }
}

static void emit_result(struct emitter *e, const struct drawn_body *body)
{
    static const uint64_t kinds[] = { LINNET_KIND_NULL, LINNET_KIND_INT, LINNET_KIND_BOOL };
    struct ln_operand out = ln_register(FIRST + body->out);
    bool empty = body->result == DRAWN_EMPTY, selects = empty || body->result == DRAWN_FAILING;
    struct ln_instruction *i;
    if (selects) {
        compute(e, LN_EQ, FLAG, out, ln_constant(empty ? 0 : 2));
        i = emit(e, LN_SELECT, 64);
        i->to = FLAG;
        i->a = ln_register(FLAG);
        i->b = ln_constant(empty ? LINNET_KIND_NULL : LINNET_KIND_FAILED);
        i->c = ln_constant(LINNET_KIND_INT);
    }
    if (body->result == DRAWN_TRUTH)
        compute(e, LN_AND, FIRST + body->out, out, ln_constant(1));
    i = emit(e, LN_RETURN, 64);
    i->a = selects ? ln_register(FLAG) : ln_constant(kinds[body->result]);
    i->b = body->result ? out : ln_constant(0);
}

static void emit_body(struct emitter *e, const struct drawn_body *body, uint32_t arity)
{
    uint32_t first;
    compute(e, LN_MOVE, FIRST, arity ? ln_register(0) : ln_constant(0), ln_constant(0));
    compute(e, LN_MOVE, FIRST + 1, body->thread ? ln_register(arity) : ln_constant(0), ln_constant(0));
    compute(e, LN_MOVE, FIRST + 2, ln_constant(0), ln_constant(0));
    first = (uint32_t)e->program->code.length;
    for (uint32_t k = 0; k < body->count; k++) {
        e->at[k] = (uint32_t)e->program->code.length;
        emit_statement(e, &body->statements[k], k);
    }
    e->at[body->count] = (uint32_t)e->program->code.length;
    emit_result(e, body);
    for (uint32_t k = first; k < e->at[body->count] && !e->failed; k++) {
        struct ln_instruction *i = &e->program->code.at[k];
        if (i->code == LN_BRANCH) {
            i->target = e->at[i->target];
            i->other = k + 1;
        }
    }
}

/* ---- all of it ---- */

static const char *const names[] = { "f0", "f1", "f2" };
static const char *const roles[] = { NULL, "a", "b" };

static void declare(const struct drawn_model *model, linnet_object *declared)
{
    memset(declared, 0, sizeof *declared);
    for (uint32_t i = 0; i < model->count; i++) {
        declared->operations[i].name = names[i];
        declared->operations[i].role = roles[model->operations[i].role];
        declared->operations[i].others = model->operations[i].others;
    }
}

static void emit_operation(struct emitter *e, const struct drawn_model *model, uint32_t number, bool specification)
{
    const struct drawn_operation *from = &model->operations[number];
    const struct drawn_body *body = specification ? &from->specification : &from->object;
    struct ln_program *program = e->program;
    struct ln_program_operation made = { .name = names[number],
                                         .arity = from->values != 0,
                                         .thread = body->thread,
                                         .first = (uint32_t)program->calls.length,
                                         .count = from->values ? from->values : 1u,
                                         .entry = (uint32_t)program->code.length };
    linnet_object declared;
    declare(model, &declared);
    for (uint32_t p = 0; p < model->processes; p++)
        if (ln_object_may_call(&declared, model->count, number, p, model->processes))
            made.processes |= UINT64_C(1) << p;
    program->identity |= body->thread;
    for (uint32_t v = 0; v < made.count; v++) {
        struct ln_call_tuple call = { .operation = (uint16_t)number,
                                      .number = (uint16_t)program->calls.length,
                                      .args = { v } };
        e->failed |= !ln_vec_push(&program->calls, program->memory, call);
    }
    emit_body(e, body, made.arity);
    e->failed |= !ln_vec_push(&program->operations, program->memory, made);
}

static bool emit_program(const struct drawn_model *model, struct ln_program *program, bool specification,
                         struct ln_memory *memory)
{
    struct emitter e = { .program = program };
    struct ln_error error;
    const struct ln_region variables = {
        .name = "x", .size = 4 * (DRAWN_VARIABLES + 1), .type = LN_NO_TYPE, .pool = LN_ANY_POOL
    };
    uint32_t region;
    ln_program_init(program, memory);
    program->registers = REGISTERS;
    program->name = "drawn";
    e.failed = !ln_program_add_region(program, &variables, 16, &region);
    for (uint32_t i = 0; i < 8 && !specification; i++)
        e.failed |= !ln_vec_push(&program->own_image, memory, 0);
    program->frame = (uint32_t)program->own_image.length;
    for (uint32_t i = 0; i < model->count && !e.failed; i++)
        emit_operation(&e, model, i, specification);
    return !e.failed && !ln_program_seal(program) && !ln_program_make(program, model->processes, 1, &error);
}

bool drawn_emit(const struct drawn_model *model, struct ln_program *object, struct ln_program *specification,
                struct ln_memory *memory)
{
    bool made = emit_program(model, object, false, memory);
    return emit_program(model, specification, true, memory) && made;
}
