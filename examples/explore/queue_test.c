/* linnet explore queue_test.c timed_queue.c */
#include <linnet/object.h>

#include "queue.h"

static void *make(void)
{
    return queue_new();
}

static void drop(void *queue)
{
    queue_free(queue);
}

static linnet_value add(void *queue, const linnet_value *arg)
{
    queue_add(queue, (int)arg[0].i);
    return LINNET_VOID;
}

static linnet_value poll(void *queue, const linnet_value *arg)
{
    int value;
    (void)arg;
    return queue_poll(queue, &value) ? LINNET_INT(value) : LINNET_EMPTY;
}

#ifdef TAKE /* the queue can wait: linnet explore queue_test.c blocking_queue.c -- -DTAKE */
static linnet_value take(void *queue, const linnet_value *arg)
{
    (void)arg;
    return LINNET_INT(queue_take(queue));
}
#endif

LINNET_OBJECT = {
    .name = "queue", .create = make, .destroy = drop,
    .operations = {
        { .name = "add", .call = add, .fresh = true },
        { .name = "poll", .call = poll },
#ifdef TAKE
        { .name = "take", .call = take },
#endif
    },
};
