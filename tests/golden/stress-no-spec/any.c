#include <linnet/object.h>
#include <stdatomic.h>

static _Atomic long it;

static void *make(void)
{
    atomic_store(&it, 0);
    return &it;
}

static linnet_value increment(void *object, const linnet_value *arg)
{
    (void)arg;
    atomic_fetch_add((_Atomic long *)object, 1);
    return LINNET_VOID;
}

LINNET_OBJECT = { .name = "anything", .create = make, .operations = { { "increment", increment } } };
