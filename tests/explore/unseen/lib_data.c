/* A variable of a library. */
#include "case.h"
extern int lib_counter;
OP(inc)
{
    (void)a;
    (void)o;
    return LINNET_INT(lib_counter++);
}
static void *make(void)
{
    return calloc(1, 64);
}
LINNET_OBJECT = {
    .name = "case", .create = make, .spec = "fetch-and-add", .operations = { { .name = "inc", .call = inc } }
};
