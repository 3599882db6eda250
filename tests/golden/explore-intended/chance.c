/* What is returned is a matter of chance, of a lock that somebody has, or of the clock. */
#include <linnet/object.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

struct counter {
    pthread_mutex_t lock;
    int count;
};

static void *make(void)
{
    struct counter *counter = calloc(1, sizeof *counter);
    pthread_mutex_init(&counter->lock, NULL);
    return counter;
}

static linnet_value add(void *object, const linnet_value *arg)
{
    struct counter *counter = object;
    (void)arg;
    if (pthread_mutex_trylock(&counter->lock))
        return LINNET_BOOL(false);
    counter->count++;
    pthread_mutex_unlock(&counter->lock);
    return LINNET_BOOL(true);
}

static linnet_value roll(void *object, const linnet_value *arg)
{
    (void)object, (void)arg;
    return LINNET_INT(rand() % 3);
}

static linnet_value now(void *object, const linnet_value *arg)
{
    struct timespec time;
    (void)object, (void)arg;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return LINNET_INT(time.tv_sec * 1000000000 + time.tv_nsec);
}

LINNET_OBJECT = {
    .name = "chance", .create = make, .destroy = free,
    .operations = { { "add", add, .nondeterministic = MEANT }, { "roll", roll, .nondeterministic = MEANT },
                    { "now", now, .nondeterministic = MEANT } },
};
