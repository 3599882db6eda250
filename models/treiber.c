/* Treiber's stack over a few nodes that are used again, with a tag beside the top that counts to TAGS and begins again.
 *
 *   linnet model treiber.c --processes 2                               one tag is none: ABA, violated
 *   linnet model treiber.c -DTAGS=16 --processes 2 --ops-per-process 3 holds: it cannot go round so soon
 *   linnet model treiber.c -DTAGS=4 -DNODES=3 --processes 2            violated: a tag that begins again is too small
 *
 * Nodes are taken and given back at once (a spare list would be another such stack); a push that finds none fails. */
#include <linnet/model.h>

#include <stdatomic.h>

#ifndef TAGS
#define TAGS 1
#endif
#ifndef NODES
#define NODES 2
#endif

struct node {
    int value;
    unsigned next; /* index + 1; 0: none */
};

static struct node nodes[NODES];
static bool taken[NODES];
static atomic_uint top; /* index + 1, and the tag above it */

#define INDEX(word) ((word) & 255u)
#define REPLACE(word, index) ((((word) >> 8) + 1) % TAGS << 8 | (index))

static void *make(void)
{
    return &top;
}

static unsigned take_node(void)
{
    unsigned found = 0;
    LINNET_ATOMIC {
        for (unsigned i = 0; i < NODES && !found; i++)
            if (!taken[i]) {
                taken[i] = true;
                found = i + 1;
            }
    }
    return found;
}

static linnet_value push(void *object, const linnet_value *arg)
{
    unsigned node = take_node(), seen = atomic_load(&top);
    (void)object;
    if (!node)
        return LINNET_FAILED;
    nodes[node - 1].value = (int)arg[0].i;
    do
        nodes[node - 1].next = INDEX(seen);
    while (!atomic_compare_exchange_strong(&top, &seen, REPLACE(seen, node)));
    return LINNET_VOID;
}

static linnet_value pop(void *object, const linnet_value *arg)
{
    unsigned seen = atomic_load(&top), node, next;
    int value;
    (void)object;
    (void)arg;
    do {
        node = INDEX(seen);
        if (!node)
            return LINNET_EMPTY;
        next = nodes[node - 1].next;
    } while (!atomic_compare_exchange_strong(&top, &seen, REPLACE(seen, next)));
    value = nodes[node - 1].value;
    taken[node - 1] = false;
    return LINNET_INT(value);
}

LINNET_OBJECT = {
    .name = "stack", .create = make, .spec = "stack",
    .operations = { { .name = "push", .call = push, .args = LINNET_ARGS({1}, {2}) }, { .name = "pop", .call = pop } },
};
