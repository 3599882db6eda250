/* Treiber's stack, put right: a tag beside each pointer tells a node that came back from one that never went away.
 * Popped nodes are used again, and none goes back to malloc while the stack lives, so looking at one that somebody else
 * has popped is harmless. */
#include "stack.h"
#include "tagged.h"

#include <stdatomic.h>
#include <stdlib.h>

struct node {
    _Atomic(struct node *) next;
    int data;
};

struct stack {
    _Atomic tagged top;
    _Atomic tagged unused; /* a stack as well */
};

static void put(_Atomic tagged *top, struct node *node)
{
    tagged seen = atomic_load(top);
    do
        atomic_store(&node->next, tagged_pointer(seen));
    while (!atomic_compare_exchange_strong(top, &seen, tagged_next(seen, node)));
}

static struct node *get(_Atomic tagged *top)
{
    tagged seen = atomic_load(top);
    struct node *node, *next;
    do {
        node = tagged_pointer(seen);
        if (!node)
            return NULL;
        next = atomic_load(&node->next);
    } while (!atomic_compare_exchange_strong(top, &seen, tagged_next(seen, next)));
    return node;
}

struct stack *stack_new(void)
{
    return calloc(1, sizeof(struct stack));
}

void stack_free(struct stack *stack)
{
    for (struct node *node; (node = get(&stack->top));)
        free(node);
    for (struct node *node; (node = get(&stack->unused));)
        free(node);
    free(stack);
}

void stack_push(struct stack *stack, int value)
{
    struct node *node = get(&stack->unused);
    if (!node)
        node = malloc(sizeof *node);
    node->data = value;
    put(&stack->top, node);
}

bool stack_pop(struct stack *stack, int *value)
{
    struct node *node = get(&stack->top);
    if (!node)
        return false;
    *value = node->data;
    put(&stack->unused, node);
    return true;
}
