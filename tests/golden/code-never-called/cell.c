#include <linnet/object.h>

#include <stdatomic.h>
#include <stdlib.h>

static void *make(void)
{
    return calloc(1, sizeof(atomic_int));
}

static linnet_value get(void *o, const linnet_value *arg)
{
    (void)arg;
    return LINNET_INT(atomic_load((atomic_int *)o));
}

static linnet_value set(void *o, const linnet_value *arg)
{
    atomic_store((atomic_int *)o, (int)arg[0].i);
    return LINNET_VOID;
}

#ifdef OTHERS
LINNET_OBJECT = {
    .name = "cell", .create = make, .destroy = free,
    .spec = "register:initial=0",
    .operations = { { .name = "get", .call = get, .role = "one" },
                    { .name = "read", .call = get, .role = "two" },
                    { .name = "set", .call = set, .args = LINNET_ARGS({ 1 }), .others = true },
                    { .name = "write", .call = set, .args = LINNET_ARGS({ 2 }), .others = true } },
};
#else
LINNET_OBJECT = {
    .name = "cell", .create = make, .destroy = free,
    .spec = "register:initial=0",
    .operations = { { .name = "get", .call = get, .weight = 1000000 },
                    { .name = "set", .call = set, .args = LINNET_ARGS({ 1 }) } },
};
#endif
