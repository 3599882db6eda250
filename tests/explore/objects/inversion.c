/* Two locks, taken in one order and in the other. */
#include <pthread.h>

#include <linnet/object.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *make(void)
{
    return &count;
}

static linnet_value inc(void *object, const linnet_value *arg)
{
    (void)object, (void)arg;
    pthread_mutex_lock(&first);
    pthread_mutex_lock(&second);
    count++;
    pthread_mutex_unlock(&second);
    pthread_mutex_unlock(&first);
    return LINNET_VOID;
}

static linnet_value get(void *object, const linnet_value *arg)
{
    int now;
    (void)object, (void)arg;
    pthread_mutex_lock(&second);
    pthread_mutex_lock(&first);
    now = count;
    pthread_mutex_unlock(&first);
    pthread_mutex_unlock(&second);
    return LINNET_INT(now);
}

LINNET_OBJECT = { .name = "inversion", .create = make, .operations = { { "inc", inc }, { "get", get } } };
