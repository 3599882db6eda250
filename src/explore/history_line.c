#include "explore/history_line.h"

#include <assert.h>

/* How many calls of each lane had returned when each operation was called, and what it returned. */
struct operation_seen {
    uint8_t returned[LN_TEST_LANES];
    uint32_t result;
};

static void write_call(const struct ln_naming *naming, unsigned lane, unsigned index, struct ln_str *out)
{
    const struct ln_test_call *call = ln_test_lane_call(naming->test, lane, index);
    const struct ln_explored_operation *operation = &naming->object->operations[call->operation];
    ln_str_format(out, "%s%u.%u:%s(", out->length ? " " : "", lane, index, operation->name);
    for (unsigned i = 0; i < operation->arity; i++)
        ln_str_format(out, "%s%lld", i ? "," : "", (long long)call->args[i]);
    ln_str_text(out, ")->");
}

static void write_operation(const struct ln_naming *naming, const struct operation_seen *operation, struct ln_str *out)
{
    size_t length = out->length;
    const char *between = "";
    if (operation->result == LN_NO_RESULT)
        ln_str_text(out, "pending");
    else
        naming->write_result(naming->self, operation->result, out);
    if (out->length == length)
        ln_str_text(out, "null");
    ln_str_char(out, '{');
    for (unsigned lane = 0; lane < LN_TEST_LANES; lane++) {
        for (unsigned i = 0; i < operation->returned[lane]; i++) {
            ln_str_format(out, "%s%u.%u", between, lane, i);
            between = ",";
        }
    }
    ln_str_char(out, '}');
}

void ln_history_line_write(const struct ln_naming *naming, const struct ln_explored_history *history,
                           struct ln_str *out)
{
    struct operation_seen all[LN_TEST_LANES][LN_TEST_LANE_CALLS];
    unsigned calls[LN_TEST_LANES] = { 0 };
    uint8_t returned[LN_TEST_LANES] = { 0 };
    for (size_t i = 0; i < history->count; i++) {
        const struct ln_explored_event *event = &history->events[i];
        struct operation_seen *operation;
        assert(!event->is_return || returned[event->lane] < calls[event->lane]);
        if (event->is_return) {
            all[event->lane][returned[event->lane]++].result = event->result;
            continue;
        }
        operation = &all[event->lane][calls[event->lane]++];
        *operation = (struct operation_seen){ .result = LN_NO_RESULT };
        for (unsigned lane = 0; lane < LN_TEST_LANES; lane++)
            operation->returned[lane] = returned[lane];
    }
    for (unsigned lane = 0; lane < LN_TEST_LANES; lane++) {
        for (unsigned i = 0; i < calls[lane]; i++) {
            write_call(naming, lane, i, out);
            write_operation(naming, &all[lane][i], out);
        }
    }
    ln_str_text(out, history->stuck ? " stuck\n" : "\n");
}
