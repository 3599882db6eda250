#include "support/small_program.h"

#include "steps/machine.h"

#include "linnet/value.h"

#include <string.h>

/* ---- drawing ---- */

static struct small_statement draw_statement(struct ln_rng *rng)
{
    static const uint8_t kinds[] = {
        SMALL_LOAD,  SMALL_LOAD, SMALL_STORE,  SMALL_STORE, SMALL_PUT,      SMALL_SUM,
        SMALL_CAS,   SMALL_CAS,  SMALL_FETCH,  SMALL_SKIP,  SMALL_AGAIN,    SMALL_CHOOSE,
        SMALL_AWAIT, SMALL_LOCK, SMALL_UNLOCK, SMALL_STEP,  SMALL_TOGETHER, SMALL_TOGETHER
    };
    return (struct small_statement){ kinds[ln_rng_below(rng, sizeof kinds)], (uint8_t)ln_rng_below(rng, 2),
                                     (uint8_t)ln_rng_below(rng, 2), (uint8_t)ln_rng_below(rng, 2),
                                     (uint8_t)ln_rng_below(rng, 3) };
}

/* What is right, or nearly, before it is changed at random. */
struct seed {
    const char *spec, *name;
    enum small_result result;
    uint8_t out, arity, count;
    struct small_statement statements[4];
};

/* clang-format off */
static const struct seed seeds[] = {
    { "cas-register:initial=0", "read", SMALL_NUMBER, 0, 0, 1, { { SMALL_LOAD, 0, 0, 0, 0 } } },
    { "cas-register:initial=0", "write", SMALL_NOTHING, 0, 1, 1, { { SMALL_STORE, 0, 0, 0, 0 } } },
    { "cas-register:initial=0", "cas", SMALL_TRUTH, 1, 2, 1, { { SMALL_CAS, 0, 0, 1, 1 } } },
    { "counter", "read", SMALL_NUMBER, 0, 0, 1, { { SMALL_LOAD, 0, 0, 0, 0 } } },
    { "counter", "inc", SMALL_NOTHING, 0, 0, 1, { { SMALL_FETCH, 0, 0, 0, 1 } } },
    { "counter", "inc", SMALL_NOTHING, 0, 0, 4, { { SMALL_LOCK, 0, 0, 0, 0 }, { SMALL_LOAD, 0, 1, 0, 0 },
      { SMALL_SUM, 0, 1, 0, 1 }, { SMALL_STORE, 0, 1, 0, 0 } } },
    { "max-register", "read", SMALL_NUMBER, 0, 0, 1, { { SMALL_LOAD, 0, 0, 0, 0 } } },
    { "max-register", "write", SMALL_NOTHING, 0, 1, 3, { { SMALL_LOAD, 0, 1, 0, 0 },
      { SMALL_SKIP, 0, 1, 0, 1 }, { SMALL_STORE, 0, 0, 0, 0 } } },
    { "bag", "take", SMALL_TAKEN, 0, 0, 3,
      { { SMALL_TOGETHER, 0, 0, 0, 0 }, { SMALL_LOAD, 0, 0, 0, 0 }, { SMALL_PUT, 0, 0, 0, 0 } } },
    { "bag", "add", SMALL_NOTHING, 0, 1, 1, { { SMALL_STORE, 0, 0, 0, 0 } } },
    { "bag", "add", SMALL_NOTHING, 0, 1, 3,
      { { SMALL_TOGETHER, 0, 0, 0, 0 }, { SMALL_LOAD, 0, 1, 0, 0 }, { SMALL_STORE, 1, 0, 0, 0 } } },
    { "spurious-bag", "take", SMALL_TAKEN, 0, 0, 3,
      { { SMALL_TOGETHER, 0, 0, 0, 0 }, { SMALL_LOAD, 0, 0, 0, 0 }, { SMALL_PUT, 0, 0, 0, 0 } } },
    { "spurious-bag", "add", SMALL_NOTHING, 0, 1, 2, { { SMALL_CAS, 0, 1, 1, 1 }, { SMALL_STORE, 1, 0, 0, 0 } } },
    { "mutex", "lock", SMALL_NOTHING, 0, 0, 1, { { SMALL_LOCK, 0, 0, 0, 0 } } },
    { "mutex", "unlock", SMALL_NOTHING, 0, 0, 1, { { SMALL_UNLOCK, 0, 0, 0, 0 } } },
};
/* clang-format on */

static bool is_plain(const struct small_operation *operation, uint32_t at)
{
    uint8_t kind = at < operation->count ? operation->statements[at].kind : SMALL_TOGETHER;
    return kind != SMALL_TOGETHER && kind != SMALL_SKIP && kind != SMALL_AGAIN;
}

