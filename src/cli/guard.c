#define _GNU_SOURCE /* SA_ONSTACK */
#include "cli/guard.h"

#include "base/budget.h"
#include "cli/exit.h"
#include "plugin/stepping.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WALL_SECONDS = 60 }; /* for a spec that waits instead of working */

static const char *spec_path;
static _Atomic(const char *) history_path;
static uint64_t cpu_limit; /* nanoseconds */
static atomic_flag told = ATOMIC_FLAG_INIT;

/* ---- the message, made of what a signal handler may use ---- */

struct message {
    char text[1024];
    size_t length;
};

static void add(struct message *message, const char *text)
{
    size_t length = strlen(text), room = sizeof message->text - 1 - message->length;
    if (length > room)
        length = room;
    memcpy(message->text + message->length, text, length);
    message->length += length;
}

static void add_number(struct message *message, uint32_t number)
{
    char digits[12];
    size_t at = sizeof digits;
    digits[--at] = '\0';
    do
        digits[--at] = (char)('0' + number % 10);
    while (number /= 10);
    add(message, digits + at);
}

/* linnet: my.c: it crashed (segmentation fault) in step for 'take' at log.jsonl:12 */
static _Noreturn void give_up(const struct ln_stepping *where, const char *what)
{
    struct message message = { .length = 0 };
    const char *history = atomic_load(&history_path), *operation = where ? atomic_load(&where->operation) : NULL;
    uint32_t line = where ? atomic_load(&where->line) : 0;
    if (atomic_flag_test_and_set(&told))
        for (;;)
            pause(); /* another thread is about to end the program */
    add(&message, "linnet: ");
    add(&message, spec_path);
    add(&message, ": ");
    add(&message, what);
    if (where) {
        add(&message, " in ");
        add(&message, atomic_load(&where->function));
    }
    if (operation) {
        add(&message, " for '");
        add(&message, operation);
        add(&message, "'");
    }
    if (history && line) {
        add(&message, " at ");
        add(&message, history);
        add(&message, ":");
        add_number(&message, line);
    }
    message.text[message.length++] = '\n';
    if (write(STDERR_FILENO, message.text, message.length) < 0)
        _exit(EXIT_BAD_INPUT); /* there is nobody to tell */
    _exit(EXIT_BAD_INPUT);
}

_Noreturn void guard_nonsense(void *context, const char *what)
{
    (void)context;
    give_up(ln_stepping_inside(), what);
}

/* ---- crashes ---- */

static const struct {
    int number;
    const char *text;
} crashes[] = {
    { SIGSEGV, "it crashed (segmentation fault)" },
    { SIGBUS, "it crashed (bus error)" },
    { SIGFPE, "it crashed (arithmetic error)" },
    { SIGILL, "it crashed (illegal instruction)" },
    { SIGABRT, "it aborted" },
    { SIGTRAP, "it crashed (trap)" },
};

enum { CRASHES = sizeof crashes / sizeof *crashes };

static void crashed(int number)
{
    const struct ln_stepping *where = ln_stepping_inside();
    struct sigaction usual = { .sa_handler = SIG_DFL };
    for (size_t i = 0; where && i < CRASHES; i++)
        if (crashes[i].number == number)
            give_up(where, crashes[i].text);
    /* Our own bug: let the system say so. */
    sigaction(number, &usual, NULL);
    raise(number);
}

static void exited(void)
{
    const struct ln_stepping *where = ln_stepping_inside();
    if (where)
        give_up(where, "it ended the program");
}

/* ---- endless loops ---- */

static uint64_t time_of(clockid_t clock)
{
    struct timespec time = { 0, 0 };
    clock_gettime(clock, &time); /* of a thread that is gone: 0 */
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

static void look_at(struct ln_stepping *stepping)
{
    uint64_t serial = atomic_load_explicit(&stepping->serial, memory_order_acquire);
    uint64_t cpu, wall;
    if (serial % 2 == 0 || !atomic_load(&stepping->taken))
        return;
    cpu = time_of(stepping->clock);
    wall = ln_now();
    if (serial != stepping->seen) {
        stepping->seen = serial;
        stepping->seen_cpu = cpu;
        stepping->seen_wall = wall;
    } else if (cpu > stepping->seen_cpu + cpu_limit) {
        give_up(stepping, "it does not come to an end");
    } else if (wall > stepping->seen_wall + WALL_SECONDS * UINT64_C(1000000000)) {
        give_up(stepping, "it waits for something that does not come");
    }
}

static void *keep_watch(void *nothing)
{
    const struct timespec pause_between = { 0, 50000000 };
    for (;;) {
        nanosleep(&pause_between, NULL);
        for (struct ln_stepping *at = ln_stepping_first(); at; at = at->next)
            look_at(at);
    }
    return nothing;
}

/* ---- starting ---- */

void guard_start(const char *spec, double limit)
{
    struct sigaction action = { .sa_handler = crashed, .sa_flags = (int)(SA_ONSTACK | SA_NODEFER) };
    pthread_t thread;
    sigset_t all, before;
    spec_path = spec;
    cpu_limit = (uint64_t)(limit * 1e9);
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < CRASHES; i++)
        sigaction(crashes[i].number, &action, NULL);
    atexit(exited);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    if (pthread_create(&thread, NULL, keep_watch, NULL) == 0)
        pthread_detach(thread);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void guard_history(const char *path)
{
    atomic_store(&history_path, path);
}
