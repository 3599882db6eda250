/* Linearizable histories to measure with, in the native operation style:
 *
 *   generate OBJECT OPERATIONS PROCESSES [KEYS [SEED]]
 *
 *   kv              put and get over KEYS keys, every put a new value
 *   register        read, write and cas over the values 0 to 4
 *   blowup          a queue: all processes enqueue at once, then dequeue in an impossible order
 *   pending         like register, and PROCESSES operations never return
 *   kv-pending      like pending, over a map with KEYS keys
 *
 * Each process calls, takes effect at once somewhere inside, and returns; who does what next is drawn at random. */
#include "base/rng.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PROCESSES = 4096, MOST_KEYS = 65536 };

struct process {
    enum { IDLE, CALLED, TOOK_EFFECT, GONE } at;
    const char *f;
    uint32_t key;
    long old, new, result; /* result: value, or truth of a cas */
    unsigned long call;
};

struct run {
    struct ln_rng rng;
    struct process processes[MOST_PROCESSES];
    long state[MOST_KEYS];
    uint32_t count, keys;
    unsigned long clock;
    long written;
    int map;
};

static void call(struct run *run, struct process *p)
{
    uint32_t kind = ln_rng_below(&run->rng, run->map ? 2 : 3);
    p->at = CALLED;
    p->call = run->clock++;
    p->key = ln_rng_below(&run->rng, run->keys);
    p->old = ln_rng_below(&run->rng, 5);
    p->new = run->map ? ++run->written : (long)ln_rng_below(&run->rng, 5);
    if (run->map)
        p->f = kind ? "put" : "get";
    else
        p->f = kind == 0 ? "read" : kind == 1 ? "write" : "cas";
}

static void take_effect(struct run *run, struct process *p)
{
    long *state = &run->state[p->key];
    p->at = TOOK_EFFECT;
    p->result = *state;
    if (p->f[0] == 'c')
        p->result = *state == p->old;
    if (p->f[0] == 'p' || p->f[0] == 'w' || (p->f[0] == 'c' && p->result))
        *state = p->new;
}

static void print(const struct run *run, const struct process *p, uint32_t number, int pending)
{
    printf("{\"process\":%u,\"f\":\"%s\"", number, p->f);
    if (run->map)
        printf(",\"key\":\"k%u\"", p->key);
    if (p->f[0] == 'c')
        printf(",\"args\":[%ld,%ld]", p->old, p->new);
    else if (p->f[0] == 'p')
        printf(",\"args\":[\"v%ld\"]", p->new);
    else if (p->f[0] == 'w')
        printf(",\"args\":[%ld]", p->new);
    if (!pending && p->f[0] == 'c')
        printf(",\"result\":%s", p->result ? "true" : "false");
    else if (!pending && p->f[0] == 'g' && p->result)
        printf(",\"result\":\"v%ld\"", p->result);
    else if (!pending && p->f[0] == 'r')
        printf(",\"result\":%ld", p->result);
    else
        printf(",\"result\":null");
    printf(",\"call\":%lu,", p->call);
    if (pending)
        puts("\"return\":null}");
    else
        printf("\"return\":%lu}\n", run->clock);
}

/* `lost` operations are called and never return. */
static void simulate(struct run *run, unsigned long operations, uint32_t lost)
{
    unsigned long begun = 0, ended = 0;
    while (ended < operations) {
        uint32_t number = ln_rng_below(&run->rng, run->count);
        struct process *p = &run->processes[number];
        if (p->at == IDLE && begun < operations) {
            call(run, p);
            begun++;
        } else if (p->at == CALLED) {
            take_effect(run, p);
        } else if (p->at == TOOK_EFFECT) {
            print(run, p, number, 0);
            run->clock++;
            p->at = IDLE;
            ended++;
        }
        if (lost && begun < operations && ended % (operations / lost + 1) == operations / lost / 2) {
            struct process gone = { 0 };
            call(run, &gone);
            while (gone.f[0] == 'r' || gone.f[0] == 'g')
                call(run, &gone);
            if (ln_rng_below(&run->rng, 2))
                take_effect(run, &gone);
            print(run, &gone, run->count + lost, 1);
            lost--;
            ended++;
            begun++;
        }
    }
}

static void blow_up(unsigned long operations, uint32_t processes)
{
    unsigned long clock = 0;
    for (unsigned long i = 0; i < operations; i++)
        printf("{\"process\":%lu,\"f\":\"enq\",\"args\":[%lu],\"result\":null,\"call\":%lu,\"return\":%lu}\n", i, i,
               clock, clock + 1000000);
    clock += 2000000;
    for (unsigned long i = 0; i < processes; i++)
        printf("{\"process\":0,\"f\":\"deq\",\"args\":[],\"result\":%lu,\"call\":%lu,\"return\":%lu}\n",
               i ? i : operations, clock + 2 * i, clock + 2 * i + 1);
}

int main(int argc, char **argv)
{
    static struct run run;
    unsigned long operations = argc > 2 ? strtoul(argv[2], NULL, 10) : 1000;
    const char *object = argc > 1 ? argv[1] : "";
    run.count = argc > 3 ? (uint32_t)strtoul(argv[3], NULL, 10) : 16;
    run.keys = argc > 4 ? (uint32_t)strtoul(argv[4], NULL, 10) : 1;
    run.rng.state = argc > 5 ? strtoul(argv[5], NULL, 10) : 1;
    run.map = strncmp(object, "kv", 2) == 0;
    if (run.count == 0 || run.count > MOST_PROCESSES || run.keys == 0 || run.keys > MOST_KEYS) {
        fprintf(stderr, "generate: processes up to %d, keys up to %d\n", MOST_PROCESSES, MOST_KEYS);
        return 64;
    }
    if (strcmp(object, "blowup") == 0) {
        puts("{\"linnet\":1,\"spec\":\"queue\"}");
        blow_up(operations, run.count);
        return 0;
    }
    puts(run.map ? "{\"linnet\":1,\"spec\":\"kv\"}" : "{\"linnet\":1,\"spec\":\"cas-register:initial=0\"}");
    simulate(&run, operations, strstr(object, "pending") ? 60 : 0);
    return 0;
}
