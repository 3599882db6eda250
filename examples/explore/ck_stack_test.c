/* The stack of Concurrency Kit (Debian: libck-dev) for "unique producers": any number of threads may push and pop as
 * long as no node is pushed a second time while somebody pops. Here every push has a node of its own, which is freed
 * with the stack.
 *
 *   linnet explore ck_stack_test.c
 *   linnet explore ck_stack_test.c -- -DREUSE    frees nodes as they are popped, against that rule
 *
 * Atomics in inline assembly cannot be explored; this asks for those of the compiler. */
#define CK_USE_CC_BUILTINS 1

#include <linnet/object.h>

#include <ck_stack.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    ck_stack_entry_t entry; /* first: a pointer to it is one to the node */
    struct node *older;     /* made before this one */
    int value;
};

struct stack {
    ck_stack_t nodes;
    _Atomic(struct node *) newest;
};

static void *make(void)
{
    struct stack *stack = calloc(1, sizeof *stack);
    ck_stack_init(&stack->nodes);
    return stack;
}

#ifdef REUSE
static void born(struct stack *stack, struct node *node)
{
    (void)stack;
    node->older = NULL;
}

static void popped(struct node *node)
{
    free(node);
}
#else
/* To be freed with the stack. */
static void born(struct stack *stack, struct node *node)
{
    struct node *newest = atomic_load(&stack->newest);
    do
        node->older = newest;
    while (!atomic_compare_exchange_strong(&stack->newest, &newest, node));
}

static void popped(struct node *node)
{
    (void)node;
}
#endif

static void drop(void *object)
{
    struct stack *stack = object;
    for (ck_stack_entry_t *entry; (entry = ck_stack_pop_upmc(&stack->nodes));)
        popped((struct node *)entry);
    for (struct node *node = atomic_load(&stack->newest), *older; node; node = older) {
        older = node->older;
        free(node);
    }
    free(stack);
}

static linnet_value push(void *object, const linnet_value *arg)
{
    struct stack *stack = object;
    struct node *node = malloc(sizeof *node);
    node->value = (int)arg[0].i;
    born(stack, node);
    ck_stack_push_upmc(&stack->nodes, &node->entry);
    return LINNET_VOID;
}

static linnet_value pop(void *object, const linnet_value *arg)
{
    struct stack *stack = object;
    struct node *node = (struct node *)ck_stack_pop_upmc(&stack->nodes);
    linnet_value value;
    (void)arg;
    if (!node)
        return LINNET_EMPTY;
    value = LINNET_INT(node->value);
    popped(node);
    return value;
}

LINNET_OBJECT = {
    .name = "ck_stack", .create = make, .destroy = drop,
    .operations = { { .name = "push", .call = push, .fresh = true }, { .name = "pop", .call = pop } },
};
