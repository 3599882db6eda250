/* What a thread does when it ends: destructors of its thread-local variables, the last one first, then those of its
 * values by key. Threads of a test end behind their last call; that of the initial and final sequence, and the one that
 * makes the object, go on for as long as the program. */
#define _GNU_SOURCE
#include "explore/runtime/library.h"

#include <errno.h>
#include <pthread.h>
#include <threads.h>

/* ---- thread-local variables ---- */

enum { DESTRUCTORS = 128 };

typedef void destructor(void *);

static STATE struct ending {
    destructor *destructor;
    void *object;
} endings[LN_RUN_THREADS][DESTRUCTORS];

CALL(int, __cxa_thread_atexit, destructor *function, void *object, void *library)
{
    struct fiber *fiber = state.current;
    (void)library;
    if (!state.active || fiber->index == MAIN)
        return 0;
    if (fiber->endings == DESTRUCTORS)
        rt_refuse("a thread has more than %d thread-local variables with destructors", DESTRUCTORS);
    endings[fiber->index][fiber->endings++] = (struct ending){ function, object };
    return 0;
}

/* ---- values by key ---- */

/* Restored with the user's own variables. */
static unsigned keys;
static destructor *destructors[KEYS];
static void *main_specific[KEYS];

int pthread_key_create(pthread_key_t *key, void (*function)(void *))
{
    if (keys == KEYS)
        return EAGAIN;
    if (state.active) {
        rt_reach_always(&keys, false);
        rt_range(key, sizeof *key, true, CALLER);
        rt_changed((uintptr_t)&keys, sizeof keys);
    }
    destructors[keys] = function;
    *key = keys++;
    return 0;
}

/* What threads have of it stays, and nobody destroys it. */
int pthread_key_delete(pthread_key_t key)
{
    if (key >= keys)
        return EINVAL;
    destructors[key] = NULL;
    return 0;
}

static void **specific(pthread_key_t key)
{
    return key >= KEYS ? NULL : state.active ? &state.current->specific[key] : &main_specific[key];
}

void *pthread_getspecific(pthread_key_t key)
{
    void **value = specific(key);
    return value ? *value : NULL;
}

int pthread_setspecific(pthread_key_t key, const void *value)
{
    void **place = specific(key);
    if (!place)
        return EINVAL;
    *place = (void *)(uintptr_t)value;
    state.uses_keys = true;
    if (state.active)
        rt_unforeseen();
    return 0;
}

int tss_create(tss_t *key, tss_dtor_t function)
{
    return pthread_key_create(key, function) ? thrd_error : thrd_success;
}

void tss_delete(tss_t key)
{
    pthread_key_delete(key);
}

void *tss_get(tss_t key)
{
    return pthread_getspecific(key);
}

int tss_set(tss_t key, void *value)
{
    return pthread_setspecific(key, value) ? thrd_error : thrd_success;
}

/* ---- the end ---- */

static bool has_value(const struct fiber *fiber)
{
    for (unsigned i = 0; i < keys; i++)
        if (destructors[i] && fiber->specific[i])
            return true;
    return false;
}

bool rt_has_endings(const struct fiber *fiber)
{
    return fiber->endings || (state.uses_keys && has_value(fiber));
}

/* A destructor may make what needs one, but not for ever. */
static void destroy_values(struct fiber *fiber)
{
    enum { ROUNDS = 4 }; /* PTHREAD_DESTRUCTOR_ITERATIONS */
    for (unsigned round = 0; round < ROUNDS && has_value(fiber); round++)
        for (unsigned i = 0; i < keys; i++) {
            void *value = fiber->specific[i];
            fiber->specific[i] = NULL;
            if (value && destructors[i])
                destructors[i](value);
        }
}

void rt_run_endings(struct fiber *fiber)
{
    while (fiber->endings) {
        const struct ending last = endings[fiber->index][--fiber->endings];
        last.destructor(last.object);
    }
    if (state.uses_keys)
        destroy_values(fiber);
}
