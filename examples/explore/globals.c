/* A counter in global variables. Each thread has a cell of its own to count in, known to it by a thread-local variable,
 * so no two write to the same cell; to look is to add the cells up. The cells are not read all at once, but as the sum
 * goes up by one each time, it was at some moment what was found. (Counting down as well would be wrong.) */
#include "globals.h"

#include <stdatomic.h>
#include <threads.h>

#define CELLS 16

static atomic_int cells[CELLS];
static atomic_int joined;
static thread_local atomic_int *mine;

void count_clear(void)
{
    for (int i = 0; i < CELLS; i++)
        atomic_store(&cells[i], 0);
}

void count_join(void)
{
    mine = &cells[atomic_fetch_add(&joined, 1)];
}

void count_inc(void)
{
    atomic_store(mine, atomic_load(mine) + 1); /* nobody else writes there */
}

int count_get(void)
{
    int sum = 0;
    for (int i = 0, n = atomic_load(&joined); i < n; i++)
        sum += atomic_load(&cells[i]);
    return sum;
}
