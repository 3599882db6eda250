#include <linnet/object.h>
#include <pthread.h>
#include <stdlib.h>

struct counter {
    pthread_mutex_t lock;
    long value;
};

static void *make(void)
{
    struct counter *counter = calloc(1, sizeof *counter);
    pthread_mutex_init(&counter->lock, NULL);
    return counter;
}

static linnet_value take(void *object, const linnet_value *arg)
{
    struct counter *counter = object;
    long value;
    pthread_mutex_lock(&counter->lock);
    value = counter->value;
    counter->value += arg[0].i;
    pthread_mutex_unlock(&counter->lock);
    return LINNET_INT(value);
}

LINNET_OBJECT = { .name = "counter", .create = make, .destroy = free, .spec = "fetch-and-add",
                  .operations = { { "fetch_add", take, .args = LINNET_ARGS({1}, {2}, {-1}) } } };
