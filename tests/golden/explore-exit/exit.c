#include <linnet/object.h>

#include <stdatomic.h>
#include <stdlib.h>

static atomic_int calls;

static void *make(void)
{
    return &calls;
}

static linnet_value get(void *object, const linnet_value *arg)
{
    (void)object, (void)arg;
    if (atomic_fetch_add(&calls, 1) == 2)
        exit(3);
    return LINNET_VOID;
}

LINNET_OBJECT = { .name = "exit", .create = make, .operations = { { "get", get } } };
