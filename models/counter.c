/* Treiber's stack reduced to its height (refinement paper, Algorithm 3.4): a bounded counter changed by
 * compare-and-swap. A push beyond SIZE does nothing and returns SIZE; a pop at 0 returns 0, else the height before it.
 *
 *   linnet model counter.c -DSIZE=4 --processes 3               holds
 *   linnet model counter.c -DSIZE=4 --processes 3 -DFAULTY      a test and a change that are two steps: violated
 *
 * counter_points.c is the same with linearisation points. Steps and what a process keeps (`seen`) are those of the paper's model, so that with --ops-per-process 1 its states
 * can be counted. */
#include <linnet/model.h>

#ifndef SIZE
#define SIZE 2
#endif

static volatile int height;
static _Thread_local int seen;

static void *make(void)
{
    return (void *)&height;
}

static void add_one(void)
{
    if (height < SIZE)
        height++;
}

/* Compare-and-swap of `height` from what was seen; what is there now is seen. */
static bool change(int by)
{
    bool changed = false;
#ifdef FAULTY
    changed = seen == height;
#endif
    LINNET_ATOMIC {
#ifndef FAULTY
        changed = seen == height;
#endif
        if (changed && by > 0)
            add_one();
        else if (changed)
            height--;
        seen = height;
    }
    return changed;
}

static linnet_value push(void *object, const linnet_value *arg)
{
    (void)object;
    (void)arg;
    seen = height;
    while (!change(+1))
        ;
    linnet_step();
    return LINNET_INT(seen);
}

static linnet_value pop(void *object, const linnet_value *arg)
{
    (void)object;
    (void)arg;
    seen = height;
    do {
        linnet_step();
        if (seen == 0)
            return LINNET_INT(0);
    } while (!change(-1));
    linnet_step();
    return LINNET_INT(seen + 1);
}

LINNET_OBJECT = {
    .name = "counter", .create = make,
    .operations = { { .name = "push", .call = push }, { .name = "pop", .call = pop } },
};

/* The same, all at once. */
static int abstract;

static void *begin(void)
{
    return &abstract;
}

static linnet_value spec_push(void *object, const linnet_value *arg)
{
    (void)object;
    (void)arg;
    abstract += abstract < SIZE;
    return LINNET_INT(abstract);
}

static linnet_value spec_pop(void *object, const linnet_value *arg)
{
    int before = abstract;
    (void)object;
    (void)arg;
    abstract -= abstract > 0;
    return LINNET_INT(before);
}

LINNET_SPECIFICATION = {
    .name = "bounded counter", .create = begin,
    .operations = { { .name = "push", .call = spec_push }, { .name = "pop", .call = spec_pop } },
};
