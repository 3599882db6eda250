/* A register whose reading is wrong, and is not looked at. */
#include <linnet/model.h>

#include <stdatomic.h>

static atomic_int cell;

static void *make(void)
{
    return &cell;
}

static linnet_value write(void *o, const linnet_value *arg)
{
    (void)o;
#ifdef ARGUMENT
    linnet_assume(arg[0].i != 2);
#endif
    atomic_store(&cell, (int)arg[0].i);
    return LINNET_VOID;
}

static linnet_value read(void *o, const linnet_value *arg)
{
    (void)o;
    (void)arg;
#if defined AT_CALL
    linnet_assume(false);
#elif defined LATER
    atomic_load(&cell);
    linnet_assume(false);
#elif defined WAITS
    linnet_await(false);
#elif defined RIGHT
    return LINNET_INT(atomic_load(&cell));
#endif
    return LINNET_INT(999);
}

LINNET_OBJECT = { .name = "cell", .create = make, .spec = "register:initial=0", .operations = {
    { "write", write, .role = "a", .args = LINNET_ARGS({1}, {2}) },
#ifdef ROLES
    { "read", read, .role = "b" } } };
#else
    { "write", write, .role = "b", .args = LINNET_ARGS({3}) },
    { "read", read, .others = true } } };
#endif
