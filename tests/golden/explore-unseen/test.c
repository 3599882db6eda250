/* A counter in a library that is not compiled along. */
#include <linnet/object.h>

#include <stdlib.h>

int count_up(int *at);
int next_number(void);

static void *make(void)
{
    return calloc(1, sizeof(int));
}

static linnet_value inc(void *counter, const linnet_value *arg)
{
    (void)arg;
    return LINNET_INT(count_up(counter));
}

static linnet_value draw(void *counter, const linnet_value *arg)
{
    (void)counter, (void)arg;
    return LINNET_INT(next_number());
}

LINNET_OBJECT = { .name = "counter", .create = make,
                  .operations = { { .name = "inc", .call = inc }, { .name = "draw", .call = draw } } };
