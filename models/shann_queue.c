/* The queue of Shann, Huang and Chen (ICPADS 2000) in an array of SIZE cells, each a value with a count of how often the
 * cell was changed, and two counters: `front` of the first value, `rear` behind the last one. To enqueue is to fill the
 * cell at the rear and then to move the rear on; whoever finds a rear or front that lags behind moves it.
 *
 *   linnet model shann_queue.c --ops-per-process 2               holds
 *   linnet model shann_queue.c --ops-per-process 2 -DFAULTY=1    violated
 *   linnet model shann_queue.c --ops-per-process 3 -DFAULTY=2    violated
 *
 * 1: As it was published, the rear is read after the cell. A cell that is read empty because nothing was there yet is then
 * taken for one whose value is gone, and the value that has come meanwhile is passed over (found by Colvin and Groves,
 * ICECCS 2005). Repaired: both counters are read first.
 * 2: A dequeue does not look again, after it has read the cell, whether the front is still where it was. By then the cell
 * may be filled anew, and what is in it is not the first value. */
#include <linnet/model.h>

#include <stdatomic.h>

#ifndef SIZE
#define SIZE 2
#endif
#ifndef FAULTY
#define FAULTY 0
#endif

static _Atomic unsigned cells[SIZE]; /* the count above the value; value 0: empty */
static atomic_uint front, rear;

#define VALUE(cell) ((cell) & 0xffu)
#define CHANGED(cell, value) ((((cell) >> 8) + 1) << 8 | (value))

static void *make(void)
{
    return cells;
}

static void move_on(atomic_uint *counter, unsigned from)
{
    atomic_compare_exchange_strong(counter, &from, from + 1);
}

static linnet_value enq(void *object, const linnet_value *arg)
{
    (void)object;
    for (;;) {
        unsigned at = atomic_load(&rear), first = atomic_load(&front), cell = atomic_load(&cells[at % SIZE]);
        if (at != atomic_load(&rear))
            continue;
        if (at == first + SIZE)
            return LINNET_BOOL(false);
        if (VALUE(cell)) {
            move_on(&rear, at);
        } else if (atomic_compare_exchange_strong(&cells[at % SIZE], &cell, CHANGED(cell, (unsigned)arg[0].i))) {
            move_on(&rear, at);
            return LINNET_BOOL(true);
        }
    }
}

static linnet_value deq(void *object, const linnet_value *arg)
{
    (void)object;
    (void)arg;
    for (;;) {
        unsigned at = atomic_load(&front), end, cell;
#if FAULTY == 1
        cell = atomic_load(&cells[at % SIZE]);
        end = atomic_load(&rear);
#else
        end = atomic_load(&rear);
        cell = atomic_load(&cells[at % SIZE]);
#endif
        if (FAULTY != 2 && at != atomic_load(&front))
            continue;
        if (at == end)
            return LINNET_EMPTY;
        if (!VALUE(cell)) {
            move_on(&front, at);
        } else if (atomic_compare_exchange_strong(&cells[at % SIZE], &cell, CHANGED(cell, 0))) {
            move_on(&front, at);
            return LINNET_INT(VALUE(cell));
        }
    }
}

#define TEXT_OF(x) #x
#define WITH_CAPACITY(size) "bounded-queue:capacity=" TEXT_OF(size)

LINNET_OBJECT = {
    .name = "queue", .create = make, .spec = WITH_CAPACITY(SIZE),
    .operations = { { .name = "enq", .call = enq, .args = LINNET_ARGS({1}, {2}) }, { .name = "deq", .call = deq } },
};
