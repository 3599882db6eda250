/* A ring of integers between two threads: one puts, the other gets. */
#ifndef RING_H
#define RING_H

#include <stdbool.h>

struct ring;

struct ring *ring_new(void);
void ring_free(struct ring *ring);
bool ring_put(struct ring *ring, int value);  /* false: it was full */
bool ring_get(struct ring *ring, int *value); /* false: it was empty */

#endif
