#include "gate.h"

#include <pthread.h>
#include <stdlib.h>

struct gate {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int count;
};

void *gate_new(void)
{
    struct gate *gate = calloc(1, sizeof *gate);
    pthread_mutex_init(&gate->lock, NULL);
    pthread_cond_init(&gate->changed, NULL);
    return gate;
}

void gate_free(void *object)
{
    free(object);
}

void gate_pass(void *object)
{
    struct gate *gate = object;
#ifdef BROKEN
    int count = gate->count + 1; /* too early: the other one may do the same */
    pthread_mutex_lock(&gate->lock);
    gate->count = count;
#else
    pthread_mutex_lock(&gate->lock);
    gate->count++;
#endif
    if (gate->count == 2)
        pthread_cond_broadcast(&gate->changed);
    while (gate->count < 2)
        pthread_cond_wait(&gate->changed, &gate->lock);
    pthread_mutex_unlock(&gate->lock);
}
