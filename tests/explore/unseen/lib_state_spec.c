/* A library that counts on from run to run: the object looks wrong, and is not. */
#include "case.h"
int lib_inc(void);
static void *make(void)
{
    return calloc(1, 64);
}
OP(inc)
{
    (void)a;
    (void)o;
    return LINNET_INT(lib_inc());
}
LINNET_OBJECT = {
    .name = "case", .create = make, .spec = "fetch-and-add", .operations = { { .name = "inc", .call = inc } }
};
