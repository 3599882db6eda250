#include <linnet/object.h>
#include <stdatomic.h>
#include <stdlib.h>

static void *make(void)
{
    return calloc(1, sizeof(atomic_int));
}

static linnet_value inc(void *counter, const linnet_value *arg)
{
    atomic_int *value = counter;
    int before = atomic_load(value);
    (void)arg;
    atomic_store(value, before + 1);
    return LINNET_INT(before);
}

LINNET_OBJECT = { .name = "counter", .create = make, .destroy = free, .operations = { { .name = "inc", .call = inc } } };
