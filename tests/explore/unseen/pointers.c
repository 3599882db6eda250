/* Calls and jumps through pointers that lead nowhere else. */
#include "case.h"

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int n;

static int one(int x)
{
    return x + 1;
}

static int (*volatile to_abs)(int) = abs;
static int (*volatile to_one)(int) = one;
static void *(*volatile to_malloc)(size_t) = malloc;
static void (*volatile to_free)(void *) = free;
static int (*volatile to_lock[])(pthread_mutex_t *) = { pthread_mutex_lock, pthread_mutex_unlock };

static void *make(void)
{
    return &n;
}

static int by_label(unsigned x)
{
    static void *const labels[] = { &&first, &&second, &&third };
    goto *labels[x % 3];
first:
    return to_one(1);
second:
    return 7;
third:
    return to_abs(-3);
}

static int by_table(unsigned x, double half)
{
    switch (x) {
    case 0: return to_one(4);
    case 1: return to_abs(-1) + (int)(half * 2);
    case 2: return to_one(to_one(5));
    case 3: return by_label(x);
    case 4: return to_abs(7);
    case 5: return by_label(1);
    case 6: return (int)half;
    default: return 0;
    }
}

OP(inc)
{
    int value, sum = 0;
    (void)o, (void)a;
    to_free(to_malloc(8));
    to_lock[0](&lock);
    value = n++;
    to_lock[1](&lock);
    for (unsigned i = 0; i < 8; i++)
        sum += by_table(i, 1.5) + by_label(i);
    return LINNET_INT(value + 1000 * sum);
}
LINNET_OBJECT = { .name = "pointers", .create = make, .operations = { { .name = "inc", .call = inc } } };
