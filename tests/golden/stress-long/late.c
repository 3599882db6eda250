#include <linnet/object.h>
#include <stdatomic.h>
#include <stdlib.h>

/* Wrong from the thousandth call on. */
static void *make(void)
{
    return calloc(1, sizeof(_Atomic long));
}

static linnet_value take(void *object, const linnet_value *arg)
{
    long value = atomic_fetch_add((_Atomic long *)object, 1);
    (void)arg;
    return LINNET_INT(value < 1000 ? value : value + 1);
}

LINNET_OBJECT = { .name = "counter", .create = make, .destroy = free, .spec = "fetch-and-add",
                  .operations = { { "fetch_add", take, .args = LINNET_ARGS({1}) } } };
