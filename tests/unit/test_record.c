#include "linnet/record.h"

#include "record/log.h"
#include "record/values.h"

#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <zstd.h>

#include <cmocka.h>

enum { THREADS = 4 };

/* ---- a sink that looks at what it is given ---- */

struct watcher {
    linnet_sink sink;
    uint64_t events, returns, flushes, last;
    bool out_of_order, closed;
    unsigned delay; /* every so many events it takes a nap */
    uint64_t fail_at;
    /* for `look`: what each process had to see when it called */
    int64_t bound[64], most;
    bool contradicted;
    char text[4096]; /* results, as JSON */
};

static linnet_status watch_event(linnet_sink *sink, const linnet_event *event)
{
    struct watcher *watcher = (struct watcher *)(void *)sink;
    const struct timespec nap = { 0, 2000000 };
    watcher->events++;
    watcher->out_of_order |= event->time < watcher->last;
    watcher->last = event->time;
    if (event->is_return)
        watcher->returns++;
    if (watcher->delay && watcher->events % watcher->delay == 0)
        nanosleep(&nap, NULL);
    return watcher->events == watcher->fail_at ? LINNET_BAD_INPUT : LINNET_OK;
}

static linnet_status watch_flush(linnet_sink *sink)
{
    ((struct watcher *)(void *)sink)->flushes++;
    return LINNET_OK;
}

static linnet_status watch_close(linnet_sink *sink)
{
    ((struct watcher *)(void *)sink)->closed = true;
    return LINNET_OK;
}

/* Every operation returns a number that only grows: whoever is called after a return has to see more. `take` is alone
 * in seeing its number; `look` may see the same one again. */
static linnet_status look(linnet_sink *sink, const linnet_event *event)
{
    struct watcher *watcher = (struct watcher *)(void *)sink;
    int64_t seen;
    if (!event->is_return) {
        watcher->bound[event->process] = watcher->most;
        return watch_event(sink, event);
    }
    seen = event->values[0].i;
    watcher->contradicted |= seen < watcher->bound[event->process] + (strcmp(event->f, "take") == 0);
    watcher->most = seen > watcher->most ? seen : watcher->most;
    return watch_event(sink, event);
}

static struct watcher new_watcher(void)
{
    return (struct watcher){ .sink = { watch_event, watch_flush, watch_close } };
}

/* ---- threads ---- */

struct worker {
    linnet_recorder *recorder;
    unsigned number, times;
    void (*work)(struct worker *worker, linnet_log *log);
    pthread_t thread;
};

static _Atomic int64_t shared;

static void *run_worker(void *argument)
{
    struct worker *worker = argument;
    linnet_log *log = linnet_log_join(worker->recorder);
    assert_non_null(log);
    worker->work(worker, log);
    linnet_log_leave(log);
    return NULL;
}

static void run_all(linnet_recorder *recorder, unsigned threads, unsigned times,
                    void (*work)(struct worker *worker, linnet_log *log))
{
    struct worker workers[THREADS];
    for (unsigned t = 0; t < threads; t++) {
        workers[t] = (struct worker){ recorder, t, times, work, 0 };
        assert_int_equal(pthread_create(&workers[t].thread, NULL, run_worker, &workers[t]), 0);
    }
    for (unsigned t = 0; t < threads; t++)
        pthread_join(workers[t].thread, NULL);
}

static linnet_recorder *open_with(linnet_sink *sink, const linnet_recorder_options *options)
{
    linnet_recorder *recorder = NULL;
    assert_int_equal(linnet_recorder_open(&recorder, &sink, 1, options), LINNET_OK);
    return recorder;
}

static void take_numbers(struct worker *worker, linnet_log *log)
{
    for (unsigned i = 0; i < worker->times; i++) {
        int64_t number;
        linnet_log_call(log, "take", NULL, 0);
        number = atomic_fetch_add(&shared, 1) + 1;
        linnet_log_return(log, LINNET_INT(number));
    }
}

