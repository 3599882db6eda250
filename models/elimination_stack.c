/* The elimination back-off stack of Hendler, Shavit and Yerushalmi (SPAA 2004), in the small: Treiber's stack, and one
 * place where those meet who had no luck with it. A push leaves its node there for a while; a pop that takes it is done,
 * and so is the push, though neither has touched the stack. Both take effect in one step of the pop: the push has no point
 * of its own.
 *
 *   linnet model elimination_stack.c --reuse gc             holds
 *   linnet model elimination_stack.c                        use after free: it relies on a garbage collector
 *   linnet model elimination_stack.c --reuse gc -DFAULTY    an offer is withdrawn without looking: popped twice, violated
 *
 * Compare-and-swap on the top is a weak one: that it may fail for no reason sends two processes to the meeting place that
 * would otherwise need a third to disturb them. */
#include <linnet/model.h>

#include <stdatomic.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static struct node *_Atomic top, *_Atomic meeting;

static void *make(void)
{
    return &top;
}

/* False: nobody came. */
static bool offer(struct node *node)
{
    struct node *none = NULL;
    if (!atomic_compare_exchange_strong(&meeting, &none, node))
        return false;
#ifdef FAULTY
    atomic_store(&meeting, NULL);
    return false;
#else
    return !atomic_compare_exchange_strong(&meeting, &node, NULL);
#endif
}

static linnet_value push(void *object, const linnet_value *arg)
{
    struct node *node = calloc(1, sizeof *node), *seen;
    (void)object;
    if (!node)
        return LINNET_FAILED;
    node->value = (int)arg[0].i;
    for (;;) {
        seen = atomic_load(&top);
        node->next = seen;
        if (atomic_compare_exchange_weak(&top, &seen, node) || offer(node))
            return LINNET_VOID;
    }
}

static linnet_value take(struct node *node)
{
    int value = node->value;
    free(node);
    return LINNET_INT(value);
}

static linnet_value pop(void *object, const linnet_value *arg)
{
    (void)object;
    (void)arg;
    for (;;) {
        struct node *seen = atomic_load(&top), *offered;
        if (!seen)
            return LINNET_EMPTY;
        if (atomic_compare_exchange_weak(&top, &seen, seen->next))
            return take(seen);
        offered = atomic_load(&meeting);
        if (offered && atomic_compare_exchange_strong(&meeting, &offered, NULL))
            return take(offered);
    }
}

LINNET_OBJECT = {
    .name = "stack", .create = make, .spec = "stack",
    .operations = { { .name = "push", .call = push, .args = LINNET_ARGS({1}, {2}) }, { .name = "pop", .call = pop } },
};
