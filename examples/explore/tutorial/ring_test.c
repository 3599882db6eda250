/* linnet explore ring_test.c before/ring.c */
#include <linnet/object.h>

#include "ring.h"

static void *make(void)
{
    return ring_new();
}

static void drop(void *ring)
{
    ring_free(ring);
}

static linnet_value offer(void *ring, const linnet_value *arg)
{
    return ring_put(ring, (int)arg[0].i) ? LINNET_VOID : LINNET_BOOL(false);
}

static linnet_value poll(void *ring, const linnet_value *arg)
{
    int value;
    (void)arg;
    return ring_get(ring, &value) ? LINNET_INT(value) : LINNET_EMPTY;
}

LINNET_OBJECT = {
    .name = "ring", .create = make, .destroy = drop,
    .operations = {
        { .name = "offer", .call = offer, .fresh = true, .role = "producer" },
        { .name = "poll", .call = poll, .role = "consumer" },
    },
};
