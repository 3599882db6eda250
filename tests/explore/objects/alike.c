/* Results that differ in kind and number at once, of a read that sees half of a write: each has to be looked at. */
#include <linnet/object.h>

#ifndef HALF
#define HALF LINNET_INT(0x016B07D600000000L)
#endif

static volatile int x, y, z;

static void *make(void)
{
    x = y = z = 0;
    return (void *)&x;
}

static linnet_value write_all(void *o, const linnet_value *a)
{
    (void)o, (void)a;
    x = 1;
    y = 1;
    z = 1;
    return LINNET_VOID;
}

static linnet_value read_all(void *o, const linnet_value *a)
{
    int late = z, early = x, middle = y;
    (void)o, (void)a, (void)late;
    return early && !middle ? HALF : LINNET_EMPTY;
}

LINNET_OBJECT = { .name = "alike",
                  .create = make,
                  .operations = { { .name = "write", .call = write_all }, { .name = "read", .call = read_all } } };
