/* No use as a reference. */
#include <linnet/object.h>
#include <stdlib.h>

static void *make(void)
{
    static int thing;
    return &thing;
}

static linnet_value pass(void *object, const linnet_value *arg)
{
    (void)object, (void)arg;
    abort();
}

LINNET_OBJECT = { .name = "gate", .create = make, .operations = { { "pass", pass } } };
