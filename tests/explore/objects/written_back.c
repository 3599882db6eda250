/* Who cannot have the lock in time reads a flag, again and again; who has it sets the flag and, with an atomic, sets it back. */
#include <linnet/object.h>

#include <pthread.h>
#include <time.h>

static volatile int flag;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *make(void)
{
    return &mutex;
}

static linnet_value give(void *object, const linnet_value *arg)
{
    (void)object, (void)arg;
    pthread_mutex_lock(&mutex);
    flag = 1;
    __atomic_fetch_add(&flag, 1, __ATOMIC_SEQ_CST);
    pthread_mutex_unlock(&mutex);
    return LINNET_VOID;
}

static linnet_value take(void *object, const linnet_value *arg)
{
    struct timespec soon = { 1, 0 };
    int before;
    (void)object, (void)arg;
    while (pthread_mutex_timedlock(&mutex, &soon))
        (void)flag;
    before = __atomic_exchange_n(&flag, 2, __ATOMIC_SEQ_CST);
    pthread_mutex_unlock(&mutex);
    return LINNET_INT(before);
}

LINNET_OBJECT = { .name = "written_back", .create = make, .operations = { { "give", give }, { "take", take } } };
