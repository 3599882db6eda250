/* The recorder: a log per thread, and a thread that merges them by time into the sinks.
 *
 * The merge gives an event only when none with a lesser stamp can come. It takes a stamp `now`, has every thread pass a
 * barrier, and looks at each log: one that is not recording will stamp whatever comes with `now` or later; one that is
 * recording will stamp it later than what it recorded before (record/log.h). The least of these is the horizon, and it is
 * less than `now` in any case, because threads that are not in the list yet stamp later than that.
 *
 * At equal stamps calls go before returns, so that what touches is concurrent. */
#include "linnet/record.h"

#include "base/sized.h"
#include "record/barrier.h"
#include "record/writing.h"

#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <time.h>

enum { LEAST_BUFFER = 4096, USUAL_BUFFER = 1 << 20 };

/* A thread's log, with what the merge knows of it. To the outside it is the log alone: one step less on the way. */
struct recording_thread {
    struct recording_thread *next;
    unsigned process;
    _Atomic bool left;
    const char *f;    /* of its latest call */
    uint64_t at, end; /* what is to be merged now */
    struct ln_log log;
};

static struct ln_log *log_of(linnet_log *log)
{
    return (struct ln_log *)(void *)log;
}

static struct recording_thread *member_of(linnet_log *log)
{
    return (struct recording_thread *)(void *)((char *)log - offsetof(struct recording_thread, log));
}

struct sink {
    linnet_sink *sink;
    linnet_status status;
};

struct linnet_recorder {
    struct ln_clock clock;
    struct sink *sinks;
    size_t sink_count, words;
    bool fenced;
    pthread_t thread;
    pthread_mutex_t lock; /* of the list and the numbers */
    struct recording_thread *members;
    unsigned processes;
    _Atomic bool closing;
    struct ln_log_event event; /* being given */
};

/* ---- threads that record ---- */

linnet_log *linnet_log_join(linnet_recorder *recorder)
{
    size_t bytes = offsetof(struct recording_thread, log) + ln_log_bytes(recorder->words);
    struct recording_thread *member = aligned_alloc(64, (bytes + 63) / 64 * 64);
    if (!member)
        return NULL;
    member->f = NULL;
    atomic_init(&member->left, false);
    ln_log_init(&member->log, recorder->words, &recorder->clock);
    member->log.fenced = recorder->fenced;
    pthread_mutex_lock(&recorder->lock);
    member->process = recorder->processes++;
    member->next = recorder->members;
    recorder->members = member;
    pthread_mutex_unlock(&recorder->lock);
    return (linnet_log *)(void *)&member->log;
}

void linnet_log_leave(linnet_log *log)
{
    /* Pairs with the acquire in sweep: all that it recorded is in the log. */
    if (log)
        atomic_store_explicit(&member_of(log)->left, true, memory_order_release);
}

void linnet_log_call(linnet_log *log, const char *f, const linnet_value *args, size_t count)
{
    ln_log_call(log_of(log), (uint64_t)(uintptr_t)f, args, count);
}

void linnet_log_return(linnet_log *log, linnet_value result)
{
    ln_log_return(log_of(log), result);
}

/* ---- the merge ---- */

static void give(linnet_recorder *recorder, struct recording_thread *member)
{
    const struct ln_log_event *event = &recorder->event;
    linnet_event given = { member->process, event->type == LN_LOG_RETURN, event->stamp, NULL, event->values,
                           event->count };
    assert(event->type == LN_LOG_CALL || (event->type == LN_LOG_RETURN && event->count == 1));
    if (event->type == LN_LOG_CALL)
        member->f = (const char *)(uintptr_t)event->f;
    given.f = member->f;
    for (size_t i = 0; i < recorder->sink_count; i++)
        if (!recorder->sinks[i].status)
            recorder->sinks[i].status = recorder->sinks[i].sink->event(recorder->sinks[i].sink, &given);
}

/* Whose next event is the earliest; NULL when there is none up to the horizon. */
static struct recording_thread *earliest(struct recording_thread *members, uint64_t horizon)
{
    struct recording_thread *best = NULL;
    uint64_t least = horizon;
    enum ln_log_type type = LN_LOG_CALL;
    for (struct recording_thread *member = members; member; member = member->next) {
        uint64_t stamp;
        if (member->at == member->end)
            continue;
        stamp = ln_log_stamp_at(&member->log, member->at);
        if (stamp < least || (stamp == least && (!best || ln_log_type_at(&member->log, member->at) < type))) {
            least = stamp;
            type = ln_log_type_at(&member->log, member->at);
            best = member;
        }
    }
    assert(!best || least <= horizon);
    return best;
}

