/* A program whose queue is recorded and judged while it runs: monitor ck|urcu|misused [FILE]
 *
 *   ck       the ring of Concurrency Kit, for any number of producers and consumers
 *   urcu     the wait-free queue of liburcu, with its lock for consumers
 *   misused  the ring of Concurrency Kit by its functions for a single producer, which two threads call
 *
 * Two producers and two consumers work in bursts, as programs do; between bursts the queue is emptied. Every call is
 * recorded to FILE, if one is given, and judged. Exit code: 0 holds, 1 violated, 2 unknown. */
#include <linnet/monitor.h>

#include <ck_ring.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <urcu/wfcqueue.h>

enum { PRODUCERS = 2, CONSUMERS = 2, BURSTS = 20000, BURST = 4, CELLS = 64 };

/* ---- the queues ---- */

static ck_ring_t ring;
static ck_ring_buffer_t cells[CELLS];

static void ck_put(long value)
{
    while (!ck_ring_enqueue_mpmc(&ring, cells, (void *)value))
        sched_yield();
}

static long ck_get(void)
{
    void *value;
    return ck_ring_dequeue_mpmc(&ring, cells, &value) ? (long)value : 0;
}

static void misused_put(long value)
{
    while (!ck_ring_enqueue_spsc(&ring, cells, (void *)value))
        sched_yield();
}

static long misused_get(void)
{
    void *value;
    return ck_ring_dequeue_spsc(&ring, cells, &value) ? (long)value : 0;
}

struct item {
    struct cds_wfcq_node node; /* first */
    long value;
};

static struct cds_wfcq_head head;
static struct cds_wfcq_tail tail;

static void urcu_put(long value)
{
    struct item *item = malloc(sizeof *item);
    item->value = value;
    cds_wfcq_node_init(&item->node);
    cds_wfcq_enqueue(&head, &tail, &item->node);
}

static long urcu_get(void)
{
    struct item *item = (struct item *)(void *)cds_wfcq_dequeue_blocking(&head, &tail);
    long value = item ? item->value : 0;
    free(item);
    return value;
}

static const struct queue {
    const char *name;
    void (*put)(long value);
    long (*get)(void); /* 0: it is empty */
} queues[] = { { "ck", ck_put, ck_get }, { "urcu", urcu_put, urcu_get }, { "misused", misused_put, misused_get } };

/* ---- the program ---- */

static const struct queue *queue;
static linnet_recorder *recorder;
static pthread_barrier_t burst;

static void put(linnet_log *log, long value)
{
    linnet_value argument = linnet_int(value);
    linnet_log_call(log, "enqueue", &argument, 1);
    queue->put(value);
    linnet_log_return(log, LINNET_VOID);
}

static long get(linnet_log *log)
{
    long value;
    linnet_log_call(log, "dequeue", NULL, 0);
    value = queue->get();
    linnet_log_return(log, value ? LINNET_INT(value) : LINNET_EMPTY);
    return value;
}

static void *produce(void *number)
{
    linnet_log *log = linnet_log_join(recorder);
    long value = (long)(intptr_t)number + 1;
    for (int b = 0; b < BURSTS; b++) {
        pthread_barrier_wait(&burst);
        for (int i = 0; i < BURST; i++, value += PRODUCERS)
            put(log, value);
        pthread_barrier_wait(&burst);
    }
    linnet_log_leave(log);
    return NULL;
}

static void *consume(void *number)
{
    linnet_log *log = linnet_log_join(recorder);
    for (int b = 0; b < BURSTS; b++) {
        pthread_barrier_wait(&burst);
        for (int i = 0; i < BURST; i++)
            get(log);
        pthread_barrier_wait(&burst);
        while (number == NULL && get(log)) /* one of them tidies up, alone */
            ;
    }
    linnet_log_leave(log);
    return NULL;
}

static void run(void)
{
    pthread_t threads[PRODUCERS + CONSUMERS];
    pthread_barrier_init(&burst, NULL, PRODUCERS + CONSUMERS);
    for (intptr_t t = 0; t < PRODUCERS + CONSUMERS; t++)
        pthread_create(&threads[t], NULL, t < PRODUCERS ? produce : consume,
                       (void *)(t < PRODUCERS ? t : t - PRODUCERS));
    for (int t = 0; t < PRODUCERS + CONSUMERS; t++)
        pthread_join(threads[t], NULL);
}

static void tell(void *context, const linnet_finding *finding)
{
    *(linnet_verdict *)context = linnet_finding_verdict(finding);
    fputs(linnet_finding_text(finding), stdout);
}

int main(int argc, char **argv)
{
    linnet_verdict verdict = LINNET_UNKNOWN;
    linnet_monitor_options options = LINNET_MONITOR_OPTIONS;
    linnet_sink *sinks[2];
    size_t count = 1;
    char message[256];
    for (size_t i = 0; argc > 1 && i < sizeof queues / sizeof *queues; i++)
        if (strcmp(queues[i].name, argv[1]) == 0)
            queue = &queues[i];
    if (!queue) {
        fprintf(stderr, "usage: monitor ck|urcu|misused [FILE]\n");
        return 64;
    }
    ck_ring_init(&ring, CELLS);
    cds_wfcq_init(&head, &tail);
    options.spec = "queue";
    options.tell = tell;
    options.context = &verdict;
    if (linnet_monitor_open(&sinks[0], &options, message, sizeof message)) {
        fprintf(stderr, "%s\n", message);
        return 70;
    }
    if (argc > 2 && linnet_file_sink(&sinks[count++], argv[2], "queue")) {
        fprintf(stderr, "%s cannot be written\n", argv[2]);
        return 64;
    }
    if (linnet_recorder_open(&recorder, sinks, count, NULL))
        return 70;
    run();
    return linnet_recorder_close(recorder) ? 70 : (int)verdict;
}
