/* A stack of integers for any number of threads. */
#ifndef STACK_H
#define STACK_H

#include <stdbool.h>

struct stack;

struct stack *stack_new(void);
void stack_free(struct stack *stack);
void stack_push(struct stack *stack, int value);
bool stack_pop(struct stack *stack, int *value); /* false: it was empty */

#endif
