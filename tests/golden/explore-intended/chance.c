/* What is returned is a matter of chance, of a lock that somebody has, or of who comes first. */
#include <linnet/object.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct counter {
    pthread_mutex_t lock;
    int count;
};

static void *make(void)
{
    struct counter *counter = calloc(1, sizeof *counter);
    pthread_mutex_init(&counter->lock, NULL);
    return counter;
}

static linnet_value add(void *object, const linnet_value *arg)
{
    struct counter *counter = object;
    (void)arg;
    if (pthread_mutex_trylock(&counter->lock))
        return LINNET_BOOL(false);
    counter->count++;
    pthread_mutex_unlock(&counter->lock);
    return LINNET_BOOL(true);
}

static linnet_value roll(void *object, const linnet_value *arg)
{
    (void)object, (void)arg;
    return LINNET_INT(rand() % 3);
}

static linnet_value ticket(void *object, const linnet_value *arg)
{
    static atomic_int next;
    int mine = next;
    (void)object, (void)arg;
    next = mine + 1;
    return LINNET_INT(mine);
}

LINNET_OBJECT = {
    .name = "chance", .create = make, .destroy = free,
    .operations = { { "add", add, .nondeterministic = MEANT }, { "roll", roll, .nondeterministic = MEANT },
                    { "ticket", ticket, .nondeterministic = MEANT } },
};
