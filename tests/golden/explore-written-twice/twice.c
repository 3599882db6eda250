#include <linnet/object.h>

static volatile int flag;

static void *make(void)
{
    return (void *)&flag;
}

static linnet_value twice(void *object, const linnet_value *arg)
{
    (void)object, (void)arg;
    flag = 1;
    return LINNET_INT(__atomic_add_fetch(&flag, 1, __ATOMIC_SEQ_CST));
}

LINNET_OBJECT = { .name = "twice", .create = make, .operations = { { "twice", twice } } };
