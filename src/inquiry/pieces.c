#include "inquiry/pieces.h"

#include "check/check.h"
#include "check/search/search.h"

static enum ln_status begin(void **self, struct ln_memory *memory)
{
    struct ln_search *search = NULL;
    enum ln_status status = ln_search_new(&search, memory);
    *self = search;
    return status;
}

static void end(void *self)
{
    ln_search_free(self);
}

static enum ln_status find_ends(void *self, const struct ln_history *piece, const struct ln_spec *spec,
                                struct ln_budget *budget, struct ln_next *ends, bool *all)
{
    struct ln_problem problem = { piece, spec, piece->events.at, piece->events.length, LN_NO_OP, 0 };
    return ln_search_ends(self, &problem, budget, ends, all);
}

static enum ln_status decide(void *self, const struct ln_history *piece, const struct ln_spec *spec,
                             struct ln_budget *budget, enum ln_verdict *verdict)
{
    struct ln_check_options how = { .algorithm = LN_ALGORITHM_AUTO, .jobs = 1 };
    struct ln_outcome outcome;
    struct ln_error error;
    enum ln_status status;
    (void)self;
    ln_outcome_init(&outcome, budget->memory);
    status = ln_check(piece, spec, &how, budget, &outcome, &error);
    *verdict = outcome.verdict;
    ln_outcome_fini(&outcome);
    return status;
}

const struct ln_piece_judge ln_pieces_by_check = { begin, end, find_ends, decide };
