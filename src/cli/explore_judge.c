#include "cli/exploring.h"

#include "check/check.h"

enum ln_status explore_parse_spec(struct exploring *exploring, struct ln_spec *spec, struct ln_values *values,
                                  struct ln_error *error)
{
    if (exploring->binding.own) {
        *spec = (struct ln_spec){ .class = exploring->binding.own, .value = LN_VALUE_NULL };
        return LN_OK;
    }
    return ln_spec_parse(spec, exploring->spec, values, error);
}

enum ln_status explore_judge(void *self, struct ln_history *history, enum ln_verdict *verdict, struct ln_error *error)
{
    struct exploring *exploring = self;
    struct ln_check_options how = { .jobs = 1 };
    enum ln_spec_fault fault;
    struct ln_spec spec;
    struct ln_budget budget;
    struct ln_outcome outcome;
    uint32_t line;
    enum ln_status status = explore_parse_spec(exploring, &spec, &history->values, error);
    for (uint32_t i = 0; i < history->operations.length && !status; i++) {
        status = ln_spec_bind_call(&spec, history, i, &fault, error);
        if (!status && history->operations.at[i].fate == LN_COMPLETED)
            status = ln_spec_bind_result(&spec, history, i, &fault, error);
    }
    if (!status)
        status = ln_history_seal(history, &line, error);
    if (status)
        return status;
    ln_budget_init(&budget, history->memory, exploring->options.test_timeout, NULL);
    ln_outcome_init(&outcome, history->memory);
    status = ln_check(history, &spec, &how, &budget, &outcome, error);
    *verdict = outcome.verdict;
    ln_outcome_fini(&outcome);
    return status;
}
