/* What each thread has of its own beside variables: how numbers are rounded, which signals it blocks. Nobody changes that
 * of another one. */
#include <linnet/object.h>

#include <fenv.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <xmmintrin.h>

static _Thread_local int changed;

static void *make(void)
{
    static int object;
    return &object;
}

static linnet_value rounding(void *object, const linnet_value *arg)
{
    (void)object, (void)arg;
    if ((_MM_GET_ROUNDING_MODE() != 0) != changed || (fegetround() != 0) != changed)
        abort();
    changed = 1;
    fesetround(FE_UPWARD);
    return LINNET_VOID;
}

static linnet_value signals(void *object, const linnet_value *arg)
{
    sigset_t set, before;
    (void)object, (void)arg;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    if (pthread_sigmask(SIG_BLOCK, &set, &before) || sigismember(&before, SIGUSR1) != changed)
        abort();
    changed = 1;
    sigprocmask(SIG_SETMASK, NULL, &before);
    if (!sigismember(&before, SIGUSR1) || sigismember(&before, SIGUSR2))
        abort();
    return LINNET_VOID;
}

LINNET_OBJECT = { .name = "of_a_thread", .create = make,
                  .operations = { { "rounding", rounding }, { "signals", signals } } };
