/* A mailbox (after Aguilera, Gafni and Lamport, The mailbox problem, DISC 2008): one process delivers; the other looks
 * whether something is there, and only if so goes to take it all out. Looking must be cheap, so there is a flag.
 *
 *   linnet model mailbox.c --ops-per-process 4             holds: the flag is the number of deliveries, which only grows
 *   linnet model mailbox.c --ops-per-process 4 -DFAULTY    one bit, that one raises and the other lowers: violated
 *
 * Their algorithm, whose flags have few values and whose processes never wait, is not this one. */
#include <linnet/model.h>

#include <stdatomic.h>

static atomic_uint flag;
#ifdef FAULTY
static atomic_int letters;          /* in the box */
#endif
static _Thread_local unsigned seen; /* the flag when the box was last emptied, */
static _Thread_local bool full;     /* and what the last look said */

static void *make(void)
{
    return &flag;
}

static linnet_value deliver(void *object, const linnet_value *arg)
{
    (void)object;
    (void)arg;
#ifdef FAULTY
    atomic_fetch_add(&letters, 1);
    atomic_store(&flag, 1);
#else
    atomic_fetch_add(&flag, 1);
#endif
    return LINNET_VOID;
}

static linnet_value look(void *object, const linnet_value *arg)
{
    (void)object;
    (void)arg;
    full = atomic_load(&flag) != seen;
    return LINNET_BOOL(full);
}

static linnet_value empty(void *object, const linnet_value *arg)
{
    int taken;
    (void)object;
    (void)arg;
    linnet_assume(full);
    full = false;
#ifdef FAULTY
    taken = atomic_exchange(&letters, 0);
    atomic_store(&flag, 0);
#else
    taken = (int)-seen;
    seen = atomic_load(&flag);
    taken += (int)seen;
#endif
    return LINNET_INT(taken);
}

LINNET_OBJECT = {
    .name = "mailbox", .create = make,
    .operations = {
        { .name = "deliver", .call = deliver, .role = "postman" },
        { .name = "look", .call = look, .role = "owner" },
        { .name = "empty", .call = empty, .role = "owner" },
    },
};

static int inside;

static void *begin(void)
{
    return &inside;
}

static linnet_value spec_deliver(void *object, const linnet_value *arg)
{
    (void)object;
    (void)arg;
    inside++;
    return LINNET_VOID;
}

static linnet_value spec_look(void *object, const linnet_value *arg)
{
    (void)object;
    (void)arg;
    return LINNET_BOOL(inside > 0);
}

static linnet_value spec_empty(void *object, const linnet_value *arg)
{
    int taken = inside;
    (void)object;
    (void)arg;
    inside = 0;
    return LINNET_INT(taken);
}

LINNET_SPECIFICATION = {
    .name = "box", .create = begin,
    .operations = { { .name = "deliver", .call = spec_deliver }, { .name = "look", .call = spec_look },
                    { .name = "empty", .call = spec_empty } },
};
