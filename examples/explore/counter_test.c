/* linnet explore counter_test.c counter1.c */
#include <linnet/object.h>

#include "counter.h"

#ifndef COUNTER_SPEC
#define COUNTER_SPEC NULL /* what it does when calls come one after the other */
#endif

static void *make(void)
{
    return counter_new();
}

static void drop(void *counter)
{
    counter_free(counter);
}

static linnet_value inc(void *counter, const linnet_value *arg)
{
    (void)arg;
    counter_inc(counter);
    return LINNET_VOID;
}

static linnet_value get(void *counter, const linnet_value *arg)
{
    (void)arg;
    return LINNET_INT(counter_get(counter));
}

LINNET_OBJECT = {
    .name = "counter", .create = make, .destroy = drop, .spec = COUNTER_SPEC,
    .operations = { { .name = "inc", .call = inc }, { .name = "get", .call = get } },
};
