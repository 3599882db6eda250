/* Memory that other processes may have, too. */
#define _GNU_SOURCE
#include "case.h"
#include <sys/mman.h>
#include <unistd.h>
#include <stdatomic.h>
static void *make(void)
{
    int f = memfd_create("x", 0);
    ftruncate(f, 4096);
    return mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, f, 0);
}
OP(inc)
{
    (void)a;
    return LINNET_INT(atomic_fetch_add((atomic_int *)o, 1));
}
LINNET_OBJECT = {
    .name = "case", .create = make, .spec = "fetch-and-add", .operations = { { .name = "inc", .call = inc } }
};
