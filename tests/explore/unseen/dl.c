/* A function that no symbol names. */
#define _GNU_SOURCE
#include "case.h"
#include <dlfcn.h>
COUNTER
OP(inc)
{
    (void)a;
    (void)o;
    int (*f)(int) = (int (*)(int))dlsym(RTLD_DEFAULT, "abs");
    return LINNET_INT(f ? f(-1) : 1);
}
