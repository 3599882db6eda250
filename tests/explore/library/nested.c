/* gcc: a function inside of another one, called by its address. -DRACY: it forgets the lock. */
#include <linnet/object.h>

#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static volatile int count;

static void *make(void)
{
    count = 0;
    return &mutex;
}

static linnet_value inc(void *object, const linnet_value *arg)
{
    int seen = 0;
    void add(void)
    {
        seen = count;
        count = seen + 1;
    }
    void (*volatile function)(void) = add;
    (void)arg;
#ifdef RACY
    (void)object;
    function();
#else
    pthread_mutex_lock(object);
    function();
    pthread_mutex_unlock(object);
#endif
    return LINNET_INT(seen);
}

LINNET_OBJECT = { .name = "nested", .create = make, .operations = { { "inc", inc } } };
