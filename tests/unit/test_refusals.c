/* The public interface where the machine refuses memory: every allocation in turn, for each way through it. What is
 * refused is a status or unknown, never a crash, never another verdict, and everything is given back.
 *
 * The linker sends the library's calls of malloc and its kin here (-Wl,--wrap). */
#include <linnet/linnet.h>
#include <linnet/monitor.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

static atomic_long until = -1; /* how many more are granted; negative: all */
static atomic_long living;     /* blocks that were granted and not freed while `counting` */
static atomic_bool counting;

void *__real_malloc(size_t bytes);
void *__real_calloc(size_t count, size_t bytes);
void *__real_realloc(void *old, size_t bytes);
void *__real_aligned_alloc(size_t alignment, size_t bytes);
void __real_free(void *block);
void *__wrap_malloc(size_t bytes);
void *__wrap_calloc(size_t count, size_t bytes);
void *__wrap_realloc(void *old, size_t bytes);
void *__wrap_aligned_alloc(size_t alignment, size_t bytes);
void __wrap_free(void *block);

static bool is_refused(void)
{
    return counting && atomic_load(&until) >= 0 && atomic_fetch_sub(&until, 1) == 0;
}

static void *granted(void *block)
{
    if (counting && block)
        living++;
    return block;
}

void *__wrap_malloc(size_t bytes)
{
    return is_refused() ? NULL : granted(__real_malloc(bytes));
}

void *__wrap_calloc(size_t count, size_t bytes)
{
    return is_refused() ? NULL : granted(__real_calloc(count, bytes));
}

void *__wrap_aligned_alloc(size_t alignment, size_t bytes)
{
    return is_refused() ? NULL : granted(__real_aligned_alloc(alignment, bytes));
}

void *__wrap_realloc(void *old, size_t bytes)
{
    void *block = is_refused() ? NULL : __real_realloc(old, bytes);
    return old ? block : granted(block);
}

void __wrap_free(void *block)
{
    if (counting && block)
        living--;
    __real_free(block);
}

/* Runs it with one refusal after the other, until there is nothing more to refuse. `right` is what it says with memory.
 * */
static void refuse_each(linnet_verdict (*way)(linnet_status *status), linnet_verdict right)
{
    bool refused = true;
    long count = 0;
    for (; refused; count++) {
        linnet_status status = LINNET_OK;
        linnet_verdict verdict;
        atomic_store(&living, 0);
        atomic_store(&until, count);
        counting = true;
        verdict = way(&status);
        counting = false;
        refused = atomic_load(&until) < 0;
        assert_int_equal(atomic_load(&living), 0);
        assert_true(status == LINNET_OK || (refused && status == LINNET_STOPPED));
        if (status == LINNET_OK && verdict != right)
            assert_true(refused && verdict == LINNET_UNKNOWN);
    }
    assert_true(count > 10);
}

/* ---- histories in memory ---- */

static linnet_history *queue_history(linnet_status *status, int last)
{
    linnet_history *history;
    linnet_value process = linnet_text("a client with a name");
    *status = linnet_history_new(&history, NULL);
    for (int i = 1; history && i < 5; i++) {
        linnet_value value = linnet_int(i);
        linnet_history_call(history, process, LINNET_NO_KEY, "enq", &value, 1);
        linnet_history_return(history, process, LINNET_VOID);
    }
    if (history) {
        linnet_history_call(history, process, LINNET_NO_KEY, "deq", NULL, 0);
        linnet_history_return(history, process, linnet_int(last));
    }
    return history;
}

static linnet_verdict judged(linnet_history *history, const char *spec, linnet_status *status)
{
    linnet_options options = LINNET_OPTIONS;
    linnet_finding *finding = NULL;
    linnet_verdict verdict = LINNET_UNKNOWN;
    options.spec = spec;
    if (history)
        *status = linnet_judge(history, &options, &finding, NULL, 0);
    if (finding)
        verdict = linnet_finding_verdict(finding);
    linnet_finding_free(finding);
    linnet_history_free(history);
    return verdict;
}

static linnet_verdict holds(linnet_status *status)
{
    linnet_history *history = queue_history(status, 1);
    return judged(history, "queue", status);
}

static linnet_verdict is_violated(linnet_status *status)
{
    linnet_history *history = queue_history(status, 3);
    return judged(history, "queue", status);
}

static linnet_verdict is_violated_by_times(linnet_status *status)
{
    linnet_value value = linnet_text("a value of some length"), list = linnet_list(&value, 1);
    linnet_timed write = LINNET_TIMED, read = LINNET_TIMED;
    linnet_history *history;
    write.process = linnet_int(5);
    read.process = linnet_int(7);
    write.f = "write";
    read.f = "read";
    write.arguments = &list;
    write.argument_count = 1;
    write.returned = read.call = 10;
    read.returned = 20;
    read.result = linnet_int(3);
    *status = linnet_history_new(&history, "with times");
    if (history) {
        linnet_history_add(history, &write);
        linnet_history_add(history, &read);
    }
    return judged(history, "register", status);
}

static void histories_in_memory(void **unused)
{
    (void)unused;
    refuse_each(holds, LINNET_HOLDS);
    refuse_each(is_violated, LINNET_VIOLATED);
    refuse_each(is_violated_by_times, LINNET_VIOLATED);
}

/* ---- files ---- */

static char path[] = "/tmp/linnet-refusals-XXXXXX";

static void take_verdict(void *context, const linnet_finding *finding)
{
    *(linnet_verdict *)context = linnet_finding_verdict(finding);
}

static linnet_verdict checked(linnet_status *status)
{
    linnet_options options = LINNET_OPTIONS;
    linnet_verdict verdict = LINNET_UNKNOWN;
    options.spec = "register";
    *status = linnet_check_file(path, &options, take_verdict, &verdict, NULL, 0);
    return verdict;
}

static void files(void **unused)
{
    static const char text[] = "{\"process\":0,\"f\":\"write\",\"args\":[\"one long value\"],\"call\":0,\"return\":1}\n"
                               "{\"process\":0,\"f\":\"read\",\"result\":2,\"call\":2,\"return\":3}\n";
    int file = mkstemp(path);
    (void)unused;
    assert_int_equal(write(file, text, sizeof text - 1), sizeof text - 1);
    close(file);
    refuse_each(checked, LINNET_VIOLATED);
    unlink(path);
}

/* ---- monitors ---- */

static linnet_status give(linnet_sink *sink, const char *f, const linnet_value *values, size_t count)
{
    linnet_event event = { .f = f, .values = values, .count = count, .is_return = !f[0] };
    return sink->event(sink, &event);
}

static linnet_verdict monitored(linnet_status *status)
{
    linnet_monitor_options options = LINNET_MONITOR_OPTIONS;
    linnet_verdict verdict = LINNET_UNKNOWN;
    linnet_value one = linnet_text("one long value"), none = LINNET_VOID, other = linnet_int(2);
    linnet_sink *sink;
    options.spec = "queue";
    options.piece = 1;
    options.tell = take_verdict;
    options.context = &verdict;
    *status = linnet_monitor_open(&sink, &options, NULL, 0);
    if (!sink)
        return verdict;
    give(sink, "enq", &one, 1);
    give(sink, "", &none, 1);
    give(sink, "deq", NULL, 0);
    give(sink, "", &other, 1);
    sink->close(sink);
    return verdict;
}

static void monitors(void **unused)
{
    (void)unused;
    refuse_each(monitored, LINNET_VIOLATED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(histories_in_memory),
        cmocka_unit_test(files),
        cmocka_unit_test(monitors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
