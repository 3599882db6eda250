#include "check/workers.h"

#include <assert.h>
#include <pthread.h>

enum { MOST_JOBS = 256, FEW_OPERATIONS = 4096 }; /* below this, starting threads costs more than they save */

struct shared {
    const struct ln_history *history;
    const struct ln_spec *spec;
    const struct ln_partition *partition;
    const struct ln_check_options *options;
    struct ln_budget *budget;
    struct ln_orders *orders;
    _Atomic uint32_t next; /* the next part to take */
    pthread_mutex_t lock;  /* guards what follows */
    struct ln_outcome *outcome;
    uint32_t settled_by; /* the part the outcome speaks of, while it is not holds */
    enum ln_status status;
};

/* ---- one part ---- */

static enum ln_status decide(struct shared *shared, struct ln_ladder *ladder, uint32_t part, struct ln_outcome *mine)
{
    const struct ln_partition *partition = shared->partition;
    size_t start = partition->starts[part];
    struct ln_problem problem = { shared->history,
                                  shared->spec,
                                  partition->events + start,
                                  partition->starts[part + 1] - start,
                                  LN_NO_OP,
                                  shared->options->cut_every };
    enum ln_status status;
    ln_outcome_clear(mine);
    status = ln_decide(ladder, &problem, shared->budget, mine);
    if (!status && mine->verdict == LN_HOLDS) {
        assert(mine->order.length <= problem.event_count); /* it fits where its events are */
        shared->orders->counts[part] = (uint32_t)mine->order.length;
        for (size_t i = 0; i < mine->order.length; i++)
            shared->orders->at[start + i] = mine->order.at[i];
    }
    return status;
}

/* ---- all parts ---- */

static bool copy(struct ln_outcome *to, const struct ln_outcome *from)
{
    to->verdict = from->verdict;
    to->reason = from->reason;
    to->declined = from->declined;
    to->stopped_at = from->stopped_at;
    to->unjustified = from->unjustified;
    to->to_furthest = from->to_furthest;
    to->pattern = from->pattern;
    to->order.length = to->suspects.length = 0;
    for (size_t i = 0; i < from->suspects.length; i++)
        if (!ln_vec_push(&to->suspects, to->memory, from->suspects.at[i]))
            return false;
    for (size_t i = 0; i < from->order.length; i++)
        if (!ln_vec_push(&to->order, to->memory, from->order.at[i]))
            return false;
    return true;
}

static bool add_stuck(struct ln_outcome *to, const struct ln_outcome *from)
{
    for (size_t i = 0; i < from->stuck.length; i++) {
        struct ln_stuck_witness witness = from->stuck.at[i];
        uint32_t start = witness.start;
        assert(start + (size_t)witness.count <= from->stuck_orders.length);
        witness.start = (uint32_t)to->stuck_orders.length;
        for (uint32_t j = 0; j < witness.count; j++)
            if (!ln_vec_push(&to->stuck_orders, to->memory, from->stuck_orders.at[start + j]))
                return false;
        if (!ln_vec_push(&to->stuck, to->memory, witness))
            return false;
    }
    return true;
}

/* The first failure is that of the operation that was read first. */
static void add_hint(struct ln_hint_use *to, const struct ln_hint_use *from)
{
    if (!from->used)
        return;
    to->right = from->right && (to->right || !to->used);
    to->used = true;
    to->windows += from->windows;
    to->searched += from->searched;
    if (from->wrong_at < to->wrong_at) {
        to->wrong_at = from->wrong_at;
        to->against = from->against;
    }
}