/* A block has two plain statements, and one that may be skipped is plain. What is not so becomes a step. */
static void tidy(struct small_operation *operation)
{
    for (uint32_t k = 0; k < operation->count; k++) {
        uint8_t *kind = &operation->statements[k].kind;
        if (*kind == SMALL_SKIP && !is_plain(operation, k + 1))
            *kind = SMALL_STEP;
        if (*kind == SMALL_TOGETHER && (!is_plain(operation, k + 1) || !is_plain(operation, k + 2)))
            *kind = SMALL_STEP;
    }
}

static bool draw_operation(struct small_program *small, struct ln_rng *rng)
{
    const struct seed *seed = &seeds[ln_rng_below(rng, sizeof seeds / sizeof *seeds)];
    struct small_operation *made = &small->operations[small->count];
    uint32_t changes;
    if (small->spec && strcmp(seed->spec, small->spec) != 0)
        return false;
    for (uint32_t i = 0; i < small->count; i++)
        if (strcmp(small->operations[i].name, seed->name) == 0)
            return false;
    small->spec = seed->spec;
    *made = (struct small_operation){
        .name = seed->name, .result = seed->result, .out = seed->out, .arity = seed->arity, .count = seed->count
    };
    made->argument = (uint8_t)(1 + ln_rng_below(rng, 2));
    made->processes = (uint8_t)(1 + ln_rng_below(rng, 7));
    memcpy(made->statements, seed->statements, sizeof seed->statements);
    for (changes = ln_rng_below(rng, 3); changes; changes--) {
        uint32_t at = ln_rng_below(rng, made->count + 1u);
        if (at == made->count && made->count < SMALL_MOST)
            made->count++;
        if (at < made->count)
            made->statements[at] = draw_statement(rng);
    }
    tidy(made);
    small->count++;
    return true;
}

void small_program_draw(struct small_program *small, struct ln_rng *rng)
{
    uint32_t wanted = 2 + ln_rng_below(rng, 2);
    *small = (struct small_program){ .processes = 2, .calls = 1 + ln_rng_below(rng, 2) };
    if (small->calls == 1)
        small->processes += ln_rng_below(rng, 2);
    for (uint32_t tries = 0; small->count < wanted && tries < 40; tries++)
        draw_operation(small, rng);
}

/* ---- as a step graph ---- */

struct emitter {
    struct ln_program *program;
    bool endless;
    bool failed;
};

/* Registers: the two, how often it began again, and one to compute with. */
enum { A, B, ROUND, FLAG, REGISTERS };

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

static struct ln_instruction *touch(struct emitter *e, enum ln_code code, uint32_t variable)
{
    struct ln_instruction *i = emit(e, code, 32);
    i->a = ln_constant(LN_SHARED_BASE + variable * 4);
    return i;
}

/* What becomes of registers that are used as 1 bit is the same for both: b is 0 or 1. */
static void emit_statement(struct emitter *e, const struct small_statement *s, uint32_t entry)
{
    struct ln_instruction *i;
    switch ((enum small_kind)s->kind) {
    case SMALL_LOAD: touch(e, LN_LOAD, s->v)->to = s->a; break;
    case SMALL_STORE: touch(e, LN_STORE, s->v)->b = ln_register(s->a); break;
    case SMALL_PUT: touch(e, LN_STORE, s->v)->b = ln_constant(s->c); break;
    case SMALL_SUM:
        compute(e, LN_ADD, s->a, ln_register(s->a), ln_constant(s->c));
        compute(e, LN_AND, s->a, ln_register(s->a), ln_constant(3));
        break;
    case SMALL_CAS:
        compute(e, LN_ADD, FLAG, ln_register(s->a), ln_constant(s->c));
        compute(e, LN_AND, FLAG, ln_register(FLAG), ln_constant(3));
        i = touch(e, LN_CAS, s->v);
        i->b = ln_register(s->a);
        i->c = ln_register(FLAG);
        i->to2 = s->b;
        break;
    case SMALL_FETCH:
        i = touch(e, LN_UPDATE, s->v);
        i->how = LN_FETCH_ADD;
        i->b = ln_constant(s->c);
        i->to = s->a;
        break;
    case SMALL_AGAIN:
        compute(e, LN_NE, FLAG, ln_register(ROUND), ln_constant(0));
        i = emit(e, LN_BRANCH, 1);
        i->a = ln_register(FLAG);
        i->other = (uint32_t)e->program->code.length;
        i->target = i->other + 4;
        compute(e, LN_NE, FLAG, ln_register(s->a), ln_constant(s->c));
        i = emit(e, LN_BRANCH, 1);
        i->a = ln_register(FLAG);
        i->other = (uint32_t)e->program->code.length;
        i->target = i->other + 2;
        compute(e, LN_ADD, ROUND, ln_register(ROUND), ln_constant(!e->endless));
        emit(e, LN_JUMP, 1)->target = entry;
        break;
    case SMALL_CHOOSE:
        i = emit(e, LN_CHOOSE, 32);
        i->to = s->a;
        i->a = ln_constant(2);
        break;
    case SMALL_AWAIT:
        compute(e, LN_NE, FLAG, ln_register(s->a), ln_constant(s->c));
        emit(e, LN_AWAIT, 1)->a = ln_register(FLAG);
        break;
    case SMALL_LOCK: touch(e, LN_LOCK, SMALL_VARIABLES); break;
    case SMALL_UNLOCK: touch(e, LN_UNLOCK, SMALL_VARIABLES); break;
    case SMALL_STEP: emit(e, LN_STEP, 1); break;
    case SMALL_SKIP:
    case SMALL_TOGETHER: break;
    }
}

