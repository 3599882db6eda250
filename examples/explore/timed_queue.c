/* The queue of Figure 1 of Burckhardt, Dern, Musuvathi and Tan, "Line-Up", PLDI 2010: poll (their TryTake) does not
 * wait long for the lock, and then says that there was nothing. A ring of a fixed size is enough to show it. */
#include "queue.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#define ROOM 64u

struct queue {
    pthread_mutex_t lock;
    unsigned added, taken; /* so far */
    int ring[ROOM];
};

struct queue *queue_new(void)
{
    struct queue *queue = calloc(1, sizeof *queue);
    pthread_mutex_init(&queue->lock, NULL);
    return queue;
}

void queue_free(struct queue *queue)
{
    pthread_mutex_destroy(&queue->lock);
    free(queue);
}

void queue_add(struct queue *queue, int value)
{
    pthread_mutex_lock(&queue->lock);
    queue->ring[queue->added++ % ROOM] = value;
    pthread_mutex_unlock(&queue->lock);
}

/* One millisecond from now. */
static struct timespec soon(void)
{
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    time.tv_nsec += 1000000;
    if (time.tv_nsec >= 1000000000) {
        time.tv_nsec -= 1000000000;
        time.tv_sec++;
    }
    return time;
}

bool queue_poll(struct queue *queue, int *value)
{
    struct timespec until = soon();
    bool found;
    if (pthread_mutex_timedlock(&queue->lock, &until))
        return false; /* which is to say that the queue was empty, and nobody has looked */
    found = queue->taken != queue->added;
    if (found)
        *value = queue->ring[queue->taken++ % ROOM];
    pthread_mutex_unlock(&queue->lock);
    return found;
}
