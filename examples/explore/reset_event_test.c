/* linnet explore reset_event_test.c reset_event.c */
#include <linnet/object.h>

#include "reset_event.h"

static void *make(void)
{
    return reset_event_new();
}

static void drop(void *event)
{
    reset_event_free(event);
}

static linnet_value wait_for_it(void *event, const linnet_value *arg)
{
    (void)arg;
    reset_event_wait(event);
    return LINNET_VOID;
}

static linnet_value set(void *event, const linnet_value *arg)
{
    (void)arg;
    reset_event_set(event);
    return LINNET_VOID;
}

static linnet_value reset(void *event, const linnet_value *arg)
{
    (void)arg;
    reset_event_reset(event);
    return LINNET_VOID;
}

LINNET_OBJECT = {
    .name = "reset_event", .create = make, .destroy = drop,
    .operations = { { .name = "wait", .call = wait_for_it }, { .name = "set", .call = set },
                    { .name = "reset", .call = reset } },
};
