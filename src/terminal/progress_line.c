#include "terminal/progress_line.h"

#include "base/budget.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct ln_progress_line {
    struct ln_progress *progress;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t wake;
    bool stop, shown;
    char what[80];
    uint64_t since; /* when the current work began */
};

void ln_progress_line_write(const char *text)
{
    fprintf(stderr, "\r\033[K%s", text);
    fflush(stderr);
}

static void show(struct ln_progress_line *watch, double seconds)
{
    char text[320], left[40] = "";
    const struct ln_progress *progress = watch->progress;
    unsigned long long configurations = atomic_load(&progress->configurations), total = atomic_load(&progress->total),
                       done = atomic_load(&progress->operations), reached = atomic_load(&progress->reached);
    if (total && done && done < total)
        snprintf(left, sizeof left, ", about %.0f s left", seconds * (double)(total - done) / (double)done);
    if (!total)
        snprintf(text, sizeof text, "%.60s: reading, %llu operations, %.0f s", watch->what, done, seconds);
    else
        snprintf(text, sizeof text,
                 "%.60s: %llu of %llu operations decided, %llu configurations (%.2f M/s), event %llu, %.0f s%s",
                 watch->what, done, total, configurations, (double)configurations / seconds / 1e6, reached, seconds,
                 left);
    ln_progress_line_write(text);
    watch->shown = true;
}

static void hide(struct ln_progress_line *watch)
{
    if (watch->shown)
        ln_progress_line_write("");
    watch->shown = false;
}

static void *run(void *argument)
{
    struct ln_progress_line *watch = argument;
    pthread_mutex_lock(&watch->lock);
    while (!watch->stop) {
        struct timespec until;
        double seconds;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += 250000000;
        if (until.tv_nsec >= 1000000000) {
            until.tv_nsec -= 1000000000;
            until.tv_sec++;
        }
        pthread_cond_timedwait(&watch->wake, &watch->lock, &until);
        seconds = (double)(ln_now() - watch->since) / 1e9;
        if (!watch->stop && seconds > 1)
            show(watch, seconds);
    }
    hide(watch);
    pthread_mutex_unlock(&watch->lock);
    return NULL;
}

struct ln_progress_line *ln_progress_line_start(struct ln_progress *progress)
{
    struct ln_progress_line *watch;
    if (!isatty(STDERR_FILENO))
        return NULL;
    watch = calloc(1, sizeof *watch);
    if (!watch)
        return NULL;
    watch->progress = progress;
    watch->since = ln_now();
    pthread_mutex_init(&watch->lock, NULL);
    pthread_cond_init(&watch->wake, NULL);
    if (pthread_create(&watch->thread, NULL, run, watch) != 0) {
        free(watch);
        return NULL;
    }
    return watch;
}

void ln_progress_line_name(struct ln_progress_line *watch, const char *what)
{
    if (!watch)
        return;
    pthread_mutex_lock(&watch->lock);
    snprintf(watch->what, sizeof watch->what, "%s", what);
    watch->since = ln_now();
    pthread_mutex_unlock(&watch->lock);
}

void ln_progress_line_clear(struct ln_progress_line *watch)
{
    if (!watch)
        return;
    pthread_mutex_lock(&watch->lock);
    hide(watch);
    pthread_mutex_unlock(&watch->lock);
}

void ln_progress_line_stop(struct ln_progress_line *watch)
{
    if (!watch)
        return;
    pthread_mutex_lock(&watch->lock);
    watch->stop = true;
    pthread_cond_signal(&watch->wake);
    pthread_mutex_unlock(&watch->lock);
    pthread_join(watch->thread, NULL);
    pthread_mutex_destroy(&watch->lock);
    pthread_cond_destroy(&watch->wake);
    free(watch);
}
