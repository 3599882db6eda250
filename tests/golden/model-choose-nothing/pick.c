/* Picks one of those that are left: of none there is nothing to pick. */
#include <linnet/model.h>

#include <stdatomic.h>

static atomic_int left;

static void *make(void)
{
#ifdef IN_CREATE
    left = linnet_choose(0);
#endif
    left = 1;
    return &left;
}

static linnet_value pick(void *o, const linnet_value *arg)
{
    int seen = atomic_load(&left);
    (void)o;
    (void)arg;
    atomic_store(&left, seen - 1);
#ifdef GUARDED
    if (seen <= 0)
        return LINNET_INT(-1);
#endif
#ifndef IN_SPECIFICATION
    return LINNET_INT(linnet_choose(seen));
#else
    return LINNET_INT(0);
#endif
}

LINNET_OBJECT = { .name = "pick", .create = make, .operations = { { "pick", pick } } };

static int there;

static void *specify(void)
{
    return &there;
}

static linnet_value picks(void *o, const linnet_value *arg)
{
    (void)o;
    (void)arg;
#ifdef IN_SPECIFICATION
    return LINNET_INT(linnet_choose(-1));
#else
    if (linnet_choose(2))
        return LINNET_INT(-1);
    return LINNET_INT(0);
#endif
}

LINNET_SPECIFICATION = { .name = "picks", .create = specify, .operations = { { "pick", picks } } };
