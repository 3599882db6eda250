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

    (void)arg;

    return LINNET_INT(atomic_fetch_add(value, 1));
}

LINNET_OBJECT = { .name = "counter", .create = make, .destroy = free, .operations = { { .name = "inc", .call = inc } } };
