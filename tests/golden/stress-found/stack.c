/* A stack of which pop takes its time between looking and taking: two can take the same. */
#include <linnet/object.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

struct stack {
    _Atomic int top;
    _Atomic int values[64];
};

static void *make(void)
{
    return calloc(1, sizeof(struct stack));
}

static linnet_value push(void *object, const linnet_value *arg)
{
    struct stack *stack = object;
    int top = atomic_fetch_add(&stack->top, 1);
    atomic_store(&stack->values[top], (int)arg[0].i);
    return LINNET_VOID;
}

static linnet_value pop(void *object, const linnet_value *arg)
{
    struct stack *stack = object;
    int top = atomic_load(&stack->top), value;
    (void)arg;
    if (top <= 0)
        return LINNET_EMPTY;
    value = atomic_load(&stack->values[top - 1]);
    sched_yield();
    atomic_store(&stack->top, top - 1);
    return LINNET_INT(value);
}

LINNET_OBJECT = { .name = "stack", .create = make, .destroy = free, .spec = "stack",
                  .operations = { { "push", push, .fresh = true }, { "pop", pop } } };
