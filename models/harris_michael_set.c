/* The list of Harris (DISC 2001) as Michael has it (SPAA 2002), without locks: a node is gone once the pointer to its
 * successor is marked in its lowest bit, and whoever comes by takes it out.
 *
 *   linnet model harris_michael_set.c --reuse gc             holds
 *   linnet model harris_michael_set.c                        use after free: it relies on a garbage collector
 *   linnet model harris_michael_set.c --reuse gc -DFAULTY    takes nodes out without a mark: violated */
#include "list_set.h"

#include <stdatomic.h>
#include <stdint.h>

struct node {
    int key;
    _Atomic uintptr_t next; /* a pointer, and 1 if this node is gone */
};

static struct node head, tail = { .key = INT_MAX };

static void *set_make(void)
{
    head.key = INT_MIN;
    atomic_init(&head.next, (uintptr_t)&tail);
    return &head;
}

static bool replace(_Atomic uintptr_t *link, uintptr_t from, uintptr_t to)
{
    return atomic_compare_exchange_strong(link, &from, to);
}

/* The first node of at least that key, and the one before it. Takes out what is gone on the way; NULL when that fails. */
static struct node *try_find(int key, struct node **before)
{
    struct node *left = &head, *here = (struct node *)atomic_load(&left->next);
    for (;;) {
        uintptr_t next = here == &tail ? 0 : atomic_load(&here->next);
        if (next & 1) {
            if (!replace(&left->next, (uintptr_t)here, next & ~(uintptr_t)1))
                return NULL;
            free(here);
            here = (struct node *)(next & ~(uintptr_t)1);
            continue;
        }
        if (here->key >= key) {
            *before = left;
            return here;
        }
        left = here;
        here = (struct node *)next;
    }
}

static struct node *find(int key, struct node **before)
{
    struct node *here;
    while (!(here = try_find(key, before)))
        ;
    return here;
}

static bool set_add(int key, bool *failed)
{
    struct node *left, *here, *node = NULL;
    for (;;) {
        here = find(key, &left);
        if (here->key == key) {
            free(node);
            return false;
        }
        if (!node) {
            node = calloc(1, sizeof *node);
            if (!node) {
                *failed = true;
                return false;
            }
        }
        node->key = key;
        atomic_init(&node->next, (uintptr_t)here);
        if (replace(&left->next, (uintptr_t)here, (uintptr_t)node))
            return true;
    }
}

static bool set_remove(int key)
{
    for (;;) {
        struct node *left, *here = find(key, &left);
        uintptr_t next;
        if (here->key != key)
            return false;
        next = atomic_load(&here->next);
#ifdef FAULTY
        if (replace(&left->next, (uintptr_t)here, next))
            return true;
#else
        if (next & 1 || !replace(&here->next, next, next | 1))
            continue;
        if (replace(&left->next, (uintptr_t)here, next))
            free(here);
        return true;
#endif
    }
}

static bool set_contains(int key)
{
    struct node *here = (struct node *)atomic_load(&head.next);
    while (here->key < key)
        here = (struct node *)(atomic_load(&here->next) & ~(uintptr_t)1);
    return here->key == key && !(atomic_load(&here->next) & 1);
}
