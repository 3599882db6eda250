/* Two meet in each call: the one who calls, and another who has come before (or never comes). */
#include <linnet/object.h>
#include <pthread.h>

static pthread_barrier_t barrier;
static int met;

static void *make(void)
{
    return pthread_barrier_init(&barrier, NULL, NEEDED) ? NULL : &barrier;
}

static linnet_value meet(void *object, const linnet_value *args)
{
    (void)object, (void)args;
    pthread_barrier_wait(&barrier);
    return LINNET_INT(__atomic_add_fetch(&met, 1, __ATOMIC_SEQ_CST));
}

LINNET_OBJECT = { .name = "barrier", .create = make, .operations = { { .name = "meet", .call = meet } } };
