/* The C library makes the block of the user larger. */
#define _GNU_SOURCE
#include "case.h"
#include <stdio.h>
COUNTER
OP(inc)
{
    (void)a;
    (void)o;
    char *l = malloc(4);
    size_t n = 4;
    FILE *f = fopen("/proc/self/maps", "r");
    getline(&l, &n, f);
    free(l);
    fclose(f);
    return LINNET_VOID;
}
