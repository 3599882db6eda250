/* A dispenser whose first take in a run is refused, and which gives a ticket out twice. */
#include <linnet/object.h>

#include <stdatomic.h>

static atomic_int next, taken;

static void *make(void)
{
    atomic_store(&next, 1);
    atomic_store(&taken, 0);
    return &next;
}

static linnet_value take(void *object, const linnet_value *arg)
{
    int ticket;
    (void)object, (void)arg;
    if (atomic_fetch_add(&taken, 1) == 0)
        return LINNET_FAILED;
    ticket = atomic_load(&next);
    atomic_store(&next, ticket + 1);
    return LINNET_INT(ticket);
}

LINNET_OBJECT = { .name = "tickets", .create = make, .operations = { { .name = "take", .call = take, .may_fail = true } } };
