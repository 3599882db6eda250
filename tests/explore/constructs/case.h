/* Each case reads, or writes, one value in a way of its own, twice in a call: if it is not seen to do so, nobody comes in
 * between, and what others could see then is missed. With LOCKED nobody may come in between. */
#ifndef CASE_H
#define CASE_H

#include <linnet/object.h>

#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define BARRIER __asm__("" ::: "memory")
#define APART __attribute__((noinline))

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static inline void enter(void)
{
#ifdef LOCKED
    pthread_mutex_lock(&lock);
#endif
}

static inline void leave(void)
{
#ifdef LOCKED
    pthread_mutex_unlock(&lock);
#endif
    (void)lock;
}

/* All that matters is the first long; the rest is there to be copied. */
#define SHARED(TYPE)             \
    static TYPE *at;             \
    static void *make(void)      \
    {                            \
        void *p = NULL;          \
        (void)!posix_memalign(&p, 64, sizeof(TYPE)); \
        memset(p, 0, sizeof(TYPE)); \
        at = (TYPE *)p;          \
        return p;                \
    }

#define OPERATIONS(one, other)                                                                     \
    LINNET_OBJECT = { .name = "construct",                                                         \
                      .create = make,                                                              \
                      .operations = { { .name = "twice", .call = one }, { .name = "once", .call = other } } };

/* EXPRESSION reads through `at`. */
#define READS(TYPE, EXPRESSION, SET)                                   \
    SHARED(TYPE)                                                       \
    static linnet_value twice(void *o, const linnet_value *a)          \
    {                                                                  \
        long first, second;                                            \
        (void)o, (void)a;                                              \
        enter();                                                       \
        first = (long)(EXPRESSION);                                    \
        BARRIER;                                                       \
        second = (long)(EXPRESSION);                                   \
        leave();                                                       \
        return LINNET_INT(first * 10 + second);                        \
    }                                                                  \
    static linnet_value once(void *o, const linnet_value *a)           \
    {                                                                  \
        (void)o, (void)a;                                              \
        enter();                                                       \
        SET;                                                           \
        leave();                                                       \
        return LINNET_VOID;                                            \
    }                                                                  \
    OPERATIONS(twice, once)

/* STATEMENT writes `n` there, GET reads it. */
#define WRITES(TYPE, STATEMENT, GET)                                   \
    SHARED(TYPE)                                                       \
    static void write_it(long n)                                       \
    {                                                                  \
        (void)n;                                                       \
        STATEMENT;                                                     \
    }                                                                  \
    static linnet_value twice(void *o, const linnet_value *a)          \
    {                                                                  \
        (void)o, (void)a;                                              \
        enter();                                                       \
        write_it(1);                                                   \
        BARRIER;                                                       \
        write_it(2);                                                   \
        leave();                                                       \
        return LINNET_VOID;                                            \
    }                                                                  \
    static linnet_value once(void *o, const linnet_value *a)           \
    {                                                                  \
        long value;                                                    \
        (void)o, (void)a;                                              \
        enter();                                                       \
        value = (long)(GET);                                           \
        leave();                                                       \
        return LINNET_INT(value);                                      \
    }                                                                  \
    OPERATIONS(twice, once)

struct large {
    long n, rest[4];
};
struct small {
    long n, m;
};
struct tiny {
    short n;
    char c;
};
struct odd {
    char c[5];
};

#endif
