/* Two atomic variables do not make an atomic pair: whoever reads between two writes finds half of each. */
#include "pair.h"

#include <stdatomic.h>
#include <stdlib.h>

struct pair {
    atomic_int left, right;
};

struct pair *pair_new(void)
{
    return calloc(1, sizeof(struct pair));
}

void pair_free(struct pair *pair)
{
    free(pair);
}

void pair_write(struct pair *pair, int value)
{
    atomic_store(&pair->left, value);
    atomic_store(&pair->right, value);
}

void pair_read(struct pair *pair, int *left, int *right)
{
    *left = atomic_load(&pair->left);
    *right = atomic_load(&pair->right);
}
