/* measure TIMES COMMAND...: runs the command and prints "CPU-seconds wall-seconds peak-MB exit-code" of the run with the
 * least CPU time. The command's own output goes nowhere. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct run {
    double cpu, wall, megabytes;
    int exit_code;
};

static double seconds_of(struct timeval t)
{
    return (double)t.tv_sec + (double)t.tv_usec / 1e6;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* The usage of all children so far, so that one run is a difference; the peak is the greatest of all. */
static struct run run_once(char **command)
{
    struct rusage before, after;
    struct run run = { 0 };
    double start = now();
    int status;
    pid_t child;
    getrusage(RUSAGE_CHILDREN, &before);
    child = fork();
    if (child == 0) {
        int nowhere = open("/dev/null", O_WRONLY);
        dup2(nowhere, STDOUT_FILENO);
        dup2(nowhere, STDERR_FILENO);
        execvp(command[0], command);
        _exit(127);
    }
    if (child < 0 || waitpid(child, &status, 0) != child)
        exit(70);
    getrusage(RUSAGE_CHILDREN, &after);
    run.wall = now() - start;
    run.cpu = seconds_of(after.ru_utime) + seconds_of(after.ru_stime) - seconds_of(before.ru_utime) -
              seconds_of(before.ru_stime);
    run.megabytes = (double)after.ru_maxrss / 1024;
    run.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return run;
}

int main(int argc, char **argv)
{
    struct run best = { 0 };
    int times = argc > 2 ? atoi(argv[1]) : 0;
    if (times < 1) {
        fprintf(stderr, "usage: measure TIMES COMMAND...\n");
        return 64;
    }
    for (int i = 0; i < times; i++) {
        struct run run = run_once(argv + 2);
        if (i == 0 || run.cpu < best.cpu)
            best = run;
    }
    printf("%.3f %.3f %.1f %d\n", best.cpu, best.wall, best.megabytes, best.exit_code);
    return 0;
}