/* A plain store and plain loads: what the stamps do not order, nothing does. */
static void write_and_look(struct worker *worker, linnet_log *log)
{
    for (unsigned i = 0; i < worker->times; i++) {
        int64_t number = i + 1;
        linnet_log_call(log, "look", NULL, 0);
        if (worker->number == 0)
            atomic_store_explicit(&shared, number, memory_order_relaxed);
        else
            number = atomic_load_explicit(&shared, memory_order_relaxed);
        linnet_log_return(log, LINNET_INT(number));
    }
}

static void check_order(void (*work)(struct worker *worker, linnet_log *log), bool no_ticks)
{
    enum { TIMES = 50000 };
    struct watcher watcher = new_watcher();
    linnet_recorder_options options = { .size = sizeof options, .no_ticks = no_ticks };
    linnet_recorder *recorder;
    watcher.sink.event = look;
    atomic_store(&shared, 0);
    recorder = open_with(&watcher.sink, &options);
    if (no_ticks)
        assert_string_equal(linnet_recorder_clock(recorder), "counter");
    run_all(recorder, THREADS, TIMES, work);
    assert_int_equal(linnet_recorder_close(recorder), LINNET_OK);
    assert_int_equal(watcher.events, 2 * THREADS * TIMES);
    assert_false(watcher.out_of_order);
    assert_false(watcher.contradicted);
    assert_true(watcher.closed);
}

static void recorded_order_agrees_with_a_counter(void **state)
{
    (void)state;
    check_order(take_numbers, false);
    check_order(take_numbers, true);
}

static void returns_wait_for_stores(void **state)
{
    (void)state;
    check_order(write_and_look, false);
    check_order(write_and_look, true);
}

static void take_once(struct worker *worker, linnet_log *log)
{
    for (unsigned i = 0; i < worker->times; i++) {
        linnet_log *again = linnet_log_join(worker->recorder);
        struct worker once = { .times = 20 };
        assert_non_null(again);
        take_numbers(&once, again);
        linnet_log_leave(again);
    }
    (void)log;
}

/* Whoever joins while the logs are merged must not be too late. */
static void threads_come_and_go(void **state)
{
    enum { TIMES = 300 };
    struct watcher watcher = new_watcher();
    linnet_recorder *recorder = open_with(&watcher.sink,
                                          &(linnet_recorder_options){ sizeof(linnet_recorder_options), .buffer = 1 });
    (void)state;
    run_all(recorder, THREADS, TIMES, take_once);
    assert_int_equal(linnet_recorder_close(recorder), LINNET_OK);
    assert_int_equal(watcher.returns, THREADS * TIMES * 20);
    assert_false(watcher.out_of_order);
}

static void nothing_is_lost_when_buffers_are_full(void **state)
{
    struct watcher watcher = new_watcher();
    linnet_recorder_options options = { .size = sizeof options, .buffer = 1 };
    linnet_recorder *recorder;
    (void)state;
    watcher.delay = 500;
    recorder = open_with(&watcher.sink, &options);
    run_all(recorder, THREADS, 5000, take_numbers);
    assert_int_equal(linnet_recorder_close(recorder), LINNET_OK);
    assert_int_equal(watcher.events, 2 * THREADS * 5000);
    assert_int_equal(watcher.returns, THREADS * 5000);
    assert_true(watcher.flushes > 0);
}

static void a_sink_that_fails_is_left_alone(void **state)
{
    struct watcher bad = new_watcher(), good = new_watcher();
    linnet_sink *sinks[] = { &bad.sink, &good.sink };
    linnet_recorder *recorder;
    (void)state;
    bad.fail_at = 10;
    assert_int_equal(linnet_recorder_open(&recorder, sinks, 2, NULL), LINNET_OK);
    run_all(recorder, 2, 100, take_numbers);
    assert_int_equal(linnet_recorder_close(recorder), LINNET_BAD_INPUT);
    assert_int_equal(bad.events, 10);
    assert_int_equal(good.events, 400);
    assert_true(bad.closed && good.closed);
}

/* ---- stamps, as close to each other as can be ---- */

enum { STAMPS = 100000, COLD = 64 << 20 };

struct stamps {
    struct ln_clock clock;
    _Atomic uint64_t *value;
    _Atomic int ready;
    volatile char *cold;
    uint64_t *returned, *called, *seen;
};

static void start_together(struct stamps *stamps)
{
    atomic_fetch_add(&stamps->ready, 1);
    while (atomic_load(&stamps->ready) < 2)
        sched_yield();
}

