/* The filter is a list of tests in the kernel's own small language (BPF), made when it is installed:
 *
 *   calls that are always refused        stop
 *   clone                                pass with CLONE_THREAD, else stop
 *   clone3                               does not exist: the C library then takes clone, whose arguments can be seen
 *   kill, tgkill and their kin           to another process: stop; of a signal that others send, too: stop once, so
 *                                        that it is noted, and pass with the mark; any other: pass
 *   prctl                                stop what would let the process outlive its parent
 *   all else                             pass */
#define _GNU_SOURCE
#include "contain/filter.h"

#include "object/refused.h"

#include <assert.h>
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#else
#define ARCHITECTURE 0 /* there is no filter */
#endif

static const struct {
    long number;
    const char *name;
} refused[] = {
#ifdef SYS_fork
    { SYS_fork, "fork" },           { SYS_vfork, "vfork" },
#endif
    { SYS_execve, "execve" },       { SYS_execveat, "execveat" },
    { SYS_tkill, "tkill" },         { SYS_pidfd_send_signal, "pidfd_send_signal" },
    { SYS_ptrace, "ptrace" },       { SYS_unshare, "unshare" },
    { SYS_setns, "setns" },         { SYS_setuid, "setuid" },
    { SYS_setgid, "setgid" },       { SYS_setreuid, "setreuid" },
    { SYS_setregid, "setregid" },   { SYS_setresuid, "setresuid" },
    { SYS_setresgid, "setresgid" }, { SYS_setfsuid, "setfsuid" },
    { SYS_setfsgid, "setfsgid" },   { SYS_capset, "capset" },
};

/* Those that send a signal to the process that their first argument names, and where the signal is. */
static const struct {
    long number;
    unsigned signal;
} senders[] = { { SYS_kill, 1 }, { SYS_tgkill, 2 }, { SYS_rt_sigqueueinfo, 1 }, { SYS_rt_tgsigqueueinfo, 2 } };

/* Signals that a person or the system sends as well. */
static const int noted[] = { SIGKILL, SIGSTOP, SIGTSTP, SIGTTIN, SIGTTOU, SIGTERM,
                             SIGHUP,  SIGINT,  SIGQUIT, SIGUSR1, SIGUSR2 };

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* ---- making the program ---- */

struct program {
    struct sock_filter at[256];
    unsigned short count;
};

static void add(struct program *program, struct sock_filter instruction)
{
    assert(program->count < COUNT(program->at));
    program->at[program->count++] = instruction;
}

static void load(struct program *program, size_t offset)
{
    add(program, (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset));
}

/* The lower half, which is all that is looked at: both kinds of machine have it first. */
static void load_argument(struct program *program, unsigned index)
{
    load(program, offsetof(struct seccomp_data, args) + index * sizeof(uint64_t));
}

static void answer(struct program *program, uint32_t what)
{
    add(program, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, what));
}

/* Unless what is loaded is `value`, skips so many. */
static void unless(struct program *program, uint32_t value, uint8_t skip)
{
    add(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, skip));
}

static void stop_if(struct program *program, uint32_t value)
{
    unless(program, value, 1);
    answer(program, SECCOMP_RET_TRAP);
}

static void add_clone(struct program *program)
{
    unless(program, SYS_clone3, 1);
    answer(program, SECCOMP_RET_ERRNO | ENOSYS);
    unless(program, SYS_clone, 4);
    load_argument(program, 0);
    add(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 1, 0));
    answer(program, SECCOMP_RET_TRAP);
    answer(program, SECCOMP_RET_ALLOW);
}

static void add_sender(struct program *program, long number, unsigned signal, pid_t self)
{
    const unsigned length = 8 + 2 * COUNT(noted);
    unsigned start = program->count + 1u;
    unless(program, (uint32_t)number, (uint8_t)length);
    load_argument(program, 5);
    unless(program, LN_FILTER_PASS, 1);
    answer(program, SECCOMP_RET_ALLOW);
    load_argument(program, 0);
    add(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)self, 1, 0));
    answer(program, SECCOMP_RET_TRAP);
    load_argument(program, signal);
    for (size_t i = 0; i < COUNT(noted); i++)
        stop_if(program, (uint32_t)noted[i]);
    answer(program, SECCOMP_RET_ALLOW);
    assert(program->count == start + length);
    (void)start;
}

static void add_prctl(struct program *program)
{
    unless(program, SYS_prctl, 4);
    load_argument(program, 0);
    stop_if(program, PR_SET_PDEATHSIG);
    answer(program, SECCOMP_RET_ALLOW);
}

static void make(struct program *program, pid_t self)
{
    load(program, offsetof(struct seccomp_data, arch));
    add(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0));
    answer(program, SECCOMP_RET_TRAP); /* calls of another machine: fork by another number */
    load(program, offsetof(struct seccomp_data, nr));
    for (size_t i = 0; i < COUNT(refused); i++)
        stop_if(program, (uint32_t)refused[i].number);
    stop_if(program, LN_REFUSED_CALL);
    add_clone(program);
    for (size_t i = 0; i < COUNT(senders); i++)
        add_sender(program, senders[i].number, senders[i].signal, self);
    add_prctl(program);
    answer(program, SECCOMP_RET_ALLOW);
}

/* ---- the kernel ---- */

bool ln_filter_is_there(void)
{
    uint32_t action = SECCOMP_RET_TRAP;
    return ARCHITECTURE && syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0;
}

bool ln_filter_install(pid_t self)
{
    struct program program;
    struct sock_fprog all;
    program.count = 0;
    make(&program, self);
    all = (struct sock_fprog){ .len = program.count, .filter = program.at };
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
        return false;
    return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_SPEC_ALLOW, &all) == 0;
}

const char *ln_filter_name(long number, unsigned long first)
{
    for (size_t i = 0; i < COUNT(refused); i++)
        if (refused[i].number == number)
            return refused[i].name;
    if (number == LN_REFUSED_CALL)
        return (const char *)first;
    if (number == SYS_clone)
        return first & CLONE_VFORK ? "posix_spawn" : "fork";
    for (size_t i = 0; i < COUNT(senders); i++)
        if (senders[i].number == number)
            return NULL;
    return number == SYS_prctl ? "prctl" : "a system call of another machine";
}
