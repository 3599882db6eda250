/* A failing test made small, and what it does seen again. */
#include "explore/explorer.h"

#include "explore/shrink.h"

static const double EACH = 10, ALL = 30; /* seconds that making it small takes at most: a candidate, and all of them */

/* Seconds that are left of those that were given; at most `most`. */
static double time_left(const struct ln_explorer *explorer, double most)
{
    double left = explorer->options->timeout - (double)(ln_now() - explorer->start) / 1e9;
    return explorer->options->timeout <= 0 || left > most ? most : left;
}

/* For a candidate. */
static double time_for_one(const struct ln_explorer *explorer, uint64_t start)
{
    double left = time_left(explorer, ALL - (double)(ln_now() - start) / 1e9);
    return left < EACH ? left : EACH;
}

/* In slot 0. */
static enum ln_status run_one(struct ln_explorer *explorer, const struct ln_test *test, double limit,
                              const struct ln_explored **explored, struct ln_error *error)
{
    uint64_t start = ln_now();
    enum ln_status status;
    ln_processes_clear(explorer->processes);
    status = ln_processes_start(explorer->processes, 0, test, error);
    while (!status && ln_processes_wait(explorer->processes, 50) != 0)
        if (*explorer->options->interrupt || (double)(ln_now() - start) / 1e9 > limit)
            ln_processes_stop(explorer->processes, 0, LN_STOP_TIME);
    *explored = ln_processes_result(explorer->processes, 0);
    return status;
}

static enum ln_shrunk how_it_went(const struct ln_explored *wanted, const struct ln_explored *explored)
{
    if (ln_failing_alike(wanted, explored))
        return LN_SHRUNK_FAILS;
    return explored->complete && !explored->undecided && !explored->too_long ? LN_SHRUNK_PASSES : LN_SHRUNK_UNKNOWN;
}

/* One candidate; *in_time is false when there was no time for it. */
static enum ln_status try_smaller(struct ln_explorer *explorer, struct ln_failing *failing, struct ln_shrink *shrink,
                                  double limit, bool *in_time, struct ln_error *error)
{
    const struct ln_explored *explored;
    enum ln_shrunk how;
    enum ln_status status;
    *in_time = !*explorer->options->interrupt && limit > 0;
    if (!*in_time)
        return LN_OK;
    status = run_one(explorer, &shrink->candidate, limit, &explored, error);
    if (status)
        return status;
    how = how_it_went(failing->explored, explored);
    ln_shrink_tell(shrink, how);
    if (how != LN_SHRUNK_FAILS || shrink->only_drop)
        return LN_OK;
    return ln_failing_keep_run(failing, explorer->processes, 0, error);
}

/* A test that was given stays as it is: what is smaller is told beside it. */
static enum ln_status make_small(struct ln_explorer *explorer, struct ln_failing *failing, struct ln_error *error)
{
    bool given = explorer->options->plan.test != NULL, found = false, in_time = true;
    uint64_t start = ln_now();
    struct ln_shrink shrink;
    enum ln_status status = ln_shrink_init(&shrink, ln_processes_object(explorer->processes), &failing->test, given,
                                           failing->serial.memory);
    if (!status)
        status = ln_shrink_next(&shrink, &found);
    while (!status && found && in_time) {
        status = try_smaller(explorer, failing, &shrink, time_for_one(explorer, start), &in_time, error);
        if (!status && in_time)
            status = ln_shrink_next(&shrink, &found);
    }
    failing->smallest = ln_shrink_is_smallest(&shrink);
    failing->has_smaller = given && ln_test_all_calls(&shrink.best) < ln_test_all_calls(&failing->test);
    failing->smaller = shrink.best;
    if (!given)
        failing->test = shrink.best;
    ln_shrink_fini(&shrink);
    return status;
}

enum ln_status ln_explorer_settle(struct ln_explorer *explorer, struct ln_error *error)
{
    const struct ln_failing *suspect = &explorer->suspect;
    const struct ln_explored *explored = suspect->explored;
    uint64_t start = ln_now();
    struct ln_shrink shrink;
    bool found = false;
    enum ln_status status = ln_shrink_init(&shrink, ln_processes_object(explorer->processes), &suspect->test, false,
                                           suspect->serial.memory);
    if (!status)
        status = ln_shrink_next(&shrink, &found);
    while (!status && found && !*explorer->options->interrupt) {
        double limit = time_for_one(explorer, start);
        if (limit <= 0)
            break;
        status = run_one(explorer, &shrink.candidate, limit, &explored, error);
        if (status || explored->failure == LN_FAILURE_ORDER || explored->failure == LN_FAILURE_STUCK)
            break;
        ln_shrink_tell(&shrink, explored->lacking ? LN_SHRUNK_FAILS : LN_SHRUNK_PASSES);
        status = ln_shrink_next(&shrink, &found);
    }
    if (!status && explored->failure)
        status = ln_failing_keep(&explorer->failure, &shrink.candidate, suspect->number, explorer->processes, 0, error);
    ln_shrink_fini(&shrink);
    return status;
}

/* The search went on after an accident, and has learned more of the memory since: what was known then is seen again. */
static enum ln_status find_accident_again(struct ln_explorer *explorer, struct ln_failing *failing,
                                          struct ln_error *error)
{
    double left = time_left(explorer, 1e9);
    const struct ln_explored *explored;
    enum ln_status status;
    if (left <= 0)
        return LN_OK;
    status = run_one(explorer, &failing->test, left, &explored, error);
    if (!status && ln_failing_alike(failing->explored, explored))
        status = ln_failing_keep_run(failing, explorer->processes, 0, error);
    return status;
}

/* What fails one time has to fail another time. */
static enum ln_status find_again(struct ln_explorer *explorer, struct ln_failing *failing, struct ln_error *error)
{
    const struct ln_explored *explored;
    enum ln_status status = run_one(explorer, &failing->test, time_left(explorer, 1e9), &explored, error);
    if (!status && !ln_failing_alike(failing->explored, explored))
        status = ln_fail(error, LN_STOPPED,
                         "a test fails one time and not another: does the code look at the time, or "
                         "come close to --hang?");
    if (!status)
        status = ln_failing_keep_run(failing, explorer->processes, 0, error);
    return status ? status : ln_failing_replay(failing, explorer->processes, &failing->confirmed, error);
}

static enum ln_status fail_again(struct ln_explorer *explorer, struct ln_failing *failing, struct ln_error *error)
{
    enum ln_status status = ln_failing_replay(failing, explorer->processes, &failing->confirmed, error);
    if (!status && !failing->confirmed && time_left(explorer, 1e9) > 0)
        status = find_again(explorer, failing, error);
    return status;
}

enum ln_status ln_explorer_look_closer(struct ln_explorer *explorer, struct ln_failing *failing, struct ln_error *error)
{
    const struct ln_explored *explored = failing->explored;
    enum ln_status status = LN_OK;
    if (explored->without_calls)
        return LN_OK; /* the test has nothing to do with it */
    ln_processes_how(explorer->processes)->until_accident = ln_failing_is_accident(explored);
    if (ln_failing_is_accident(explored) && !explored->in_phase_one)
        status = find_accident_again(explorer, failing, error);
    if (!status)
        status = make_small(explorer, failing, error);
    return status ? status : fail_again(explorer, failing, error);
}
