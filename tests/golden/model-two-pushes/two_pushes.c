/* Algorithm 3.4 of the refinement paper with pushes only: read H, then compare and swap it. */
#include <linnet/object.h>

#include <stdatomic.h>

static atomic_int H;

static void *make(void)
{
    return &H;
}

static linnet_value push(void *object, const linnet_value *arg)
{
    int ss;
    (void)object;
    (void)arg;
    do
        ss = atomic_load(&H);
#ifdef NOT_AT_ONCE
    while (atomic_load(&H) != ss);
    atomic_store(&H, ss + 1);
#else
    while (!atomic_compare_exchange_strong(&H, &ss, ss + 1));
#endif
    return LINNET_INT(ss + 1);
}

LINNET_OBJECT = { .name = "stack", .create = make, .spec = "fetch-and-add", .operations = { { "add_and_get", push } } };
