/* Lists of arguments, where they usually are, and where others see them (-DSHARED). */
#include <linnet/object.h>

#include <stdarg.h>
#include <stdlib.h>

struct object {
    va_list list, copy;
    int sum;
};

static void *make(void)
{
    return calloc(1, sizeof(struct object));
}

static void drop(void *object)
{
    free(object);
}

static int add(int count, va_list list)
{
    va_list copy;
    int sum = 0;
    va_copy(copy, list);
    while (count--)
        sum += va_arg(copy, int);
    va_end(copy);
    return sum;
}

static int sum(struct object *o, int count, ...)
{
    int sum;
#ifdef SHARED
    va_start(o->list, count);
    va_copy(o->copy, o->list);
    sum = *(volatile int *)o->copy;
#else
    va_list list;
    (void)o;
    va_start(list, count);
    sum = add(count, list);
    va_end(list);
#endif
    return sum;
}

static linnet_value call(void *object, const linnet_value *arg)
{
    (void)arg;
    return LINNET_INT(sum(object, 3, 1, 2, 3));
}

LINNET_OBJECT = { .name = "lists", .create = make, .destroy = drop, .operations = { { "call", call } } };
