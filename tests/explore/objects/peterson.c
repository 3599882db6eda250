/* A counter under Peterson's lock for two threads, in volatile variables; -DBUG gives the turn to the wrong one. */
#include <linnet/object.h>

static volatile int wants[2], turn;
static int count;

static void *make(void)
{
    return &count;
}

static linnet_value inc(void *object, const linnet_value *arg)
{
    int me = (int)arg[0].i, other = 1 - me, now;
    (void)object;
    wants[me] = 1;
#ifdef BUG
    turn = me;
#else
    turn = other;
#endif
    while (wants[other] && turn == other)
        ;
    now = count;
    count = ++now;
    wants[me] = 0;
    return LINNET_INT(now);
}

LINNET_OBJECT = { .name = "peterson", .create = make, .operations = { { "inc", inc, .thread = true } } };
