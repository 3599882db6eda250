/* A Treiber stack: a subject of test_explore_show. */
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

struct stack {
    _Atomic(struct node *) top;
};

struct stack stack;
int seen;

void push(struct stack *s, int value);
bool pop(struct stack *s, int *value);
void play(int part);

void push(struct stack *s, int value)
{
    struct node *n = malloc(sizeof *n);
    n->value = value;
    struct node *old = atomic_load(&s->top);
    do {
        n->next = old;
    } while (!atomic_compare_exchange_weak(&s->top, &old, n));
}

static inline struct node *next_of(struct node *t)
{
    return t->next;
}

bool pop(struct stack *s, int *value)
{
    struct node *t;
    do {
        t = atomic_load_explicit(&s->top, memory_order_acquire);
        if (!t)
            return false;
    } while (!atomic_compare_exchange_strong(&s->top, &t, next_of(t)));
    *value = t->value;
    free(t);
    return true;
}

void play(int part)
{
    int value;
    if (part == 0)
        push(&stack, 7);
    else if (pop(&stack, &value))
        seen = value;
}
