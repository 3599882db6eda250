/* Work inside a step that goes round: for ever, until a choice leads out, or very long. */
#include <linnet/model.h>

#include <stdatomic.h>

static atomic_int cell;

static void *make(void)
{
    return &cell;
}

static linnet_value take(void *o, const linnet_value *arg)
{
    int seen = atomic_load(&cell), turns = 0;
    (void)o;
    (void)arg;
    (void)turns;
#if defined LOCAL
    while (seen == 1)
        __asm__ volatile("");
#elif defined ATOMIC
    LINNET_ATOMIC {
        while (atomic_load(&cell) == 1)
            ;
        seen = 0;
    }
#elif defined CHOICE
    while (seen == 1 && linnet_choose(2) < 2)
        ;
#elif defined LEADS_OUT
    while (seen == 1 && linnet_choose(2))
        ;
    seen = 0;
#elif defined LONG
    while (turns < 3000)
        turns++;
    seen = turns - 3000;
#else
    while (turns < 2000000)
        turns++;
    seen = turns - 2000000;
#endif
    atomic_store(&cell, 1);
    return LINNET_INT(seen);
}

LINNET_OBJECT = { .name = "loop", .create = make, .operations = { { "take", take } } };

static int nothing;

static void *begin(void)
{
    return &nothing;
}

static linnet_value take_serially(void *o, const linnet_value *arg)
{
    (void)o;
    (void)arg;
    return LINNET_INT(0);
}

LINNET_SPECIFICATION = { .name = "zero", .create = begin, .operations = { { "take", take_serially } } };
