#include <linnet/object.h>

#include <stdatomic.h>

static atomic_int calls;

static void *make(void)
{
    return &calls;
}

static linnet_value get(void *object, const linnet_value *arg)
{
    (void)object, (void)arg;
    if (atomic_fetch_add(&calls, 1) == 1)
        for (volatile int i = 0;; i = 0)
            (void)i;
    return LINNET_VOID;
}

LINNET_OBJECT = { .name = "hang", .create = make, .operations = { { "get", get } } };
