/* A queue whose take waits for something to take, on a condition variable. A take that waits for ever is right when
 * nothing is ever added: linnet asks whether it would have waited in some serial order as well. */
#include "queue.h"

#include <pthread.h>
#include <stdlib.h>

#define ROOM 64u

struct queue {
    pthread_mutex_t lock;
    pthread_cond_t filled;
    unsigned added, taken; /* so far */
    int ring[ROOM];
};

struct queue *queue_new(void)
{
    struct queue *queue = calloc(1, sizeof *queue);
    pthread_mutex_init(&queue->lock, NULL);
    pthread_cond_init(&queue->filled, NULL);
    return queue;
}

void queue_free(struct queue *queue)
{
    free(queue); /* somebody may be waiting: condition and lock cannot be destroyed */
}

void queue_add(struct queue *queue, int value)
{
    pthread_mutex_lock(&queue->lock);
    queue->ring[queue->added++ % ROOM] = value;
    pthread_cond_signal(&queue->filled); /* one more value is for one more thread */
    pthread_mutex_unlock(&queue->lock);
}

/* With the lock held and something there. */
static int remove_first(struct queue *queue)
{
    return queue->ring[queue->taken++ % ROOM];
}

bool queue_poll(struct queue *queue, int *value)
{
    bool found;
    pthread_mutex_lock(&queue->lock);
    found = queue->taken != queue->added;
    if (found)
        *value = remove_first(queue);
    pthread_mutex_unlock(&queue->lock);
    return found;
}

int queue_take(struct queue *queue)
{
    int value;
    pthread_mutex_lock(&queue->lock);
    while (queue->taken == queue->added)
        pthread_cond_wait(&queue->filled, &queue->lock);
    value = remove_first(queue);
    pthread_mutex_unlock(&queue->lock);
    return value;
}