/* Nothing but the return stamp makes the store visible: those before it miss the cache and keep it waiting. */
static void *store_and_stamp(void *argument)
{
    struct stamps *stamps = argument;
    start_together(stamps);
    for (uint64_t i = 0; i < STAMPS; i++) {
        for (uint64_t k = 0; k < 8; k++)
            stamps->cold[(i * 8 + k) * 4160 % COLD] = (char)i;
        atomic_store_explicit(stamps->value, i + 1, memory_order_relaxed);
        stamps->returned[i] = ln_stamp_after(&stamps->clock);
    }
    return NULL;
}

static void *stamp_and_load(void *argument)
{
    struct stamps *stamps = argument;
    start_together(stamps);
    for (uint64_t i = 0; i < STAMPS; i++) {
        stamps->called[i] = ln_stamp_before(&stamps->clock);
        stamps->seen[i] = atomic_load_explicit(stamps->value, memory_order_relaxed);
    }
    return NULL;
}

static void stamps_are_sound(void **state)
{
    struct stamps *stamps = aligned_alloc(64, (sizeof *stamps + 63) / 64 * 64);
    uint64_t stored = 0, *room = calloc(3 * STAMPS, sizeof *room);
    pthread_t threads[2];
    (void)state;
    memset(stamps, 0, sizeof *stamps);
    stamps->value = aligned_alloc(64, 64);
    atomic_init(stamps->value, 0);
    stamps->cold = calloc(1, COLD);
    stamps->returned = room;
    stamps->called = room + STAMPS;
    stamps->seen = room + 2 * STAMPS;
    ln_clock_init(&stamps->clock);
    assert_int_equal(pthread_create(&threads[0], NULL, store_and_stamp, stamps), 0);
    assert_int_equal(pthread_create(&threads[1], NULL, stamp_and_load, stamps), 0);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    for (uint64_t i = 0; i < STAMPS; i++) {
        while (stored < STAMPS && stamps->returned[stored] < stamps->called[i])
            stored++;
        if (stamps->seen[i] < stored)
            fail_msg("load %llu missed store %llu by %llu ticks", (unsigned long long)i, (unsigned long long)stored,
                     (unsigned long long)(stamps->called[i] - stamps->returned[stored - 1]));
    }
    free((void *)stamps->value);
    free((void *)stamps->cold);
    free(room);
    free(stamps);
}

/* ---- values ---- */

static void keep_value(const linnet_value *value, struct ln_str *text)
{
    if (value->kind == LINNET_KIND_UNKNOWN)
        ln_str_text(text, "unknown");
    else if (value->kind == LINNET_KIND_STRING && !value->is.bytes[value->length - 1])
        ln_str_format(text, "%u bytes, %02x", value->length, (unsigned char)value->is.bytes[0]);
    else
        ln_record_write(value, text);
    ln_str_char(text, ' ');
}

static linnet_status keep_text(linnet_sink *sink, const linnet_event *event)
{
    struct watcher *watcher = (struct watcher *)(void *)sink;
    struct ln_memory memory;
    struct ln_str text;
    ln_memory_init(&memory, UINT64_MAX);
    ln_str_init(&text, &memory);
    for (size_t i = 0; i < event->count; i++)
        keep_value(&event->values[i], &text);
    strncat(watcher->text, ln_str_borrow(&text), sizeof watcher->text - strlen(watcher->text) - 1);
    ln_str_fini(&text);
    return LINNET_OK;
}

/* Only what kinds they are, and small numbers. */
static linnet_status watch_unknown(linnet_sink *sink, const linnet_event *event)
{
    struct watcher *watcher = (struct watcher *)(void *)sink;
    for (size_t i = 0; i < event->count; i++) {
        const linnet_value *value = &event->values[i];
        char number[] = { (char)('0' + value->i % 10), '\0' };
        strcat(watcher->text, value->kind == LINNET_KIND_LIST     ? "list"
                              : value->kind == LINNET_KIND_STRING ? "string"
                              : value->kind == LINNET_KIND_INT    ? number
                                                                  : "?");
        strcat(watcher->text, i + 1 < event->count ? "," : " ");
    }
    return LINNET_OK;
}

