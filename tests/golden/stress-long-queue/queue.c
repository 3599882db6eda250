/* A queue under a lock that more goes into than comes out. */
#include <linnet/object.h>
#include <pthread.h>
#include <stdlib.h>

enum { ROOM = 1 << 16 };

struct queue {
    pthread_mutex_t lock;
    int values[ROOM];
    unsigned first, next;
};

static void *make(void)
{
    struct queue *queue = calloc(1, sizeof *queue);
    pthread_mutex_init(&queue->lock, NULL);
    return queue;
}

static linnet_value enq(void *object, const linnet_value *arg)
{
    struct queue *queue = object;
    pthread_mutex_lock(&queue->lock);
    queue->values[queue->next++ % ROOM] = (int)arg[0].i;
    pthread_mutex_unlock(&queue->lock);
    return LINNET_VOID;
}

static linnet_value deq(void *object, const linnet_value *arg)
{
    struct queue *queue = object;
    linnet_value value = LINNET_EMPTY;
    (void)arg;
    pthread_mutex_lock(&queue->lock);
#ifdef OVERTAKES
    if (queue->next - queue->first > 2000)
        queue->first++; /* one is lost */
#endif
    if (queue->first != queue->next)
        value = LINNET_INT(queue->values[queue->first++ % ROOM]);
    pthread_mutex_unlock(&queue->lock);
    return value;
}

LINNET_OBJECT = {
    .name = "queue", .create = make, .destroy = free, .spec = "queue",
    .operations = { { "enq", enq, .fresh = true, .weight = 3 }, { "deq", deq } },
};
