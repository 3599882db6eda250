#include <linnet/object.h>
#include <stdio.h>
#include <stdlib.h>

static int it;

#ifdef EARLY
static __attribute__((constructor)) void early(void)
{
    exit(0);
}
#endif

static void *make(void)
{
#ifdef NONE
    return NULL;
#endif
    return &it;
}

static linnet_value take(void *object, const linnet_value *arg)
{
    (void)object;
    (void)arg;
    exit(3);
}

LINNET_OBJECT = { .name = "counter", .create = make, .spec = "counter",
                  .operations = { { "increment", take } } };
