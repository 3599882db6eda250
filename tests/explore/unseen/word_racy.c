/* A word is copied from one shared place to another: what was read before others ran is written after them. */
#include "case.h"

#include <string.h>

static volatile long from, to;

static void *make(void)
{
    from = to = 1;
    return (void *)&from;
}

OP(copy)
{
    (void)o, (void)a;
    memcpy((void *)&to, (void *)&from, sizeof to);
    return LINNET_VOID;
}

OP(change)
{
    (void)o, (void)a;
    from = 2;
    to = 2;
    return LINNET_INT(from + 10 * to);
}

LINNET_OBJECT = { .name = "word", .create = make,
                  .operations = { { .name = "copy", .call = copy }, { .name = "change", .call = change } } };
