#include <linnet/object.h>
#include <stdlib.h>

static void *make(void)
{
    return calloc(1, sizeof(int));
}

static linnet_value take(void *object, const linnet_value *arg)
{
    int *count = object;
    volatile int *nowhere = NULL;
    (void)arg;
    if (++*count == 7)
        *nowhere = 1;
    return LINNET_INT(*count - 1);
}

LINNET_OBJECT = { .name = "counter", .create = make, .destroy = free, .spec = "fetch-and-add",
                  .operations = { { "fetch_add", take, .args = LINNET_ARGS({1}) } } };
