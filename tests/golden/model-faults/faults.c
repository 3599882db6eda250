#include <linnet/object.h>

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int cells[2];
static atomic_int *_Atomic pointer;
static pthread_mutex_t lock;

static void *make(void)
{
    return cells;
}

static linnet_value inc(void *object, const linnet_value *arg)
{
    int seen = atomic_fetch_add(&cells[0], 1);
    (void)object;
    (void)arg;
    (void)lock;
#if defined NULL_POINTER
    atomic_store(pointer, seen);
#elif defined BEYOND
    atomic_store(&cells[seen + 1], 1);
#elif defined TWICE
    void *block = malloc(8);
    free(block);
    free(block);
#elif defined ASSERTION
    assert(seen < 1);
#elif defined ABORT
    if (seen)
        abort();
#elif defined DIVISION
    atomic_store(&cells[1], 6 / seen);
#elif defined UNLOCKED
    pthread_mutex_unlock(&lock);
#elif defined ENDLESS
    while (seen == 0)
        ;
#endif
    (void)pointer;
    return LINNET_VOID;
}

LINNET_OBJECT = { .name = "counter", .create = make, .spec = "counter", .operations = { { "inc", inc } } };