static void values_arrive_as_they_were(void **state)
{
    struct watcher watcher = new_watcher();
    linnet_value pair[] = { linnet_int(-1), linnet_string("a\"b", 3) };
    linnet_value args[] = { linnet_int(INT64_MIN), linnet_bool(true), linnet_list(pair, 2), linnet_null() };
    linnet_recorder *recorder;
    linnet_log *log;
    char buffer[] = "gone soon, and longer than a word";
    (void)state;
    assert_int_equal(sizeof(linnet_value), 16);
    watcher.sink.event = keep_text;
    recorder = open_with(&watcher.sink, NULL);
    log = linnet_log_join(recorder);
    linnet_log_call(log, "f", args, 4);
    linnet_log_return(log, linnet_string(buffer, strlen(buffer)));
    memset(buffer, 'x', sizeof buffer);
    linnet_log_call(log, "f", NULL, 0);
    linnet_log_return(log, linnet_string("\xff\x00", 2));
    linnet_log_leave(log);
    assert_int_equal(linnet_recorder_close(recorder), LINNET_OK);
    assert_string_equal(watcher.text, "-9223372036854775808 true [-1,\"a\\\"b\"] null "
                                      "\"gone soon, and longer than a word\" 2 bytes, ff ");
}

/* What more there was is not forgotten in silence. */
static void a_seventeenth_argument_is_noticed(void **state)
{
    struct watcher watcher = new_watcher();
    linnet_value args[17];
    linnet_recorder *recorder;
    linnet_log *log;
    (void)state;
    for (int i = 0; i < 17; i++)
        args[i] = linnet_int(i);
    watcher.sink.event = keep_text;
    recorder = open_with(&watcher.sink, NULL);
    log = linnet_log_join(recorder);
    linnet_log_call(log, "f", args, 16);
    linnet_log_call(log, "f", args, 17);
    linnet_log_leave(log);
    assert_int_equal(linnet_recorder_close(recorder), LINNET_OK);
    assert_string_equal(watcher.text, "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 "
                                      "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 unknown ");
}

/* Each would be recorded by itself. */
static void arguments_share_the_room(void **state)
{
    static char text[40000];
    struct watcher watcher = new_watcher();
    linnet_value *items = calloc(3000, sizeof *items);
    linnet_value args[] = { linnet_int(1), linnet_list(items, 3000), linnet_list(items, 3000), linnet_int(2) };
    linnet_value strings[] = { linnet_string(text, sizeof text), linnet_string(text, sizeof text), linnet_int(3) };
    linnet_recorder *recorder;
    linnet_log *log;
    (void)state;
    watcher.sink.event = watch_unknown;
    recorder = open_with(&watcher.sink, NULL);
    log = linnet_log_join(recorder);
    linnet_log_call(log, "f", args, 4);
    linnet_log_return(log, args[1]);
    linnet_log_call(log, "f", strings, 3);
    linnet_log_return(log, strings[1]);
    linnet_log_leave(log);
    assert_int_equal(linnet_recorder_close(recorder), LINNET_OK);
    assert_string_equal(watcher.text, "1,list,?,2 list string,?,3 string ");
    free(items);
}

static void what_is_too_large_is_not_known(void **state)
{
    struct watcher watcher = new_watcher();
    char *large = calloc(1, 100000);
    linnet_value *items = calloc(5000, sizeof *items);
    linnet_recorder *recorder;
    linnet_log *log;
    (void)state;
    watcher.sink.event = keep_text;
    recorder = open_with(&watcher.sink, NULL);
    log = linnet_log_join(recorder);
    linnet_log_call(log, "f", NULL, 0);
    linnet_log_return(log, linnet_string(large, 100000));
    linnet_log_call(log, "f", NULL, 0);
    linnet_log_return(log, linnet_list(items, 5000));
    linnet_log_leave(log);
    assert_int_equal(linnet_recorder_close(recorder), LINNET_OK);
    assert_string_equal(watcher.text, "unknown unknown ");
    free(large);
    free(items);
}

/* ---- files ---- */

struct verdicts {
    unsigned holds, others;
    size_t operations;
};

