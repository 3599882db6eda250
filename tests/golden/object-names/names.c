#include <linnet/object.h>
#include <stdatomic.h>
#include <stdlib.h>

static void *make(void)
{
    return calloc(1, sizeof(atomic_int));
}

static linnet_value inc(void *counter, const linnet_value *arg)
{
    return LINNET_INT(atomic_fetch_add((atomic_int *)counter, (int)arg[0].i));
}

LINNET_OBJECT = { .name = OBJECT, .create = make, .destroy = free,
    .operations = { { .name = NAME, .call = inc, .args = LINNET_ARGS({1}) } } };
