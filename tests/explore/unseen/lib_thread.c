/* A library with a thread of its own. */
#include "case.h"
void lib_start(void);
static void *make(void)
{
    lib_start();
    return calloc(1, 64);
}
OP(inc)
{
    (void)a;
    (void)o;
    return LINNET_INT(0);
}
LINNET_OBJECT = { .name = "case", .create = make, .operations = { { .name = "inc", .call = inc } } };
