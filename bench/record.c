/* What recording costs the threads that are recorded: CPU nanoseconds per operation on two threads, beside two bare
 * fenced time stamps, taken in turns in the same run. The least of several turns each: record [TURNS] */
#define _GNU_SOURCE /* CLOCK_THREAD_CPUTIME_ID */
#include "linnet/record.h"

#include "record/stamp.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { THREADS = 2, OPERATIONS = 100000 };

struct turn {
    linnet_recorder *recorder; /* NULL: bare stamps */
    struct ln_clock *clock;
    double nanoseconds;
};

static linnet_status ignore(linnet_sink *sink, const linnet_event *event)
{
    (void)sink;
    (void)event;
    return LINNET_OK;
}

static linnet_status close_nothing(linnet_sink *sink)
{
    (void)sink;
    return LINNET_OK;
}

static double cpu(void)
{
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static void stamp(struct ln_clock *clock)
{
    volatile uint64_t kept;
    for (unsigned i = 0; i < OPERATIONS; i++) {
        kept = ln_stamp_before(clock);
        kept = ln_stamp_after(clock);
    }
    (void)kept;
}

static void record(linnet_log *log)
{
    for (unsigned i = 0; i < OPERATIONS; i++) {
        linnet_value value = linnet_int(i);
        linnet_log_call(log, "enq", &value, 1);
        linnet_log_return(log, LINNET_VOID);
    }
}

static void *take_turn(void *argument)
{
    struct turn *turn = argument;
    linnet_log *log = turn->recorder ? linnet_log_join(turn->recorder) : NULL;
    double before;
    if (log)
        record(log); /* the memory is there afterwards, and the pages are mapped */
    before = cpu();
    if (log)
        record(log);
    else
        stamp(turn->clock);
    turn->nanoseconds = (cpu() - before) / OPERATIONS;
    if (log)
        linnet_log_leave(log);
    return NULL;
}

static double measure(linnet_recorder *recorder, struct ln_clock *clock)
{
    struct turn turns[THREADS];
    pthread_t threads[THREADS];
    double sum = 0;
    for (unsigned t = 0; t < THREADS; t++) {
        turns[t] = (struct turn){ recorder, clock, 0 };
        if (pthread_create(&threads[t], NULL, take_turn, &turns[t]) != 0)
            exit(1);
    }
    for (unsigned t = 0; t < THREADS; t++) {
        pthread_join(threads[t], NULL);
        sum += turns[t].nanoseconds;
    }
    return sum / THREADS;
}

int main(int argc, char **argv)
{
    unsigned turns = argc > 1 ? (unsigned)atoi(argv[1]) : 20;
    linnet_sink sink = { ignore, NULL, close_nothing }, *sinks = &sink;
    linnet_recorder_options options = { .size = sizeof options, .buffer = (size_t)4 << 20 };
    static struct ln_clock clock;
    double bare = 1e9, recorded = 1e9;
    ln_clock_init(&clock);
    for (unsigned i = 0; i < turns; i++) {
        linnet_recorder *recorder;
        double cost = measure(NULL, &clock);
        bare = cost < bare ? cost : bare;
        if (linnet_recorder_open(&recorder, &sinks, 1, &options))
            return 1;
        cost = measure(recorder, NULL);
        recorded = cost < recorded ? cost : recorded;
        linnet_recorder_close(recorder);
    }
    printf("two bare fenced stamps (%s)   %6.1f ns an operation\n", clock.name, bare);
    printf("recorder, call and return     %6.1f ns an operation\n", recorded);
    printf("ratio                         %6.2f\n", recorded / bare);
    return 0;
}