static void emit_result(struct emitter *e, const struct small_operation *operation)
{
    static const uint64_t kinds[] = { LINNET_KIND_NULL, LINNET_KIND_INT, LINNET_KIND_BOOL };
    struct ln_instruction *i;
    if (operation->result == SMALL_TAKEN) {
        compute(e, LN_NE, FLAG, ln_register(operation->out), ln_constant(0));
        i = emit(e, LN_SELECT, 64);
        i->to = FLAG;
        i->a = ln_register(FLAG);
        i->b = ln_constant(LINNET_KIND_INT);
        i->c = ln_constant(LINNET_KIND_NULL);
    }
    if (operation->result == SMALL_TRUTH)
        compute(e, LN_AND, operation->out, ln_register(operation->out), ln_constant(1));
    i = emit(e, LN_RETURN, 64);
    i->a = operation->result == SMALL_TAKEN ? ln_register(FLAG) : ln_constant(kinds[operation->result]);
    i->b = operation->result ? ln_register(operation->out) : ln_constant(0);
}

static void emit_body(struct emitter *e, const struct small_operation *operation, uint32_t entry)
{
    uint32_t skip = UINT32_MAX, end = UINT32_MAX;
    for (uint32_t k = 0; k < operation->count; k++) {
        const struct small_statement *s = &operation->statements[k];
        emit_statement(e, s, entry);
        if (skip != UINT32_MAX && !e->failed) {
            e->program->code.at[skip].other = skip + 1;
            e->program->code.at[skip].target = (uint32_t)e->program->code.length;
            skip = UINT32_MAX;
        }
        if (s->kind == SMALL_SKIP) {
            compute(e, LN_EQ, FLAG, ln_register(s->a), ln_constant(s->c));
            skip = (uint32_t)e->program->code.length;
            emit(e, LN_BRANCH, 1)->a = ln_register(FLAG);
        }
        if (s->kind == SMALL_TOGETHER) {
            emit(e, LN_ATOMIC, 1);
            end = k + 2;
        }
        if (k == end)
            emit(e, LN_ATOMIC_END, 1);
    }
}

static void emit_operation(struct emitter *e, const struct small_program *small, uint32_t number)
{
    const struct small_operation *from = &small->operations[number];
    struct ln_program *program = e->program;
    struct ln_program_operation made = { .name = from->name,
                                         .arity = from->arity,
                                         .processes = from->processes,
                                         .first = number,
                                         .count = 1,
                                         .entry = (uint32_t)program->code.length };
    struct ln_call_tuple call = { .operation = (uint16_t)number,
                                  .number = (uint16_t)number,
                                  .args = { from->argument, (from->argument + 1) & 3 } };
    uint32_t entry;
    compute(e, LN_MOVE, ROUND, ln_constant(0), ln_constant(0));
    entry = (uint32_t)program->code.length;
    compute(e, LN_MOVE, A, ln_constant(from->arity ? from->argument : 0), ln_constant(0));
    compute(e, LN_MOVE, B, ln_constant(0), ln_constant(0));
    emit_body(e, from, entry);
    emit_result(e, from);
    e->failed |= !ln_vec_push(&program->operations, program->memory, made) ||
                 !ln_vec_push(&program->calls, program->memory, call);
}

bool small_emit(const struct small_program *small, struct ln_program *program, struct ln_memory *memory)
{
    struct emitter e = { .program = program, .endless = small->endless };
    struct ln_error error;
    const struct ln_region variables = {
        .name = "x", .size = 4 * (SMALL_VARIABLES + 1), .type = LN_NO_TYPE, .pool = LN_ANY_POOL
    };
    uint32_t region;
    ln_program_init(program, memory);
    program->registers = REGISTERS;
    program->name = "small";
    e.failed = !ln_program_add_region(program, &variables, 16, &region);
    for (uint32_t i = 0; i < small->count && !e.failed; i++)
        emit_operation(&e, small, i);
    return !e.failed && !ln_program_seal(program) && !ln_program_make(program, small->processes, 1, &error);
}

/* ---- as C ---- */

