/* A ring of jobs: the reader fills one after the other, threads take them in that order, and each is told when it is its
 * turn to be filled again. So few histories are in memory at a time, and results come in order. A crew of one measures
 * on the thread that gives. */
#include "check/hitting/crew.h"

#include <pthread.h>
#include <string.h>

enum { MOST_JOBS = 256, PER_THREAD = 16 };
enum { FREE, READY, TAKEN, DONE };

struct ln_depth_crew {
    struct ln_memory *memory;
    double timeout;
    const volatile sig_atomic_t *interrupt;
    void (*note)(void *self, struct ln_depth_job *job);
    void *self;
    struct ln_depth_job *ring;
    size_t room, given, taken, told; /* counts of jobs; job i is at i % room */
    struct ln_depth *own;            /* of the thread that gives, when it is the only one */
    unsigned threads;
    pthread_t thread[MOST_JOBS];
    pthread_mutex_t lock;
    pthread_cond_t ready, done;
    bool end;
};

/* What is kept from one history to the next goes when memory is short. */
static void start_afresh(struct ln_depth_crew *crew, struct ln_depth **depth)
{
    ln_depth_free(*depth);
    *depth = NULL;
    if (ln_depth_new(depth, crew->memory)) {
        ln_depth_free(*depth);
        *depth = NULL;
    }
}

static void measure(struct ln_depth_crew *crew, struct ln_depth **depth, struct ln_depth_job *job)
{
    struct ln_budget budget;
    ln_budget_init(&budget, crew->memory, crew->timeout, crew->interrupt);
    job->error = (struct ln_error){ LN_OK, "" };
    if (!job->spec.class)
        job->facts = (struct ln_depth_facts){ .verdict = LN_HOLDS };
    else if (*depth)
        job->status = ln_depth_measure(*depth, &job->history, &job->spec, &job->how, &budget, &job->facts, &job->error);
    else
        job->facts = (struct ln_depth_facts){ .verdict = LN_UNKNOWN, .reason = LN_REASON_MEMORY };
    if (!*depth || ln_budget_why(&budget) == LN_STOP_MEMORY)
        start_afresh(crew, depth);
}

static void *work(void *argument)
{
    struct ln_depth_crew *crew = argument;
    struct ln_depth *depth = NULL;
    start_afresh(crew, &depth);
    pthread_mutex_lock(&crew->lock);
    for (;;) {
        struct ln_depth_job *job;
        while (crew->taken == crew->given && !crew->end)
            pthread_cond_wait(&crew->ready, &crew->lock);
        if (crew->taken == crew->given)
            break;
        job = &crew->ring[crew->taken++ % crew->room];
        job->state = TAKEN;
        pthread_mutex_unlock(&crew->lock);
        measure(crew, &depth, job);
        pthread_mutex_lock(&crew->lock);
        job->state = DONE;
        pthread_cond_broadcast(&crew->done);
    }
    pthread_mutex_unlock(&crew->lock);
    ln_depth_free(depth);
    return NULL;
}

struct ln_depth_crew *ln_depth_crew_new(unsigned jobs, double timeout, const volatile sig_atomic_t *interrupt,
                                        void (*note)(void *self, struct ln_depth_job *job), void *self,
                                        struct ln_memory *memory)
{
    struct ln_depth_crew *crew = ln_take_zeroed(memory, sizeof *crew);
    if (!crew)
        return NULL;
    jobs = jobs > MOST_JOBS ? MOST_JOBS : jobs;
    crew->memory = memory;
    crew->timeout = timeout;
    crew->interrupt = interrupt;
    crew->note = note;
    crew->self = self;
    crew->room = (size_t)jobs * PER_THREAD;
    pthread_mutex_init(&crew->lock, NULL);
    pthread_cond_init(&crew->ready, NULL);
    pthread_cond_init(&crew->done, NULL);
    crew->ring = ln_take_zeroed(memory, crew->room * sizeof *crew->ring);
    for (unsigned i = 0; i < jobs && jobs > 1 && crew->ring; i++)
        if (pthread_create(&crew->thread[crew->threads], NULL, work, crew) == 0)
            crew->threads++;
    if (!crew->ring) {
        ln_depth_crew_free(crew);
        return NULL;
    }
    if (!crew->threads)
        start_afresh(crew, &crew->own);
    return crew;
}

/* Tells the oldest job that was not told, and frees its place. */
static void tell(struct ln_depth_crew *crew)
{
    struct ln_depth_job *job = &crew->ring[crew->told % crew->room];
    pthread_mutex_lock(&crew->lock);
    while (job->state != DONE)
        pthread_cond_wait(&crew->done, &crew->lock);
    pthread_mutex_unlock(&crew->lock);
    crew->note(crew->self, job);
    ln_str_fini(&job->id);
    ln_history_fini(&job->history);
    job->state = FREE;
    crew->told++;
}

struct ln_depth_job *ln_depth_crew_next(struct ln_depth_crew *crew)
{
    struct ln_depth_job *job = &crew->ring[crew->given % crew->room];
    if (crew->given - crew->told == crew->room)
        tell(crew);
    *job = (struct ln_depth_job){ .state = FREE };
    return job;
}

void ln_depth_crew_give(struct ln_depth_crew *crew)
{
    struct ln_depth_job *job = &crew->ring[crew->given % crew->room];
    if (!crew->threads) {
        measure(crew, &crew->own, job);
        job->state = DONE;
        crew->given++;
        tell(crew);
        return;
    }
    pthread_mutex_lock(&crew->lock);
    job->state = READY;
    crew->given++;
    pthread_cond_signal(&crew->ready);
    pthread_mutex_unlock(&crew->lock);
}

void ln_depth_crew_finish(struct ln_depth_crew *crew)
{
    while (crew->told < crew->given)
        tell(crew);
}

void ln_depth_crew_free(struct ln_depth_crew *crew)
{
    if (!crew)
        return;
    pthread_mutex_lock(&crew->lock);
    crew->end = true;
    pthread_cond_broadcast(&crew->ready);
    pthread_mutex_unlock(&crew->lock);
    for (unsigned i = 0; i < crew->threads; i++)
        pthread_join(crew->thread[i], NULL);
    pthread_mutex_destroy(&crew->lock);
    pthread_cond_destroy(&crew->ready);
    pthread_cond_destroy(&crew->done);
    ln_depth_free(crew->own);
    ln_give(crew->memory, crew->ring, crew->room * sizeof *crew->ring);
    ln_give(crew->memory, crew, sizeof *crew);
}
