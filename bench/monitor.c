/* What watching costs: CPU nanoseconds an event, from memory, best of three, and the resident size at the start, in the
 * middle and at the end of a long run.
 *   monitor counting|exact SPEC K EVENTS [INSIDE [WATCH]]
 * 16 processes use the object, which holds about INSIDE values (64); WATCH is as of `linnet monitor` (4096). */
#include "base/rng.h"
#include "counting/collection.h"
#include "monitor/exact.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PROCESSES = 16, BLOCK = 1 << 20 };

struct event {
    ln_value value;
    uint16_t method;
    uint8_t process;
    bool returns;
};

/* The object as it is: a ring that is used from one end or from both. */
struct object {
    const struct ln_spec *spec;
    struct ln_rng rng;
    int64_t *ring, next;
    uint64_t first, length, room, wanted;
    uint16_t insert, remove;
    enum { IDLE, CALLED, DONE } stage[PROCESSES];
    bool inserts[PROCESSES];
    ln_value value[PROCESSES];
};

static void fail(const char *what)
{
    fprintf(stderr, "monitor: %s\n", what);
    exit(1);
}

static uint16_t method_of(const struct ln_spec *spec, enum ln_role role)
{
    uint16_t method = 0;
    while (spec->class->roles[method] != role)
        method++;
    return method;
}

static void take_effect(struct object *o, uint32_t p)
{
    o->stage[p] = DONE;
    if (o->inserts[p]) {
        o->ring[(o->first + o->length++) % o->room] = ln_value_int(NULL, o->value[p]);
        o->value[p] = LN_VALUE_NONE;
    } else if (!o->length) {
        o->value[p] = LN_VALUE_NULL;
    } else if (o->spec->class->discipline == LN_DISCIPLINE_LIFO) {
        o->value[p] = ln_small(o->ring[(o->first + --o->length) % o->room]);
    } else {
        o->value[p] = ln_small(o->ring[o->first++ % o->room]);
        o->length--;
    }
}

static void fill(struct object *o, struct event *events)
{
    for (size_t e = 0; e < BLOCK;) {
        uint32_t p = ln_rng_below(&o->rng, PROCESSES);
        if (o->stage[p] == CALLED) {
            take_effect(o, p);
            continue;
        }
        if (o->stage[p] == IDLE) {
            o->inserts[p] = o->length < o->wanted ? ln_rng_below(&o->rng, 5) < 3 : ln_rng_below(&o->rng, 5) < 2;
            o->value[p] = o->inserts[p] ? ln_small(o->next++) : LN_VALUE_NONE;
            o->stage[p] = CALLED;
            events[e++] = (struct event){ o->value[p], o->inserts[p] ? o->insert : o->remove, (uint8_t)p, false };
        } else {
            o->stage[p] = IDLE;
            events[e++] = (struct event){ o->value[p], 0, (uint8_t)p, true };
        }
    }
}

struct watching {
    struct ln_ocl *ocl;
    struct ln_collection *collection; /* or */
    struct ln_exact *exact;
};

static void begin(struct watching *w, const struct ln_spec *spec, bool exact,
                  const struct ln_collection_options *options, struct ln_memory *memory)
{
    const char *declined = NULL, *family = ln_ocl_for(spec), *text;
    *w = (struct watching){ 0 };
    text = family ? ln_ocl_shipped(family, strlen(family)) : NULL;
    if (exact ? ln_exact_new(&w->exact, spec, memory, &declined) != LN_OK
              : !text || ln_ocl_parse(&w->ocl, family, text, strlen(text), memory, NULL) ||
                    ln_collection_new(&w->collection, spec, w->ocl, options, memory, &declined))
        fail("it cannot be watched so");
    if (declined)
        fail(declined);
}

static void end(struct watching *w)
{
    ln_collection_free(w->collection);
    ln_exact_free(w->exact);
    ln_ocl_free(w->ocl);
}

static void count(struct ln_collection *collection, const struct event *events)
{
    enum ln_status status = LN_OK;
    for (size_t e = 0; e < BLOCK && !status; e++)
        status = events[e].returns
                     ? ln_collection_return(collection, events[e].process, events[e].value)
                     : ln_collection_call(collection, events[e].process, events[e].method, events[e].value);
    if (status || ln_collection_finding(collection)->over)
        fail("a run of the object itself was accused, or given up");
}

