#include <linnet/object.h>

static int object;

__attribute__((constructor)) static void load(void)
{
    for (volatile int i = 0;; i = 0)
        (void)i;
}

static void *make(void)
{
    return &object;
}

static linnet_value get(void *all, const linnet_value *arg)
{
    (void)all, (void)arg;
    return LINNET_VOID;
}

LINNET_OBJECT = { .name = "load", .create = make, .operations = { { "get", get } } };
