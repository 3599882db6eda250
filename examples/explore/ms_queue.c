/* The queue of Michael and Scott (PODC 1996) with counted pointers, as they published it: nodes are used again as soon
 * as they are out, and never go back to malloc while the queue lives. */
#include "queue.h"
#include "tagged.h"

#include <stdatomic.h>
#include <stdlib.h>

struct node {
    _Atomic tagged next; /* its tag lives as long as the node */
    atomic_int value;
};

struct queue {
    _Atomic tagged head;   /* a node whose value is gone; what is behind it is in the queue */
    _Atomic tagged tail;   /* the last node, or one before it */
    _Atomic tagged unused; /* a stack */
};

static void set_next(struct node *node, struct node *next)
{
    atomic_store(&node->next, tagged_next(atomic_load(&node->next), next));
}

static struct node *node_new(struct queue *queue, int value)
{
    tagged seen = atomic_load(&queue->unused);
    struct node *node;
    while ((node = tagged_pointer(seen))) {
        struct node *next = tagged_pointer(atomic_load(&node->next));
        if (atomic_compare_exchange_strong(&queue->unused, &seen, tagged_next(seen, next)))
            break;
    }
    if (!node)
        node = calloc(1, sizeof *node);
    atomic_store(&node->value, value);
    set_next(node, NULL);
    return node;
}

static void node_retire(struct queue *queue, struct node *node)
{
    tagged seen = atomic_load(&queue->unused);
    do
        set_next(node, tagged_pointer(seen));
    while (!atomic_compare_exchange_strong(&queue->unused, &seen, tagged_next(seen, node)));
}

struct queue *queue_new(void)
{
    struct queue *queue = calloc(1, sizeof *queue);
    struct node *node = node_new(queue, 0);
    atomic_init(&queue->head, tagged_next(0, node));
    atomic_init(&queue->tail, tagged_next(0, node));
    return queue;
}

static void free_list(struct node *node)
{
    while (node) {
        struct node *next = tagged_pointer(atomic_load(&node->next));
        free(node);
        node = next;
    }
}

void queue_free(struct queue *queue)
{
    free_list(tagged_pointer(atomic_load(&queue->head)));
    free_list(tagged_pointer(atomic_load(&queue->unused)));
    free(queue);
}

void queue_add(struct queue *queue, int value)
{
    struct node *node = node_new(queue, value);
    for (;;) {
        tagged tail = atomic_load(&queue->tail);
        struct node *last = tagged_pointer(tail);
        tagged next = atomic_load(&last->next);
        if (tail != atomic_load(&queue->tail))
            continue; /* `last` may have been used again, and `next` be of another life */
        if (tagged_pointer(next)) {
            atomic_compare_exchange_strong(&queue->tail, &tail, tagged_next(tail, tagged_pointer(next)));
        } else if (atomic_compare_exchange_strong(&last->next, &next, tagged_next(next, node))) {
            atomic_compare_exchange_strong(&queue->tail, &tail, tagged_next(tail, node));
            return;
        }
    }
}

bool queue_poll(struct queue *queue, int *value)
{
    for (;;) {
        tagged head = atomic_load(&queue->head), tail = atomic_load(&queue->tail);
        struct node *gone = tagged_pointer(head);
        struct node *first = tagged_pointer(atomic_load(&gone->next));
        if (head != atomic_load(&queue->head))
            continue;
        if (!first)
            return false;
        if (gone == tagged_pointer(tail)) {
            atomic_compare_exchange_strong(&queue->tail, &tail, tagged_next(tail, first)); /* it lags behind */
            continue;
        }
        *value = atomic_load(&first->value); /* before others can use the node again */
        if (atomic_compare_exchange_strong(&queue->head, &head, tagged_next(head, first))) {
            node_retire(queue, gone);
            return true;
        }
    }
}
