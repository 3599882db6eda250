/* A list under one mutex: plain, and right. */
#include "queue.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/queue.h>

struct item {
    STAILQ_ENTRY(item) link;
    int value;
};

struct queue {
    pthread_mutex_t lock;
    STAILQ_HEAD(, item) items;
};

struct queue *queue_new(void)
{
    struct queue *queue = malloc(sizeof *queue);
    pthread_mutex_init(&queue->lock, NULL);
    STAILQ_INIT(&queue->items);
    return queue;
}

void queue_free(struct queue *queue)
{
    for (int value; queue_poll(queue, &value);)
        ;
    pthread_mutex_destroy(&queue->lock);
    free(queue);
}

void queue_add(struct queue *queue, int value)
{
    struct item *item = malloc(sizeof *item);
    item->value = value;
    pthread_mutex_lock(&queue->lock);
    STAILQ_INSERT_TAIL(&queue->items, item, link);
    pthread_mutex_unlock(&queue->lock);
}

bool queue_poll(struct queue *queue, int *value)
{
    struct item *item;
    pthread_mutex_lock(&queue->lock);
    item = STAILQ_FIRST(&queue->items);
    if (item)
        STAILQ_REMOVE_HEAD(&queue->items, link);
    pthread_mutex_unlock(&queue->lock);
    if (!item)
        return false;
    *value = item->value;
    free(item);
    return true;
}
