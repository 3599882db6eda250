/* Drawn models as C, for the front end and for whoever has to understand one that fails. */
#include "support/drawn_model.h"

static void write_shared(const struct drawn_statement *s, struct ln_str *out)
{
    switch ((enum drawn_kind)s->kind) {
    case DRAWN_LOAD: ln_str_format(out, "r[%u] = atomic_load(&x[%u]);", s->a, s->v); break;
    case DRAWN_STORE: ln_str_format(out, "atomic_store(&x[%u], r[%u]);", s->v, s->a); break;
    case DRAWN_PUT: ln_str_format(out, "atomic_store(&x[%u], %u);", s->v, s->c); break;
    case DRAWN_CAS:
        ln_str_format(out,
                      "{ int was = r[%u]; r[%u] = atomic_compare_exchange_strong(&x[%u], &was, (was + %u) %% 3); "
                      "}",
                      s->a, s->b, s->v, s->c);
        break;
    default: ln_str_format(out, "r[%u] = atomic_exchange(&x[%u], %u);", s->a, s->v, s->c); break;
    }
}

static void write_serial(const struct drawn_statement *s, struct ln_str *out)
{
    switch ((enum drawn_kind)s->kind) {
    case DRAWN_LOAD: ln_str_format(out, "r[%u] = y[%u];", s->a, s->v); break;
    case DRAWN_STORE: ln_str_format(out, "y[%u] = r[%u];", s->v, s->a); break;
    case DRAWN_PUT: ln_str_format(out, "y[%u] = %u;", s->v, s->c); break;
    case DRAWN_CAS:
        ln_str_format(out, "{ int was = r[%u]; r[%u] = y[%u] == was; if (y[%u] == was) y[%u] = (was + %u) %% 3; }",
                      s->a, s->b, s->v, s->v, s->v, s->c);
        break;
    default: ln_str_format(out, "r[%u] = y[%u]; y[%u] = %u;", s->a, s->v, s->v, s->c); break;
    }
}

static void write_local(const struct drawn_statement *s, uint32_t number, struct ln_str *out)
{
    switch ((enum drawn_kind)s->kind) {
    case DRAWN_SUM: ln_str_format(out, "r[%u] = (r[%u] + %u) %% 3;", s->a, s->a, s->c); break;
    case DRAWN_SKIP: ln_str_format(out, "if (r[%u] == %u) goto s%u;", s->a, s->c, number + 2); break;
    case DRAWN_BACK: ln_str_format(out, "if (r[%u] == %u) goto s%u;", s->a, s->c, s->to); break;
    case DRAWN_CHOOSE: ln_str_format(out, "r[%u] = linnet_choose(%u);", s->a, s->c + 1u); break;
    case DRAWN_AWAIT: ln_str_format(out, "linnet_await(r[%u] != %u);", s->a, s->c); break;
    case DRAWN_ASSUME: ln_str_format(out, "linnet_assume(r[%u] != %u);", s->a, s->c); break;
    case DRAWN_LOCK: ln_str_text(out, "pthread_mutex_lock(&lock);"); break;
    case DRAWN_UNLOCK: ln_str_text(out, "pthread_mutex_unlock(&lock);"); break;
    case DRAWN_KEEP: ln_str_format(out, "kept = r[%u];", s->a); break;
    case DRAWN_RECALL: ln_str_format(out, "r[%u] = kept;", s->a); break;
    case DRAWN_STEP: ln_str_text(out, "linnet_step();"); break;
    case DRAWN_ATOMIC: ln_str_text(out, "linnet_atomic_begin();"); break;
    default: ln_str_text(out, "linnet_atomic_end();"); break;
    }
}

static bool touches_memory(uint8_t kind)
{
    return kind == DRAWN_LOAD || kind == DRAWN_STORE || kind == DRAWN_PUT || kind == DRAWN_CAS || kind == DRAWN_SWAP;
}

