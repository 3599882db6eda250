/* Treiber's stack with malloc and free, as everybody writes it first. (Figure 1 of Bouajjani, Emmi, Enea and Hamza,
 * "Tractable Refinement Checking for Concurrent Objects", POPL 2015.) */
#include "stack.h"

#include <stdatomic.h>
#include <stdlib.h>

struct node {
    int data;
    struct node *next;
};

struct stack {
    _Atomic(struct node *) top;
};

struct stack *stack_new(void)
{
    struct stack *stack = malloc(sizeof *stack);
    atomic_init(&stack->top, NULL);
    return stack;
}

void stack_free(struct stack *stack)
{
    for (int value; stack_pop(stack, &value);)
        ;
    free(stack);
}

void stack_push(struct stack *stack, int value)
{
    struct node *node = malloc(sizeof *node), *top;
    node->data = value;
    do {
        top = atomic_load(&stack->top);
        node->next = top;
    } while (!atomic_compare_exchange_strong(&stack->top, &top, node));
}

bool stack_pop(struct stack *stack, int *value)
{
    struct node *top, *next;
    do {
        top = atomic_load(&stack->top);
        if (!top)
            return false;
        next = top->next; /* somebody may have freed it */
        /* The same address on top does not make it the same node: it may have been popped, freed, and come back with
         * the next push, above others than `next`. */
    } while (!atomic_compare_exchange_strong(&stack->top, &top, next));
    *value = top->data;
    free(top);
    return true;
}
