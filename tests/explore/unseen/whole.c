/* Structures that go whole from a call into memory, or from memory into a call. */
#include "case.h"

struct whole {
    long v[3];
};

static struct whole it;

static __attribute__((noinline)) struct whole three(long x)
{
    return (struct whole){ { x, x, x } };
}

static __attribute__((noinline)) long sum(struct whole w)
{
    return w.v[0] + w.v[1] + w.v[2];
}

static void *make(void)
{
    return &it;
}

static linnet_value set(void *object, const linnet_value *arg)
{
    struct whole *w = object;
    (void)arg;
#ifdef INTO
    *w = three(1);
#else
    for (int i = 0; i < 3; i++)
        ((volatile long *)w->v)[i] = 1;
#endif
    return LINNET_VOID;
}

static linnet_value get(void *object, const linnet_value *arg)
{
    struct whole *w = object, mine = three(2);
    (void)arg;
#ifdef OUT_OF
    return LINNET_INT(sum(*w) + sum(mine));
#else
    return LINNET_INT(((volatile long *)w->v)[0] + ((volatile long *)w->v)[2] + sum(mine));
#endif
}

LINNET_OBJECT = { .name = "whole", .create = make, .operations = { { "set", set }, { "get", get } } };
