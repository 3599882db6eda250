/* Scalable non-zero indicators (Ellen, Lev, Luchangco and Moir, PODC 2007, figures 2 and 3): is anybody here? Those who
 * come and go do so at a node of a tree, and tell the node above only when the first comes or the last goes; a query reads
 * one word. Node 0 is the root, the others are below it.
 *
 *   linnet model snzi.c -DSIZE=2 --ops-per-process 2                holds
 *   linnet model snzi.c -DSIZE=2 --ops-per-process 3 -DFAULTY=1     violated
 *   linnet model snzi.c -DSIZE=2 --ops-per-process 2 -DFAULTY=2     violated
 *
 * 1: The first at a node counts itself before it has told the node above, instead of counting one half until then.
 * 2: The last at the root does not look whether somebody has come meanwhile before it lowers the flag.
 *
 * A process comes to any node, and leaves that one before it comes to another; a query is always possible. Version numbers
 * only grow, so calls are bounded. */
#include <linnet/model.h>

#include <stdatomic.h>

#ifndef SIZE
#define SIZE 2
#endif
#ifndef FAULTY
#define FAULTY 0
#endif

/* A node: how many are here, in halves, and a version above it. The root: how many, whether the flag may still have to be
 * raised, and a version. The flag has a version that every write changes: load-linked and store-conditional. */
static atomic_uint node[SIZE], flag;
static _Thread_local int at; /* the node that it is at, plus 1 */

#define HALVES(x) ((x) & 0xffu)
#define VERSION(x) ((x) >> 16)
#define ANNOUNCE 0x100u
#define NEXT_VERSION 0x10000u

static void *make(void)
{
    return node;
}

static bool replace(atomic_uint *word, unsigned from, unsigned to)
{
    return atomic_compare_exchange_strong(word, &from, to);
}

static void root_arrive(void)
{
    unsigned x, y;
    do {
        x = atomic_load(&node[0]);
        y = HALVES(x) ? x + 2 : ((VERSION(x) + 1) * NEXT_VERSION | ANNOUNCE | 2);
    } while (!replace(&node[0], x, y));
    if (y & ANNOUNCE) {
        unsigned f = atomic_load(&flag);
        while (!replace(&flag, f, (f | 1) + 2))
            f = atomic_load(&flag);
        replace(&node[0], y, y & ~ANNOUNCE);
    }
}

static void root_depart(void)
{
    for (;;) {
        unsigned x = atomic_load(&node[0]), f;
        if (!replace(&node[0], x, (x & ~ANNOUNCE) - 2))
            continue;
        if (HALVES(x) > 2)
            return;
        for (;;) {
            f = atomic_load(&flag);
            if (FAULTY != 2 && VERSION(atomic_load(&node[0])) != VERSION(x))
                return;
            if (replace(&flag, f, (f & ~1u) + 2))
                return;
        }
    }
}

static void node_arrive(int i)
{
    int undo = 0;
    bool done = false;
    while (!done) {
        unsigned x = atomic_load(&node[i]);
        if (HALVES(x) >= 2)
            done = replace(&node[i], x, x + 2);
        if (HALVES(x) == 0) {
            unsigned half = (VERSION(x) + 1) * NEXT_VERSION | 1;
            if (!replace(&node[i], x, FAULTY == 1 ? half + 1 : half))
                continue;
            done = true;
            x = half;
        }
        if (HALVES(x) == 1) {
            root_arrive();
            if (FAULTY != 1 && !replace(&node[i], x, x + 1))
                undo++;
        }
    }
    for (; undo; undo--)
        root_depart();
}

static void node_depart(int i)
{
    for (;;) {
        unsigned x = atomic_load(&node[i]);
        if (replace(&node[i], x, x - 2)) {
            if (HALVES(x) == 2)
                root_depart();
            return;
        }
    }
}

static linnet_value arrive(void *object, const linnet_value *arg)
{
    int i = (int)arg[0].i;
    (void)object;
    linnet_assume(!at && i < SIZE);
    if (i)
        node_arrive(i);
    else
        root_arrive();
    at = i + 1;
    return LINNET_VOID;
}

static linnet_value depart(void *object, const linnet_value *arg)
{
    int i = at - 1;
    (void)object;
    (void)arg;
    linnet_assume(at);
    if (i)
        node_depart(i);
    else
        root_depart();
    at = 0;
    return LINNET_VOID;
}

static linnet_value query(void *object, const linnet_value *arg)
{
    (void)object;
    (void)arg;
    return LINNET_BOOL(atomic_load(&flag) & 1);
}

LINNET_OBJECT = {
    .name = "indicator", .create = make,
    .operations = {
        { .name = "arrive", .call = arrive, .args = LINNET_ARGS({0}, {1}, {2}) },
        { .name = "depart", .call = depart },
        { .name = "query", .call = query },
    },
};

static int here;

static void *begin(void)
{
    return &here;
}

static linnet_value spec_arrive(void *object, const linnet_value *arg)
{
    (void)object;
    (void)arg;
    here++;
    return LINNET_VOID;
}

static linnet_value spec_depart(void *object, const linnet_value *arg)
{
    (void)object;
    (void)arg;
    here--;
    return LINNET_VOID;
}

static linnet_value spec_query(void *object, const linnet_value *arg)
{
    (void)object;
    (void)arg;
    return LINNET_BOOL(here > 0);
}

LINNET_SPECIFICATION = {
    .name = "indicator", .create = begin,
    .operations = { { .name = "arrive", .call = spec_arrive }, { .name = "depart", .call = spec_depart },
                    { .name = "query", .call = spec_query } },
};
