/* stdio. What goes to standard output or error is nobody's business: no run reads it. Any other stream keeps what it
 * was given, in memory that is not put back before each run, or writes it to memory of the object (fmemopen), so using
 * one is unseen.
 *
 * flockfile() is a lock like any other: with the C library's, a fiber would wait for real for one that does not run. */
#define _GNU_SOURCE
#include "explore/runtime/streams.h"

#include <pthread.h>

extern char _IO_2_1_stdout_[], _IO_2_1_stderr_[]; /* stdout and stderr are variables */

/* Restored with the user's own variables. */
static pthread_mutex_t locks[2] = { PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP, PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP };

static bool is_usual(const FILE *stream)
{
    return (const char *)stream == _IO_2_1_stdout_ || (const char *)stream == _IO_2_1_stderr_;
}

static pthread_mutex_t *lock_of(const FILE *stream)
{
    return &locks[(const char *)stream == _IO_2_1_stderr_];
}

static void tell(const char *function, uintptr_t pc)
{
    if (state.active)
        rt_unseen(LN_UNSEEN_LIBRARY, function, "libc.so.6", "", pc);
}

void rt_stream(const FILE *stream, const char *function, uintptr_t pc)
{
    pthread_mutex_t *lock;
    if (!state.active)
        return;
    if (!is_usual(stream)) {
        tell(function, pc);
        return;
    }
    lock = lock_of(stream);
    if (lock->__data.__lock && lock->__data.__owner != state.current->index + 1) {
        pthread_mutex_lock(lock);
        pthread_mutex_unlock(lock);
    }
}

#define PUT(name)                           \
    CALL(int, name, int byte, FILE *stream) \
    {                                       \
        rt_stream(stream, #name, CALLER);   \
        return (name)(byte, stream);        \
    }
PUT(fputc)
PUT(putc)
PUT(fputc_unlocked)
PUT(putc_unlocked)

#define PUT_OUT(name)                     \
    CALL(int, name, int byte)             \
    {                                     \
        rt_stream(stdout, #name, CALLER); \
        return (name)(byte);              \
    }
PUT_OUT(putchar)
PUT_OUT(putchar_unlocked)

#define ASK(type, name)                   \
    CALL(type, name, FILE *stream)        \
    {                                     \
        rt_stream(stream, #name, CALLER); \
        return (name)(stream);            \
    }
ASK(int, fileno)
ASK(int, ferror)
ASK(void, clearerr)

static STATE bool others; /* streams have been opened */

#define FLUSH(name)                           \
    CALL(int, name, FILE *stream)             \
    {                                         \
        if (stream)                           \
            rt_stream(stream, #name, CALLER); \
        else if (others)                      \
            tell(#name, CALLER);              \
        return (name)(stream);                \
    }
FLUSH(fflush)
FLUSH(fflush_unlocked)

CALL(void, setbuf, FILE *stream, char *buffer)
{
    if (buffer)
        tell("setbuf", CALLER);
    rt_stream(stream, "setbuf", CALLER);
    setbuf(stream, buffer);
}

CALL(int, setvbuf, FILE *stream, char *buffer, int mode, size_t size)
{
    if (buffer)
        tell("setvbuf", CALLER);
    rt_stream(stream, "setvbuf", CALLER);
    return setvbuf(stream, buffer, mode, size);
}

/* ---- opening ---- */

CALL(FILE *, fopen, const char *path, const char *mode)
{
    others = true;
    tell("fopen", CALLER);
    return fopen(path, mode);
}

CALL(FILE *, fmemopen, void *buffer, size_t size, const char *mode)
{
    others = true;
    tell("fmemopen", CALLER);
    return fmemopen(buffer, size, mode);
}

CALL(FILE *, open_memstream, char **buffer, size_t *size)
{
    others = true;
    tell("open_memstream", CALLER);
    return open_memstream(buffer, size);
}

/* ---- locks ---- */

CALL(void, flockfile, FILE *stream)
{
    if (is_usual(stream))
        pthread_mutex_lock(lock_of(stream));
    else
        tell("flockfile", CALLER);
}

CALL(int, ftrylockfile, FILE *stream)
{
    if (is_usual(stream))
        return pthread_mutex_trylock(lock_of(stream));
    tell("ftrylockfile", CALLER);
    return 0;
}

CALL(void, funlockfile, FILE *stream)
{
    if (is_usual(stream))
        pthread_mutex_unlock(lock_of(stream));
    else
        tell("funlockfile", CALLER);
}
