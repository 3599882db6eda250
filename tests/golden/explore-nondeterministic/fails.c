/* put() fails when get() is in its way. */
#include <linnet/object.h>

#include <stdatomic.h>
#include <stdbool.h>

#ifdef INTENDED
#define IS_INTENDED true
#else
#define IS_INTENDED false
#endif

static atomic_int busy, value;

static void *make(void)
{
    return &value;
}

static linnet_value put(void *object, const linnet_value *arg)
{
    (void)object;
    if (atomic_exchange(&busy, 1))
        return LINNET_FAILED;
    atomic_store(&value, (int)arg[0].i);
    atomic_store(&busy, 0);
    return LINNET_VOID;
}

static linnet_value get(void *object, const linnet_value *arg)
{
    int got;
    (void)object, (void)arg;
    if (atomic_exchange(&busy, 1))
        return LINNET_FAILED;
    got = atomic_load(&value);
    atomic_store(&busy, 0);
    return LINNET_INT(got);
}

LINNET_OBJECT = { .name = "fails", .create = make,
    .operations = { { "put", put, .args = LINNET_ARGS({1}), .may_fail = IS_INTENDED },
                    { "get", get, .may_fail = IS_INTENDED } } };
