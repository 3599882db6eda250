/* A counter that loses increments, from one form of new or another. */
#include "case.h"
#include <new>
struct alignas(128) C {
    volatile int n = 0;
};
#ifndef NEW
#define NEW new (std::nothrow) C[2]
#endif
static void *make()
{
    return NEW;
}
OP(inc)
{
    C *p = (C *)o;
    int v = p->n;
    p->n = v + 1;
    return LINNET_INT(v);
}
LINNET_OBJECT = { .name = "forms", .create = make, .operations = { { .name = "inc", .call = inc } } };