static void count_verdict(void *context, const linnet_finding *finding)
{
    struct verdicts *verdicts = context;
    verdicts->holds += linnet_finding_verdict(finding) == LINNET_HOLDS;
    verdicts->others += linnet_finding_verdict(finding) != LINNET_HOLDS;
    verdicts->operations = linnet_finding_operations(finding);
}

static struct verdicts check_file(const char *path, linnet_status *status)
{
    linnet_options options = LINNET_OPTIONS;
    struct verdicts verdicts = { 0, 0, 0 };
    char message[256] = "";
    *status = linnet_check_file(path, &options, count_verdict, &verdicts, message, sizeof message);
    return verdicts;
}

static void increment(struct worker *worker, linnet_log *log)
{
    for (unsigned i = 0; i < worker->times; i++) {
        linnet_value one = linnet_int(1);
        int64_t before;
        linnet_log_call(log, "fetch-and-add", &one, 1);
        before = atomic_fetch_add(&shared, 1);
        linnet_log_return(log, LINNET_INT(before));
    }
}

static char *temporary_file(void)
{
    static char path[64];
    int file;
    snprintf(path, sizeof path, "/tmp/linnet-test-XXXXXX");
    file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    return path;
}

static void record_to(const char *path, unsigned times)
{
    linnet_sink *sink;
    linnet_recorder *recorder;
    atomic_store(&shared, 0);
    assert_int_equal(linnet_file_sink(&sink, path, "fetch-and-add"), LINNET_OK);
    recorder = open_with(sink, NULL);
    run_all(recorder, 2, times, increment);
    assert_int_equal(linnet_recorder_close(recorder), LINNET_OK);
}

static void files_are_histories(void **state)
{
    const char *path = temporary_file();
    struct verdicts verdicts;
    linnet_status status;
    (void)state;
    record_to(path, 1000);
    verdicts = check_file(path, &status);
    assert_int_equal(status, LINNET_OK);
    assert_int_equal(verdicts.holds, 1);
    assert_int_equal(verdicts.operations, 2000);
    unlink(path);
    {
        linnet_sink *sink;
        assert_int_equal(linnet_file_sink(&sink, "/nowhere/at/all", NULL), LINNET_USAGE);
    }
}

static char *read_all(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    struct stat about;
    char *bytes;
    assert_non_null(file);
    assert_int_equal(stat(path, &about), 0);
    *length = (size_t)about.st_size;
    bytes = malloc(*length + 1);
    assert_int_equal(fread(bytes, 1, *length, file), *length);
    fclose(file);
    return bytes;
}

/* All frames, as text. */
static char *unpacked(const char *path)
{
    enum { ROOM = 1 << 16 };
    size_t length;
    char *bytes = read_all(path, &length), *text = malloc(ROOM);
    ZSTD_DStream *unpacker = ZSTD_createDStream();
    ZSTD_inBuffer in = { bytes, length, 0 };
    ZSTD_outBuffer out = { text, ROOM - 1, 0 };
    while (in.pos < in.size)
        assert_false(ZSTD_isError(ZSTD_decompressStream(unpacker, &out, &in)));
    text[out.pos] = '\0'; /* behind what it gives it may write as it likes */
    ZSTD_freeDStream(unpacker);
    free(bytes);
    return text;
}

/* An operation that is fine, then one with the argument and the result, then another that is fine. */
static linnet_status record_values(const char *path, linnet_value arg, linnet_value result)
{
    linnet_value one = linnet_int(1);
    linnet_sink *sink;
    linnet_recorder *recorder;
    linnet_log *log;
    assert_int_equal(linnet_file_sink(&sink, path, NULL), LINNET_OK);
    recorder = open_with(sink, NULL);
    log = linnet_log_join(recorder);
    linnet_log_call(log, "put", &one, 1);
    linnet_log_return(log, one);
    linnet_log_call(log, "f", &arg, 1);
    linnet_log_return(log, result);
    linnet_log_call(log, "put", &one, 1);
    linnet_log_return(log, one);
    linnet_log_leave(log);
    return linnet_recorder_close(recorder);
}

