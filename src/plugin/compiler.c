#define _GNU_SOURCE /* pipe2 */
#include "plugin/compiler.h"

#include "base/budget.h"
#include "base/module.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

void ln_compiler_add(struct ln_compiler_call *call, const char *word)
{
    if (call->count < LN_COMPILER_WORDS)
        call->words[call->count++] = (char *)word;
    call->words[call->count] = NULL;
}

void ln_compiler_begin(struct ln_compiler_call *call, const char *compiler, const struct ln_compiled *compiled,
                       struct ln_compiler_limit limit)
{
    char *rest = NULL;
    call->folder = compiled->folder;
    call->limit = limit;
    call->count = 0;
    snprintf(call->compiler, sizeof call->compiler, "%s", compiler);
    for (char *word = strtok_r(call->compiler, " \t", &rest); word; word = strtok_r(NULL, " \t", &rest))
        ln_compiler_add(call, word);
}

/* ---- running it ---- */

struct ln_compiler_limit ln_compiler_limit(double seconds, const volatile sig_atomic_t *interrupted)
{
    static const double LEAST = 5;
    uint64_t until = seconds > 0 ? ln_now() + (uint64_t)((seconds > LEAST ? seconds : LEAST) * 1e9) : 0;
    return (struct ln_compiler_limit){ until, interrupted };
}

static bool is_interrupted(const struct ln_compiler_limit *limit)
{
    return limit->interrupted && *limit->interrupted;
}

/* What the compiler has started is in its group, too. */
static void end_group(int signal_number)
{
    (void)signal_number;
    kill(0, SIGKILL);
}

/* A compiler starts others, which would outlive linnet if only the compiler died with it. So a process stands in between:
 * the first of a group of its own, and told when linnet ends. */
static _Noreturn void stand_between(struct ln_compiler_call *call, pid_t parent)
{
    int status = 0;
    pid_t child;
    setpgid(0, 0);
    signal(SIGTERM, end_group);
    signal(SIGINT, SIG_DFL);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != parent)
        _exit(1);
    child = fork();
    if (child == 0) {
        signal(SIGTERM, SIG_DFL);
        dup2(STDERR_FILENO, STDOUT_FILENO); /* what is printed there is ours */
        setenv("TMPDIR", call->folder, 1);
        execvp(call->words[0], call->words);
        _exit(LN_NO_COMPILER);
    }
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    _exit(child > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : 1);
}

/* Until the pipe is closed, which is when the process ends that stands in between. 0, or why it was not waited for. */
static int wait_for(int ended, const struct ln_compiler_limit *limit)
{
    enum { LOOK = 100 }; /* milliseconds */
    struct pollfd end = { .fd = ended, .events = POLLIN };
    while (poll(&end, 1, LOOK) <= 0) {
        if (is_interrupted(limit))
            return LN_COMPILER_INTERRUPTED;
        if (limit->until && ln_now() > limit->until)
            return LN_COMPILER_LATE;
    }
    return 0;
}

