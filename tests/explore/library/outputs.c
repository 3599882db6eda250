/* Functions that put what they find where they are told to: here others look at it, and change it.
 *
 *   PUT          what puts something into o->last */
#include <linnet/object.h>

#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>

struct wide {
    long at[3];
};

struct object {
    _Atomic long cell;
    sem_t semaphore;
    struct wide wide, other;
    union {
        long last;
        int number;
        struct wide copy;
        sigset_t mask;
    };
};

static void *make(void)
{
    struct object *o = calloc(1, sizeof *o);
    o->cell = o->wide.at[0] = o->other.at[0] = 7;
    sem_init(&o->semaphore, 0, 7);
    return o;
}

static void drop(void *object)
{
    free(object);
}

static linnet_value put(void *object, const linnet_value *arg)
{
    struct object *o = object;
    (void)arg;
    PUT;
    return LINNET_VOID;
}

static linnet_value inc(void *object, const linnet_value *arg)
{
    volatile int *number = &((struct object *)object)->number;
    int seen = *number;
    (void)arg;
    *number = seen + 1;
    return LINNET_VOID;
}

static linnet_value get(void *object, const linnet_value *arg)
{
    (void)arg;
    return LINNET_INT(*(volatile int *)&((struct object *)object)->number);
}

LINNET_OBJECT = { .name = "outputs", .create = make, .destroy = drop,
                  .operations = { { "put", put }, { "inc", inc }, { "get", get } } };
