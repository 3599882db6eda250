/* The queue of Herlihy and Wing (1990): to enqueue is to draw a place and put the value there; to dequeue is to go
 * through all places drawn so far, again and again, until one of them has a value. No place in the code is where an
 * enqueue takes effect: that depends on what happens later, which is why no points are marked.
 *
 *   linnet model herlihy_wing.c --processes 3 --ops-per-process 2      holds
 *   linnet model herlihy_wing.c --processes 3 --ops-per-process 2 -DFAULTY    looks downwards: violated
 *
 * A dequeue of an empty queue waits, and may: so says the specification below. */
#include <linnet/model.h>

#include <stdatomic.h>

#ifndef SIZE
#define SIZE 4
#endif

static atomic_int back, items[SIZE];

static void *make(void)
{
    return items;
}

static linnet_value enq(void *object, const linnet_value *arg)
{
    int place = atomic_fetch_add(&back, 1);
    (void)object;
    linnet_assume(place < SIZE); /* more is of no interest */
    atomic_store(&items[place], (int)arg[0].i);
    return LINNET_VOID;
}

static linnet_value deq(void *object, const linnet_value *arg)
{
    (void)object;
    (void)arg;
    for (;;) {
        int drawn = atomic_load(&back);
        for (int i = 0; i < drawn; i++) {
#ifdef FAULTY
            int value = atomic_exchange(&items[drawn - 1 - i], 0);
#else
            int value = atomic_exchange(&items[i], 0);
#endif
            if (value)
                return LINNET_INT(value);
        }
    }
}

LINNET_OBJECT = {
    .name = "queue", .create = make,
    .operations = { { .name = "enq", .call = enq, .args = LINNET_ARGS({1}, {2}) }, { .name = "deq", .call = deq } },
};

static int held[SIZE], count;

static void *begin(void)
{
    return held;
}

static linnet_value put(void *object, const linnet_value *arg)
{
    (void)object;
    linnet_await(count < SIZE);
    held[count++] = (int)arg[0].i;
    return LINNET_VOID;
}

static linnet_value get(void *object, const linnet_value *arg)
{
    int value = held[0];
    (void)object;
    (void)arg;
    linnet_await(count > 0);
    for (int i = 1; i < count; i++)
        held[i - 1] = held[i];
    held[--count] = 0;
    return LINNET_INT(value);
}

LINNET_SPECIFICATION = {
    .name = "waiting queue", .create = begin,
    .operations = { { .name = "enq", .call = put }, { .name = "deq", .call = get } },
};
