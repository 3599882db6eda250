/* The queue of Michael and Scott (PODC 1996) without counted pointers: a list with a node in front whose value is gone,
 * and a tail that may lag behind.
 *
 *   linnet model ms_queue.c --reuse gc             holds
 *   linnet model ms_queue.c                        use after free: it relies on a garbage collector
 *   linnet model ms_queue.c --reuse gc -DFAULTY    links a node by a test and a store: one is lost, violated
 *
 * The nodes are what bounds it (--pool): an enqueue that gets none fails, and may. */
#include <linnet/model.h>

#include <stdatomic.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *_Atomic next;
};

static struct node *_Atomic head, *_Atomic tail;

static void *make(void)
{
    struct node *first = calloc(1, sizeof *first);
    atomic_init(&head, first);
    atomic_init(&tail, first);
    return &head;
}

static bool move(struct node *_Atomic *link, struct node *from, struct node *to)
{
    return atomic_compare_exchange_strong(link, &from, to);
}

static bool link_behind(struct node *last, struct node *node)
{
#ifdef FAULTY
    if (atomic_load(&last->next))
        return false;
    atomic_store(&last->next, node);
    return true;
#else
    return move(&last->next, NULL, node);
#endif
}

static linnet_value enq(void *object, const linnet_value *arg)
{
    struct node *node = calloc(1, sizeof *node);
    (void)object;
    if (!node)
        return LINNET_FAILED;
    node->value = (int)arg[0].i;
    for (;;) {
        struct node *last = atomic_load(&tail), *next = atomic_load(&last->next);
        if (last != atomic_load(&tail))
            continue;
        if (next) {
            move(&tail, last, next);
        } else if (link_behind(last, node)) {
            move(&tail, last, node);
            return LINNET_VOID;
        }
    }
}

static linnet_value deq(void *object, const linnet_value *arg)
{
    (void)object;
    (void)arg;
    for (;;) {
        struct node *gone = atomic_load(&head), *last = atomic_load(&tail), *first = atomic_load(&gone->next);
        int value;
        if (gone != atomic_load(&head))
            continue;
        if (!first)
            return LINNET_EMPTY;
        if (gone == last) {
            move(&tail, last, first);
            continue;
        }
        value = first->value;
        if (move(&head, gone, first)) {
            free(gone);
            return LINNET_INT(value);
        }
    }
}

LINNET_OBJECT = {
    .name = "queue", .create = make, .spec = "queue",
    .operations = { { .name = "enq", .call = enq, .args = LINNET_ARGS({1}, {2}) }, { .name = "deq", .call = deq } },
};
