/* The queue of Michael and Scott (1996), without locks. Nodes are freed with the queue, so none is used again.
 *
 *   linnet stress queue_test.c --seconds 2 */
#include <linnet/object.h>

#include <stdatomic.h>
#include <stdlib.h>

struct node {
    _Atomic(struct node *) next;
    int value;
};

struct queue {
    _Alignas(64) _Atomic(struct node *) head; /* a node whose value is gone; what is behind it is in the queue */
    _Alignas(64) _Atomic(struct node *) tail; /* the last node, or one shortly before it */
    struct node *first;                       /* that was ever there */
};

static void *make(void)
{
    struct queue *queue = aligned_alloc(64, sizeof *queue);
    queue->first = calloc(1, sizeof *queue->first);
    atomic_init(&queue->head, queue->first);
    atomic_init(&queue->tail, queue->first);
    return queue;
}

static void drop(void *object)
{
    struct queue *queue = object;
    for (struct node *node = queue->first; node;) {
        struct node *next = atomic_load(&node->next);
        free(node);
        node = next;
    }
    free(queue);
}

static linnet_value enqueue(void *object, const linnet_value *arg)
{
    struct queue *queue = object;
    struct node *node = calloc(1, sizeof *node);
    node->value = (int)arg[0].i;
    for (;;) {
        struct node *last = atomic_load(&queue->tail), *next = atomic_load(&last->next);
        if (next) {
            atomic_compare_exchange_weak(&queue->tail, &last, next); /* it lags behind */
        } else if (atomic_compare_exchange_weak(&last->next, &next, node)) {
            atomic_compare_exchange_strong(&queue->tail, &last, node);
            return LINNET_VOID;
        }
    }
}

static linnet_value dequeue(void *object, const linnet_value *arg)
{
    struct queue *queue = object;
    (void)arg;
    for (;;) {
        struct node *head = atomic_load(&queue->head), *tail = atomic_load(&queue->tail);
        struct node *next = atomic_load(&head->next);
        if (!next)
            return LINNET_EMPTY;
        if (head == tail)
            atomic_compare_exchange_weak(&queue->tail, &tail, next);
        else if (atomic_compare_exchange_weak(&queue->head, &head, next))
            return LINNET_INT(next->value);
    }
}

LINNET_OBJECT = {
    .name = "queue", .create = make, .destroy = drop, .spec = "queue",
    .operations = { { .name = "enqueue", .call = enqueue, .fresh = true }, { .name = "dequeue", .call = dequeue } },
};
