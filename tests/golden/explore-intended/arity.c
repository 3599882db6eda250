#include <linnet/object.h>

static void *make(void)
{
    static int thing;
    return &thing;
}

static linnet_value cas(void *object, const linnet_value *arg)
{
    (void)object, (void)arg;
    return LINNET_VOID;
}

LINNET_OBJECT = { .name = "arity", .create = make, .operations = { { "cas", cas, .args = LINNET_ARGS({ 1, 2 }, { 2 }) } } };
