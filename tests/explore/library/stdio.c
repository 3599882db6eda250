/* Standard output is a lock; a stream in memory is a place that is not put back. */
#include <linnet/object.h>
#include <stdio.h>
#include <stdlib.h>

static int count;
static char memory[64];
static FILE *stream;

static void *make(void)
{
    stream = fmemopen(memory, sizeof memory, "w");
    return &count;
}

static linnet_value print(void *object, const linnet_value *args)
{
    int result;
    (void)object, (void)args;
#ifndef RACY
    flockfile(stdout);
#endif
    result = ++count;
    printf("%d\n", result);
    putchar('a');
    fputc('b', stderr);
    fflush(stdout);
#ifndef RACY
    funlockfile(stdout);
#endif
    return LINNET_INT(result);
}

static linnet_value put(void *object, const linnet_value *args)
{
    (void)object, (void)args;
    fputc('x', stream);
    fflush(NULL);
    return LINNET_INT(memory[1]);
}

LINNET_OBJECT = { .name = "stdio",
                  .create = make,
                  .operations = { { .name = "print", .call = print }, { .name = "put", .call = put } } };
