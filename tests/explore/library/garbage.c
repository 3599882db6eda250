/* A size that is torn asks for more memory than there is: that schedule is given up, and others tell what is wrong. */
#include <linnet/object.h>
#include <stdlib.h>

static struct {
    int low;
    volatile int high;
} size = { .low = 1 };

static void *make(void)
{
    return &size;
}

static linnet_value grow(void *object, const linnet_value *args)
{
    (void)object, (void)args;
    size.high = 1; /* for a moment */
    size.low++;
    size.high = 0;
    return LINNET_INT(size.low);
}

static linnet_value take(void *object, const linnet_value *args)
{
    (void)object, (void)args;
    free(malloc(((size_t)size.high << 28) + 16));
    return LINNET_VOID;
}

LINNET_OBJECT = { .name = "garbage",
                  .create = make,
                  .operations = { { .name = "grow", .call = grow }, { .name = "take", .call = take } } };
