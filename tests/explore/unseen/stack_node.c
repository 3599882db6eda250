/* A structure on a thread's stack that another thread knows of, assigned as a whole by both. */
#include "case.h"

struct node {
    long a, b;
};
static struct node *volatile known;

static void *make(void)
{
    known = 0;
    return (void *)&known;
}

OP(wait)
{
    struct node node = { 0 };
    long sum;
    (void)o, (void)a;
    known = &node;
    __asm__("" ::: "memory");
    node = (struct node){ 1, 1 };
    __asm__("" ::: "memory");
    sum = node.a * 2 + node.b;
    known = 0;
    return LINNET_INT(sum);
}

OP(clear)
{
    struct node *node = known;
    (void)o, (void)a;
    if (node)
        *node = (struct node){ 0, 0 };
    return LINNET_VOID;
}

LINNET_OBJECT = { .name = "stack node", .create = make,
                  .operations = { { .name = "wait", .call = wait }, { .name = "clear", .call = clear } } };
