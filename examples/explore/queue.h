/* A queue of integers for any number of threads. */
#ifndef QUEUE_H
#define QUEUE_H

#include <stdbool.h>

struct queue;

struct queue *queue_new(void);
void queue_free(struct queue *queue);
void queue_add(struct queue *queue, int value);
bool queue_poll(struct queue *queue, int *value); /* false: it was empty */
int queue_take(struct queue *queue);              /* waits while it is empty; only some queues can */

#endif
