/* The object to be tried: its operations as functions, what to call them with, and how to make and drop one.
 *
 *   #include <linnet/object.h>
 *   #include "stack.h"
 *
 *   static void *make(void) { return stack_new(); }
 *   static void drop(void *s) { stack_free(s); }
 *   static linnet_value push(void *s, const linnet_value *arg) { stack_push(s, (int)arg[0].i); return LINNET_VOID; }
 *   static linnet_value pop(void *s, const linnet_value *arg)
 *   {
 *       int v;
 *       (void)arg;
 *       return stack_pop(s, &v) ? LINNET_INT(v) : LINNET_EMPTY;
 *   }
 *
 *   LINNET_OBJECT = { .name = "stack", .create = make, .destroy = drop, .spec = "stack",
 *       .operations = { { "push", push, .args = LINNET_ARGS({1}, {2}) }, { "pop", pop } } };
 *
 * C++ wants the members of one pair of braces either all with their names or all without, in the order below:
 * { .name = "push", .call = push, .args = LINNET_ARGS({1}, {2}) }.
 *
 * One declaration serves everything that runs or explores code. Names of operations are those that the spec knows
 * (`linnet specs`). The functions are called from several threads at once; `create` and `destroy` are not. This header
 * needs no library. */
#ifndef LINNET_OBJECT_H
#define LINNET_OBJECT_H

#include "linnet/value.h"

#ifdef __cplusplus
extern "C" {
#endif

#define LINNET_OBJECT_VERSION 1

/* Declarations are plain data without pointers to lists, so that C and C++ can write them in place. */
#define LINNET_OPERATIONS 32 /* of an object, at most */
#define LINNET_ARGUMENTS 4   /* of an operation */
#define LINNET_TUPLES 16     /* to choose from */

/* Made by LINNET_ARGS. Arguments are integers: map them to what your code takes, `keys[arg[0].i]`. */
typedef struct {
    unsigned count;
    int64_t at[LINNET_TUPLES][LINNET_ARGUMENTS];
} linnet_arguments;

/* What an operation may be called with, each in braces: LINNET_ARGS({1}, {2}), LINNET_ARGS({1, 2}, {2, 1}). */
#define LINNET_ARGS(...)                                                                                      \
    {                                                                                                         \
        sizeof((const int64_t[][LINNET_ARGUMENTS]){ __VA_ARGS__ }) / sizeof(int64_t[LINNET_ARGUMENTS]),       \
        { __VA_ARGS__ }                                                                                       \
    }

/* Strings and lists that it returns have to stay as they are until the thread's next call: a thread_local buffer does. */
typedef linnet_value linnet_function(void *object, const linnet_value *arg);

typedef struct {
    const char *name;
    linnet_function *call;
    unsigned arity;        /* how many arguments; 0: one if there are `args` or it is `fresh`, else none;
                            * a number of `args` beyond it, unless it is 0, is an error */
    linnet_arguments args; /* tuples to choose from */
    const char *role;      /* operations of one role are called by one thread only: "owner", "producer", "writer" */
    bool others;           /* it is not called by a thread that has a role */
    bool fresh;            /* the first argument is a number that no other call has had since the object was made */
    bool thread;           /* arg[arity] is the number of the calling thread, from 0; not part of the history */
    unsigned weight;       /* how often it is called beside the others; 0 counts as 1 */

    /* What is intended. A check without a spec respects it; with one, the spec decides. */
    bool may_fail;         /* may return LINNET_FAILED, or fail, for no reason that a caller could see */
    bool nondeterministic; /* may return one thing or another from the same state: by random numbers, by locks that it
                            * does not get; what it never returns when calls come one by one is not judged */
    bool async;            /* may take effect after it has returned, also after later calls of its own thread */
} linnet_object_operation;

typedef struct {
    const char *name;
    void *(*create)(void);         /* NULL: it could not be made */
    void (*destroy)(void *object); /* optional */
    const char *spec;              /* optional: what it ought to be, "stack" or "queue:capacity=4" */
    void (*enter)(void);           /* optional: every thread calls it before its first operation, */
    void (*leave)(void);           /* and this after its last */
    linnet_object_operation operations[LINNET_OPERATIONS];
} linnet_object;

/* The one thing that a test shows to the outside. Members that are left out are meant to be. */
#ifdef __cplusplus
}
#define LINNET_SHOWN extern "C" __attribute__((visibility("default")))
#else
#define LINNET_SHOWN extern __attribute__((visibility("default")))
#endif

#define LINNET_OBJECT                                                            \
    _Pragma("GCC diagnostic ignored \"-Wmissing-field-initializers\"")           \
    LINNET_SHOWN const unsigned linnet_the_object_version;                       \
    LINNET_SHOWN const linnet_object linnet_the_object;                          \
    const unsigned linnet_the_object_version = LINNET_OBJECT_VERSION;            \
    const linnet_object linnet_the_object

#endif