static void file_ends(linnet_value arg, linnet_value result, const char *line)
{
    static const char before[] = "{\"linnet\":1}\n"
                                 "{\"process\":0,\"type\":\"invoke\",\"f\":\"put\",\"args\":[1]}\n"
                                 "{\"process\":0,\"type\":\"ok\",\"f\":\"put\",\"result\":1}\n";
    const char *path = temporary_file();
    size_t length = strlen(line);
    char *text;
    assert_int_equal(record_values(path, arg, result), LINNET_BAD_INPUT);
    text = unpacked(path);
    assert_memory_equal(text, before, sizeof before - 1);
    assert_true(strlen(text) > length);
    assert_string_equal(text + strlen(text) - length, line);
    assert_null(strstr(text, arg.kind == LINNET_KIND_NULL ? "\"ok\",\"f\":\"f\"" : "\"invoke\",\"f\":\"f\""));
    free(text);
    unlink(path);
}

static void what_files_cannot_say_ends_them(void **state)
{
    static const char large[70000];
    linnet_value none = linnet_null(), twice[] = { linnet_text("k"), none, linnet_text("k"), none },
                 items[] = { linnet_unknown(), none };
    (void)state;
    file_ends(linnet_real(NAN), none, "process 0 called \"f\" with a number that is not finite\n");
    file_ends(none, linnet_real(-INFINITY), "process 0 called \"f\", which returned a number that is not finite\n");
    file_ends(none, linnet_string("\xff", 1), "which returned a string that is not UTF-8, or has a NUL byte\n");
    file_ends(none, linnet_string("a\0b", 3), "which returned a string that is not UTF-8, or has a NUL byte\n");
    file_ends(none, linnet_text("?"), "returned the string \"?\", by which histories say that a result is not known\n");
    file_ends(none, linnet_everything(), "returned linnet_everything(), which is for the partition of a spec\n");
    file_ends(linnet_unknown(), none, "with an argument that is not known\n");
    file_ends(linnet_failed(), none, "with LINNET_FAILED, which is a result only\n");
    file_ends(linnet_string(large, sizeof large), none, "with an argument that is not known\n");
    file_ends(none, linnet_list(items, 2), "which returned an item that is not known\n");
    file_ends(none, linnet_map(items, 1), "which returned a map whose keys are not all strings\n");
    file_ends(linnet_map(twice, 2), none, "with a map that has a key twice\n");
}

static void files_say_every_other_value(void **state)
{
    linnet_value pair[] = { linnet_text("?"), linnet_real(0.1) };
    linnet_value items[] = { linnet_text("\\xff"), linnet_text("nan"), linnet_map(pair, 1), linnet_real(1e17),
                             linnet_real(-0x1p53), linnet_bool(false), linnet_null(),       linnet_text("\xc3\xa9\n") };
    const char *path = temporary_file();
    char *text;
    (void)state;
    assert_int_equal(record_values(path, linnet_list(items, 8), linnet_unknown()), LINNET_OK);
    text = unpacked(path);
    assert_non_null(strstr(text, "\"args\":[[\"\\\\xff\",\"nan\",{\"?\":0.10000000000000001},1e+17,-9007199254740992.0,"
                                 "false,null,\"\xc3\xa9\\n\"]]}\n{\"process\":0,\"type\":\"ok\",\"f\":\"f\"}\n"));
    free(text);
    unlink(path);
}

static void names_are_no_less_careful(void **state)
{
    const char *path = temporary_file();
    linnet_sink *sink;
    linnet_recorder *recorder;
    linnet_log *log;
    char *text;
    (void)state;
    assert_int_equal(linnet_file_sink(&sink, path, "queue\xff"), LINNET_USAGE);
    assert_null(sink);
    assert_int_equal(linnet_file_sink(&sink, path, "queue"), LINNET_OK);
    recorder = open_with(sink, NULL);
    log = linnet_log_join(recorder);
    linnet_log_call(log, "\xff", NULL, 0);
    linnet_log_leave(log);
    assert_int_equal(linnet_recorder_close(recorder), LINNET_BAD_INPUT);
    text = unpacked(path);
    assert_string_equal(text, "{\"linnet\":1,\"spec\":\"queue\"}\n"
                              "# The recording ends here: process 0 called an operation whose name is "
                              "a string that is not UTF-8, or has a NUL byte\n");
    free(text);
    unlink(path);
}

