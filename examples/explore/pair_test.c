/* linnet explore pair_test.c pair.c */
#include <linnet/object.h>

#include "pair.h"

static void *make(void)
{
    return pair_new();
}

static void drop(void *pair)
{
    pair_free(pair);
}

static linnet_value write(void *pair, const linnet_value *arg)
{
    pair_write(pair, (int)arg[0].i);
    return LINNET_VOID;
}

/* 12 is 1 on the left and 2 on the right. */
static linnet_value read(void *pair, const linnet_value *arg)
{
    int left, right;
    (void)arg;
    pair_read(pair, &left, &right);
    return LINNET_INT(10 * left + right);
}

LINNET_OBJECT = {
    .name = "pair", .create = make, .destroy = drop,
    .operations = { { .name = "write", .call = write, .args = LINNET_ARGS({1}, {2}) },
                    { .name = "read", .call = read } },
};
