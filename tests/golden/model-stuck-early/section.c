/* A critical section whose waiting is wrong (everybody may wait for everybody), in a model that has no last state. */
#include <linnet/model.h>

#include <stdatomic.h>

static atomic_int wants[3];
static atomic_long entered;

static void *make(void)
{
    return wants;
}

static linnet_value enter(void *o, const linnet_value *arg)
{
    int me = (int)arg[0].i, other = 1 - me;
    (void)o;
    atomic_store(&wants[me], 1);
    while (atomic_load(&wants[other]))
        ;
    atomic_fetch_add(&entered, 1);
    atomic_store(&wants[me], 0);
    return LINNET_VOID;
}

LINNET_OBJECT = { .name = "section", .create = make, .operations = { { "enter", enter, .thread = true } } };

static int nothing;

static void *begin(void)
{
    return &nothing;
}

static linnet_value enter_serially(void *o, const linnet_value *arg)
{
    (void)o;
    (void)arg;
    return LINNET_VOID;
}

LINNET_SPECIFICATION = { .name = "section", .create = begin, .operations = { { "enter", enter_serially } } };
