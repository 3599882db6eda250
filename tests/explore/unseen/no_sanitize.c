/* The hooks are switched off where it matters. */
#include "case.h"
__attribute__((no_sanitize("thread"), noinline)) static int racy(volatile int *p)
{
    int v = *p;
    *p = v + 1;
    return v;
}
COUNTER
OP(inc)
{
    (void)a;
    return LINNET_INT(racy(o));
}
