/* A counter that does as it is told: IN_CALL, IN_CREATE, IN_DESTROY and IN_LOAD are statements. */
#define _GNU_SOURCE
#include <linnet/object.h>

#include <assert.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#ifndef IN_CALL
#define IN_CALL (void)0
#endif
#ifndef IN_CREATE
#define IN_CREATE (void)0
#endif
#ifndef IN_DESTROY
#define IN_DESTROY free(counter)
#endif
#ifndef IN_LOAD
#define IN_LOAD (void)0
#endif
#ifndef IN_ENTER
#define IN_ENTER (void)0
#endif

struct counter {
    atomic_int n;
};

extern char **environ;
jmp_buf away;
sigset_t signals;
int ends[2];
char *arguments[] = { (char *)"sleep", (char *)"300", NULL };

void close_everything(void);
void close_everything(void)
{
    for (int i = 0; i < 1024; i++)
        close(i);
}

int deeper(int n);
int deeper(int n)
{
    volatile char room[4096];
    room[n % 4096] = 1;
    return n < 0 ? room[0] : deeper(n + 1) + room[1];
}

void block_signals(void);
void block_signals(void)
{
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
    for (int i = 1; i < 65; i++)
        signal(i, SIG_IGN);
}

void spin(void);
void spin(void)
{
    for (;;)
        __asm__ volatile("" : : : "memory");
}

void again(void);
void again(void)
{
    static pthread_once_t control = PTHREAD_ONCE_INIT;
    pthread_once(&control, again);
}

void on_signal(int number);
void on_signal(int number)
{
    (void)number;
}

__attribute__((constructor)) static void load(void)
{
    IN_LOAD;
}

static void enter(void)
{
    IN_ENTER;
}

static void *make(void)
{
    struct counter *counter = malloc(sizeof *counter);
    atomic_init(&counter->n, 0);
    IN_CREATE;
    return counter;
}

static void drop(void *object)
{
    struct counter *counter = object;
    IN_DESTROY;
    (void)counter;
}

static linnet_value inc(void *object, const linnet_value *arg)
{
    struct counter *counter = object;
    (void)arg;
    atomic_fetch_add(&counter->n, 1);
    IN_CALL;
    return LINNET_VOID;
}

static linnet_value get(void *object, const linnet_value *arg)
{
    (void)arg;
    return LINNET_INT(atomic_load(&((struct counter *)object)->n));
}

LINNET_OBJECT = {
    .name = "misbehave", .create = make, .destroy = drop, .enter = enter, .spec = "counter",
    .operations = { { "inc", inc }, { "get", get } },
};
