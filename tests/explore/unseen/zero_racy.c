/* Five words are written at once, as ZERO says, and two are read, one after the other: not at once. */
#include "case.h"

struct five {
    long a, b, c, d, e;
};
static struct five it = { 1, 1, 1, 1, 1 }, nothing;

static void *make(void)
{
    (void)nothing;
    return &it;
}

OP(zero)
{
    (void)o, (void)a;
    ZERO;
    return LINNET_VOID;
}

OP(get)
{
    volatile struct five *from = o;
    long first = from->a;
    (void)a;
    return LINNET_INT(10 * first + from->e);
}

LINNET_OBJECT = { .name = "five",
                  .create = make,
                  .operations = { { .name = "zero", .call = zero }, { .name = "get", .call = get } } };
