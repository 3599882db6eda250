/* A function of a library, through a pointer. */
#include "case.h"
int lib_add(int *p);
static int (*const table[])(int *) = { lib_add };
COUNTER
OP(inc)
{
    (void)a;
    return LINNET_INT(table[0](o));
}
