#define _GNU_SOURCE /* sigaltstack */
#include "plugin/stepping.h"

#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>

/* Signal handlers and the watchdog can reach nothing but what is global. */
static _Atomic(struct ln_stepping *) all;
static _Thread_local struct ln_stepping *mine;
static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void give_back(void *self)
{
    struct ln_stepping *stepping = self;
    stack_t off = { .ss_flags = SS_DISABLE };
    sigaltstack(&off, NULL);
    mine = NULL;
    atomic_store(&stepping->taken, false);
}

static void make_key(void)
{
    pthread_key_create(&key, give_back);
}

static struct ln_stepping *reuse(void)
{
    for (struct ln_stepping *at = atomic_load(&all); at; at = at->next) {
        bool taken = false;
        if (atomic_compare_exchange_strong(&at->taken, &taken, true))
            return at;
    }
    return NULL;
}

/* Beside the counted memory: it outlives every run. */
static struct ln_stepping *add(void)
{
    struct ln_stepping *stepping = calloc(1, sizeof *stepping);
    if (!stepping)
        return NULL;
    atomic_init(&stepping->taken, true);
    stepping->next = atomic_load(&all);
    while (!atomic_compare_exchange_weak(&all, &stepping->next, stepping))
        ;
    return stepping;
}

struct ln_stepping *ln_stepping_mine(void)
{
    struct ln_stepping *stepping = mine;
    stack_t stack = { .ss_size = LN_STEPPING_STACK };
    if (stepping)
        return stepping;
    pthread_once(&once, make_key);
    stepping = reuse();
    if (!stepping)
        stepping = add();
    if (!stepping)
        return NULL;
    pthread_getcpuclockid(pthread_self(), &stepping->clock);
    stack.ss_sp = stepping->stack;
    sigaltstack(&stack, NULL);
    pthread_setspecific(key, stepping);
    mine = stepping;
    return stepping;
}

const struct ln_stepping *ln_stepping_inside(void)
{
    return mine && atomic_load(&mine->serial) % 2 ? mine : NULL;
}

struct ln_stepping *ln_stepping_first(void)
{
    return atomic_load(&all);
}

void ln_stepping_enter(struct ln_stepping *stepping, const char *function, const char *operation, uint32_t line)
{
    assert(atomic_load(&stepping->taken) && atomic_load(&stepping->serial) % 2 == 0); /* outside so far */
    atomic_store_explicit(&stepping->function, function, memory_order_relaxed);
    atomic_store_explicit(&stepping->operation, operation, memory_order_relaxed);
    atomic_store_explicit(&stepping->line, line, memory_order_relaxed);
    /* pairs with the watchdog's and the handler's load of `serial`: who sees it odd sees the place */
    atomic_fetch_add_explicit(&stepping->serial, 1, memory_order_release);
}

void ln_stepping_leave(struct ln_stepping *stepping)
{
    assert(atomic_load(&stepping->serial) % 2 == 1);
    atomic_fetch_add_explicit(&stepping->serial, 1, memory_order_release);
}
