/* A map behind a lock. A put with the value 3 is refused. */
#include <linnet/object.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static void *make(void)
{
    return calloc(4, sizeof(long));
}

#ifndef LARGE

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static linnet_value put(void *object, const linnet_value *arg)
{
    if (arg[1].i == 3)
        return LINNET_FAILED;
    pthread_mutex_lock(&lock);
    ((long *)object)[arg[0].i] = arg[1].i;
    pthread_mutex_unlock(&lock);
    return LINNET_VOID;
}

static linnet_value get(void *object, const linnet_value *arg)
{
    long value;
    pthread_mutex_lock(&lock);
    value = ((long *)object)[arg[0].i];
    pthread_mutex_unlock(&lock);
    return value ? LINNET_INT(value) : LINNET_EMPTY;
}

#else

static linnet_value name(void *object, const linnet_value *arg)
{
    static _Thread_local char text[LARGE + 1];
    (void)object;
    (void)arg;
    snprintf(text, sizeof text, "%0*d", LARGE, 7);
    return LINNET_STRING(text, LARGE);
}

#endif

LINNET_OBJECT = {
    .name = "map", .create = make, .destroy = free,
#ifdef LARGE
    .spec = "register",
    .operations = { { "read", name } },
#else
    .spec = "kv",
    .operations = { { "put", put, .arity = 2, .args = LINNET_ARGS({0, 1}, {0, 2}, {1, 1}, {1, 3}), .weight = 2 },
                    { "get", get, .args = LINNET_ARGS({0}, {1}) } },
#endif
};
