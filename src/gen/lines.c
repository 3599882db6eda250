/* What is written of a run: native operations, one per line (linnet-history(5)), and what stands before them. */
#include "gen/run.h"

#include <assert.h>

static void write_operation(struct ln_gen_run *run, const struct ln_actor *actor)
{
    struct ln_writer *out = run->out;
    ln_writer_text(out, "{\"process\":");
    ln_writer_number(out, (int64_t)actor->name);
    ln_writer_text(out, ",\"f\":\"");
    ln_writer_text(out, run->spec.class->methods[actor->drawn.method].name);
    ln_writer_text(out, "\"");
    if (run->spec.class->keyed || run->keys > 1) {
        ln_writer_text(out, ",\"key\":");
        ln_writer_number(out, actor->key);
    }
    ln_writer_text(out, ",\"args\":[");
    for (uint8_t i = 0; i < actor->drawn.arity; i++) {
        if (i)
            ln_writer_text(out, ",");
        ln_writer_value(out, &run->values, actor->drawn.args[i], &run->scratch);
    }
    ln_writer_text(out, "]");
}

void ln_write_line(struct ln_gen_run *run, const struct ln_actor *actor)
{
    struct ln_writer *out = run->out;
    assert(actor->stage != LN_STAGE_IDLE && actor->called < run->clock);
    assert(!actor->pending || actor->stage == (actor->effective ? LN_STAGE_EFFECTIVE : LN_STAGE_CALLED));
    write_operation(run, actor);
    if (!actor->pending) {
        ln_writer_text(out, ",\"result\":");
        if (actor->written)
            ln_writer_add(out, ln_str_borrow(&actor->text), actor->text.length);
        else
            ln_writer_value(out, &run->values, actor->result, &run->scratch);
    }
    ln_writer_text(out, ",\"call\":");
    ln_writer_number(out, (int64_t)actor->called);
    ln_writer_text(out, ",\"return\":");
    if (actor->pending)
        ln_writer_text(out, "null");
    else
        ln_writer_number(out, (int64_t)run->clock++);
    if (run->options->order && actor->stage == LN_STAGE_EFFECTIVE) {
        ln_writer_text(out, ",\"order\":");
        ln_writer_number(out, (int64_t)actor->effect);
    }
    ln_writer_text(out, "}\n");
}

void ln_write_header(struct ln_gen_run *run)
{
    struct ln_str name, json;
    ln_str_init(&name, run->memory);
    ln_str_init(&json, run->memory);
    ln_spec_write(&run->spec, &run->values, &name);
    ln_write_json_string(&json, ln_str_borrow(&name), name.length);
    ln_writer_text(run->out, "{\"linnet\":1,\"spec\":");
    ln_writer_text(run->out, ln_str_borrow(&json));
    ln_writer_text(run->out, ",\"seed\":");
    ln_writer_number(run->out, (int64_t)run->options->seed);
    if (run->fault.wanted) {
        ln_writer_text(run->out, ",\"fault\":{\"operation\":");
        ln_writer_number(run->out, (int64_t)run->fault.operation);
        ln_writer_text(run->out, ",\"line\":");
        ln_writer_number(run->out, (int64_t)run->fault.operation + 2);
        ln_writer_text(run->out, "}");
    }
    ln_writer_text(run->out, "}\n");
    if (name.failed || json.failed)
        run->status = LN_NO_MEMORY;
    ln_str_fini(&name);
    ln_str_fini(&json);
}

void ln_write_fault(struct ln_gen_run *run, struct ln_gen_fault *fault)
{
    struct ln_str text;
    ln_str_init(&text, run->memory);
    ln_str_format(&text, "%s(", run->spec.class->methods[run->fault.drawn.method].name);
    for (uint8_t i = 0; i < run->fault.drawn.arity; i++) {
        if (i)
            ln_str_text(&text, ", ");
        ln_value_write(&run->values, run->fault.drawn.args[i], &text);
    }
    ln_str_text(&text, ")");
    if (!ln_same(run->fault.result, LN_VALUE_NONE)) {
        ln_str_text(&text, " -> ");
        ln_value_write(&run->values, run->fault.result, &text);
    }
    fault->operation = run->fault.operation;
    fault->line = run->fault.operation + 2;
    snprintf(fault->text, sizeof fault->text, "%s", ln_str_borrow(&text));
    ln_str_fini(&text);
}
