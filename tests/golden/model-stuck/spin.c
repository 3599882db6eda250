/* A lock that spins; and a counter under it whose `inc` forgets to unlock when it finds 1. */
#include <linnet/object.h>

#include <stdatomic.h>

static atomic_bool held;
static void *make(void)
{
    return &held;
}

static linnet_value lock(void *object, const linnet_value *arg)
{
    (void)object;
    (void)arg;
    while (atomic_exchange(&held, true))
        ;
    return LINNET_VOID;
}

#ifndef MUTEX
static int count;

static linnet_value unlock(void *object, const linnet_value *arg)
{
    (void)object;
    (void)arg;
    atomic_store(&held, false);
    return LINNET_VOID;
}

#endif

#ifdef MUTEX
LINNET_OBJECT = { .name = "lock", .create = make, .spec = "mutex", .operations = { { "lock", lock } } };
#else
static linnet_value inc(void *object, const linnet_value *arg)
{
    lock(object, arg);
    if (count++ == 1)
        return LINNET_VOID;
    return unlock(object, arg);
}

LINNET_OBJECT = { .name = "counter", .create = make, .spec = "counter", .operations = { { "inc", inc } } };
#endif
