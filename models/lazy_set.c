/* The lazy list of Heller, Herlihy, Luchangco, Moir, Scherer and Shavit (OPODIS 2005): a node is marked before it is taken
 * out. Then two locked nodes need only be looked at themselves, and `contains` takes no lock and never waits; where it
 * takes effect depends on what others do.
 *
 *   linnet model lazy_set.c --reuse gc             holds
 *   linnet model lazy_set.c                        use after free: it relies on a garbage collector
 *   linnet model lazy_set.c --reuse gc -DFAULTY    does not look at marks once it has the locks: violated */
#include "locked_set.h"

static bool still_there(struct node *left, struct node *here)
{
#ifndef FAULTY
    if (atomic_load(&left->gone) || atomic_load(&here->gone))
        return false;
#endif
    return atomic_load(&left->next) == here;
}

static struct node *find(int key, struct node **before)
{
    return find_and_validate(key, before, still_there);
}

static void before_removal(struct node *node)
{
    atomic_store(&node->gone, true);
}

static bool set_contains(int key)
{
    struct node *left, *here = walk(key, &left);
    return here->key == key && !atomic_load(&here->gone);
}