static void write_statement(const struct small_statement *s, struct ln_str *out)
{
    switch ((enum small_kind)s->kind) {
    case SMALL_LOAD: ln_str_format(out, "r[%u] = atomic_load(&x[%u]);", s->a, s->v); break;
    case SMALL_STORE: ln_str_format(out, "atomic_store(&x[%u], r[%u]);", s->v, s->a); break;
    case SMALL_PUT: ln_str_format(out, "atomic_store(&x[%u], %u);", s->v, s->c); break;
    case SMALL_SUM: ln_str_format(out, "r[%u] = (r[%u] + %u) & 3;", s->a, s->a, s->c); break;
    case SMALL_CAS:
        ln_str_format(out, "{ int was = r[%u]; r[%u] = atomic_compare_exchange_strong(&x[%u], &was, (was + %u) & 3); }",
                      s->a, s->b, s->v, s->c);
        break;
    case SMALL_FETCH: ln_str_format(out, "r[%u] = atomic_fetch_add(&x[%u], %u);", s->a, s->v, s->c); break;
    case SMALL_SKIP: ln_str_format(out, "if (r[%u] != %u)", s->a, s->c); break;
    case SMALL_AGAIN: ln_str_format(out, "if (!round && r[%u] == %u) { round++; goto again; }", s->a, s->c); break;
    case SMALL_CHOOSE: ln_str_format(out, "r[%u] = linnet_choose(2);", s->a); break;
    case SMALL_AWAIT: ln_str_format(out, "linnet_await(r[%u] != %u);", s->a, s->c); break;
    case SMALL_LOCK: ln_str_text(out, "pthread_mutex_lock(&lock);"); break;
    case SMALL_UNLOCK: ln_str_text(out, "pthread_mutex_unlock(&lock);"); break;
    case SMALL_STEP: ln_str_text(out, "linnet_step();"); break;
    case SMALL_TOGETHER: ln_str_text(out, "linnet_atomic_begin();"); break;
    }
}

static void write_body(const struct small_operation *operation, struct ln_str *out)
{
    uint32_t end = UINT32_MAX;
    for (uint32_t k = 0; k < operation->count; k++) {
        ln_str_text(out, "    ");
        write_statement(&operation->statements[k], out);
        ln_str_char(out, '\n');
        if (operation->statements[k].kind == SMALL_TOGETHER)
            end = k + 2;
        if (k == end)
            ln_str_text(out, "    linnet_atomic_end();\n");
    }
}

void small_write(const struct small_program *small, struct ln_str *out)
{
    ln_str_text(out, "#include <linnet/model.h>\n#include <pthread.h>\n#include <stdatomic.h>\n"
                     "static atomic_int x[3];\nstatic pthread_mutex_t lock;\nstatic void *make(void) { return x; }\n");
    for (uint32_t i = 0; i < small->count; i++) {
        const struct small_operation *operation = &small->operations[i];
        ln_str_format(out,
                      "static linnet_value f%u(void *o, const linnet_value *arg)\n{\n    int r[2], round = 0;\n"
                      "    linnet_assume(%u >> arg[%u].i & 1);\nagain:\n"
                      "    r[0] = %s; r[1] = 0; (void)o; (void)round;\n",
                      i, operation->processes, operation->arity, operation->arity ? "(int)arg[0].i" : "0");
        write_body(operation, out);
        ln_str_text(out, "    return ");
        if (operation->result == SMALL_NOTHING)
            ln_str_text(out, "LINNET_VOID");
        else if (operation->result == SMALL_TAKEN)
            ln_str_format(out, "r[%u] ? LINNET_INT(r[%u]) : LINNET_EMPTY", operation->out, operation->out);
        else
            ln_str_format(out, "%s(r[%u]%s)", operation->result == SMALL_NUMBER ? "LINNET_INT" : "LINNET_BOOL",
                          operation->out, operation->result == SMALL_NUMBER ? "" : " & 1");
        ln_str_text(out, ";\n    goto again;\n}\n");
    }
    ln_str_format(out, "LINNET_OBJECT = { .name = \"small\", .create = make, .spec = \"%s\", .operations = {\n",
                  small->spec);
    for (uint32_t i = 0; i < small->count; i++) {
        const struct small_operation *operation = &small->operations[i];
        ln_str_format(out, "    { \"%s\", f%u, .thread = true", operation->name, i);
        if (operation->arity)
            ln_str_format(out, ", .arity = %u, .args = LINNET_ARGS({%u", operation->arity, operation->argument);
        for (uint32_t a = 1; a < operation->arity; a++)
            ln_str_format(out, ", %u", (operation->argument + a) & 3);
        if (operation->arity)
            ln_str_text(out, "})");
        ln_str_text(out, " },\n");
    }
    ln_str_text(out, "} };\n");
}
