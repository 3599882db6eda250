/* A pair of plain variables under a sequence lock; -DBUG does not look at the sequence after reading. */
#include <stdatomic.h>

#include <linnet/object.h>

static atomic_uint sequence;
static int left, right;

static void *make(void)
{
    return &left;
}

static linnet_value put(void *object, const linnet_value *arg)
{
    unsigned seen;
    (void)object;
    do
        seen = atomic_load(&sequence);
    while (seen & 1 || !atomic_compare_exchange_weak(&sequence, &seen, seen + 1));
    left = (int)arg[0].i;
    right = (int)arg[0].i;
    atomic_store(&sequence, seen + 2);
    return LINNET_VOID;
}

static linnet_value get(void *object, const linnet_value *arg)
{
    unsigned seen;
    int both;
    (void)object, (void)arg;
    do {
        seen = atomic_load(&sequence);
        both = left * 10;
        both += right;
#ifdef BUG
    } while (seen & 1);
#else
    } while (seen & 1 || seen != atomic_load(&sequence));
#endif
    return LINNET_INT(both);
}

LINNET_OBJECT = { .name = "seqlock", .create = make,
                  .operations = { { "put", put, .args = LINNET_ARGS({ 1 }, { 2 }) }, { "get", get } } };
