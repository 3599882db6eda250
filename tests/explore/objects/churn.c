/* Many allocations in each call. */
#include <linnet/object.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *make(void)
{
    return &count;
}

static int churn(void)
{
    int *blocks[BLOCKS], sum = 0;
    for (int i = 0; i < BLOCKS; i++) {
        blocks[i] = malloc(16 + 16 * (size_t)(i % 2));
        *blocks[i] = i;
    }
    for (int i = 0; i < BLOCKS; i++) {
        sum += *blocks[i];
#ifdef ADDRESSES /* another block, another result */
        sum += i && blocks[i] < blocks[i - 1];
#endif
        free(blocks[i]);
    }
    return sum;
}

static linnet_value inc(void *object, const linnet_value *args)
{
    int result;
    (void)object, (void)args;
#ifndef RACY
    pthread_mutex_lock(&mutex);
#endif
    result = ++count + churn();
#ifndef RACY
    pthread_mutex_unlock(&mutex);
#endif
    return LINNET_INT(result);
}

LINNET_OBJECT = { .name = "churn", .create = make, .operations = { { .name = "inc", .call = inc } } };
