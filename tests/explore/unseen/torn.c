/* A copy that others see, and see it half done. */
#include "case.h"

struct five {
    long a, b, c, d, e;
};
static struct five it = { 1, 1, 1, 1, 1 }, other = { 2, 2, 2, 2, 2 };

static void *make(void)
{
    return &it;
}

OP(set)
{
    (void)o, (void)a;
    COPY(it, other);
    return LINNET_VOID;
}

OP(get)
{
    struct five seen;
    (void)o, (void)a;
    COPY(seen, it);
    return LINNET_INT(10 * seen.a + seen.e);
}

LINNET_OBJECT = { .name = "five", .create = make,
                  .operations = { { .name = "set", .call = set }, { .name = "get", .call = get } } };
