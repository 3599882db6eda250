/* Something is copied from one shared place to another: what was read before others ran is written after them. -DLOCKED:
 * nobody runs meanwhile. */
#include "case.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

static char from[8], to[8];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *make(void)
{
    from[0] = to[0] = '1';
    return from;
}

static void take(void)
{
#ifdef LOCKED
    pthread_mutex_lock(&lock);
#endif
}

static void drop(void)
{
#ifdef LOCKED
    pthread_mutex_unlock(&lock);
#endif
    (void)lock;
}

OP(copy)
{
    (void)o, (void)a;
    take();
    COPY;
    drop();
    return LINNET_VOID;
}

OP(change)
{
    int seen;
    (void)o, (void)a;
    take();
    ((volatile char *)from)[0] = '2';
    ((volatile char *)to)[0] = '2';
    seen = ((volatile char *)from)[0] + 256 * ((volatile char *)to)[0];
    drop();
    return LINNET_INT(seen);
}

LINNET_OBJECT = { .name = "word", .create = make,
                  .operations = { { .name = "copy", .call = copy }, { .name = "change", .call = change } } };
