/* Both write, then look: thread 0 is interrupted after its write, which thread 1 overwrites. */
#include <linnet/object.h>

static volatile long it;

static void *make(void)
{
    it = 0;
    return (void *)&it;
}

static linnet_value put(void *object, const linnet_value *arg)
{
    (void)object;
    it = (long)arg[0].i;
    return LINNET_INT(it);
}

LINNET_OBJECT = { .name = "cell", .create = make, .operations = { { "put", put, .args = LINNET_ARGS({1}, {2}) } } };
