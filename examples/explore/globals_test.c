/* linnet explore globals_test.c globals.c */
#include <linnet/object.h>

#include "globals.h"

/* There is nothing to make, but what is made must not be NULL. */
static void *clear(void)
{
    static char it;
    count_clear();
    return &it;
}

static linnet_value inc(void *it, const linnet_value *arg)
{
    (void)it, (void)arg;
    count_inc();
    return LINNET_VOID;
}

static linnet_value get(void *it, const linnet_value *arg)
{
    (void)it, (void)arg;
    return LINNET_INT(count_get());
}

LINNET_OBJECT = {
    .name = "globals", .create = clear, .enter = count_join,
    .operations = { { .name = "inc", .call = inc }, { .name = "get", .call = get } },
};
