/* A counter under the queue lock of Mellor-Crummey and Scott: threads spin on nodes of their own, which are on their stacks
 * or (-DTLS) thread-local, and which others write. */
#include <stdatomic.h>
#include <stdlib.h>

#include <linnet/object.h>

struct node {
    _Atomic(struct node *) next;
    atomic_bool waits;
};

struct counter {
    _Atomic(struct node *) last;
    int count;
};

static void acquire(struct counter *counter, struct node *node)
{
    struct node *before;
    atomic_store(&node->next, (struct node *)NULL);
    atomic_store(&node->waits, true);
    before = atomic_exchange(&counter->last, node);
    if (before) {
        atomic_store(&before->next, node);
        while (atomic_load(&node->waits))
            ;
    }
}

static void release(struct counter *counter, struct node *node)
{
    struct node *expected = node;
    if (!atomic_load(&node->next)) {
        if (atomic_compare_exchange_strong(&counter->last, &expected, (struct node *)NULL))
            return;
        while (!atomic_load(&node->next))
            ;
    }
    atomic_store(&atomic_load(&node->next)->waits, false);
}

static int add(struct counter *counter, int by)
{
#ifdef TLS
    static _Thread_local struct node node;
#else
    struct node node;
#endif
    int count;
    acquire(counter, &node);
    count = counter->count += by;
    release(counter, &node);
    return count;
}

static void *make(void)
{
    return calloc(1, sizeof(struct counter));
}

static linnet_value inc(void *counter, const linnet_value *arg)
{
    (void)arg;
    return LINNET_INT(add(counter, 1));
}

static linnet_value get(void *counter, const linnet_value *arg)
{
    (void)arg;
    return LINNET_INT(add(counter, 0));
}

LINNET_OBJECT = { .name = "mcs", .create = make, .operations = { { "inc", inc }, { "get", get } } };
