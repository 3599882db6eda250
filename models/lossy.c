/* A cell that may lose what is put into it, and may say so or not: a specification that leaves things open.
 *
 *   linnet model lossy.c            holds: the object loses every other value
 *   linnet model lossy.c -DFAULTY   it makes one up: violated */
#include <linnet/model.h>

#include <stdatomic.h>

static atomic_int cell;
static atomic_bool odd;

static void *make(void)
{
    return &cell;
}

static linnet_value put(void *object, const linnet_value *arg)
{
    (void)object;
    if (atomic_fetch_xor((_Atomic unsigned char *)&odd, 1))
        return LINNET_BOOL(false);
    atomic_store(&cell, (int)arg[0].i);
    return LINNET_BOOL(true);
}

static linnet_value get(void *object, const linnet_value *arg)
{
    int value = atomic_exchange(&cell, 0);
    (void)object;
    (void)arg;
#ifdef FAULTY
    if (!value && atomic_load(&odd))
        value = 2;
#endif
    return value ? LINNET_INT(value) : LINNET_EMPTY;
}

LINNET_OBJECT = {
    .name = "cell", .create = make,
    .operations = { { .name = "put", .call = put, .args = LINNET_ARGS({1}) }, { .name = "get", .call = get } },
};

static int kept;

static void *begin(void)
{
    return &kept;
}

static linnet_value may_put(void *object, const linnet_value *arg)
{
    bool done = linnet_choose(2);
    (void)object;
    if (done)
        kept = (int)arg[0].i;
    return LINNET_BOOL(done);
}

static linnet_value may_get(void *object, const linnet_value *arg)
{
    int value = kept;
    (void)object;
    (void)arg;
    kept = 0;
    return value ? LINNET_INT(value) : LINNET_EMPTY;
}

LINNET_SPECIFICATION = {
    .name = "lossy cell", .create = begin,
    .operations = { { .name = "put", .call = may_put }, { .name = "get", .call = may_get } },
};
