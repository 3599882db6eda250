#include <linnet/model.h>
#include <linnet/object.h>
#include <stdatomic.h>
#include <stdlib.h>

static void *make(void)
{
    return calloc(1, sizeof(atomic_int));
}

static linnet_value inc(void *counter, const linnet_value *arg)
{
    (void)arg;
    atomic_store((atomic_int *)counter, 1);
    return LINNET_VOID;
}

static linnet_value get(void *counter, const linnet_value *arg)
{
    (void)arg;
    return LINNET_INT(atomic_load((atomic_int *)counter));
}

/* It gives twice what it ought to: the object is right, and does not do what is specified. */
static int incremented;

static linnet_value specified_inc(void *counter, const linnet_value *arg)
{
    (void)counter, (void)arg;
    incremented = 1;
    return LINNET_VOID;
}

static linnet_value specified_get(void *counter, const linnet_value *arg)
{
    (void)counter, (void)arg;
    return LINNET_INT(2 * incremented);
}

static void *nothing(void)
{
    static int dummy;
    return &dummy;
}

LINNET_OBJECT = { .name = "off", .create = make, .destroy = free,
    .operations = { { .name = "inc", .call = inc }, { .name = "get", .call = get } } };

LINNET_SPECIFICATION = { .name = NAME, .create = nothing,
    .operations = { { .name = "inc", .call = specified_inc }, { .name = "get", .call = specified_get } } };
