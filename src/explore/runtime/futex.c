/* syscall(SYS_futex): what std::atomic::wait, latches and hand-made locks stand on. Waiting is as for a condition whose
 * address is that of the word. And who calls: gettid(). Another system call is unseen. */
#define _GNU_SOURCE
#include "explore/runtime/library.h"

#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

static long wait(const uint32_t *word, uint32_t expected, bool timed, uintptr_t pc)
{
    bool woken;
    if (timed)
        rt_suspect_unseen();
    rt_reach_always(word, false);
    rt_read_range((uintptr_t)word, sizeof *word);
    if (*word != expected) {
        errno = EAGAIN;
        return -1;
    }
    rt_trace_lock(LN_STEP_WAIT, pc, word, true);
    woken = rt_wait_for_signal(word, timed, pc);
    rt_trace_lock(LN_STEP_WAKE, pc, word, woken);
    if (woken)
        return 0;
    errno = ETIMEDOUT;
    return -1;
}

static long wake(uint32_t *word, unsigned most)
{
    pthread_cond_t *condition = (pthread_cond_t *)(void *)word;
    unsigned waiting = 0;
    for (unsigned i = 0; i < state.threads; i++)
        waiting += state.fibers[i].waits_for == word;
    if (most >= waiting) {
        pthread_cond_broadcast(condition);
        return waiting;
    }
    for (unsigned i = 0; i < most; i++)
        pthread_cond_signal(condition);
    return most;
}

static long futex(uint32_t *word, int what, uint32_t value, const void *time, uint32_t bits, uintptr_t pc)
{
    int command = what & FUTEX_CMD_MASK;
    if (command == FUTEX_WAIT || (command == FUTEX_WAIT_BITSET && bits == FUTEX_BITSET_MATCH_ANY))
        return wait(word, value, time, pc);
    if (command == FUTEX_WAKE || (command == FUTEX_WAKE_BITSET && bits == FUTEX_BITSET_MATCH_ANY))
        return wake(word, value);
    rt_refuse("it calls syscall(SYS_futex) in a way that the explorer cannot follow");
    return -1;
}

/* Threads are told apart by it, so each has one of its own. */
CALL(pid_t, gettid, void)
{
    return (pid_t)syscall(SYS_getpid) + (state.active ? 1 + state.current->index : 0);
}

CALL(long, syscall, long number, long one, long two, long three, long four, long five, long six)
{
    if (number == SYS_futex && state.active)
        return futex((uint32_t *)one, (int)two, (uint32_t)three, (const void *)four, (uint32_t)six, CALLER);
    if (number == SYS_gettid)
        return linnet_call_gettid();
    if (state.active && number != SYS_getpid && number != SYS_sched_yield)
        rt_unseen(LN_UNSEEN_LIBRARY, "syscall", "libc.so.6", "", CALLER);
    return syscall(number, one, two, three, four, five, six);
}
