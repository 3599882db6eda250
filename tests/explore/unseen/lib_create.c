/* What a library does before the first run is part of how every run begins. */
#include "case.h"
#include <stdatomic.h>
int lib_inc(void);
static void *make(void)
{
    lib_inc();
    return calloc(1, 64);
}
OP(inc)
{
    (void)a;
    return LINNET_INT(atomic_fetch_add((atomic_int *)o, 1));
}
LINNET_OBJECT = {
    .name = "case", .create = make, .spec = "fetch-and-add", .operations = { { .name = "inc", .call = inc } }
};
