#include <linnet/object.h>
#include <stdatomic.h>
#include <stdlib.h>

static void *make(void)
{
    return calloc(1, sizeof(_Atomic long));
}

static linnet_value take(void *object, const linnet_value *arg)
{
    (void)arg;
    return LINNET_INT(atomic_fetch_add((_Atomic long *)object, 1) + 1);
}

LINNET_OBJECT = { .name = "tickets", .create = make, .destroy = free, .operations = { { "take", take } } };
