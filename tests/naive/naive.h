/* All interleavings of small objects, enumerated in the most naive way there is: an operation is written out as a
 * machine that makes one shared access a step, and plain recursion takes every step of every thread with a copy of
 * everything. Nothing is shared with the explorer of real code, which has to find the same histories.
 *
 * A call happens together with the first access of its operation and its return together with the last one, so
 * intervals are as tight as they can be. An operation that has to wait with its first access (for a lock) can be called
 * all the same, and then waits. A thread that has to wait is not enabled. When no thread is enabled and some are not
 * done, the history is stuck: operations that wait are pending. Going on with another thread while the one before is
 * enabled is a preemption inside of an operation, and a switch between two. */
#ifndef NAIVE_H
#define NAIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define NAIVE_THREADS 4
#define NAIVE_CALLS 4 /* of a thread */
#define NAIVE_OPERATIONS (NAIVE_THREADS * NAIVE_CALLS)
#define NAIVE_NODES 16
#define NAIVE_UNBOUNDED (-1)

/* ---- tests: "push(1) pop | pop push(2)" ---- */

struct naive_object;

struct naive_call {
    unsigned operation; /* of the object */
    int argument;
};

struct naive_test {
    unsigned threads, calls[NAIVE_THREADS];
    struct naive_call call[NAIVE_THREADS][NAIVE_CALLS];
};

/* False: it is none, or the object has no such operation. */
bool naive_parse(const struct naive_object *object, const char *text, struct naive_test *out);

/* ---- objects ---- */

/* What the threads share. Each object has its own view of it; all begin with zeros. */
union naive_memory {
    struct {
        int count;
        bool held;
    } counter;
    struct {
        int cell[2];
    } pair;
    struct {
        int top, made, freed; /* nodes are numbered from 1; 0 is null */
        int data[NAIVE_NODES], next[NAIVE_NODES];
        bool dead[NAIVE_NODES];
        int free[NAIVE_NODES]; /* in the order in which they were freed */
    } stack;
    struct {
        int state, epoch;
        bool held;
        unsigned sleeping; /* a bit a thread */
    } event;
    struct {
        bool held;
        int added, taken, ring[NAIVE_OPERATIONS];
    } queue;
};

/* Null, or a number. */
struct naive_value {
    bool is_number;
    int number;
};

/* An operation in progress. */
struct naive_locals {
    unsigned thread;
    int pc, argument;
    int at[3]; /* its variables */
    struct naive_value result;
};

enum naive_outcome { NAIVE_GOES_ON, NAIVE_RETURNS, NAIVE_FAULTS };

struct naive_operation {
    const char *name;
    bool takes_argument;
    /* How many ways there are to take the next step: 0, it has to wait. NULL: always one. */
    unsigned (*ways)(const union naive_memory *memory, const struct naive_locals *locals);
    enum naive_outcome (*step)(union naive_memory *memory, struct naive_locals *locals, unsigned way);
};

struct naive_object {
    const char *name;
    struct naive_operation operations[4];
};

const struct naive_object *naive_object(const char *name); /* NULL: there is none */

/* The arrays end with an object without a name. */
extern const struct naive_object naive_simple_objects[];
extern const struct naive_object naive_treiber_objects[];
extern const struct naive_object naive_event_objects[];

/* ---- histories ---- */

enum naive_fate { NAIVE_NOT_CALLED, NAIVE_PENDING, NAIVE_RETURNED };
enum naive_end { NAIVE_FULL, NAIVE_STUCK, NAIVE_FAULT };

/* Operation i of thread t is at t * NAIVE_CALLS + i, and in sets of operations bit that. */
struct naive_history {
    struct {
        enum naive_fate fate;
        struct naive_value result;
        uint32_t before; /* those that returned before it was called */
    } at[NAIVE_OPERATIONS];
    enum naive_end end;
};

struct naive_histories {
    struct naive_history *at;
    size_t length, room;
    size_t executions; /* that led to them */
    size_t *slots;     /* a hash table of indices + 1 */
    size_t slot_count;
};

/* Each at most so many, or NAIVE_UNBOUNDED. */
struct naive_bounds {
    int preemptions, switches;
};

/* All distinct histories of a test. */
void naive_enumerate(const struct naive_object *object, const struct naive_test *test, struct naive_bounds bounds,
                     struct naive_histories *out);
/* Those in which one operation at a time runs, until it returns or has to wait for ever. */
void naive_enumerate_serial(const struct naive_object *object, const struct naive_test *test,
                            struct naive_histories *out);
void naive_histories_free(struct naive_histories *histories);

/* One line without its end:
 *     0.0:push(1)->null{} 1.0:pop()->1{0.0}
 * operations by thread and index, each with its result or `pending` and what returned before its call; `stuck` or
 * `fault` at the end of a history that ended so. */
#define NAIVE_LINE 2048
void naive_write(const struct naive_object *object, const struct naive_test *test, const struct naive_history *history,
                 char line[NAIVE_LINE]);
/* All of them, sorted as text. */
void naive_print(const struct naive_object *object, const struct naive_test *test,
                 const struct naive_histories *histories, FILE *to);

/* ---- the check of Line-Up (lineup.c) ---- */

enum naive_verdict { NAIVE_HOLDS, NAIVE_NONDETERMINISTIC, NAIVE_VIOLATED };

/* `shown`: index of the first history in `all` that has no witness in `serial`. */
enum naive_verdict naive_check(const struct naive_histories *serial, const struct naive_histories *all, size_t *shown);

#endif
