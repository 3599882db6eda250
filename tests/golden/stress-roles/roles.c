/* A queue of one producer and one consumer. */
#include <linnet/object.h>
#include <stdatomic.h>
#include <stdlib.h>

struct queue {
    _Atomic int head, tail;
    _Atomic long producer, consumer; /* which thread, + 1 */
    int values[64];
};

static void *make(void)
{
    return calloc(1, sizeof(struct queue));
}

static void only(_Atomic long *who, long thread)
{
    long before = atomic_exchange(who, thread + 1);
    if (before && before != thread + 1)
        abort();
}

static linnet_value enqueue(void *object, const linnet_value *arg)
{
    struct queue *queue = object;
    int tail = atomic_load(&queue->tail);
    only(&queue->producer, arg[1].i);
    queue->values[tail] = (int)arg[0].i;
    atomic_store_explicit(&queue->tail, tail + 1, memory_order_release);
    return LINNET_VOID;
}

static linnet_value dequeue(void *object, const linnet_value *arg)
{
    struct queue *queue = object;
    int head = atomic_load(&queue->head), value;
    only(&queue->consumer, arg[0].i);
    if (head == atomic_load_explicit(&queue->tail, memory_order_acquire))
        return LINNET_EMPTY;
    value = queue->values[head];
    atomic_store(&queue->head, head + 1);
    return LINNET_INT(value);
}

LINNET_OBJECT = {
    .name = "queue", .create = make, .destroy = free, .spec = "queue",
    .operations = { { "enqueue", enqueue, .role = "producer", .fresh = true, .thread = true },
                    { "dequeue", dequeue, .role = "consumer", .thread = true } },
};
