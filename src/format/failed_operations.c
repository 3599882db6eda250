#include "format/failed_operations.h"

#include <assert.h>

static bool any_failed(const struct ln_history *history)
{
    for (size_t i = 0; i < history->operations.length; i++)
        if (history->operations.at[i].fate == LN_FAILED)
            return true;
    return false;
}

/* Backwards, so that each is told its next one. */
static void link_operations(struct ln_failed_operations *failed, const struct ln_history *history)
{
    for (size_t i = 0; i < history->processes.length; i++)
        failed->processes[i] = (struct ln_failed_process){ .due = LN_NO_OP };
    for (uint32_t i = (uint32_t)history->operations.length; i-- > 0;) {
        struct ln_failed_process *process = &failed->processes[history->operations.at[i].process];
        failed->following[i] = process->due;
        if (history->operations.at[i].fate == LN_FAILED)
            process->due = i;
    }
}

enum ln_status ln_failed_operations_init(struct ln_failed_operations *failed, const struct ln_write_format *format,
                                         const struct ln_writing *writing)
{
    const struct ln_history *history = writing->history;
    *failed = (struct ln_failed_operations){ .format = format, .writing = writing };
    if (!any_failed(history))
        return LN_OK;
    failed->following = ln_take(history->memory, history->operations.length * sizeof *failed->following);
    failed->processes = ln_take(history->memory, history->processes.length * sizeof *failed->processes);
    if (!failed->following || !failed->processes)
        return LN_NO_MEMORY;
    link_operations(failed, history);
    return LN_OK;
}

void ln_failed_operations_fini(struct ln_failed_operations *failed)
{
    const struct ln_history *history = failed->writing->history;
    ln_give(history->memory, failed->following, history->operations.length * sizeof *failed->following);
    ln_give(history->memory, failed->processes, history->processes.length * sizeof *failed->processes);
}

static void write_those_of(struct ln_failed_operations *failed, struct ln_failed_process *process, uint32_t before)
{
    const struct ln_operation *operations = failed->writing->history->operations.at;
    assert(!process->busy);
    for (; process->due < before; process->due = failed->following[process->due]) {
        failed->format->call(failed->writing, &operations[process->due]);
        failed->format->ret(failed->writing, &operations[process->due]);
    }
}

static void write_those_before(struct ln_failed_operations *failed, uint32_t before)
{
    const struct ln_operation *operations = failed->writing->history->operations.at;
    for (; failed->come_to < before; failed->come_to++) {
        struct ln_failed_process *process = &failed->processes[operations[failed->come_to].process];
        if (operations[failed->come_to].fate == LN_FAILED && !process->busy)
            write_those_of(failed, process, failed->come_to + 1);
    }
}

static struct ln_failed_process *process_of(const struct ln_failed_operations *failed, uint32_t operation)
{
    return &failed->processes[failed->writing->history->operations.at[operation].process];
}

void ln_failed_operations_call(struct ln_failed_operations *failed, uint32_t operation)
{
    const struct ln_history *history = failed->writing->history;
    bool returns = history->operations.at[operation].fate == LN_COMPLETED;
    if (!failed->following)
        return;
    write_those_before(failed, operation);
    write_those_of(failed, process_of(failed, operation), returns ? operation : LN_NO_OP);
    process_of(failed, operation)->busy = true;
}

void ln_failed_operations_return(struct ln_failed_operations *failed, uint32_t operation)
{
    if (!failed->following)
        return;
    process_of(failed, operation)->busy = false;
    write_those_of(failed, process_of(failed, operation), failed->come_to);
}

void ln_failed_operations_end(struct ln_failed_operations *failed)
{
    if (failed->following)
        write_those_before(failed, (uint32_t)failed->writing->history->operations.length);
}
