/* Whether there is something is looked at twice. */
#include <linnet/object.h>

#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) kept;
static int number = 7;

static void *make(void)
{
    atomic_store(&kept, &number);
    return &kept;
}

static linnet_value drop(void *object, const linnet_value *arg)
{
    (void)object, (void)arg;
    atomic_store(&kept, NULL);
    return LINNET_VOID;
}

static linnet_value look(void *object, const linnet_value *arg)
{
    (void)object, (void)arg;
    return atomic_load(&kept) ? LINNET_INT(*atomic_load(&kept)) : LINNET_EMPTY;
}

LINNET_OBJECT = { .name = "kept", .create = make, .operations = { { "drop", drop }, { "look", look } } };