static void write_result(const struct drawn_body *body, struct ln_str *out)
{
    ln_str_text(out, "    return ");
    switch ((enum drawn_result)body->result) {
    case DRAWN_NOTHING: ln_str_text(out, "LINNET_VOID"); break;
    case DRAWN_NUMBER: ln_str_format(out, "LINNET_INT(r[%u])", body->out); break;
    case DRAWN_TRUTH: ln_str_format(out, "LINNET_BOOL(r[%u] & 1)", body->out); break;
    case DRAWN_EMPTY: ln_str_format(out, "r[%u] ? LINNET_INT(r[%u]) : LINNET_EMPTY", body->out, body->out); break;
    case DRAWN_FAILING: ln_str_format(out, "r[%u] != 2 ? LINNET_INT(r[%u]) : LINNET_FAILED", body->out, body->out);
    }
    ln_str_text(out, ";\n}\n");
}

static void write_function(const struct drawn_model *model, uint32_t number, bool serial, struct ln_str *out)
{
    const struct drawn_operation *operation = &model->operations[number];
    const struct drawn_body *body = serial ? &operation->specification : &operation->object;
    uint32_t arity = operation->values != 0;
    ln_str_format(out, "static linnet_value %s%u(void *o, const linnet_value *arg)\n{\n    int r[3];\n",
                  serial ? "g" : "f", number);
    ln_str_text(out, "    r[2] = 0; (void)o; (void)arg;\n");
    ln_str_text(out, arity ? "    r[0] = (int)arg[0].i;\n" : "    r[0] = 0;\n");
    if (body->thread)
        ln_str_format(out, "    r[1] = (int)arg[%u].i;\n", arity);
    else
        ln_str_text(out, "    r[1] = 0;\n");
    for (uint32_t k = 0; k < body->count; k++) {
        const struct drawn_statement *s = &body->statements[k];
        ln_str_format(out, "s%u: ", k);
        if (!touches_memory(s->kind))
            write_local(s, k, out);
        else if (serial)
            write_serial(s, out);
        else
            write_shared(s, out);
        ln_str_char(out, '\n');
    }
    ln_str_format(out, "s%u:\n", body->count);
    write_result(body, out);
}

static void write_operation(const struct drawn_operation *operation, uint32_t number, bool serial, struct ln_str *out)
{
    static const char *const roles[] = { NULL, "a", "b" };
    bool thread = serial ? operation->specification.thread : operation->object.thread;
    ln_str_format(out, "    { \"f%u\", %s%u", number, serial ? "g" : "f", number);
    if (!serial && operation->values)
        ln_str_text(out, operation->values == 1 ? ", .args = LINNET_ARGS({0})" : ", .args = LINNET_ARGS({0}, {1})");
    if (!serial && operation->role)
        ln_str_format(out, ", .role = \"%s\"", roles[operation->role]);
    if (!serial && operation->others)
        ln_str_text(out, ", .others = true");
    ln_str_text(out, thread ? ", .thread = true },\n" : " },\n");
}

void drawn_write(const struct drawn_model *model, struct ln_str *out)
{
    ln_str_format(out, "/* %u processes, %u calls each (0: any number) */\n", model->processes, model->calls);
    ln_str_text(out,
                "#include <linnet/model.h>\n#include <pthread.h>\n#include <stdatomic.h>\n"
                "static atomic_int x[2];\nstatic pthread_mutex_t lock;\nstatic _Thread_local int kept;\n"
                "static int y[2];\nstatic void *make(void) { return x; }\nstatic void *begin(void) { return y; }\n");
    for (uint32_t i = 0; i < model->count; i++) {
        write_function(model, i, false, out);
        write_function(model, i, true, out);
    }
    for (int serial = 0; serial <= 1; serial++) {
        ln_str_text(out, serial ? "LINNET_SPECIFICATION = { .name = \"drawn\", .create = begin, .operations = {\n"
                                : "LINNET_OBJECT = { .name = \"drawn\", .create = make, .operations = {\n");
        for (uint32_t i = 0; i < model->count; i++)
            write_operation(&model->operations[i], i, serial, out);
        ln_str_text(out, "} };\n");
    }
}
