/* A few bytes that no instruction fills or reads at once: -DFILL=..., -DDIFFERS=... . And one who waits for a text. */
#include "case.h"

#include <string.h>

static char it[8];

#ifndef FILL
#define FILL memset(it, 1, 7)
#endif
#ifndef DIFFERS
#define DIFFERS (((volatile char *)it)[0] != ((volatile char *)it)[6])
#endif

static void *make(void)
{
    memset(it, 0, sizeof it);
    return it;
}

OP(fill)
{
    (void)o, (void)a;
    FILL;
    return LINNET_VOID;
}

OP(look)
{
    (void)o, (void)a;
    return LINNET_BOOL(DIFFERS);
}

OP(wait)
{
    (void)o, (void)a;
    while (strcmp(it, "ab"))
        ;
    return LINNET_VOID;
}

OP(write)
{
    (void)o, (void)a;
    ((volatile char *)it)[1] = 'b';
    ((volatile char *)it)[0] = 'a';
    return LINNET_VOID;
}

LINNET_OBJECT = { .name = "few bytes", .create = make,
                  .operations = { { .name = "fill", .call = fill }, { .name = "look", .call = look },
                                  { .name = "wait", .call = wait }, { .name = "write", .call = write } } };
