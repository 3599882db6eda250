/* Your own object, for `linnet check --spec my.c` (or my.so), or for a program that judges by it
 * (linnet_options.own_spec).
 *
 * A spec says how the object behaves when one operation happens at a time: which state it starts in, and which states
 * an operation may lead to. A state is a string of bytes that only you understand; equal bytes are equal states.
 *
 *   #include <linnet/spec.h>
 *
 *   enum { TAKE };
 *   static const linnet_operation operations[] = { { "take", 0 } };
 *
 *   static void initial(linnet_emit *emit)
 *   {
 *       int64_t next = 1;
 *       linnet_emit_state(emit, &next, sizeof next);
 *   }
 *
 *   static void step(const void *state, size_t length, const linnet_call *call, linnet_emit *emit)
 *   {
 *       int64_t next;
 *       memcpy(&next, state, length);
 *       if (!linnet_result_is_int(call, next++))
 *           return; // it cannot have returned that
 *       linnet_emit_state(emit, &next, sizeof next);
 *   }
 *
 *   LINNET_SPEC = { .version = LINNET_SPEC_VERSION, .name = "tickets", .operations = operations,
 *                   .operation_count = 1, .initial = initial, .step = step };
 *
 * The functions depend on their arguments only, and keep no pointer that they were given. They are called from one
 * thread, unless the user asks for several (--jobs). This header needs no library. */
#ifndef LINNET_SPEC_H
#define LINNET_SPEC_H

#include "linnet/value.h"
#include "linnet/version.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Beyond these a spec is taken to be broken. */
#define LINNET_STATE_LIMIT ((size_t)1 << 20)     /* bytes of a state */
#define LINNET_SUCCESSOR_LIMIT ((size_t)1 << 16) /* states that one step leads to */
#define LINNET_ARGUMENT_LIMIT 16                 /* of an operation */

typedef struct {
    unsigned operation;       /* which one: an index into the spec's operations */
    size_t argument_count;    /* as many as the operation has */
    const linnet_value *arguments;
    linnet_value result;      /* what it returned; LINNET_KIND_UNKNOWN: nobody knows, any result will do */
} linnet_call;

/* Where states go. */
typedef struct linnet_emit {
    void (*state)(struct linnet_emit *emit, const void *bytes, size_t length);
} linnet_emit;

typedef struct {
    const char *name;   /* as histories call it */
    unsigned arguments; /* how many */
} linnet_operation;

typedef struct linnet_spec {
    unsigned version LINNET_LEFT_OUT; /* LINNET_SPEC_VERSION */
    const char *name LINNET_LEFT_OUT;
    const linnet_operation *operations LINNET_LEFT_OUT;
    size_t operation_count LINNET_LEFT_OUT;

    /* Emits the state, or the states, in which the object may start. */
    void (*initial)(linnet_emit *emit) LINNET_LEFT_OUT;

    /* Emits every state to which the operation may lead, with the result that it has: none when it cannot happen in
     * this state with this result, several when the object may choose. */
    void (*step)(const void *state, size_t length, const linnet_call *call, linnet_emit *emit) LINNET_LEFT_OUT;

    /* Optional: may the operation wait for ever in this state? Decides about stuck histories. */
    bool (*blocks)(const void *state, size_t length, const linnet_call *call) LINNET_LEFT_OUT;

    /* Optional: operations with different partitions never influence each other, and each partition starts in the
     * initial state. Returns null, a bool, an int or a string; or linnet_everything(). */
    linnet_value (*partition)(const linnet_call *call) LINNET_LEFT_OUT;

    /* Optional: the state in words, for reports, as with snprintf. */
    void (*describe)(const void *state, size_t length, char *text, size_t room) LINNET_LEFT_OUT;
} linnet_spec;

/* The one thing that a spec shows to the outside. */
#define LINNET_SPEC __attribute__((visibility("default"))) extern const linnet_spec linnet_the_spec; \
    const linnet_spec linnet_the_spec

static inline void linnet_emit_state(linnet_emit *emit, const void *bytes, size_t length)
{
    emit->state(emit, bytes, length);
}

/* Could the operation have returned this? True also when the result is not known. */
static inline bool linnet_result_is(const linnet_call *call, linnet_value value)
{
    return call->result.kind == LINNET_KIND_UNKNOWN || linnet_same(call->result, value);
}

static inline bool linnet_result_is_null(const linnet_call *call)
{
    return linnet_result_is(call, linnet_null());
}

static inline bool linnet_result_is_bool(const linnet_call *call, bool truth)
{
    return linnet_result_is(call, linnet_bool(truth));
}

static inline bool linnet_result_is_int(const linnet_call *call, int64_t number)
{
    return linnet_result_is(call, linnet_int(number));
}

/* The argument as an integer; `otherwise` when it is none. */
static inline int64_t linnet_argument_int(const linnet_call *call, size_t index, int64_t otherwise)
{
    return index < call->argument_count && call->arguments[index].kind == LINNET_KIND_INT
               ? call->arguments[index].is.number
               : otherwise;
}

#ifdef __cplusplus
}
#endif

#endif
