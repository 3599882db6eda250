#include <linnet/object.h>

static int object;

static void *make(void)
{
    return &object;
}

static linnet_value inc(void *o, const linnet_value *arg)
{
    (void)o, (void)arg;
    return LINNET_FAILED;
}

LINNET_OBJECT = { .name = "failing", .create = make, .operations = { { "inc", inc, .may_fail = true } } };
