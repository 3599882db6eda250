/* What the list sets with a lock in every node have in common: everything but how two neighbours come to be locked, and
 * what is done to a node before it is taken out. */
#ifndef LOCKED_SET_H
#define LOCKED_SET_H

#include "list_set.h"

#include <pthread.h>
#include <stdatomic.h>

struct node {
    int key;
    pthread_spinlock_t lock;
    struct node *_Atomic next;
    atomic_bool gone; /* of the lazy list */
};

static struct node head, tail = { .key = INT_MAX };

/* The first node of at least that key, and the one before it, both locked, one behind the other in the list. */
static struct node *find(int key, struct node **before);
static void before_removal(struct node *node);

static void *set_make(void)
{
    head.key = INT_MIN;
    atomic_init(&head.next, &tail);
    return &head;
}

/* The same without locks: by then the list may be another. */
static inline struct node *walk(int key, struct node **before)
{
    struct node *left = &head, *here = atomic_load(&left->next);
    while (here->key < key) {
        left = here;
        here = atomic_load(&left->next);
    }
    *before = left;
    return here;
}

static void let_go(struct node *left, struct node *here)
{
    pthread_spin_unlock(&left->lock);
    pthread_spin_unlock(&here->lock);
}

/* Finds without locks, locks, and begins again unless `valid`. */
static inline struct node *find_and_validate(int key, struct node **before, bool valid(struct node *, struct node *))
{
    for (;;) {
        struct node *here = walk(key, before);
        pthread_spin_lock(&(*before)->lock);
        pthread_spin_lock(&here->lock);
        if (valid(*before, here))
            return here;
        let_go(*before, here);
    }
}

static bool set_add(int key, bool *failed)
{
    struct node *left, *here = find(key, &left), *node;
    bool absent = here->key != key;
    if (absent) {
        node = calloc(1, sizeof *node);
        *failed = !node;
        if (node) {
            node->key = key;
            atomic_init(&node->next, here);
            atomic_store(&left->next, node);
        }
    }
    let_go(left, here);
    return absent;
}

static bool set_remove(int key)
{
    struct node *left, *here = find(key, &left);
    bool present = here->key == key;
    if (present) {
        before_removal(here);
        atomic_store(&left->next, atomic_load(&here->next));
    }
    let_go(left, here);
    if (present)
        free(here);
    return present;
}

static inline bool contains_by_locks(int key)
{
    struct node *left, *here = find(key, &left);
    bool present = here->key == key;
    let_go(left, here);
    return present;
}

#endif
