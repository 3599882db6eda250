#include "refine/covered.h"

#include "linnet/value.h"

#include <assert.h>

bool ln_covered_init(struct ln_covered *covered, const struct ln_system *system, struct ln_memory *memory)
{
    const struct ln_program *program = system->program;
    bool made = true;
    *covered = (struct ln_covered){ .system = system, .memory = memory, .left = (uint32_t)program->operations.length };
    for (size_t i = 0; i < program->calls.length; i++)
        made &= ln_vec_push(&covered->called, memory, 0);
    for (size_t i = 0; i < program->operations.length; i++)
        made &= ln_vec_push(&covered->returned, memory, 0) && ln_vec_push(&covered->failed, memory, 0);
    return made;
}

void ln_covered_fini(struct ln_covered *covered)
{
    ln_vec_fini(&covered->called, covered->memory);
    ln_vec_fini(&covered->returned, covered->memory);
    ln_vec_fini(&covered->failed, covered->memory);
}

static void note_return(struct ln_covered *covered, uint32_t operation, const struct ln_raw *value)
{
    if (value->kind == LINNET_KIND_FAILED) {
        covered->failed.at[operation] = true;
        return;
    }
    assert(covered->returned.at[operation] || covered->left);
    covered->left -= !covered->returned.at[operation];
    covered->returned.at[operation] = true;
}

static void note_call(struct ln_covered *covered, uint32_t process, uint32_t call)
{
    assert(call < covered->called.length);
    covered->called.at[call] = true;
    covered->callers |= UINT64_C(1) << covered->system->classes.at[process];
    covered->calls++;
}

/* With points calls and returns are no moves of their own, so taking effect stands for both. */
void ln_covered_move(struct ln_covered *covered, uint32_t process, uint32_t local, const struct ln_move *move)
{
    const struct ln_program *program = covered->system->program;
    const struct ln_label *label;
    if (!move->label)
        return;
    label = ln_system_label(covered->system, move->label);
    if (label->kind == LN_LABEL_CALL || label->kind == LN_LABEL_POINT)
        note_call(covered, process, label->call);
    if (label->kind == LN_LABEL_POINT)
        note_return(covered, program->calls.at[label->call].operation, &label->value);
    if (label->kind == LN_LABEL_RETURN && covered->left)
        note_return(covered, ln_program_operation_at(program, ln_system_rests_at(covered->system, local)),
                    &label->value);
}

static bool was_called(const struct ln_covered *covered, uint32_t operation)
{
    const struct ln_program_operation *o = &covered->system->program->operations.at[operation];
    for (uint32_t c = o->first; c < o->first + o->count; c++)
        if (covered->called.at[c])
            return true;
    return false;
}

enum ln_sight ln_covered_operation(const struct ln_covered *covered, uint32_t operation)
{
    const struct ln_program_operation *o = &covered->system->program->operations.at[operation];
    bool cut = covered->system->cuts.at[operation];
    if (covered->returned.at[operation])
        return LN_SIGHT_RETURNED;
    if (covered->failed.at[operation])
        return LN_SIGHT_FAILED;
    if (o->left_out)
        return LN_SIGHT_LEFT_OUT;
    if (was_called(covered, operation))
        return cut ? LN_SIGHT_CUT : LN_SIGHT_WAITED;
    if (!o->processes)
        return LN_SIGHT_NO_PROCESS;
    if (covered->system->options.points)
        return cut ? LN_SIGHT_CUT : LN_SIGHT_POINTLESS;
    return cut ? LN_SIGHT_CUT_AT_CALL : LN_SIGHT_NOT_CALLED;
}

uint64_t ln_covered_missing(const struct ln_covered *covered)
{
    uint64_t missing = 0;
    for (uint32_t i = 0; i < covered->returned.length; i++)
        missing += !ln_sight_is_seen(ln_covered_operation(covered, i));
    return missing;
}
