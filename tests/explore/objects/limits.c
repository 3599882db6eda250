/* One loop with several limits, and loops that write what is there. */
#include <linnet/object.h>

static volatile int flag, n, x, started;

static __attribute__((noinline)) int spin(int most)
{
    for (int i = 0; i < most; i++)
        if (flag)
            return 1;
    return 0;
}

static void *make(void)
{
    return (void *)&flag;
}

static linnet_value very_long(void *object, const linnet_value *arg)
{
    (void)object, (void)arg;
    return LINNET_INT(spin(3000000));
}

static linnet_value quite_long(void *object, const linnet_value *arg)
{
    (void)object, (void)arg;
    return LINNET_INT(spin(50000));
}

static linnet_value set(void *object, const linnet_value *arg)
{
    (void)object, (void)arg;
    flag = 1;
    return LINNET_VOID;
}

static linnet_value racy(void *object, const linnet_value *arg)
{
    int had = n;
    (void)object, (void)arg;
    spin(50000);
    n = had + 1;
    return LINNET_INT(had);
}

/* Nobody is let go before this has ended, in a while. */
static linnet_value only_long(void *object, const linnet_value *arg)
{
    int had = n;
    (void)object, (void)arg;
    spin(1500000);
    n = had + 1;
    return LINNET_INT(had);
}

/* Writes the same again and again: that is what the other one waits for. */
static linnet_value help(void *object, const linnet_value *arg)
{
    (void)object, (void)arg;
    started = 1;
    do {
        x = 1;
    } while (!flag);
    return LINNET_VOID;
}

static linnet_value ask(void *object, const linnet_value *arg)
{
    (void)object, (void)arg;
    if (started) {
        x = 0;
        while (!x)
            ;
    }
    flag = 1;
    return LINNET_VOID;
}

LINNET_OBJECT = { .name = "limits", .create = make,
                  .operations = { { "very_long", very_long }, { "quite_long", quite_long }, { "set", set },
                                  { "racy", racy }, { "only_long", only_long }, { "help", help }, { "ask", ask } } };
