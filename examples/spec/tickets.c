/* A dispenser of tickets: take() returns 1, 2, 3, ...; give_back(n) returns true when n was the last one taken, which
 * is then the next one again. The state is the number of the next ticket. */
#include <linnet/spec.h>

#include <stdio.h>

enum { TAKE, GIVE_BACK };

static const linnet_operation operations[] = { { "take", 0 }, { "give_back", 1 } };

static void initial(linnet_emit *emit)
{
    int64_t next = 1;
    linnet_emit_state(emit, &next, sizeof next);
}

static void step(const void *state, size_t length, const linnet_call *call, linnet_emit *emit)
{
    int64_t next;
    bool last;
    memcpy(&next, state, length);
    switch (call->operation) {
    case TAKE:
        if (!linnet_result_is_int(call, next))
            return; /* it cannot have returned that here */
        next++;
        break;
    case GIVE_BACK:
        last = next > 1 && linnet_argument_int(call, 0, 0) == next - 1;
        if (!linnet_result_is_bool(call, last))
            return;
        if (last)
            next--;
        break;
    }
    linnet_emit_state(emit, &next, sizeof next);
}

static void describe(const void *state, size_t length, char *text, size_t room)
{
    int64_t next;
    memcpy(&next, state, length);
    snprintf(text, room, "next is %lld", (long long)next);
}

LINNET_SPEC = {
    .version = LINNET_SPEC_VERSION,
    .name = "tickets",
    .operations = operations,
    .operation_count = 2,
    .initial = initial,
    .step = step,
    .describe = describe,
};
