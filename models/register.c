/* A register of K values made of K bits, after Attiya and Welch (section 10.2.1): one process writes, the others read.
 *
 * Value v is a 1 in bit v and no 1 below it. A write sets its bit and clears those below; a read looks upwards for the
 * first 1 and then down again for lower ones that have come meanwhile. Where a read takes effect depends on what
 * happens later: there is no fixed point, and none is needed.
 *
 *   linnet model register.c -DK=4 --processes 3                  holds
 *   linnet model register.c -DK=4 --processes 3 -DFAULTY         the way down is left out: violated
 *
 * The marked steps are those of the refinement paper's model, so that with --ops-per-process 1 its states can be
 * counted (9338 for K=4 and three processes): a test whether a loop goes on is a step there, though it touches nothing
 * shared. */
#include <linnet/model.h>

#ifndef K
#define K 3
#endif

static volatile int bit[K] = { [K - 1] = 1 };

static void *make(void)
{
    return (void *)bit;
}

static linnet_value read(void *object, const linnet_value *arg)
{
    int up = 0, value;
    (void)object;
    (void)arg;
    while (!bit[up])
        up++;
    value = up;
#ifndef FAULTY
    for (int i = up - 1; linnet_step(), i >= 0; i--)
        if (bit[i])
            value = i;
#endif
    return LINNET_INT(value);
}

static linnet_value write(void *object, const linnet_value *arg)
{
    int value = (int)arg[0].i;
    (void)object;
    bit[value] = 1;
    for (int i = value - 1; linnet_step(), i >= 0; i--)
        bit[i] = 0;
    return LINNET_VOID;
}

#define TEXT_OF(x) #x
#define INITIALLY(k) "register:initial=" TEXT_OF(k)
#if K == 2
#define LAST 1
#elif K == 3
#define LAST 2
#elif K == 4
#define LAST 3
#elif K == 5
#define LAST 4
#elif K == 6
#define LAST 5
#else
#define LAST 6
#endif

LINNET_OBJECT = {
    .name = "register", .create = make, .spec = INITIALLY(LAST),
    .operations = {
        { .name = "write", .call = write, .role = "writer",
          .args = { K, { { 0 }, { 1 }, { 2 }, { 3 }, { 4 }, { 5 }, { 6 } } } },
        { .name = "read", .call = read, .others = true },
    },
};
