/* A buffer for one value. Right with two conditions (-DTWO) or when everybody is woken (-DBROADCAST); else the wrong one
 * may be woken. -DIF does not look again after having been woken. */
#include <pthread.h>

#include <linnet/object.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t room = PTHREAD_COND_INITIALIZER;
#ifdef TWO
static pthread_cond_t value = PTHREAD_COND_INITIALIZER;
#else
#define value room
#endif
#ifdef BROADCAST
#define wake pthread_cond_broadcast
#else
#define wake pthread_cond_signal
#endif
#ifdef IF
#define wait_while if
#else
#define wait_while while
#endif

static int buffer, count;

static void *make(void)
{
    return &buffer;
}

static linnet_value put(void *object, const linnet_value *arg)
{
    (void)object;
    pthread_mutex_lock(&mutex);
    wait_while (count == 1)
        pthread_cond_wait(&room, &mutex);
    buffer = (int)arg[0].i;
    count++;
    wake(&value);
    pthread_mutex_unlock(&mutex);
    return LINNET_VOID;
}

static linnet_value take(void *object, const linnet_value *arg)
{
    int taken;
    (void)object, (void)arg;
    pthread_mutex_lock(&mutex);
    wait_while (count == 0)
        pthread_cond_wait(&value, &mutex);
    taken = buffer;
    count--;
    wake(&room);
    pthread_mutex_unlock(&mutex);
    return LINNET_INT(taken);
}

LINNET_OBJECT = { .name = "bounded", .create = make,
                  .operations = { { "put", put, .fresh = true }, { "take", take } } };
