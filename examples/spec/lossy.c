/* A mailbox that holds one letter and may lose it: put(letter) replaces what was there, or is lost; take() waits for a
 * letter. Which of the two a put does, nobody sees: the step emits both states. Boxes have names, and do not know of
 * each other: put(box, letter) and take(box) are partitioned by the box. */
#include <linnet/spec.h>

#include <stdio.h>

enum { PUT, TAKE };

static const linnet_operation operations[] = { { "put", 2 }, { "take", 1 } };

static void initial(linnet_emit *emit)
{
    linnet_emit_state(emit, NULL, 0); /* no letter: no bytes */
}

static void step(const void *state, size_t length, const linnet_call *call, linnet_emit *emit)
{
    int64_t letter;
    if (call->operation == PUT) {
        letter = linnet_argument_int(call, 1, 0);
        linnet_emit_state(emit, &letter, sizeof letter);
        linnet_emit_state(emit, state, length); /* lost */
        return;
    }
    if (length == 0)
        return; /* there is nothing to take yet */
    memcpy(&letter, state, length);
    if (linnet_result_is_int(call, letter))
        linnet_emit_state(emit, NULL, 0);
}

static bool blocks(const void *state, size_t length, const linnet_call *call)
{
    (void)state;
    return call->operation == TAKE && length == 0;
}

static linnet_value partition(const linnet_call *call)
{
    return call->arguments[0];
}

static void describe(const void *state, size_t length, char *text, size_t room)
{
    int64_t letter = 0;
    memcpy(&letter, state, length);
    if (length)
        snprintf(text, room, "letter %lld", (long long)letter);
    else
        snprintf(text, room, "no letter");
}

LINNET_SPEC = {
    .version = LINNET_SPEC_VERSION,
    .name = "lossy mailbox",
    .operations = operations,
    .operation_count = 2,
    .initial = initial,
    .step = step,
    .blocks = blocks,
    .partition = partition,
    .describe = describe,
};
