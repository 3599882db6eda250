/* A sorted list with a lock in every node, taken hand over hand (Bayer and Schkolnick 1977): a process holds the lock of a
 * node until it has that of the next. Nobody can be at a node that is taken out, so it may be freed without a collector.
 *
 *   linnet model coupling_set.c                holds
 *   linnet model coupling_set.c -DFAULTY       lets go of one before it takes the next: violated */
#include "locked_set.h"

static struct node *find(int key, struct node **before)
{
    struct node *left = &head, *here;
    pthread_spin_lock(&left->lock);
    for (;;) {
        here = atomic_load(&left->next);
#ifdef FAULTY
        pthread_spin_unlock(&left->lock);
        pthread_spin_lock(&here->lock);
        pthread_spin_lock(&left->lock);
#else
        pthread_spin_lock(&here->lock);
#endif
        if (here->key >= key) {
            *before = left;
            return here;
        }
        pthread_spin_unlock(&left->lock);
        left = here;
    }
}

static void before_removal(struct node *node)
{
    (void)node;
}

static bool set_contains(int key)
{
    return contains_by_locks(key);
}
