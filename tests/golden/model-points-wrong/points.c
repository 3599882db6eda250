#include <linnet/model.h>

#include <stdatomic.h>

static atomic_int count;

static void *make(void)
{
    return &count;
}

static linnet_value inc(void *object, const linnet_value *arg)
{
    (void)object;
    (void)arg;
#ifdef WRONG
    atomic_store(&count, atomic_load(&count) + 1);
    linnet_point(LINNET_VOID);
#else
    atomic_fetch_add(&count, 1);
#ifdef TWICE
    linnet_point(LINNET_VOID);
#endif
#ifndef MISSING
    linnet_step(); /* too late: others may have seen it */
    linnet_point(LINNET_VOID);
#endif
#endif
    return LINNET_VOID;
}

static linnet_value read(void *object, const linnet_value *arg)
{
    linnet_value value = LINNET_INT(atomic_load(&count));
    (void)object;
    (void)arg;
    linnet_point(value);
    return value;
}

LINNET_OBJECT = { .name = "counter", .create = make, .spec = "counter",
                  .operations = { { "inc", inc }, { "read", read } } };
