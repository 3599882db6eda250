/* One thread frees what another one may still read; nobody writes it. */
#include <linnet/object.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
    _Atomic(int *) box;
};

static void *make(void)
{
    struct object *o = calloc(1, sizeof *o);
    int *box = malloc(sizeof *box);
    *box = 7;
    o->box = box;
    return o;
}

static void drop(void *x)
{
    struct object *o = x;
    free(o->box);
    free(o);
}

static linnet_value look(void *x, const linnet_value *arg)
{
    struct object *o = x;
    int *box = atomic_load(&o->box);
    (void)arg;
    return box ? LINNET_INT(*box) : LINNET_INT(0);
}

static linnet_value discard(void *x, const linnet_value *arg)
{
    struct object *o = x;
    (void)o, (void)arg;
#ifdef FIXED /* only who took it away frees it, and it is never looked at: a box of one's own */
    int *mine = malloc(sizeof *mine);
    *mine = 1;
    free(mine);
#else
    free(atomic_exchange(&o->box, NULL));
#endif
    return LINNET_INT(0);
}

LINNET_OBJECT = { .name = "freed", .create = make, .destroy = drop,
                  .operations = { { "look", look }, { "discard", discard } } };
