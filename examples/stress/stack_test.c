/* linnet stress stack_test.c stack.c */
#include <linnet/object.h>

#include "stack.h"

static void *make(void)
{
    return stack_new();
}

static void drop(void *stack)
{
    stack_free(stack);
}

static linnet_value push(void *stack, const linnet_value *arg)
{
    stack_push(stack, (int)arg[0].i);
    return LINNET_VOID;
}

static linnet_value pop(void *stack, const linnet_value *arg)
{
    int value;
    (void)arg;
    return stack_pop(stack, &value) ? LINNET_INT(value) : LINNET_EMPTY;
}

LINNET_OBJECT = {
    .name = "stack", .create = make, .destroy = drop, .spec = "stack",
    .operations = { { .name = "push", .call = push, .fresh = true }, { .name = "pop", .call = pop } },
};
