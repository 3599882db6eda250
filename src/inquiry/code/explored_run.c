#include "inquiry/code/explored_run.h"

#include "explore/results.h"
#include "explore/show/show.h"

#include <stdio.h>
#include <string.h>

static unsigned lane_of(const struct ln_explored_run *run, uint32_t thread)
{
    return thread == LN_RUN_THREADS ? run->test->threads : thread;
}

/* NULL: it has not returned. */
static const char *result_of(const struct ln_explored_run *run, unsigned lane, unsigned index)
{
    unsigned returned = 0;
    for (unsigned i = 0; i < run->explored->event_count; i++)
        returned += run->explored->events[i].thread == lane && run->explored->events[i].is_return;
    return index < returned ? run->explored->text + run->explored->results[lane][index] : NULL;
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

struct call_span {
    unsigned call, ret; /* ret 0: never */
};

static void write_line(const struct ln_explored_run *run, unsigned lane, unsigned index, struct call_span span,
                       struct ln_str *out)
{
    const struct ln_test_call *call = ln_test_lane_call(run->test, lane, index);
    const struct ln_explored_operation *operation = &ln_processes_object(run->processes)->operations[call->operation];
    ln_str_format(out, "{\"process\":%u,\"f\":", lane);
    ln_write_json_string(out, operation->name, strlen(operation->name));
    ln_str_text(out, ",\"args\":[");
    for (unsigned i = 0; i < operation->arity; i++)
        ln_str_format(out, "%s%lld", i ? "," : "", (long long)call->args[i]);
    if (span.ret)
        ln_str_format(out, "],\"result\":%s,\"call\":%u,\"return\":%u}\n", result_of(run, lane, index), span.call,
                      span.ret);
    else
        ln_str_format(out, "],\"call\":%u,\"return\":null}\n", span.call);
}

void ln_explored_run_history(const struct ln_explored_run *run, const char *id, const char *spec, bool stuck,
                             struct ln_str *out)
{
    const struct ln_explored *explored = run->explored;
    struct call_span spans[LN_TEST_LANES][LN_TEST_LANE_CALLS];
    unsigned calls[LN_TEST_LANES] = { 0 }, returns[LN_TEST_LANES] = { 0 };
    ln_str_text(out, "{\"linnet\":1,\"id\":");
    ln_write_json_string(out, id, strlen(id));
    if (spec) {
        ln_str_text(out, ",\"spec\":");
        ln_write_json_string(out, spec, strlen(spec));
    }
    ln_str_text(out, "}\n");
    for (unsigned i = 0; i < explored->event_count; i++) {
        unsigned lane = explored->events[i].thread;
        if (explored->events[i].is_return)
            spans[lane][returns[lane]++].ret = i;
        else
            spans[lane][calls[lane]++] = (struct call_span){ i, 0 };
    }
    for (unsigned i = 0, at[LN_TEST_LANES] = { 0 }; i < explored->event_count; i++) {
        unsigned lane = explored->events[i].thread;
        const char *result;
        if (explored->events[i].is_return)
            continue;
        result = result_of(run, lane, at[lane]);
        /* A spec has no word for an operation without effect; serial executions have one. */
        if (!spec || !result || strcmp(result, LN_RESULT_FAILED) != 0)
            write_line(run, lane, at[lane], spans[lane][at[lane]], out);
        at[lane]++;
    }
    if (stuck)
        ln_str_text(out, "{\"type\":\"stuck\"}\n");
}
