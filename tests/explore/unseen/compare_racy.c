/* Compares twice with the same: serially the answers agree. */
#include "case.h"

static struct {
    long a, b;
} it, nothing;

static void *make(void)
{
    return &it;
}

OP(twice)
{
    int first, second;
    (void)o, (void)a;
    first = __builtin_memcmp(&it, &nothing, 16) == 0;
    __asm__("" ::: "memory");
    second = __builtin_memcmp(&it, &nothing, 16) == 0;
    return LINNET_INT(first * 2 + second);
}

OP(set)
{
    (void)o, (void)a;
    it.a = 7;
    return LINNET_VOID;
}

LINNET_OBJECT = { .name = "compare",
                  .create = make,
                  .operations = { { .name = "twice", .call = twice }, { .name = "set", .call = set } } };
