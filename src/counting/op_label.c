#include "counting/op_label.h"

#include "check/pattern/collection_act.h"

#include <assert.h>

bool ln_op_label_is_collection(const struct ln_spec *spec)
{
    if (spec->inner || !spec->class->roles || spec->class->keyed)
        return false;
    switch (spec->class->discipline) {
    case LN_DISCIPLINE_FIFO:
    case LN_DISCIPLINE_LIFO:
    case LN_DISCIPLINE_LEAST:
    case LN_DISCIPLINE_GREATEST:
    case LN_DISCIPLINE_ANY:
    case LN_DISCIPLINE_LOOSE: return true;
    case LN_DISCIPLINE_NONE:
    case LN_DISCIPLINE_SET:
    case LN_DISCIPLINE_CELL: break;
    }
    return false;
}

static struct ln_op_label make(enum ln_op_label_kind kind, bool pending, ln_value value)
{
    return (struct ln_op_label){ .kind = kind, .pending = pending, .value = value, .result = LN_VALUE_NONE };
}

struct ln_op_label ln_op_label_called(const struct ln_spec *spec, uint16_t method, ln_value argument)
{
    if (!ln_op_label_is_collection(spec))
        return (struct ln_op_label){ LN_OP_OTHER, true, method, argument, LN_VALUE_NONE };
    assert(method < spec->class->method_count);
    switch ((enum ln_role)spec->class->roles[method]) {
    case LN_ROLE_INSERT: return make(LN_OP_PUSH, true, argument);
    case LN_ROLE_REMOVE: return make(LN_OP_POP, true, LN_VALUE_NONE);
    case LN_ROLE_LOOK: return make(LN_OP_NONE, true, LN_VALUE_NONE);
    case LN_ROLE_OTHER: break;
    }
    return (struct ln_op_label){ LN_OP_OTHER, true, method, argument, LN_VALUE_NONE };
}

static struct ln_op_label returned_of_collection(const struct ln_spec *spec, uint16_t method, ln_value argument,
                                                 ln_value result)
{
    struct ln_operation done = { .method = method, .result = result, .fate = LN_COMPLETED, .after = LN_NO_OP };
    struct ln_act deed = ln_act_with(spec, &done, argument);
    switch (deed.kind) {
    case LN_ACT_INSERT: return make(LN_OP_PUSH, false, deed.value);
    case LN_ACT_REMOVE: return make(LN_OP_POP, false, deed.value);
    case LN_ACT_ABSENT: return make(LN_OP_EMPTY, false, LN_VALUE_NONE);
    case LN_ACT_IMPOSSIBLE: return make(LN_OP_IMPOSSIBLE, false, LN_VALUE_NONE);
    case LN_ACT_UNFIT:
        if (ln_same(result, LN_VALUE_UNKNOWN))
            return ln_op_label_called(spec, method, argument);
        break;
    case LN_ACT_LOOK:
    case LN_ACT_TAKE:
    case LN_ACT_NOTHING: break;
    }
    return make(LN_OP_NONE, false, LN_VALUE_NONE);
}

struct ln_op_label ln_op_label_returned(const struct ln_spec *spec, uint16_t method, ln_value argument, ln_value result)
{
    if (ln_op_label_is_collection(spec))
        return returned_of_collection(spec, method, argument, result);
    if (ln_same(result, LN_VALUE_UNKNOWN))
        return ln_op_label_called(spec, method, argument);
    return (struct ln_op_label){ LN_OP_OTHER, false, method, argument, result };
}

ln_value ln_op_any(void)
{
    ln_value any;
    ln_values_string(NULL, "_", 1, &any); /* short strings need no table */
    return any;
}

static ln_value of_any(ln_value value)
{
    enum ln_kind kind = ln_value_kind(value);
    bool stays = kind == LN_KIND_NULL || kind == LN_KIND_BOOL || kind == LN_KIND_UNKNOWN || kind == LN_KIND_NONE;
    return stays ? value : ln_op_any();
}

struct ln_op_label ln_op_label_of_any(struct ln_op_label label)
{
    label.value = of_any(label.value);
    label.result = of_any(label.result);
    return label;
}

void ln_op_value_write(ln_value value, struct ln_str *out)
{
    if (ln_same(value, ln_op_any()))
        ln_str_char(out, '_');
    else if (ln_value_is_word(value))
        ln_value_write(NULL, value, out);
    else
        ln_str_text(out, "a long value");
}

void ln_op_label_write(const struct ln_op_label *label, const struct ln_spec *spec, struct ln_str *out)
{
    switch (label->kind) {
    case LN_OP_NONE: ln_str_text(out, "nothing"); break;
    case LN_OP_IMPOSSIBLE: ln_str_text(out, "an impossible answer"); break;
    case LN_OP_PUSH:
        ln_str_text(out, "push(");
        ln_op_value_write(label->value, out);
        ln_str_char(out, ')');
        break;
    case LN_OP_POP:
        ln_str_text(out, "pop()");
        if (!label->pending) {
            ln_str_text(out, " -> ");
            ln_op_value_write(label->value, out);
        }
        break;
    case LN_OP_EMPTY: ln_str_text(out, "pop() -> empty"); break;
    case LN_OP_OTHER:
        ln_str_text(out, spec->class->methods[label->method].name);
        ln_str_char(out, '(');
        if (!ln_same(label->value, LN_VALUE_NONE))
            ln_op_value_write(label->value, out);
        ln_str_char(out, ')');
        if (!label->pending && !ln_same(label->result, LN_VALUE_NONE)) {
            ln_str_text(out, " -> ");
            ln_op_value_write(label->result, out);
        }
        break;
    }
    ln_str_text(out, label->pending ? " pending" : "");
}
