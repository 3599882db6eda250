/* The lock of "Futexes are tricky"; with WAKE 0 it forgets to wake. */
#define _GNU_SOURCE
#include "case.h"
#include <sys/syscall.h>
#include <unistd.h>
#include <linux/futex.h>
#include <stdatomic.h>
struct o {
    atomic_int lock;
    int n;
};
#ifndef WAKE
#define WAKE 1
#endif
static void *make(void)
{
    return calloc(1, sizeof(struct o));
}
static void lock(atomic_int *l)
{
    int c = 0;
    if (atomic_compare_exchange_strong(l, &c, 1))
        return;
    if (c != 2)
        c = atomic_exchange(l, 2);
    while (c) {
        syscall(SYS_futex, l, FUTEX_WAIT_PRIVATE, 2, 0, 0, 0);
        c = atomic_exchange(l, 2);
    }
}
static void unlock(atomic_int *l)
{
    if (atomic_fetch_sub(l, 1) != 1) {
        atomic_store(l, 0);
        if (WAKE)
            syscall(SYS_futex, l, FUTEX_WAKE_PRIVATE, WAKE, 0, 0, 0);
    }
}
OP(inc)
{
    struct o *s = o;
    (void)a;
    lock(&s->lock);
    int v = s->n++;
    unlock(&s->lock);
    return LINNET_INT(v);
}
LINNET_OBJECT = { .name = "case", .create = make, .operations = { { .name = "inc", .call = inc } } };
