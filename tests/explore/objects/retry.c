/* Attempts that may fail because others interfere, or for no reason: declared so (-DMEANT=1), they are right. */
#include <stdatomic.h>

#include <linnet/object.h>

#ifndef MEANT
#define MEANT 0
#endif

static atomic_int count;

static void *make(void)
{
    return (void *)&count;
}

static linnet_value attempt(void *object, const linnet_value *arg)
{
    int seen = atomic_load(&count);
    (void)object, (void)arg;
    return LINNET_BOOL(atomic_compare_exchange_weak(&count, &seen, seen + 1));
}

static linnet_value get(void *object, const linnet_value *arg)
{
    (void)object, (void)arg;
    return LINNET_INT(atomic_load(&count));
}

LINNET_OBJECT = { .name = "retry", .create = make,
                  .operations = { { "attempt", attempt, .nondeterministic = MEANT }, { "get", get } } };