/* Everything that can be given for now; returns whether that was anything. */
static bool merge(linnet_recorder *recorder, struct recording_thread *members, uint64_t now)
{
    uint64_t horizon = now - 1; /* whoever joins now may stamp right after */
    bool any = false;
    struct recording_thread *member;
    for (member = members; member; member = member->next) {
        uint64_t bound;
        bool busy;
        member->at = atomic_load_explicit(&member->log.tail, memory_order_relaxed);
        member->end = ln_log_available(&member->log, &busy);
        bound = ln_log_bound(&member->log, member->end, busy, now);
        horizon = bound < horizon ? bound : horizon;
        assert(member->at <= member->end && horizon < now);
    }
    while ((member = earliest(members, horizon))) {
        if (ln_log_read(&member->log, &member->at, &recorder->event))
            give(recorder, member);
        assert(member->at <= member->end); /* what is there to be read is whole events */
        ln_log_release(&member->log, member->at);
        any = true;
    }
    return any;
}

/* Frees the logs that were left and are empty. */
static void sweep(linnet_recorder *recorder)
{
    pthread_mutex_lock(&recorder->lock);
    for (struct recording_thread **at = &recorder->members; *at;) {
        struct recording_thread *member = *at;
        bool busy, left = atomic_load_explicit(&member->left, memory_order_acquire);
        if (!left || ln_log_available(&member->log, &busy) != atomic_load(&member->log.tail)) {
            at = &member->next;
            continue;
        }
        *at = member->next;
        free(member);
    }
    pthread_mutex_unlock(&recorder->lock);
}

static bool drain(linnet_recorder *recorder)
{
    struct recording_thread *members;
    uint64_t now = ln_stamp_after(&recorder->clock);
    bool any;
    if (!recorder->fenced)
        ln_barrier_all();
    pthread_mutex_lock(&recorder->lock);
    members = recorder->members; /* new ones come in front, and only this thread takes any away */
    pthread_mutex_unlock(&recorder->lock);
    any = merge(recorder, members, now);
    for (size_t i = 0; i < recorder->sink_count; i++)
        if (!recorder->sinks[i].status && recorder->sinks[i].sink->flush)
            recorder->sinks[i].status = recorder->sinks[i].sink->flush(recorder->sinks[i].sink);
    sweep(recorder);
    return any;
}

static void *keep_draining(void *argument)
{
    const struct timespec moment = { 0, 1000000 };
    linnet_recorder *recorder = argument;
    while (!atomic_load_explicit(&recorder->closing, memory_order_acquire))
        if (!drain(recorder))
            nanosleep(&moment, NULL);
    while (drain(recorder))
        ;
    return NULL;
}

/* ---- opening and closing ---- */

static size_t words_for(size_t bytes)
{
    size_t words = LEAST_BUFFER / sizeof(uint64_t);
    bytes = bytes ? bytes : USUAL_BUFFER;
    while (words * sizeof(uint64_t) < bytes && words < (size_t)1 << 40)
        words *= 2;
    return words;
}

static linnet_status close_sinks(linnet_sink *const *sinks, size_t count, linnet_status status)
{
    for (size_t i = 0; i < count; i++) {
        linnet_status closed = sinks[i]->close(sinks[i]);
        status = status ? status : closed;
    }
    return status;
}

linnet_status linnet_recorder_open(linnet_recorder **out, linnet_sink *const *sinks, size_t count,
                                   const linnet_recorder_options *options)
{
    linnet_recorder_options wanted;
    const char *wrong = ln_sized_read(&wanted, sizeof wanted, options);
    linnet_recorder *recorder = aligned_alloc(64, (sizeof *recorder + 63) / 64 * 64);
    struct sink *own = calloc(count ? count : 1, sizeof *own);
    *out = NULL;
    if (wrong || !recorder || !own) {
        free(recorder);
        free(own);
        return close_sinks(sinks, count, wrong ? LINNET_USAGE : LINNET_STOPPED);
    }
    *recorder = (linnet_recorder){
        .sinks = own, .sink_count = count, .words = words_for(wanted.buffer), .fenced = !ln_barrier_prepare()
    };
    if (wanted.no_ticks)
        ln_clock_init_counter(&recorder->clock);
    else
        ln_clock_init(&recorder->clock);
    for (size_t i = 0; i < count; i++)
        own[i].sink = sinks[i];
    pthread_mutex_init(&recorder->lock, NULL);
    if (pthread_create(&recorder->thread, NULL, keep_draining, recorder) != 0) {
        pthread_mutex_destroy(&recorder->lock);
        free(own);
        free(recorder);
        return close_sinks(sinks, count, LINNET_STOPPED);
    }
    *out = recorder;
    return LINNET_OK;
}

linnet_status linnet_recorder_close(linnet_recorder *recorder)
{
    linnet_status status = LINNET_OK;
    atomic_store_explicit(&recorder->closing, true, memory_order_release);
    pthread_join(recorder->thread, NULL);
    while (recorder->members) {
        struct recording_thread *member = recorder->members;
        recorder->members = member->next;
        free(member);
    }
    for (size_t i = 0; i < recorder->sink_count; i++) {
        linnet_status closed = recorder->sinks[i].sink->close(recorder->sinks[i].sink);
        status = status ? status : recorder->sinks[i].status ? recorder->sinks[i].status : closed;
    }
    pthread_mutex_destroy(&recorder->lock);
    free(recorder->sinks);
    free(recorder);
    return status;
}

const char *linnet_recorder_clock(const linnet_recorder *recorder)
{
    return recorder->clock.name;
}
