#include <linnet/object.h>
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *make(void)
{
    return &lock;
}

#ifdef LOCK

static linnet_value acquire(void *object, const linnet_value *arg)
{
    (void)arg;
    pthread_mutex_lock(object);
    return LINNET_VOID;
}

LINNET_OBJECT = { .name = "lock", .create = make, .spec = "mutex", .operations = { { "acquire", acquire } } };

#else

static linnet_value take(void *object, const linnet_value *arg)
{
    (void)object;
    while (arg)
        pause();
    return LINNET_VOID;
}

LINNET_OBJECT = { .name = "counter", .create = make, .spec = "counter",
                  .operations = { { "increment", take } } };

#endif
