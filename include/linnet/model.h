/* What plain C cannot say, for `linnet model`: where the steps are, what happens at once, what is open, where an
 * operation takes effect. In every other build these do nothing, so that a file that has them still is a program.
 *
 *   linnet_step();                        a step of its own, though no shared memory is touched
 *   LINNET_ATOMIC { ... }                 everything in it is one step; it may wait (linnet_await), but not be left by
 *                                         break, continue or goto; return ends it
 *   if (LINNET_FUSED(a == b)) ...         the test happens in the same step as what comes first behind it
 *   n = linnet_choose(3);                 0, 1 or 2: every one is tried; of less than one is a fault
 *   linnet_await(condition);              the step that leads here is not taken before the condition holds
 *   linnet_assume(condition);             where it does not hold is of no interest: nobody looks there
 *   linnet_point(LINNET_INT(v));          here, with the step before, the operation takes effect, and it will return v
 *   linnet_point_if(condition, result);   if the condition holds
 *
 * With points only they are compared with the specification, which is faster by far; each operation has to pass exactly
 * one. Calls and returns are then no steps of their own. A refutation is checked again without points.
 *
 * An object may bring its own specification: the same kind of declaration, whose functions happen at once each, on
 * memory of its own (globals are not shared with the implementation). linnet_choose() in it makes it nondeterministic,
 * linnet_await() makes an operation wait, and linnet_assume() says that it cannot happen there at all.
 *
 *   LINNET_SPECIFICATION = { .name = "counter", .create = make, .operations = { { .name = "push", .call = push } } };
 *
 * Memory that a process keeps between its calls is _Thread_local. */
#ifndef LINNET_MODEL_H
#define LINNET_MODEL_H

#include "linnet/object.h"

#ifdef __cplusplus
extern "C" {
#endif

#ifdef LINNET_MODEL

void linnet_step(void);
void linnet_atomic_begin(void);
void linnet_atomic_end(void);
void linnet_fuse_begin(void);
void linnet_fuse_end(void);
int linnet_choose(int count);
void linnet_await(bool condition);
void linnet_assume(bool condition);
void linnet_point_at(bool condition, int64_t kind, int64_t word);

static inline void linnet_point_if(bool condition, linnet_value result)
{
    linnet_point_at(condition, (int64_t)((uint64_t)result.length << 32 | (uint64_t)result.kind), result.i);
}

#else

static inline void linnet_step(void) {}
static inline void linnet_atomic_begin(void) {}
static inline void linnet_atomic_end(void) {}
static inline void linnet_fuse_begin(void) {}
static inline void linnet_fuse_end(void) {}
static inline int linnet_choose(int count) { (void)count; return 0; }
static inline void linnet_await(bool condition) { (void)condition; }
static inline void linnet_assume(bool condition) { (void)condition; }
static inline void linnet_point_if(bool condition, linnet_value result) { (void)condition; (void)result; }

#endif

static inline void linnet_point(linnet_value result)
{
    linnet_point_if(true, result);
}

static inline bool linnet_fused(bool test)
{
    linnet_fuse_end();
    return test;
}

#define LINNET_FUSED(test) (linnet_fuse_begin(), linnet_fused(test))
#define LINNET_ATOMIC                                                              \
    for (bool linnet_once = (linnet_atomic_begin(), true); linnet_once;            \
         linnet_once = (linnet_atomic_end(), false))

#define LINNET_SPECIFICATION                                                       \
    LINNET_SHOWN const linnet_object linnet_the_specification;                     \
    const linnet_object linnet_the_specification

#ifdef __cplusplus
}
#endif

#endif
