#include <linnet/object.h>

#include <stdatomic.h>

static atomic_int flag;

static void *make(void)
{
    return &flag;
}

static linnet_value wait(void *o, const linnet_value *arg)
{
    (void)arg;
    while (atomic_load((atomic_int *)o) == 0)
        ;
    return LINNET_VOID;
}

LINNET_OBJECT = { .name = "waiting", .create = make, .operations = { { "wait", wait } } };
