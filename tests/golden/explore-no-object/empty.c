#include <linnet/object.h>

static void *make(void)
{
    static int nothing;
    return &nothing;
}

LINNET_OBJECT = { .name = "empty", .create = make };
