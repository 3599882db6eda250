/* Accepts what KIND and LENGTH say of a result: what the code returned has to arrive here as it was. */
#include <linnet/spec.h>

#include <stdlib.h>

static const linnet_operation operations[] = { { "get", 0 } };

static void initial(linnet_emit *emit)
{
    linnet_emit_state(emit, "", 0);
}

/* A list of so many numbers, the last of which is the last; a string of so many bytes; anything else by its kind. */
static bool arrived(linnet_value value)
{
    const char *kind = getenv("KIND"), *length = getenv("LENGTH");
    uint32_t expected = length ? (uint32_t)atoi(length) : 0;
    if (!kind || value.kind != (linnet_kind)atoi(kind) || value.length != expected)
        return false;
    if (value.kind == LINNET_KIND_LIST && expected > 1)
        return value.is.items[expected - 1].i == expected - 1;
    if (value.kind == LINNET_KIND_STRING && expected)
        return value.is.bytes[expected - 1] == (char)('a' + (expected - 1) % 26);
    return true;
}

static void step(const void *state, size_t length, const linnet_call *call, linnet_emit *emit)
{
    if (arrived(call->result))
        linnet_emit_state(emit, state, length);
}

LINNET_SPEC = { .version = LINNET_SPEC_VERSION, .name = "values", .operations = operations, .operation_count = 1,
                .initial = initial, .step = step };
