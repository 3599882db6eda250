#include "inquiry/judge.h"

#include "core/find.h"
#include "finding/earned.h"
#include "observed/observed.h"

#include <assert.h>

static enum ln_status find_core(struct ln_judged *finding, const struct ln_budget *spent, double decision,
                                struct ln_core *core, struct ln_error *error)
{
    const double times = 4, least = 0.5;
    uint64_t cpu = ln_cpu_time();
    struct ln_violation violation = { finding->history, finding->spec, finding->outcome };
    struct ln_core_facts facts;
    struct ln_budget budget;
    enum ln_status status;
    ln_budget_init(&budget, spent->memory, least + times * decision, spent->interrupt);
    status = ln_core_find(&violation, &budget, core, &facts, error);
    if (status || !facts.found)
        return status;
    assert(core->ops.length || core->stuck != LN_NO_OP);
    finding->core = core;
    finding->core_minimal = facts.minimal;
    finding->core_confirmed = facts.confirmed;
    finding->core_seconds = (double)(ln_cpu_time() - cpu) / 1e9;
    return LN_OK;
}

/* An order was found, of nothing perhaps. */
static void earn(struct ln_judged *finding, bool allow_empty, struct ln_outcome *outcome)
{
    struct ln_coverage coverage = { .looked_at = ln_history_judged(finding->history), .allow_empty = allow_empty };
    outcome->verdict = ln_earned(&coverage, &outcome->reason);
    finding->accepted_empty = outcome->verdict == LN_HOLDS && coverage.looked_at == 0;
}

/* Operations that are missing may be what explains the others; or may have let one return that waits for ever. */
static bool is_doubtful(const struct ln_history *history, enum ln_verdict verdict)
{
    return ln_cut_may_lack(history->cut) && (verdict == LN_VIOLATED || (verdict == LN_HOLDS && history->stuck));
}

static void doubt(struct ln_outcome *outcome, enum ln_cut cut)
{
    static const char *const without[] = {
        [LN_CUT_TOLD] = "operations are missing, as it says itself, and without them it is not linearizable",
        [LN_CUT_OPERATION] = ("its last line was cut short, and without the operations that are missing it is not "
                              "linearizable"),
    };
    static const char *const with[] = {
        [LN_CUT_TOLD] = "operations are missing, as it says itself, and with them none might have to wait",
        [LN_CUT_OPERATION] = ("its last line was cut short, and with the operations that are missing none might have "
                              "to wait"),
    };
    const char *const *why = outcome->verdict == LN_HOLDS ? with : without;
    struct ln_memory *memory = outcome->memory;
    ln_methods methods = outcome->methods;
    uint64_t configurations = outcome->configurations;
    uint32_t parts = outcome->parts;
    assert(cut == LN_CUT_TOLD || cut == LN_CUT_OPERATION);
    ln_outcome_fini(outcome);
    ln_outcome_init(outcome, memory);
    outcome->verdict = LN_UNKNOWN;
    outcome->reason = LN_REASON_UNSEEN;
    outcome->declined = why[cut];
    outcome->methods = methods;
    outcome->configurations = configurations;
    outcome->parts = parts;
}

enum ln_status ln_judge(struct ln_judged *finding, const struct ln_check_options *how, struct ln_budget *budget,
                        struct ln_outcome *outcome, struct ln_core *core, struct ln_error *error)
{
    uint64_t start = ln_now();
    enum ln_status status;
    assert(finding->history->sealed);
    finding->outcome = outcome;
    if (!finding->spec) {
        outcome->verdict = LN_HOLDS;
        outcome->methods = LN_METHOD_EMPTY;
        status = LN_OK;
    } else {
        status = ln_check(finding->history, finding->spec, how, budget, outcome, error);
    }
    if (!status && outcome->verdict == LN_VIOLATED)
        status = ln_observed_is_of_test(finding->spec, finding->history, error);
    if (!status && is_doubtful(finding->history, outcome->verdict))
        doubt(outcome, finding->history->cut);
    if (!status && outcome->verdict == LN_HOLDS)
        earn(finding, how->allow_empty, outcome);
    if (status || outcome->verdict != LN_VIOLATED)
        return status;
    return find_core(finding, budget, (double)(ln_now() - start) / 1e9, core, error);
}
