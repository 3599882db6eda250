/* Whether it takes depends on which of two blocks comes back, which is anybody's guess. */
#include <linnet/object.h>

#include <stdbool.h>
#include <stdlib.h>

#ifdef INTENDED
#define IS_INTENDED true
#else
#define IS_INTENDED false
#endif

static _Thread_local int times;

static void *make(void)
{
    return malloc(1);
}

static linnet_value add(void *object, const linnet_value *arg)
{
    (void)object, (void)arg;
    times++;
    return LINNET_VOID;
}

static linnet_value take(void *object, const linnet_value *arg)
{
    void *first = malloc(64), *second = malloc(64), *third;
    bool same;
    (void)object, (void)arg;
    free(first);
    free(second);
    third = malloc(64);
    same = third == second;
    free(third);
    return LINNET_BOOL(same);
}

LINNET_OBJECT = { .name = "choosy", .create = make,
    .operations = { { "add", add, .args = LINNET_ARGS({1}, {2}) },
                    { "take", take, .nondeterministic = IS_INTENDED } } };
