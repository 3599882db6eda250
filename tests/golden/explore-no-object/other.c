#include <linnet/object.h>

#undef LINNET_OBJECT_VERSION
#define LINNET_OBJECT_VERSION 7

static void *make(void)
{
    static int object;
    return &object;
}

static linnet_value get(void *object, const linnet_value *arg)
{
    (void)object, (void)arg;
    return LINNET_VOID;
}

LINNET_OBJECT = { .name = "other", .create = make, .operations = { { .name = "get", .call = get } } };
