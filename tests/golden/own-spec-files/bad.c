/* A register with one thing wrong with it: CC="cc -DWRONG=CRASH". */
#include <linnet/spec.h>

#include <stdlib.h>
#include <unistd.h>

enum { NOTHING, CRASH, ABORT, DIVIDE, OVERFLOW, LOOP, EXIT, NULL_STATE, LONG_STATE, LATE, VERSION, NO_STEP, NO_NAME,
       NO_START, PARTITION, DESCRIBE, LOAD, MANY, FICKLE };

#ifndef WRONG
#define WRONG NOTHING
#endif

enum { READ, WRITE };

static const linnet_operation operations[] = { { WRONG == NO_NAME ? NULL : "read", 0 }, { "write", 1 } };
static linnet_emit *kept;
static volatile int zero;

static void initial(linnet_emit *emit)
{
    int64_t value = 0;
    kept = emit;
    if (WRONG != NO_START)
        linnet_emit_state(emit, &value, sizeof value);
}

static int deeper(volatile int *from)
{
    volatile int here = *from + 1;
    return here < 0 ? here : deeper(&here) + here;
}

static void go_wrong(const void *state, linnet_emit *emit)
{
    if (WRONG == CRASH)
        *(volatile int *)(uintptr_t)(16 + zero) = 1;
    if (WRONG == ABORT)
        abort();
    if (WRONG == DIVIDE)
        zero = 7 / zero;
    if (WRONG == OVERFLOW)
        zero = deeper(&zero);
    while (WRONG == LOOP)
        ;
    if (WRONG == EXIT)
        exit(0);
    if (WRONG == NULL_STATE)
        linnet_emit_state(emit, NULL, 8);
    if (WRONG == LONG_STATE)
        linnet_emit_state(emit, state, (size_t)1 << 40);
    for (int64_t i = 0; WRONG == MANY; i++)
        linnet_emit_state(emit, &i, sizeof i);
}

static void step(const void *state, size_t length, const linnet_call *call, linnet_emit *emit)
{
    int64_t value;
    memcpy(&value, state, length);
    if (call->operation == WRITE) {
        value = linnet_argument_int(call, 0, 0);
        if (value == 2)
            go_wrong(state, emit);
        if (WRONG == FICKLE && value == 2 && zero++)
            return;
    } else if (!linnet_result_is_int(call, value)) {
        return;
    }
    linnet_emit_state(emit, &value, sizeof value);
}

static linnet_value partition(const linnet_call *call)
{
    linnet_value value = linnet_everything();
    (void)call;
    if (WRONG == PARTITION)
        value.kind = LINNET_KIND_UNKNOWN;
    return value;
}

static void describe(const void *state, size_t length, char *text, size_t room)
{
    (void)state;
    (void)length;
    memset(text, 'x', room);
    if (WRONG == DESCRIBE)
        abort();
    if (WRONG == LATE)
        linnet_emit_state(kept, "", 0);
}

__attribute__((constructor)) static void load(void)
{
    if (WRONG == LOAD)
        abort();
}

LINNET_SPEC = {
    .version = WRONG == VERSION ? 7 : LINNET_SPEC_VERSION,
    .name = "register",
    .operations = operations,
    .operation_count = 2,
    .initial = initial,
    .step = WRONG == NO_STEP ? NULL : step,
    .partition = partition,
    .describe = describe,
};