int ln_compiler_run(struct ln_compiler_call *call)
{
    pid_t parent = getpid(), child;
    int ends[2], status = 0, cut;
    if (!call->count)
        return LN_NO_COMPILER;
    if (call->count == LN_COMPILER_WORDS || pipe2(ends, O_CLOEXEC))
        return 1;
    child = fork();
    if (child == 0) {
        close(ends[0]);
        stand_between(call, parent);
    }
    close(ends[1]);
    if (child < 0) {
        close(ends[0]);
        return 1;
    }
    setpgid(child, child); /* both do, as nobody knows who comes first */
    cut = wait_for(ends[0], &call->limit);
    close(ends[0]);
    if (cut)
        kill(-child, SIGKILL);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    if (!cut && status && is_interrupted(&call->limit))
        cut = LN_COMPILER_INTERRUPTED; /* the terminal told it, too */
    return cut ? cut : WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

bool ln_compiler_candidate(const struct ln_sources *sources, size_t nth, const char **compiler)
{
    const char *const usual[] = { getenv("CC"), "cc", "gcc", "clang" };
    if (nth >= (sources->compiler ? 1 : sizeof usual / sizeof *usual))
        return false;
    *compiler = sources->compiler ? sources->compiler : usual[nth];
    return true;
}

enum ln_status ln_compiler_gave_up(const char *file, int code, struct ln_error *error)
{
    if (code == LN_COMPILER_LATE)
        return ln_fail(error, LN_STOPPED, "%s: the time was up before it was compiled", file);
    if (code == LN_COMPILER_INTERRUPTED)
        return ln_fail(error, LN_STOPPED, "%s: interrupted before it was compiled", file);
    return ln_fail(error, LN_BAD_INPUT, "%s: it does not compile", file);
}

enum ln_status ln_compiler_failed(const struct ln_sources *sources, int code, struct ln_error *error)
{
    if (code == LN_NO_COMPILER && sources->compiler)
        return ln_fail(error, LN_MISSING, "%s: there is no compiler '%s'", sources->files[0], sources->compiler);
    if (code == LN_NO_COMPILER)
        return ln_fail(error, LN_MISSING, "%s: there is no C compiler ($CC, cc, gcc, clang); install gcc",
                       sources->files[0]);
    return ln_compiler_gave_up(sources->files[0], code, error);
}

/* ---- files ---- */

static bool has(const char *folder, const char *name)
{
    char path[LN_COMPILER_PATH + 64];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return access(path, R_OK) == 0;
}

void ln_compiler_find(char *folder, size_t room, const char *name, const char *beside, const char *installed,
                      const char *built)
{
    char self[LN_COMPILER_PATH];
    ln_program_folder(self, sizeof self);
    if (self[0]) {
        snprintf(folder, room, "%.*s/%s", (int)(room - strlen(beside) - 2), self, beside);
        if (has(folder, name))
            return;
    }
    snprintf(folder, room, "%s", has(installed, name) ? installed : built);
}

void ln_compiler_find_headers(char *folder, size_t room)
{
    ln_compiler_find(folder, room, "linnet/spec.h", "../include", LINNET_INCLUDE_INSTALLED, LINNET_INCLUDE_BUILT);
}

const char *ln_compiler_name(const char *file, char *room, size_t size)
{
    if (file[0] != '-')
        return file;
    snprintf(room, size, "./%s", file);
    return room;
}

bool ln_compiler_is_cxx(const char *file)
{
    const char *dot = strrchr(file, '.');
    return dot && (strcmp(dot, ".cc") == 0 || strcmp(dot, ".cpp") == 0 || strcmp(dot, ".cxx") == 0);
}

enum ln_status ln_compiled_folder(struct ln_compiled *compiled, struct ln_error *error)
{
    const char *base = getenv("TMPDIR");
    int length = snprintf(compiled->folder, sizeof compiled->folder, "%s/linnet-XXXXXX", base && *base ? base : "/tmp");
    if (length < 0 || (size_t)length >= sizeof compiled->folder || !mkdtemp(compiled->folder)) {
        compiled->folder[0] = '\0';
        return ln_fail(error, LN_INTERNAL, "no temporary folder could be made: %s", strerror(errno));
    }
    snprintf(compiled->object, sizeof compiled->object, "%s/code.so", compiled->folder);
    return LN_OK;
}

static void remove_files(const char *folder)
{
    DIR *all = opendir(folder);
    const struct dirent *entry;
    while (all && (entry = readdir(all)))
        unlinkat(dirfd(all), entry->d_name, 0);
    if (all)
        closedir(all);
}

void ln_compiled_remove(const struct ln_compiled *compiled)
{
    enum { TIMES = 100 }; /* a compiler that was killed may be about to make one more file */
    const struct timespec a_while = { 0, 1000000 };
    if (!compiled->folder[0])
        return;
    for (unsigned i = 0; i < TIMES; i++) {
        remove_files(compiled->folder);
        if (rmdir(compiled->folder) == 0 || errno != ENOTEMPTY)
            return;
        nanosleep(&a_while, NULL);
    }
}
