/* Each call waits for a time of its own, twice; and counts its calls for its thread. */
#include <linnet/object.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <threads.h>
#include <time.h>

static tss_t mine;
static atomic_int count;

static void *create(void)
{
    tss_create(&mine, free);
    count = 0;
    return &count;
}

static void destroy(void *object)
{
    (void)object;
    tss_delete(mine);
}

static linnet_value wait(void *object, const linnet_value *args)
{
    int *calls = tss_get(mine);
    (void)object, (void)args;
    if (!calls) {
        calls = calloc(1, sizeof *calls);
        tss_set(mine, calls);
    }
    for (int i = 0; i < 2; i++) {
        time_t until = time(NULL) + 5;
        while (time(NULL) < until)
            sched_yield();
    }
    atomic_fetch_add(&count, 1);
    return LINNET_INT(++*calls);
}

LINNET_OBJECT = { .name = "deadline", .create = create, .destroy = destroy,
                  .operations = { { .name = "wait", .call = wait } } };
