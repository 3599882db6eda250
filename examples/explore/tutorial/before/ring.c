#include "../ring.h"

#include <stdatomic.h>
#include <stdlib.h>

#define ROOM 2u

struct ring {
    atomic_uint put, got; /* how many so far; only the producer writes the one, only the consumer the other */
    int slots[ROOM];
};

struct ring *ring_new(void)
{
    return calloc(1, sizeof(struct ring));
}

void ring_free(struct ring *ring)
{
    free(ring);
}

bool ring_put(struct ring *ring, int value)
{
    unsigned put = atomic_load(&ring->put);
    if (put - atomic_load(&ring->got) == ROOM)
        return false;
    atomic_store(&ring->put, put + 1);
    ring->slots[put % ROOM] = value;
    return true;
}

bool ring_get(struct ring *ring, int *value)
{
    unsigned got = atomic_load(&ring->got);
    if (got == atomic_load(&ring->put))
        return false;
    *value = ring->slots[got % ROOM];
    atomic_store(&ring->got, got + 1);
    return true;
}
