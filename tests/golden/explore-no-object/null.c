#include <linnet/object.h>

static void *make(void)
{
    return NULL;
}

static linnet_value get(void *object, const linnet_value *arg)
{
    (void)object, (void)arg;
    return LINNET_VOID;
}

LINNET_OBJECT = { .name = "null", .create = make, .operations = { { "get", get } } };
