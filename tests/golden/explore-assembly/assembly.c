#include <linnet/object.h>

static int count;

static void *make(void)
{
    return &count;
}

static linnet_value inc(void *object, const linnet_value *arg)
{
    (void)object, (void)arg;
#ifdef EMPTY
    __asm__ volatile("" ::: "memory");
#else
    __asm__ volatile("lock; incl %0" : "+m"(count));
#endif
    return LINNET_VOID;
}

LINNET_OBJECT = { .name = "assembly", .create = make, .operations = { { "inc", inc } } };
