/* A counter that loses increments, in memory from MAKE. */
#define _GNU_SOURCE
#include "case.h"

#include <malloc.h>
#include <sys/mman.h>

#define MAP(size) mmap(0, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)

static inline void *by_posix(void)
{
    void *at;
    return posix_memalign(&at, 64, 64) ? NULL : at;
}

static void *make(void)
{
    int *at = (int *)(MAKE);
    *at = 0;
    return at;
}

OP(inc)
{
    volatile int *at = o;
    int value = *at;
    (void)a;
    *at = value + 1;
    return LINNET_INT(value);
}

LINNET_OBJECT = { .name = "allocated", .create = make, .operations = { { .name = "inc", .call = inc } } };
