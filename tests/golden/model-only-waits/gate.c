/* A gate that nobody opens: whatever pass() returns, and it returns the wrong thing, is never seen. */
#include <linnet/model.h>

#include <stdatomic.h>

static atomic_int opened, passed;

static void *make(void)
{
    return &opened;
}

static linnet_value pass(void *o, const linnet_value *arg)
{
    (void)o;
    (void)arg;
    while (!atomic_load(&opened))
        ;
    return LINNET_INT(atomic_fetch_add(&passed, 1));
}

static linnet_value open_it(void *o, const linnet_value *arg)
{
    (void)o;
    (void)arg;
    atomic_store(&opened, 1);
    return LINNET_VOID;
}

LINNET_OBJECT = { .name = "gate", .create = make, .operations = { { "pass", pass }, { "open", open_it } } };

static int is_open;

static void *specify(void)
{
    return &is_open;
}

static linnet_value may_pass(void *o, const linnet_value *arg)
{
    (void)o;
    (void)arg;
    linnet_await(is_open);
    return LINNET_VOID;
}

static linnet_value may_open(void *o, const linnet_value *arg)
{
    (void)o;
    (void)arg;
    is_open = 1;
    return LINNET_VOID;
}

LINNET_SPECIFICATION = { .name = "gate", .create = specify, .operations = { { "pass", may_pass }, { "open", may_open } } };
