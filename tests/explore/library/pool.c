/* What destroy() leaves is not lost: it is kept for the next object, in a list whose pointers are packed, or by the
 * thread. LOST: it is. */
#include <linnet/object.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

struct node {
    uint64_t next;
    int number;
};

static struct {
    struct node *nodes[2];
    atomic_int count;
} object;

static _Atomic uint64_t pool;
#ifdef CACHED
static _Thread_local struct node *cache[2];
#endif

static void *create(void)
{
    object.count = 0;
    for (int i = 0; i < 2; i++)
        object.nodes[i] = malloc(sizeof(struct node));
    return &object;
}

static void keep(struct node *node)
{
    uint64_t first = pool;
#if defined(TAG_ABOVE)
    node->next = first;
    pool = ((first >> 48) + 1) << 48 | (uint64_t)(uintptr_t)node;
#elif defined(TAG_BELOW)
    node->next = first;
    pool = (uint64_t)(uintptr_t)node << 16 | (first + 1) % 65536;
#elif defined(MARKED)
    node->next = first;
    pool = (uint64_t)(uintptr_t)node | 3;
#elif defined(MIDDLE)
    node->next = first;
    pool = (uint64_t)(uintptr_t)&node->number;
#elif defined(CACHED)
    (void)first;
    cache[cache[0] != NULL] = node;
#elif defined(LOST)
    node->next = first;
#endif
}

static void destroy(void *made)
{
    (void)made;
    for (int i = 0; i < 2; i++) {
        keep(object.nodes[i]);
        object.nodes[i] = NULL;
    }
}

static linnet_value inc(void *made, const linnet_value *args)
{
    (void)made, (void)args;
    return LINNET_INT(atomic_fetch_add(&object.count, 1));
}

LINNET_OBJECT = { .name = "pool", .create = create, .destroy = destroy, .operations = { { .name = "inc", .call = inc } } };
