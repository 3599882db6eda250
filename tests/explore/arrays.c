/* Variables of all kinds and what compilers point at when they are read and written: a subject of test_explore_show. */
#include <stdatomic.h>
#include <stdbool.h>

struct cell {
    int value;
    struct cell *next;
};

struct table {
    int count;
    struct {
        long a;
        int grid[3][4];
    } inner[2];
    enum { RED, GREEN } colour;
    double ratio;
    char letter;
};

struct table table;
struct cell pool[4];
struct cell *first = pool;
int flag, other, *pointer = &flag, many[8];
static _Atomic unsigned bits;

#define RAISE(p, by) __sync_fetch_and_add(p, by)
#define ONCE(x) (*(volatile int *)&(x))

int play(int i);

int play(int i)
{
    static int calls;
    calls = calls + 1;
    pool[i].value = pool[i + 1].value;
    pool[i].next = &pool[i + 1];
    table.inner[1].grid[i][2] = 7;
    table.inner[0].a = table.count;
    table.colour = GREEN;
    table.ratio = 1.5;
    table.letter = 'x';
    flag |= 4;
    --other;
    first->next->value -= many[i];
    *pointer = *pointer + many[3];
    RAISE(&flag, 2);
    RAISE(&pool[2].value, 5);
    atomic_fetch_or(&bits, 6);
    atomic_exchange(&bits, 3);
    if (ONCE(flag) == 9)
        return other;
    return pool[i].next->value;
}
