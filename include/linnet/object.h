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
 *       .operations = { { .name = "push", .call = push, .args = LINNET_ARGS({1}, {2}) },
 *                       { .name = "pop", .call = pop } } };
 *
 * With their names, members may be left out without a warning. C++ (14 or later) wants them in the order below.
 *
 * One declaration serves everything that runs or explores code. Names of operations are those that the spec knows
 * (`linnet specs`). The functions are called from several threads at once; `create` and `destroy` are not. This header
 * needs no library. */
#ifndef LINNET_OBJECT_H
#define LINNET_OBJECT_H

#include "linnet/value.h"
#include "linnet/version.h"

#ifdef __cplusplus
extern "C" {
#endif

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

typedef struct linnet_object_operation {
    /* UTF-8 that tests can be written with: no blanks, brackets, commas, bars or control characters. `push_back`, `a.b` and
     * `operator+` are names. */
    const char *name LINNET_LEFT_OUT;
    linnet_function *call LINNET_LEFT_OUT;
    /* How many arguments; 0: one if there are `args` or it is `fresh`, else none. A number of `args` beyond it, unless it
     * is 0, is an error. */
    unsigned arity LINNET_LEFT_OUT;
    linnet_arguments args LINNET_LEFT_OUT; /* tuples to choose from */
    /* Operations of one role are called by one thread only: "owner", "producer", "writer". */
    const char *role LINNET_LEFT_OUT;
    bool others LINNET_LEFT_OUT;     /* it is not called by a thread that has a role */
    bool fresh LINNET_LEFT_OUT;      /* the first argument is a number that no other call has had since the object was made */
    bool thread LINNET_LEFT_OUT;     /* arg[arity] is the number of the calling thread, from 0; not part of the history */
    unsigned weight LINNET_LEFT_OUT; /* how often it is called beside the others, up to 1000000; 0 counts as 1 */

    /* What is intended. A check without a spec respects it; with one, the spec decides. */
    bool may_fail LINNET_LEFT_OUT; /* may return LINNET_FAILED, or fail, for no reason that a caller could see */
    /* May return one thing or another from the same state: by random numbers, by locks that it does not get; what it never
     * returns when calls come one by one is not judged. */
    bool nondeterministic LINNET_LEFT_OUT;
    bool async LINNET_LEFT_OUT; /* may take effect after it has returned, also after later calls of its own thread */
} linnet_object_operation;

typedef struct linnet_object {
    const char *name LINNET_LEFT_OUT; /* UTF-8 without control characters */
    void *(*create)(void) LINNET_LEFT_OUT;         /* NULL: it could not be made */
    void (*destroy)(void *object) LINNET_LEFT_OUT; /* optional */
    const char *spec LINNET_LEFT_OUT; /* optional: what it ought to be, "stack" or "queue:capacity=4" */
    void (*enter)(void) LINNET_LEFT_OUT; /* optional: every thread calls it before its first operation, */
    void (*leave)(void) LINNET_LEFT_OUT; /* and this after its last */
    linnet_object_operation operations[LINNET_OPERATIONS] LINNET_LEFT_OUT;
} linnet_object;

/* The one thing that a test shows to the outside. */
#ifdef __cplusplus
}
#define LINNET_SHOWN extern "C" __attribute__((visibility("default")))
#else
#define LINNET_SHOWN extern __attribute__((visibility("default")))
#endif

#define LINNET_OBJECT                                                            \
    LINNET_SHOWN const unsigned linnet_the_object_version;                       \
    LINNET_SHOWN const linnet_object linnet_the_object;                          \
    const unsigned linnet_the_object_version = LINNET_OBJECT_VERSION;            \
    const linnet_object linnet_the_object

#endif
