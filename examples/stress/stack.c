#include "stack.h"

#include <stdatomic.h>
#include <stdlib.h>

struct node {
    struct node *below;
    struct node *older; /* made before this one; nodes are freed with the stack */
    int value;
};

struct stack {
    _Atomic(struct node *) top;
    _Atomic(struct node *) newest;
};

struct stack *stack_new(void)
{
    return calloc(1, sizeof(struct stack));
}

void stack_free(struct stack *stack)
{
    struct node *node = atomic_load(&stack->newest);
    while (node) {
        struct node *older = node->older;
        free(node);
        node = older;
    }
    free(stack);
}

void stack_push(struct stack *stack, int value)
{
    struct node *node = malloc(sizeof *node);
    node->value = value;
    node->older = atomic_load(&stack->newest);
    while (!atomic_compare_exchange_weak(&stack->newest, &node->older, node))
        ;
    node->below = atomic_load(&stack->top);
    while (!atomic_compare_exchange_weak(&stack->top, &node->below, node))
        ;
}

bool stack_pop(struct stack *stack, int *value)
{
    struct node *node = atomic_load(&stack->top);
    if (!node)
        return false;
    *value = node->value;
    atomic_store(&stack->top, node->below); /* somebody may have been faster */
    return true;
}
