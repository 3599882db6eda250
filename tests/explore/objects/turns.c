/* Three who wait for each other in turn. A register, but that the one who reads comes to see that the first is done only if the
 * second is chosen, looks, waits again, and the third goes on from there: the order in which delays are counted leads that way. */
#include <linnet/object.h>

#include <stdatomic.h>

static atomic_int begun, halfway, seen, done;

static void *make(void)
{
    return &begun;
}

static linnet_value write(void *object, const linnet_value *arg)
{
    (void)object;
    if (arg[0].i == 1) {
        while (begun != 1)
            ;
        halfway = 1;
        done = 2;
        while (seen != 1)
            ;
        done = 1;
    } else {
        begun = 1;
        while (done != 1)
            ;
    }
    return LINNET_VOID;
}

static linnet_value read(void *object, const linnet_value *arg)
{
    (void)object, (void)arg;
    while (halfway != 1)
        ;
    seen = 1;
    return LINNET_INT(done == 1 ? 3 : 1);
}

LINNET_OBJECT = { .name = "turns",
                  .create = make,
                  .operations = { { "write", write, .args = LINNET_ARGS({ 1 }, { 2 }) }, { "read", read } } };
