/* Fewer operations that have to be there.
 *
 * Those that only read are left out, the others made optional, in groups that are halved down to single ones. Each of
 * these steps only relaxes, so one that loses the violation now loses it later, too: after a pass over single
 * operations none is left to do. Then the optional ones that cannot help are left out. */
#include "core/trial.h"
#include "verify/irrelevant.h"

#include <assert.h>

enum step { LEAVE_OUT, MAKE_OPTIONAL };

static bool applies(const struct ln_trials *trials, enum step step, const struct ln_core_op *op)
{
    struct ln_invocation in = ln_invocation_of(trials->history, op->operation);
    bool reads = ln_invocation_reads(trials->spec, &in);
    return step == LEAVE_OUT ? reads : !op->optional && !reads;
}

static enum ln_status clear_marks(struct ln_trials *trials)
{
    size_t count = trials->best->ops.length;
    if (!ln_vec_reserve(&trials->marks, trials->memory, count))
        return LN_NO_MEMORY;
    for (size_t i = 0; i < count; i++)
        trials->marks.at[i] = false;
    trials->marks.length = count;
    return LN_OK;
}

/* Takes the step for up to `count` operations from `at` on; *at moves to where to go on. */
static enum ln_status try_group(struct ln_trials *trials, enum step step, size_t *at, size_t count)
{
    size_t end = *at + count < trials->best->ops.length ? *at + count : trials->best->ops.length, marked = 0;
    bool violated = false;
    enum ln_status status = clear_marks(trials);
    for (size_t i = *at; i < end && !status; i++) {
        trials->marks.at[i] = applies(trials, step, &trials->best->ops.at[i]);
        marked += trials->marks.at[i];
    }
    if (status || !marked) {
        *at = end;
        return status;
    }
    assert(trials->marks.length == trials->best->ops.length);
    if (step == LEAVE_OUT)
        status = ln_trial_without_marked(trials);
    else if (!ln_core_copy(&trials->trial, trials->best))
        status = LN_NO_MEMORY;
    else
        for (size_t i = *at; i < end; i++)
            trials->trial.ops.at[i].optional |= trials->marks.at[i];
    if (!status)
        status = ln_trial_decide(trials, &violated);
    *at = violated && step == LEAVE_OUT ? end - marked : end;
    return status;
}

static enum ln_status take_step(struct ln_trials *trials, enum step step)
{
    enum ln_status status = LN_OK;
    for (size_t count = trials->best->ops.length; count && !status; count /= 2)
        for (size_t at = 0; at < trials->best->ops.length && !status && !trials->spent;)
            status = try_group(trials, step, &at, count);
    return status;
}

/* ---- what cannot help ---- */

static bool has_return(const struct ln_core *core, uint32_t index)
{
    for (size_t e = 0; e < core->events.length; e++)
        if (core->events.at[e] == index * 2 + 1)
            return true;
    return false;
}

/* Without an optional operation there are fewer orders, unless others had to come after it. */
static enum ln_status mark_optional(struct ln_trials *trials)
{
    const struct ln_core *best = trials->best;
    enum ln_status status = clear_marks(trials);
    for (uint32_t i = 0; i < best->ops.length && !status; i++)
        trials->marks.at[i] = best->ops.at[i].optional || !has_return(best, i);
    for (uint32_t i = 0; i < best->ops.length && !status; i++)
        if (best->ops.at[i].after != LN_NO_OP) {
            assert(best->ops.at[i].after < trials->marks.length);
            trials->marks.at[best->ops.at[i].after] = false;
        }
    return status;
}

/* Of the marked ones, those that do help the rest are no longer marked. *changed when there were any. */
static enum ln_status unmark_helpful(struct ln_trials *trials, bool *changed)
{
    size_t all = trials->best->ops.length, count = 0;
    uint32_t *others = ln_take(trials->memory, all * sizeof *others);
    bool *irrelevant = ln_take_zeroed(trials->memory, all);
    struct ln_core_view view;
    enum ln_status status = others && irrelevant ? ln_trial_without_marked(trials) : LN_NO_MEMORY;
    *changed = false;
    for (size_t i = 0; i < all && !status; i++)
        if (trials->marks.at[i])
            others[count++] = trials->best->ops.at[i].operation;
    if (!status) {
        assert(trials->trial.ops.length + count == all);
        status = ln_core_view_init(&view, trials->history, trials->spec, &trials->trial);
        if (!status)
            status = ln_irrelevant(trials->history, &view, others, count, trials->memory, irrelevant);
        ln_core_view_fini(&view);
    }
    count = 0;
    for (size_t i = 0; i < all && !status; i++) {
        if (!trials->marks.at[i])
            continue;
        trials->marks.at[i] = irrelevant[count++];
        *changed |= !trials->marks.at[i];
    }
    ln_give(trials->memory, others, all * sizeof *others);
    ln_give(trials->memory, irrelevant, all);
    return status;
}

static enum ln_status leave_out_irrelevant(struct ln_trials *trials)
{
    bool changed = true;
    enum ln_status status = mark_optional(trials);
    while (changed && !status)
        status = unmark_helpful(trials, &changed);
    if (!status)
        status = ln_trial_without_marked(trials);
    return status || ln_core_copy(trials->best, &trials->trial) ? status : LN_NO_MEMORY;
}

enum ln_status ln_shrink_operations(struct ln_trials *trials)
{
    enum ln_status status = take_step(trials, LEAVE_OUT);
    if (!status)
        status = take_step(trials, MAKE_OPTIONAL);
    return status ? status : leave_out_irrelevant(trials);
}
