/* A container without a lock: two that are added at the same time, and one is lost. */
#include "case.h"

#include <list>
#include <set>
#include <unordered_set>

static void *make()
{
    return new TYPE;
}

OP(add)
{
    ((TYPE *)o)->insert(((TYPE *)o)->end(), (int)a[0].i);
    return LINNET_VOID;
}

OP(sum)
{
    int all = 0;
    (void)a;
    for (int one : *(TYPE *)o)
        all += one;
    return LINNET_INT(all);
}

LINNET_OBJECT = { .name = "container",
                  .create = make,
                  .operations = { { .name = "add", .call = add, .fresh = true },
                                  { .name = "sum", .call = sum } } };
