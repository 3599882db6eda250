/* Loops that wait, and loops that give up. */
#include <linnet/object.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

struct object {
    atomic_int flag, other, n;
    volatile int plain;
    atomic_int slots[40];
    pthread_mutex_t lock;
};

static void *make(void)
{
    struct object *o = calloc(1, sizeof *o);
    pthread_mutex_init(&o->lock, NULL);
    return o;
}

/* A lost update behind each of the loops. */
static linnet_value count(struct object *o)
{
    int n = atomic_load(&o->n);
    atomic_store(&o->n, n + 1);
    return LINNET_INT(n);
}

static linnet_value set(void *x, const linnet_value *arg)
{
    struct object *o = x;
    (void)arg;
#ifdef UNDER_LOCK
    pthread_mutex_lock(&o->lock);
    atomic_store(&o->flag, 1);
    pthread_mutex_unlock(&o->lock);
#else
    atomic_store(&o->flag, 1);
#endif
    return LINNET_INT(0);
}

static linnet_value pulse(void *x, const linnet_value *arg)
{
    struct object *o = x;
    (void)arg;
    atomic_store(&o->flag, 1);
    atomic_store(&o->flag, 0);
    return LINNET_INT(0);
}

static void __attribute__((noinline)) backoff(int turns)
{
    for (volatile int i = 0; i < turns; i++)
        ;
}
static int __attribute__((noinline)) is_set(struct object *o) { return atomic_load(&o->flag); }

static linnet_value wait(void *x, const linnet_value *arg)
{
    struct object *o = x;
    (void)arg, (void)backoff, (void)is_set;
#if LOOP == 1 /* spins */
    while (!atomic_load(&o->flag))
        ;
#elif LOOP == 2 /* yields */
    while (!atomic_load(&o->flag))
        sched_yield();
#elif LOOP == 3 /* counts its turns, for ever */
    for (int turns = 0; !atomic_load(&o->flag); turns++)
        ;
#elif LOOP == 4 /* counts its turns where others do not look */
    for (o->plain = 0; !atomic_load(&o->flag); o->plain++)
        ;
#elif LOOP == 5 /* backs off */
    for (int turns = 1; !atomic_load(&o->flag); turns = turns < 64 ? 2 * turns : turns)
        backoff(turns);
#elif LOOP == 6 /* across calls */
    while (!is_set(o))
        ;
#elif LOOP == 7 /* by a compare-exchange */
    for (int one = 1; !atomic_compare_exchange_strong(&o->flag, &one, 2); one = 1)
        ;
#elif LOOP == 8 /* under a lock */
    for (int done = 0; !done;) {
        pthread_mutex_lock(&o->lock);
        done = atomic_load(&o->flag);
        pthread_mutex_unlock(&o->lock);
    }
#elif LOOP == 9 /* tries a lock */
    while (!atomic_load(&o->flag))
        if (pthread_mutex_trylock(&o->lock) == 0)
            pthread_mutex_unlock(&o->lock);
#elif LOOP == 10 /* through an array */
    for (int i = 0; !atomic_load(&o->flag); i = (i + 1) % 40)
        if (atomic_load(&o->slots[i]))
            break;
#elif LOOP == 11 /* at random */
    while (!atomic_load(&o->flag))
        backoff(rand() % 8);
#elif LOOP == 12 /* sleeps, and looks at the clock */
    for (time_t begin = time(NULL); !atomic_load(&o->flag);) {
        usleep(10);
        (void)begin;
    }
#elif LOOP == 13 /* writes what it wrote */
    while (!atomic_load(&o->flag))
        atomic_store(&o->other, 1);
#elif LOOP == 14
    while (!atomic_load(&o->flag))
        o->plain = 1;
#elif LOOP == 15 /* counts where all look */
    while (!atomic_load(&o->flag))
        atomic_fetch_add(&o->other, 1);
#endif
    return LINNET_INT(0);
}

static linnet_value try(void *x, const linnet_value *arg)
{
    struct object *o = x;
    (void)arg, (void)count, (void)pulse;
    for (int turns = 0; turns < TURNS; turns++)
        if (atomic_load(&o->flag))
            return LINNET_INT(-1);
    return count(o);
}

LINNET_OBJECT = { .name = "loops", .create = make, .destroy = free, .operations = { { "set", set }, { "wait", wait }, { "pulse", pulse }, { "try", try }, } };