/* Behind every frame the file is a history; inside one it is so once it is repaired. */
static void files_may_be_cut(void **state)
{
    const char *path = temporary_file();
    size_t length, at = 0;
    char *bytes;
    unsigned frames = 0;
    (void)state;
    record_to(path, 3000);
    bytes = read_all(path, &length);
    while (at < length) {
        size_t frame = ZSTD_findFrameCompressedSize(bytes + at, length - at);
        struct verdicts verdicts;
        linnet_status status;
        uint64_t lost;
        assert_false(ZSTD_isError(frame));
        assert_int_equal(truncate(path, 0), 0);
        {
            FILE *file = fopen(path, "wb");
            fwrite(bytes, 1, at + frame / 2, file);
            fclose(file);
        }
        check_file(path, &status);
        assert_int_equal(status, LINNET_BAD_INPUT);
        assert_int_equal(linnet_file_repair(path, &lost), LINNET_OK);
        assert_int_equal(lost, frame / 2);
        verdicts = check_file(path, &status);
        assert_int_equal(status, LINNET_OK);
        assert_int_equal(verdicts.others, verdicts.operations == 0); /* of nothing but the header nothing is known */
        at += frame;
        frames++;
    }
    assert_true(frames >= 3);
    free(bytes);
    unlink(path);
}

/* What is no recording is left alone; what may be the beginning of one is not. */
static void only_recordings_are_repaired(void **state)
{
    static const struct {
        const char *bytes;
        size_t length;
        linnet_status status;
        size_t kept;
    } files[] = {
        { "{\"linnet\":1}\n", 13, LINNET_BAD_INPUT, 13 },
        { "\x1f\x8b\x08", 3, LINNET_BAD_INPUT, 3 },
        { "\x28\xb5\x2f?", 4, LINNET_BAD_INPUT, 4 },
        { "\x28\xb5\x2f\xfd\x20", 5, LINNET_OK, 0 },
        { "\x28\xb5", 2, LINNET_OK, 0 },
        { "", 0, LINNET_OK, 0 },
    };
    const char *path = temporary_file();
    (void)state;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        FILE *file = fopen(path, "wb");
        size_t length;
        fwrite(files[i].bytes, 1, files[i].length, file);
        fclose(file);
        assert_int_equal(linnet_file_repair(path, NULL), files[i].status);
        free(read_all(path, &length));
        assert_int_equal(length, files[i].kept);
    }
    unlink(path);
}

static void killed_programs_leave_histories(void **state)
{
    const char *path = temporary_file();
    const struct timespec while_it_runs = { 0, 400000000 };
    struct verdicts verdicts;
    linnet_status status;
    uint64_t lost = 0;
    pid_t child = fork();
    (void)state;
    if (child == 0) {
        record_to(path, UINT32_MAX);
        _exit(0);
    }
    assert_true(child > 0);
    nanosleep(&while_it_runs, NULL);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    assert_int_equal(linnet_file_repair(path, &lost), LINNET_OK);
    verdicts = check_file(path, &status);
    assert_int_equal(status, LINNET_OK);
    assert_int_equal(verdicts.holds, 1);
    assert_true(verdicts.operations > 100);
    unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stamps_are_sound),
        cmocka_unit_test(recorded_order_agrees_with_a_counter),
        cmocka_unit_test(returns_wait_for_stores),
        cmocka_unit_test(threads_come_and_go),
        cmocka_unit_test(nothing_is_lost_when_buffers_are_full),
        cmocka_unit_test(a_sink_that_fails_is_left_alone),
        cmocka_unit_test(values_arrive_as_they_were),
        cmocka_unit_test(a_seventeenth_argument_is_noticed),
        cmocka_unit_test(arguments_share_the_room),
        cmocka_unit_test(what_is_too_large_is_not_known),
        cmocka_unit_test(files_are_histories),
        cmocka_unit_test(what_files_cannot_say_ends_them),
        cmocka_unit_test(files_say_every_other_value),
        cmocka_unit_test(names_are_no_less_careful),
        cmocka_unit_test(files_may_be_cut),
        cmocka_unit_test(only_recordings_are_repaired),
        cmocka_unit_test(killed_programs_leave_histories),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
