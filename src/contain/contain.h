/* A process that runs the user's code must not reach beyond itself: it dies with the process that started it, starts no
 * other process, runs no other program, and sends signals to itself alone. What it tries is refused at the call, by the
 * kernel (seccomp), whoever makes the call: the code, a library, inline assembly. The process that started it reads in
 * shared memory what was refused, and which signal the code sent to itself: a process that was killed by one that
 * nobody in it had sent was killed from outside. */
#ifndef LN_CONTAIN_CONTAIN_H
#define LN_CONTAIN_CONTAIN_H

#include <stdbool.h>
#include <sys/types.h>

enum { LN_CONTAINED_NAME = 64 };

/* In memory that both processes see; all zero at first. */
struct ln_contained {
    volatile int raised;             /* the last signal that the code sent to its own process */
    volatile int stopped;            /* a signal by which it would have stopped itself: it was ended instead */
    char refused[LN_CONTAINED_NAME]; /* the call that was refused, "fork"; the process has ended with it */
};

/* In the new process, while it has one thread and none of the user's code has run. `parent` is who made it. Standard
 * input is empty from now on. Where the kernel cannot filter calls nothing is refused. */
void ln_contain_enter(struct ln_contained *contained, pid_t parent);
/* Ends the process, for the code has called what it must not. */
_Noreturn void ln_contain_refuse(const char *name);
/* Is this such a process? */
bool ln_is_contained(void);

/* In the process that starts others: before the first one, and after the last one has been waited for. Where the kernel
 * cannot filter calls, processes that the code has left behind become children of this one and are killed.
 * ln_contain_begin returns how many processes the system has killed for want of memory so far. */
unsigned long long ln_contain_begin(void);
void ln_contain_end(void);

/* Was a process that `signal` has ended killed by somebody else? */
bool ln_contained_from_outside(const struct ln_contained *contained, int signal);
/* Has the system killed a process for want of memory since ln_contain_begin, which returned `killed_before`? */
bool ln_contain_out_of_memory(unsigned long long killed_before);

#endif
