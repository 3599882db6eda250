/* A thread that reads twice, one lock inside the other: with a lock that prefers writers it waits for a writer that waits for
 * it. -DPREFERS_WRITERS: made so; -DSTATIC: from the beginning. */
#define _GNU_SOURCE
#include <linnet/object.h>

#include <pthread.h>
#include <stdlib.h>

struct object {
    pthread_rwlock_t lock;
    int value;
};

static void *make(void)
{
    struct object *o = calloc(1, sizeof *o);
#ifdef STATIC
    o->lock = (pthread_rwlock_t)PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
#else
    pthread_rwlockattr_t how;
    pthread_rwlockattr_init(&how);
#ifdef PREFERS_WRITERS
    pthread_rwlockattr_setkind_np(&how, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
#endif
    pthread_rwlock_init(&o->lock, &how);
#endif
    return o;
}

static void drop(void *object)
{
    free(object);
}

static linnet_value twice(void *object, const linnet_value *arg)
{
    struct object *o = object;
    int value;
    (void)arg;
    pthread_rwlock_rdlock(&o->lock);
    pthread_rwlock_rdlock(&o->lock);
    value = o->value;
    pthread_rwlock_unlock(&o->lock);
    pthread_rwlock_unlock(&o->lock);
    return LINNET_INT(value);
}

static linnet_value get(void *object, const linnet_value *arg)
{
    struct object *o = object;
    int value;
    (void)arg;
    pthread_rwlock_rdlock(&o->lock);
    value = o->value;
    pthread_rwlock_unlock(&o->lock);
    return LINNET_INT(value);
}

static linnet_value set(void *object, const linnet_value *arg)
{
    struct object *o = object;
    (void)arg;
    pthread_rwlock_wrlock(&o->lock);
    o->value++;
    pthread_rwlock_unlock(&o->lock);
    return LINNET_VOID;
}

static linnet_value try_set(void *object, const linnet_value *arg)
{
    struct object *o = object;
    struct timespec soon = { 1, 0 };
    (void)arg;
    if (pthread_rwlock_timedwrlock(&o->lock, &soon))
        return LINNET_FAILED;
    o->value++;
    pthread_rwlock_unlock(&o->lock);
    return LINNET_VOID;
}

LINNET_OBJECT = { .name = "readers_wait", .create = make, .destroy = drop,
                  .operations = { { "twice", twice }, { "get", get }, { "set", set },
                                  { "try_set", try_set, .may_fail = true } } };
