/* The C library reads and writes shared memory. */
#include "case.h"
#include <stdio.h>
static char buf[32] = "1";
static void *make(void)
{
    return buf;
}
OP(inc)
{
    (void)a;
    int v = atoi(o);
    sprintf(o, "%d", v + 1);
    return LINNET_INT(v);
}
LINNET_OBJECT = { .name = "case", .create = make, .operations = { { .name = "inc", .call = inc } } };
