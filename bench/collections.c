/* Linearizable histories of collections in PolyLin's format (the native one for the register), every value inserted once:
 *
 *   collections OBJECT OPERATIONS PROCESSES [SEED]        OBJECT: queue, stack, priorityqueue, set or register
 *
 * Each process calls, takes effect at once somewhere inside, and returns; who does what next is drawn at random. About
 * half of the operations remove, and nothing is removed from an empty collection: PolyLin has no word for it. */
#include "base/rng.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PROCESSES = 4096 };

enum object { QUEUE, STACK, PRIORITY, SET, REGISTER };

struct process {
    enum { IDLE, CALLED, TOOK_EFFECT } at;
    const char *method;
    unsigned long value, call;
    int result;
};

struct run {
    struct ln_rng rng;
    enum object object;
    struct process processes[MOST_PROCESSES];
    unsigned long *values; /* a ring, a stack or a heap */
    unsigned long first, count, fresh, clock, now;
};

/* ---- the objects ---- */

static void sift_up(unsigned long *heap, unsigned long at)
{
    while (at && heap[(at - 1) / 2] > heap[at]) {
        unsigned long swap = heap[at];
        heap[at] = heap[(at - 1) / 2];
        heap[(at - 1) / 2] = swap;
        at = (at - 1) / 2;
    }
}

static void sift_down(unsigned long *heap, unsigned long count)
{
    for (unsigned long at = 0, least;; at = least) {
        unsigned long swap = heap[at];
        least = at;
        for (unsigned long child = 2 * at + 1; child < count && child <= 2 * at + 2; child++)
            if (heap[child] < heap[least])
                least = child;
        if (least == at)
            return;
        heap[at] = heap[least];
        heap[least] = swap;
    }
}

/* Values of priority queues are drawn; the low bits make them unique. */
static unsigned long fresh_value(struct run *run)
{
    unsigned long number = ++run->fresh;
    return run->object == PRIORITY ? (unsigned long)ln_rng_below(&run->rng, 1 << 20) << 24 | number : number;
}

static void insert(struct run *run, unsigned long value)
{
    run->values[run->first + run->count++] = value;
    if (run->object == PRIORITY)
        sift_up(run->values, run->count - 1);
}

static unsigned long take(struct run *run)
{
    unsigned long *values = run->values + run->first, value;
    run->count--;
    if (run->object == QUEUE)
        return run->values[run->first++];
    if (run->object == STACK)
        return values[run->count];
    value = values[0];
    values[0] = values[run->count];
    sift_down(values, run->count);
    return value;
}

/* ---- the processes ---- */

static void call(struct run *run, struct process *p)
{
    static const char *const inserts[] = { "enq", "push", "insert", "insert", "write" };
    p->at = CALLED;
    p->call = run->clock++;
    p->method = inserts[run->object];
    p->value = 0;
    if (ln_rng_below(&run->rng, 2) || (run->object == REGISTER && ln_rng_below(&run->rng, 2)))
        p->method = NULL; /* what it removes or reads is known when it happens */
}

static void take_effect(struct run *run, struct process *p)
{
    static const char *const removes[] = { "deq", "pop", "poll", "remove", "read" };
    static const char *const inserts[] = { "enq", "push", "insert", "insert", "write" };
    p->at = TOOK_EFFECT;
    p->result = 1;
    if (run->object == REGISTER) {
        if (p->method)
            run->now = ++run->fresh;
        p->method = p->method ? p->method : "read";
        p->value = run->now;
        return;
    }
    if (!p->method && run->count) {
        p->method = removes[run->object];
        if (run->object != SET) {
            p->value = take(run);
        } else if (ln_rng_below(&run->rng, 2)) { /* a drawn element: seen, or taken and the last put in its place */
            unsigned long i = ln_rng_below(&run->rng, (uint32_t)run->count);
            p->value = run->values[i];
            p->method = "contains";
        } else {
            unsigned long i = ln_rng_below(&run->rng, (uint32_t)run->count);
            p->value = run->values[i];
            run->values[i] = run->values[--run->count];
        }
        return;
    }
    p->method = inserts[run->object];
    p->value = fresh_value(run);
    insert(run, p->value);
}

static void print(const struct run *run, const struct process *p, uint32_t number)
{
    if (run->object == REGISTER)
        printf("{\"process\":%u,\"f\":\"%s\",\"args\":[%.*lu],\"result\":%lu,\"call\":%lu,\"return\":%lu}\n", number,
               p->method, p->method[0] == 'w' ? 1 : 0, p->method[0] == 'w' ? p->value : 0, p->value, p->call,
               run->clock);
    else if (run->object == SET)
        printf("%s %lu %d %lu %lu\n", p->method, p->value, p->result, p->call, run->clock);
    else
        printf("%s %lu %lu %lu\n", p->method, p->value, p->call, run->clock);
}

static void simulate(struct run *run, unsigned long operations, uint32_t processes)
{
    unsigned long begun = 0, ended = 0;
    while (ended < operations) {
        uint32_t number = ln_rng_below(&run->rng, processes);
        struct process *p = &run->processes[number];
        if (p->at == IDLE && begun < operations) {
            call(run, p);
            begun++;
        } else if (p->at == CALLED) {
            take_effect(run, p);
        } else if (p->at == TOOK_EFFECT) {
            print(run, p, number);
            run->clock++;
            p->at = IDLE;
            ended++;
        }
    }
}

int main(int argc, char **argv)
{
    static const char *const names[] = { "queue", "stack", "priorityqueue", "set", "register" };
    static const char *const headers[] = { "# queue", "# stack", "# priorityqueue", "# set",
                                           "{\"linnet\":1,\"spec\":\"register:initial=0\"}" };
    static struct run run;
    unsigned long operations = argc > 2 ? strtoul(argv[2], NULL, 10) : 1000;
    unsigned long processes = argc > 3 ? strtoul(argv[3], NULL, 10) : 16;
    unsigned object = 0;
    while (object < 5 && (argc < 2 || strcmp(names[object], argv[1]) != 0))
        object++;
    if (object == 5 || processes == 0 || processes > MOST_PROCESSES) {
        fprintf(stderr, "usage: collections queue|stack|priorityqueue|set|register OPERATIONS PROCESSES [SEED]\n");
        return 64;
    }
    run.object = (enum object)object;
    run.rng.state = argc > 4 ? strtoull(argv[4], NULL, 10) : 1;
    run.values = malloc((operations + 1) * sizeof *run.values);
    if (!run.values)
        return 70;
    puts(headers[object]);
    simulate(&run, operations, (uint32_t)processes);
    free(run.values);
    return 0;
}
