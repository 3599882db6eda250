#include "explore/failing.h"

#include <assert.h>
#include <string.h>

void ln_failing_init(struct ln_failing *failing, struct ln_memory *memory)
{
    *failing = (struct ln_failing){ .found = false };
    ln_str_init(&failing->serial, memory);
}

void ln_failing_fini(struct ln_failing *failing)
{
    struct ln_memory *memory = failing->serial.memory;
    ln_vec_fini(&failing->shared, memory);
    ln_give(memory, failing->explored, sizeof *failing->explored);
    ln_str_fini(&failing->serial);
}

enum ln_status ln_failing_keep_run(struct ln_failing *failing, struct ln_processes *processes, unsigned slot,
                                   struct ln_error *error)
{
    struct ln_memory *memory = failing->serial.memory;
    struct ln_shared_run run = { 0 };
    bool fits = true;
    assert(failing->explored);
    *failing->explored = *ln_processes_result(processes, slot);
    failing->shared.length = 0;
    while (fits && ln_processes_shared(processes, slot, &run))
        fits = ln_vec_push(&failing->shared, memory, run);
    ln_str_clear(&failing->serial);
    return fits ? ln_processes_serial(processes, slot, &failing->serial, error)
                : ln_fail(error, LN_NO_MEMORY, "out of memory");
}

enum ln_status ln_failing_keep(struct ln_failing *failing, const struct ln_test *test, uint64_t number,
                               struct ln_processes *processes, unsigned slot, struct ln_error *error)
{
    if (failing->found && failing->number < number)
        return LN_OK;
    if (!failing->explored)
        failing->explored = ln_take(failing->serial.memory, sizeof *failing->explored);
    if (!failing->explored)
        return ln_fail(error, LN_NO_MEMORY, "out of memory");
    failing->found = true;
    failing->number = number;
    failing->test = *test;
    return ln_failing_keep_run(failing, processes, slot, error);
}

bool ln_failing_is_accident(const struct ln_explored *explored)
{
    enum ln_failure failure = explored->failure;
    return failure == LN_FAILURE_CRASH || failure == LN_FAILURE_EXIT || failure == LN_FAILURE_HANG ||
           (failure == LN_FAILURE_FAULT && explored->where == LN_IN_DESTROY && !explored->in_phase_one);
}

bool ln_failing_alike(const struct ln_explored *one, const struct ln_explored *other)
{
    if (one->failure != other->failure || one->where != other->where)
        return false;
    switch (one->failure) {
    case LN_FAILURE_CRASH:
    case LN_FAILURE_EXIT: return one->code == other->code;
    case LN_FAILURE_FAULT: return strcmp(one->message, other->message) == 0;
    case LN_FAILURE_STUCK: return one->end == other->end;
    default: return true;
    }
}

bool ln_explored_same(enum ln_failure failure, const uint64_t hash[2], const struct ln_explored *now)
{
    bool history = !now->failure && now->hash[0] == hash[0] && now->hash[1] == hash[1];
    if (now->stop)
        return false; /* whatever it would have come to */
    switch (failure) {
    case LN_FAILURE_ORDER:
    case LN_FAILURE_SERIAL: return history;
    case LN_FAILURE_STUCK: return history && (now->end == LN_END_DEADLOCK || now->end == LN_END_LIVELOCK);
    case LN_FAILURE_FAULT: return now->failure == LN_FAILURE_FAULT || (!now->failure && now->end == LN_END_FAULT);
    default: return now->failure == failure;
    }
}

enum ln_status ln_failing_replay(const struct ln_failing *failing, struct ln_processes *processes, bool *same,
                                 struct ln_error *error)
{
    const double SOON = 0.5; /* it is known to hang */
    const struct ln_explored *explored = failing->explored;
    const struct ln_chosen_run run = { &explored->how, explored->choices, explored->choice_count, NULL };
    double *hang = &ln_processes_how(processes)->hang;
    enum ln_status status;
    ln_processes_clear(processes);
    ln_processes_forget(processes, 0);
    for (size_t i = 0; i < failing->shared.length; i++)
        ln_processes_know(processes, 0, &failing->shared.at[i]);
    if (explored->failure == LN_FAILURE_HANG && *hang > SOON)
        *hang = SOON;
    status = ln_processes_replay(processes, 0, &failing->test, &run, error);
    *same = !status && (explored->failure == LN_FAILURE_DIVERGES ||
                        ln_explored_same(explored->failure, explored->hash, ln_processes_result(processes, 0)));
    return status;
}
