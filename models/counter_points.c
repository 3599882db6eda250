/* Treiber's stack reduced to its height, with linearisation points (refinement paper, Algorithm 3.4 and section 3.3).
 * A push takes effect with the compare-and-swap that succeeds, a pop also where it sees an empty stack. A push returns
 * the height before it plus one, also at SIZE, where it does nothing; a pop returns the height before it.
 *
 *   linnet model counter_points.c -DSIZE=4 --processes 3 --points             holds, by its points
 *   linnet model counter_points.c -DSIZE=4 --processes 3                      holds, without looking at them
 *   linnet model counter_points.c -DSTALE --processes 2 --points              holds, but one point is wrong: pop looks
 *                                                                             at what it saw before
 *   linnet model counter_points.c -DFAULTY --processes 2 --points             two pops take one thing: violated
 *
 * Steps are those of the paper's model, so that with --ops-per-process 1 its states can be counted (535 for SIZE=4 and
 * three processes, 114 up to symmetry). */
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

static linnet_value push(void *object, const linnet_value *arg)
{
    (void)object;
    (void)arg;
    for (;;) {
        seen = height;
        LINNET_ATOMIC {
            if (seen == height) {
                linnet_value result = LINNET_INT(height + 1);
                linnet_point(result);
                if (height < SIZE)
                    height++;
                return result;
            }
        }
    }
}

static linnet_value pop(void *object, const linnet_value *arg)
{
    (void)object;
    (void)arg;
    for (;;) {
        seen = height;
        LINNET_ATOMIC {
#ifdef STALE
            if (seen == 0) {
#else
            if (height == 0) {
#endif
                linnet_point(LINNET_INT(0));
                return LINNET_INT(0);
            }
        }
        LINNET_ATOMIC {
#ifdef FAULTY
            if (seen != 0) {
                linnet_value result = LINNET_INT(seen);
#else
            if (seen == height) {
                linnet_value result = LINNET_INT(height);
#endif
                linnet_point(result);
                height -= height > 0; /* it may be 0 again */
                return result;
            }
        }
    }
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
    int before = abstract;
    (void)object;
    (void)arg;
    abstract += abstract < SIZE;
    return LINNET_INT(before + 1);
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
