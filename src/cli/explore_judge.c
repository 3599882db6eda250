#include "cli/exploring.h"

#include "check/check.h"

enum ln_status explore_judge(void *self, struct ln_history *history, enum ln_verdict *verdict, struct ln_error *error)
{
    struct exploring *exploring = self;
    struct ln_check_options how = { .jobs = 1 };
    struct ln_spec spec;
    struct ln_budget budget;
    struct ln_outcome outcome;
    uint32_t operation, line;
    enum ln_status status = ln_chosen_spec_parse(&exploring->chosen, &history->values, &spec, error);
    if (!status)
        status = ln_spec_bind(&spec, history, &operation, error);
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
