/* Threads that undo each other's work may do so for ever. */
#include <linnet/object.h>
#include <stdlib.h>

struct pair {
    _Atomic int first, second;
    volatile int third;
};

static void *create(void)
{
    return calloc(1, sizeof(struct pair));
}

static linnet_value clear(void *object, const linnet_value *args)
{
    struct pair *pair = object;
    (void)args;
    while (pair->third != 0)
        __atomic_store_n((int *)(void *)&pair->first, 1, __ATOMIC_SEQ_CST);
    return LINNET_VOID;
}

static linnet_value add(void *object, const linnet_value *args)
{
    struct pair *pair = object;
    int was;
    (void)args;
    while (pair->first != 0)
        __atomic_store_n((int *)(void *)&pair->first, 2, __ATOMIC_SEQ_CST);
    was = pair->third;
    pair->third = (was + 1) % 4;
    return LINNET_INT(was);
}

LINNET_OBJECT = { .name = "pair", .create = create, .destroy = free,
                  .operations = { { .name = "clear", .call = clear }, { .name = "add", .call = add } } };
