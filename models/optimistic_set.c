/* A sorted list with a lock in every node that is looked through without any (Herlihy and Shavit, The Art of
 * Multiprocessor Programming, section 9.6): two nodes are locked once they are found, and then the list is walked again
 * to see whether they are still in it, one behind the other.
 *
 *   linnet model optimistic_set.c --reuse gc             holds
 *   linnet model optimistic_set.c                        use after free: it relies on a garbage collector
 *   linnet model optimistic_set.c --reuse gc -DFAULTY    does not look again: violated */
#include "locked_set.h"

static bool still_there(struct node *left, struct node *here)
{
#ifndef FAULTY
    struct node *found_left, *found = walk(here->key, &found_left);
    return found_left == left && found == here;
#else
    (void)left;
    (void)here;
    return true;
#endif
}

static struct node *find(int key, struct node **before)
{
    return find_and_validate(key, before, still_there);
}

static void before_removal(struct node *node)
{
    (void)node;
}

static bool set_contains(int key)
{
    return contains_by_locks(key);
}
