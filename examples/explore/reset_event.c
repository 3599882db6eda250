/* A manual-reset event with the slip of the pen that Burckhardt, Dern, Musuvathi and Tan found in a library ("Line-Up",
 * PLDI 2010, Figure 9). One word has a bit, set or not, and above it how many are waiting; never both.
 *
 *   - set and reset take no lock while nobody waits: 0 <-> SET.
 *   - To wait is to count oneself into the word, with the lock held, and to sleep until the epoch is another one.
 *   - Who sets while some are waiting takes all of them out of the word and begins an epoch, with the lock held.
 *
 * -DFIXED      without the slip
 * -DVOLATILE   a volatile word and the compiler's __sync functions in place of an atomic one */
#include "reset_event.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#define SET 1
#define WAITER 2

struct reset_event {
#ifdef VOLATILE
    volatile int state;
#else
    atomic_int state;
#endif
    pthread_mutex_t lock;
    pthread_cond_t begun;
    unsigned epoch;
};

static bool compare_and_swap(struct reset_event *event, int old, int new)
{
#ifdef VOLATILE
    return __sync_bool_compare_and_swap(&event->state, old, new);
#else
    return atomic_compare_exchange_strong(&event->state, &old, new);
#endif
}

struct reset_event *reset_event_new(void)
{
    struct reset_event *event = calloc(1, sizeof *event);
    pthread_mutex_init(&event->lock, NULL);
    pthread_cond_init(&event->begun, NULL);
    return event;
}

void reset_event_free(struct reset_event *event)
{
    free(event); /* somebody may be waiting: condition and lock cannot be destroyed */
}

/* Counts the caller in. False: the event is set, there is nothing to wait for. */
static bool enlist(struct reset_event *event)
{
    for (;;) {
        int seen = event->state;
        if (seen & SET)
            return false;
#ifdef FIXED
        int next = seen + WAITER;
#else
        /* The slip: a second look. If the event is set just before it and reset just after it, the exchange succeeds
         * and says SET, with us waiting. The next one to set it finds it set, and wakes nobody. */
        int next = event->state + WAITER;
#endif
        if (compare_and_swap(event, seen, next))
            return true;
    }
}

void reset_event_wait(struct reset_event *event)
{
    pthread_mutex_lock(&event->lock);
    if (enlist(event)) {
        unsigned epoch = event->epoch;
        do
            pthread_cond_wait(&event->begun, &event->lock);
        while (event->epoch == epoch);
    }
    pthread_mutex_unlock(&event->lock);
}

/* With the lock held, if some are waiting. False: the state is no longer what was seen. */
static bool wake(struct reset_event *event, int seen)
{
    if (!compare_and_swap(event, seen, SET))
        return false;
    event->epoch++;
    pthread_cond_broadcast(&event->begun);
    return true;
}

void reset_event_set(struct reset_event *event)
{
    for (bool done = false; !done;) {
        int seen = event->state;
        if (seen & SET)
            return;
        if (seen == 0) {
            done = compare_and_swap(event, 0, SET);
        } else {
            pthread_mutex_lock(&event->lock);
            done = wake(event, seen);
            pthread_mutex_unlock(&event->lock);
        }
    }
}

void reset_event_reset(struct reset_event *event)
{
    compare_and_swap(event, SET, 0);
}