static void decide(struct ln_exact *exact, const struct event *events)
{
    enum ln_status status = LN_OK;
    for (size_t e = 0; e < BLOCK && !status; e++)
        status = events[e].returns ? ln_exact_return(exact, events[e].process, events[e].value)
                                   : ln_exact_call(exact, events[e].process, events[e].method, &events[e].value);
    if (status || ln_exact_verdict(exact).verdict != LN_HOLDS)
        fail("a run of the object itself was accused, or given up");
}

static double resident(void)
{
    char line[256];
    double kilobytes = 0;
    FILE *file = fopen("/proc/self/status", "r");
    while (file && fgets(line, sizeof line, file))
        if (sscanf(line, "VmRSS: %lf", &kilobytes) == 1)
            break;
    if (file)
        fclose(file);
    return kilobytes / 1024;
}

struct long_run {
    bool exact;
    const struct ln_collection_options *options;
    struct ln_memory *memory;
    uint64_t blocks;
    struct event *events; /* room for a block */
    double sizes[3];      /* resident, at the start, in the middle and at the end */
};

/* CPU nanoseconds an event. */
static double run(struct object *o, struct long_run *run)
{
    struct watching w;
    uint64_t spent = 0, blocks = run->blocks;
    begin(&w, o->spec, run->exact, run->options, run->memory);
    for (uint64_t b = 0; b < blocks; b++) {
        uint64_t start;
        fill(o, run->events);
        start = ln_cpu_time();
        if (run->exact)
            decide(w.exact, run->events);
        else
            count(w.collection, run->events);
        spent += ln_cpu_time() - start;
        if (b == 0 || b == blocks / 2 || b == blocks - 1)
            run->sizes[b == 0 ? 0 : b == blocks - 1 ? 2 : 1] = resident();
    }
    end(&w);
    return (double)spent / (double)(blocks * BLOCK);
}

int main(int argc, char **argv)
{
    struct ln_collection_options options = { .most_watched = 4096 };
    struct ln_memory memory;
    struct ln_values values;
    struct ln_spec spec;
    struct ln_error error;
    struct long_run how = { .options = &options, .memory = &memory, .events = calloc(BLOCK, sizeof *how.events) };
    double best = 0;
    uint64_t inside;
    if (argc < 5 || !how.events)
        fail("counting|exact SPEC K EVENTS [INSIDE [WATCH]]");
    ln_memory_init(&memory, UINT64_MAX);
    ln_values_init(&values, &memory);
    if (ln_spec_parse(&spec, argv[2], &values, &error))
        fail(error.message);
    how.exact = strcmp(argv[1], "exact") == 0;
    options.k = (uint32_t)strtoul(argv[3], NULL, 10);
    how.blocks = (strtoull(argv[4], NULL, 10) + BLOCK - 1) / BLOCK;
    inside = argc > 5 ? strtoull(argv[5], NULL, 10) : 64;
    options.most_watched = argc > 6 ? strtoull(argv[6], NULL, 10) : options.most_watched;
    for (int turn = 0; turn < (how.blocks > 20 ? 1 : 3); turn++) {
        struct object o = { .spec = &spec,
                            .rng = { 1 },
                            .room = 4 * inside + 1024,
                            .wanted = inside,
                            .insert = method_of(&spec, LN_ROLE_INSERT),
                            .remove = method_of(&spec, LN_ROLE_REMOVE) };
        double cost;
        o.ring = calloc(o.room, sizeof *o.ring);
        if (!o.ring)
            fail("out of memory");
        cost = run(&o, &how);
        best = turn == 0 || cost < best ? cost : best;
        free(o.ring);
    }
    printf("%-9s %-6s k=%u %11llu events, about %7llu inside: %6.1f ns an event; resident %.1f, %.1f, %.1f MB\n",
           argv[1], argv[2], options.k, (unsigned long long)how.blocks * BLOCK, (unsigned long long)inside, best,
           how.sizes[0], how.sizes[1], how.sizes[2]);
    ln_values_fini(&values);
    free(how.events);
    return 0;
}
