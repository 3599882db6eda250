#define _GNU_SOURCE
#include "contain/contain.h"

#include "contain/filter.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

/* A signal handler can reach nothing else. */
static struct ln_contained *told;

bool ln_is_contained(void)
{
    return told != NULL;
}

_Noreturn void ln_contain_refuse(const char *name)
{
    size_t length = strlen(name);
    length = length < LN_CONTAINED_NAME ? length : LN_CONTAINED_NAME - 1;
    memcpy(told->refused, name, length);
    told->refused[length] = '\0';
    _exit(0);
}

/* ---- calls that were stopped ---- */

struct system_call {
    long number;
    unsigned long args[4];
};

#if defined(__x86_64__)

static struct system_call call_of(const ucontext_t *at)
{
    const greg_t *r = at->uc_mcontext.gregs;
    return (struct system_call){ (long)r[REG_RAX],
                                 { (unsigned long)r[REG_RDI], (unsigned long)r[REG_RSI], (unsigned long)r[REG_RDX],
                                   (unsigned long)r[REG_R10] } };
}

static void set_result(ucontext_t *at, long result)
{
    at->uc_mcontext.gregs[REG_RAX] = result;
}

#elif defined(__aarch64__)

static struct system_call call_of(const ucontext_t *at)
{
    const unsigned long long *r = at->uc_mcontext.regs;
    return (struct system_call){ (long)r[8], { r[0], r[1], r[2], r[3] } };
}

static void set_result(ucontext_t *at, long result)
{
    at->uc_mcontext.regs[0] = (unsigned long long)result;
}

#else /* never called: there is no filter */

static struct system_call call_of(const ucontext_t *at)
{
    (void)at;
    return (struct system_call){ 0 };
}

static void set_result(ucontext_t *at, long result)
{
    (void)at, (void)result;
}

#endif

static bool stops(int signal)
{
    return signal == SIGSTOP || signal == SIGTSTP || signal == SIGTTIN || signal == SIGTTOU;
}

/* Default is to stop: whoever has a handler means something else. */
static bool is_handled(int signal)
{
    struct sigaction now;
    return sigaction(signal, NULL, &now) == 0 && now.sa_handler != SIG_DFL;
}

/* To itself: noted, and sent. What would stop it ends it, for nobody would let it go on. */
static void send_on(ucontext_t *at, const struct system_call *call)
{
    int signal = (int)call->args[call->number == SYS_tgkill || call->number == SYS_rt_tgsigqueueinfo ? 2 : 1];
    if (call->args[0] != (unsigned long)getpid())
        ln_contain_refuse("kill");
    told->raised = signal;
    if (stops(signal) && !is_handled(signal)) {
        told->stopped = signal;
        _exit(0);
    }
    set_result(at, syscall(call->number, call->args[0], call->args[1], call->args[2], call->args[3], 0L,
                           (unsigned long)LN_FILTER_PASS) < 0
                       ? -1
                       : 0);
}

static void note_call(int number, siginfo_t *info, void *context)
{
    struct system_call call = call_of(context);
    const char *name = ln_filter_name(call.number, call.args[0]);
    (void)number, (void)info;
    if (name)
        ln_contain_refuse(name);
    send_on(context, &call);
}

void ln_contain_enter(struct ln_contained *contained, pid_t parent)
{
    struct sigaction action = { .sa_sigaction = note_call, .sa_flags = (int)(SA_SIGINFO | SA_NODEFER) };
    int nothing = open("/dev/null", O_RDONLY);
    told = contained;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(0); /* it ended before that */
    if (nothing > STDIN_FILENO) {
        dup2(nothing, STDIN_FILENO);
        close(nothing);
    }
    setpgid(0, 0); /* Ctrl-C is for the other process, */
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    signal(SIGHUP, SIG_DFL);
    signal(SIGPIPE, SIG_DFL); /* and so are its handlers */
    if (!ln_filter_is_there())
        return;
    sigemptyset(&action.sa_mask);
    sigaction(SIGSYS, &action, NULL);
    ln_filter_install(getpid());
}

/* ---- how it ended ---- */

bool ln_contained_from_outside(const struct ln_contained *contained, int signal)
{
    static const int asked_for[] = { SIGKILL, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2 };
    for (size_t i = 0; i < sizeof asked_for / sizeof *asked_for; i++)
        if (signal == asked_for[i])
            return contained->raised != signal;
    return false;
}

static unsigned long long killed_for_memory(void)
{
    FILE *file = fopen("/proc/vmstat", "r");
    char line[128];
    unsigned long long count = 0;
    while (file && fgets(line, sizeof line, file))
        if (sscanf(line, "oom_kill %llu", &count) == 1)
            break;
    if (file)
        fclose(file);
    return count;
}

bool ln_contain_out_of_memory(unsigned long long killed_before)
{
    return killed_for_memory() > killed_before;
}

/* ---- what was left behind ---- */

unsigned long long ln_contain_begin(void)
{
    if (!ln_filter_is_there())
        prctl(PR_SET_CHILD_SUBREAPER, 1);
    return killed_for_memory();
}

/* 0 if that is no process. */
static pid_t parent_of(const char *process)
{
    char path[300], line[512];
    const char *end;
    int parent = 0;
    FILE *file;
    snprintf(path, sizeof path, "/proc/%s/stat", process);
    file = fopen(path, "r");
    if (file && fgets(line, sizeof line, file) && (end = strrchr(line, ')')))
        sscanf(end, ") %*c %d", &parent);
    if (file)
        fclose(file);
    return parent;
}

/* Kills the children that there are; false: there are none. */
static bool kill_children(void)
{
    DIR *all = opendir("/proc");
    struct dirent *entry;
    bool any = false;
    while (all && (entry = readdir(all))) {
        if (entry->d_name[0] < '0' || entry->d_name[0] > '9' || parent_of(entry->d_name) != getpid())
            continue;
        kill((pid_t)atoi(entry->d_name), SIGKILL);
        any = true;
    }
    if (all)
        closedir(all);
    return any;
}

/* The children of a child that is killed become ours, so there may be more the next time. */
void ln_contain_end(void)
{
    enum { MOST = 1000 };
    if (ln_filter_is_there())
        return;
    for (unsigned i = 0; i < MOST && kill_children(); i++)
        while (waitpid(-1, NULL, WNOHANG) > 0)
            ;
}
