#include "check/pattern/collection_act.h"

#include <assert.h>

static struct ln_act unfit(const char *why)
{
    return (struct ln_act){ .kind = LN_ACT_UNFIT, .why = why };
}

static struct ln_act deed(enum ln_act_kind kind, ln_value value)
{
    return (struct ln_act){ .kind = kind, .value = value };
}

static struct ln_act of_set(enum ln_role role, const struct ln_operation *o, ln_value element)
{
    bool yes = ln_same(o->result, LN_VALUE_TRUE);
    if (o->fate == LN_PENDING)
        return role == LN_ROLE_LOOK ? deed(LN_ACT_NOTHING, element) : unfit("a change of a set has not returned");
    if (ln_same(o->result, LN_VALUE_UNKNOWN))
        return unfit("a result is not known");
    if (role == LN_ROLE_INSERT)
        return deed(yes ? LN_ACT_INSERT : LN_ACT_LOOK, element);
    if (role == LN_ROLE_REMOVE)
        return deed(yes ? LN_ACT_REMOVE : LN_ACT_ABSENT, element);
    return deed(yes ? LN_ACT_LOOK : LN_ACT_ABSENT, element);
}

static struct ln_act of_look(const struct ln_operation *o, bool null_is_empty)
{
    if (o->fate == LN_PENDING)
        return deed(LN_ACT_NOTHING, LN_VALUE_NONE);
    if (ln_same(o->result, LN_VALUE_UNKNOWN))
        return unfit("a result is not known");
    if (null_is_empty && ln_same(o->result, LN_VALUE_NULL))
        return deed(LN_ACT_ABSENT, LN_VALUE_NONE);
    return deed(LN_ACT_LOOK, o->result);
}

static struct ln_act of_removal(const struct ln_operation *o, enum ln_effect effect)
{
    if (o->fate == LN_PENDING)
        return deed(LN_ACT_TAKE, LN_VALUE_NONE);
    if (ln_same(o->result, LN_VALUE_UNKNOWN))
        return unfit("a result is not known");
    if (!ln_same(o->result, LN_VALUE_NULL))
        return deed(LN_ACT_REMOVE, o->result);
    /* What waits for a value never finds nothing. */
    return deed(effect == LN_READS_IF_NULL ? LN_ACT_ABSENT : LN_ACT_IMPOSSIBLE, LN_VALUE_NONE);
}

struct ln_act ln_act_of(const struct ln_spec *spec, const struct ln_history *history, uint32_t operation)
{
    const struct ln_operation *o = &history->operations.at[operation];
    return ln_act_with(spec, o, o->arity ? history->args.at[o->args] : LN_VALUE_NONE);
}

struct ln_act ln_act_with(const struct ln_spec *spec, const struct ln_operation *o, ln_value argument)
{
    const struct ln_spec_class *class = spec->class;
    enum ln_role role = (enum ln_role) class->roles[o->method];
    assert(class->roles && o->method < class->method_count);
    if (o->after != LN_NO_OP)
        return unfit("operations of one process touch");
    if (role == LN_ROLE_OTHER)
        return unfit("it has operations that no pattern covers");
    if (class->discipline == LN_DISCIPLINE_SET)
        return of_set(role, o, argument);
    if (role == LN_ROLE_LOOK)
        return of_look(o, class->discipline != LN_DISCIPLINE_CELL);
    if (role == LN_ROLE_REMOVE)
        return of_removal(o, (enum ln_effect) class->methods[o->method].effect);
    /* Without a limit nothing is ever refused; with one it may have been, where that is not known. */
    if (class->methods[o->method].returns == LN_RETURNS_DONE && spec->count &&
        (ln_same(o->result, LN_VALUE_FALSE) || (o->fate == LN_COMPLETED && ln_same(o->result, LN_VALUE_UNKNOWN))))
        return unfit("the object may be full");
    if (class->methods[o->method].returns == LN_RETURNS_DONE && ln_same(o->result, LN_VALUE_FALSE))
        return deed(LN_ACT_IMPOSSIBLE, argument);
    return deed(LN_ACT_INSERT, argument);
}
