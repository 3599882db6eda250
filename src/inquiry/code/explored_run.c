#include "inquiry/code/explored_run.h"

#include "explore/results.h"
#include "explore/show/show.h"
#include "format/json.h"

#include <assert.h>
#include <string.h>

static unsigned lane_of(const struct ln_explored_run *run, uint32_t thread)
{
    return thread == LN_RUN_THREADS ? run->test->threads : thread;
}

/* As JSON; NULL: it has not returned. */
static const char *result_of(const struct ln_explored_run *run, unsigned lane, unsigned index)
{
    for (unsigned i = 0; i < run->explored->event_count; i++) {
        const struct ln_explored_event *event = &run->explored->events[i];
        if (event->lane == lane && event->is_return && index-- == 0)
            return run->explored->text + event->result;
    }
    return NULL;
}

static void write_operation(void *context, uint32_t thread, uint32_t operation, bool ended, struct ln_str *out)
{
    const struct ln_explored_run *run = context;
    const struct ln_explored_object *object = ln_processes_object(run->processes);
    unsigned lane = lane_of(run, thread);
    const char *result = ended ? result_of(run, lane, operation) : NULL;
    if (operation >= ln_test_lane_calls(run->test, lane))
        return;
    ln_test_write_call(object, ln_test_lane_call(run->test, lane, operation), out);
    if (result && strcmp(result, "null") != 0)
        ln_str_format(out, " -> %s", result);
}

static bool main_takes_part(const struct ln_rows *rows, uint32_t threads)
{
    for (size_t i = 0; i < rows->rows.length; i++)
        if (rows->rows.at[i].thread == threads)
            return true;
    return false;
}

/* NULL: it did not crash, or it did and that is all there is to say. */
static const char *end_of(const struct ln_processes *processes)
{
    const struct ln_explored *result = ln_processes_result(processes, 0);
    if (result->failure == LN_FAILURE_HANG)
        return "goes on for ever";
    if (result->failure == LN_FAILURE_EXIT)
        return "ends the program";
    return result->end == LN_END_FAULT ? ln_processes_trace(processes, 0)->fault : NULL;
}

/* Threads are 0 to `threads` - 1; what comes before and after them is one more. */
static bool take_rows(struct ln_finding *finding, const struct ln_rows *rows, uint32_t threads,
                      const char *const *names)
{
    bool fits = true;
    for (uint32_t i = 0; i < threads + main_takes_part(rows, threads) && fits; i++)
        fits = ln_finding_thread(finding, names[i]);
    for (size_t i = 0; i < rows->rows.length && fits; i++)
        fits = ln_finding_row(finding, &rows->rows.at[i]);
    return fits;
}

enum ln_status ln_explored_run_steps(const struct ln_explored_run *run, struct ln_finding *finding)
{
    static const char *const names[] = { "thread 0", "thread 1", "thread 2", "thread 3",
                                         "thread 4", "thread 5", "thread 6", "thread 7" };
    const struct ln_shared *trace = ln_processes_trace(run->processes, 0);
    const char *pointers[LN_TEST_LANES];
    struct ln_run_steps steps = { .steps = trace->steps,
                                  .count = trace->step_count,
                                  .blocks = trace->blocks,
                                  .block_count = trace->block_count,
                                  .place = trace->place,
                                  .threads = run->test->threads,
                                  .alone = LN_RUN_THREADS,
                                  .names = pointers,
                                  .fault = end_of(run->processes),
                                  .operation = write_operation,
                                  .context = (void *)(uintptr_t)run };
    struct ln_source_code *code = NULL;
    struct ln_rows rows;
    struct ln_error error;
    enum ln_status status;
    assert(run->test->threads < LN_TEST_LANES && sizeof names <= sizeof pointers);
    memcpy(pointers, names, sizeof names);
    pointers[run->test->threads] = "main";
    if (ln_code_new(&code, run->object, finding->memory, &error) == LN_NO_MEMORY)
        return LN_NO_MEMORY;
    status = ln_rows_init(&rows, &steps, code, finding->memory);
    if (!status && !take_rows(finding, &rows, run->test->threads, pointers))
        status = LN_NO_MEMORY;
    ln_rows_fini(&rows);
    ln_code_free(code);
    return status;
}

/* ---- the history ---- */

/* A spec has no word for an operation without effect; serial executions have one. */
static enum ln_status value_of(const void *self, unsigned lane, unsigned index, struct ln_values *values, ln_value *out)
{
    const struct ln_explored_run *run = self;
    const char *text = result_of(run, lane, index);
    struct ln_scanner scan;
    enum ln_status status;
    *out = LN_VALUE_NONE;
    if (run->by_spec && strcmp(text, LN_RESULT_FAILED) == 0)
        return LN_OK;
    ln_scanner_init(&scan, values->arena.memory);
    scan.values = values;
    ln_scanner_start(&scan, (struct ln_text){ text, strlen(text) });
    status = ln_json_value(&scan, out);
    ln_scanner_fini(&scan);
    return status;
}

enum ln_status ln_explored_run_history(const struct ln_explored_run *run, struct ln_history *history)
{
    const struct ln_explored *explored = run->explored;
    const struct ln_explored_history events = { explored->events, explored->event_count,
                                                explored->end == LN_END_DEADLOCK || explored->end == LN_END_LIVELOCK };
    const struct ln_explored_source source = { ln_processes_object(run->processes), run->test, &events, value_of, run };
    enum ln_status status = ln_explored_history_build(&source, history);
    /* What is told of an operation names its line, as in a file with this history alone, which begins with a header. */
    for (uint32_t i = 0; i < history->operations.length; i++)
        history->operations.at[i].line = i + 2;
    return status;
}
