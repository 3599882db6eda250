#include <linnet/object.h>

#include <stdatomic.h>

static atomic_int cell;

static void *make(void)
{
    return &cell;
}

static linnet_value write(void *object, const linnet_value *arg)
{
    (void)object;
    atomic_store_explicit(&cell, (int)arg[0].i, memory_order_release);
    return LINNET_VOID;
}

static linnet_value read(void *object, const linnet_value *arg)
{
    (void)object;
    (void)arg;
    return LINNET_INT(atomic_load_explicit(&cell, memory_order_relaxed));
}

LINNET_OBJECT = { .name = "cell", .create = make, .spec = "register:initial=0",
                  .operations = { { "write", write, .args = LINNET_ARGS({0}, {1}) }, { "read", read } } };
