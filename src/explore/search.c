/* Stateless search: a run is repeated from its start with the choices of the last one, but for the last choice that has
 * an option left. The choices of one run are all that is kept, however many runs there are. */
#include "explore/worker.h"

bool ln_search_next(struct ln_shared *shared)
{
    while (shared->depth) {
        struct ln_choice *last = &shared->choices[shared->depth - 1];
        if (last->rest) {
            last->chosen = (uint8_t)__builtin_ctz(last->rest);
            last->rest &= last->rest - 1;
            return true;
        }
        shared->depth--;
    }
    return false;
}

/* When a run finds memory to be shared that no run before had known to be, those had too few points: begin anew. */
enum ln_status ln_search(struct ln_worker *worker, const struct ln_run_how *how, bool resume,
                         struct ln_search_visitor visitor)
{
    struct ln_shared *shared = &worker->stage->shared;
    uint64_t before = worker->explored->schedules;
    enum ln_status status = LN_OK;
    bool more = true;
    worker->stage->now = *how;
    if (resume)
        more = ln_search_next(shared);
    else
        shared->depth = 0;
    while (more) {
        if (worker->stage->stop)
            return LN_STOPPED;
        worker->runtime->run(how, &worker->run);
        if (worker->run.learned) {
            shared->depth = 0;
            worker->explored->schedules = before;
            continue;
        }
        if (!visitor.visit(worker, visitor.self, &status))
            return status;
        more = ln_search_next(shared);
    }
    return status;
}