/* Called with the lock held. Violated outweighs unknown; among equals the first part speaks. */
static void merge(struct shared *shared, uint32_t part, const struct ln_outcome *mine, enum ln_status status)
{
    struct ln_outcome *all = shared->outcome;
    bool kept = true;
    assert(part < shared->partition->parts);
    all->configurations += mine->configurations;
    if (mine->verdict == LN_VIOLATED)
        all->methods = mine->methods;
    else if (all->verdict != LN_VIOLATED)
        all->methods |= mine->methods;
    add_hint(&all->hint, &mine->hint);
    if (status && !shared->status)
        shared->status = status;
    if (mine->verdict == LN_HOLDS && !status) {
        kept = add_stuck(all, mine);
        all->parts_done += kept; /* without its certificate it does not count */
        assert(all->parts_done <= shared->partition->parts);
    } else if (mine->verdict == LN_VIOLATED) {
        ln_budget_stop(shared->budget, LN_STOP_CANCELLED);
        if (all->verdict != LN_VIOLATED || part < shared->settled_by) {
            kept = copy(all, mine);
            all->methods = mine->methods;
            shared->settled_by = part;
        }
    } else if (ln_budget_why(shared->budget) != LN_STOP_CANCELLED && all->verdict != LN_VIOLATED &&
               (shared->settled_by == LN_NO_OP || mine->order.length > all->order.length)) {
        kept = copy(all, mine);
        shared->settled_by = part;
    }
    if (!kept && all->verdict != LN_VIOLATED)
        shared->status = shared->status ? shared->status : LN_NO_MEMORY;
}

static void *work(void *argument)
{
    struct shared *shared = argument;
    struct ln_ladder ladder;
    struct ln_outcome mine;
    enum ln_status status = ln_ladder_init(&ladder, shared->options->algorithm, shared->budget->memory);
    ladder.k = shared->options->k;
    ln_outcome_init(&mine, shared->budget->memory);
    for (;;) {
        uint32_t part = atomic_fetch_add(&shared->next, 1);
        if (part >= shared->partition->parts || ln_budget_why(shared->budget) != LN_STOP_NONE)
            break;
        if (!status)
            status = decide(shared, &ladder, part, &mine);
        pthread_mutex_lock(&shared->lock);
        merge(shared, part, &mine, status);
        pthread_mutex_unlock(&shared->lock);
        if (status)
            break;
        if (shared->budget->progress)
            atomic_fetch_add(&shared->budget->progress->operations,
                             (shared->partition->starts[part + 1] - shared->partition->starts[part] + 1) / 2);
    }
    ln_outcome_fini(&mine);
    ln_ladder_fini(&ladder);
    return NULL;
}

static unsigned worthwhile(const struct shared *shared)
{
    unsigned jobs = shared->options->jobs;
    if (shared->partition->operations < FEW_OPERATIONS)
        return 1;
    if (jobs > shared->partition->parts)
        jobs = shared->partition->parts;
    return jobs > MOST_JOBS ? MOST_JOBS : jobs;
}

static void settle(struct shared *shared)
{
    struct ln_outcome *all = shared->outcome;
    if (shared->status == LN_NO_MEMORY) {
        ln_budget_stop(shared->budget, LN_STOP_MEMORY);
        shared->status = LN_OK;
    }
    all->parts = shared->partition->parts;
    if (all->verdict == LN_VIOLATED)
        return;
    if (all->parts_done == all->parts && !shared->status) {
        assert(shared->settled_by == LN_NO_OP);
        all->verdict = LN_HOLDS;
        return;
    }
    all->verdict = LN_UNKNOWN;
    if (all->reason == LN_REASON_NONE)
        all->reason = ln_reason_of(ln_budget_why(shared->budget));
}

enum ln_status ln_workers_run(const struct ln_history *history, const struct ln_spec *spec,
                              const struct ln_partition *partition, const struct ln_check_options *options,
                              struct ln_budget *budget, struct ln_orders *orders, struct ln_outcome *outcome)
{
    struct shared shared = { .history = history,
                             .spec = spec,
                             .partition = partition,
                             .options = options,
                             .budget = budget,
                             .orders = orders,
                             .outcome = outcome,
                             .settled_by = LN_NO_OP };
    pthread_t threads[MOST_JOBS];
    unsigned jobs = worthwhile(&shared), started = 0;
    atomic_init(&shared.next, 0);
    pthread_mutex_init(&shared.lock, NULL);
    for (unsigned i = 1; i < jobs; i++)
        if (pthread_create(&threads[started], NULL, work, &shared) == 0)
            started++;
    work(&shared);
    for (unsigned i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    pthread_mutex_destroy(&shared.lock);
    settle(&shared);
    return shared.status;
}
