#include "explore/explored_history.h"

#include <assert.h>
#include <string.h>

static enum ln_status add_call(const struct ln_explored_source *source, unsigned lane, unsigned index,
                               struct ln_history *history)
{
    const struct ln_test_call *call = ln_test_lane_call(source->test, lane, index);
    const struct ln_explored_operation *operation = &source->object->operations[call->operation];
    ln_value args[LINNET_ARGUMENTS], f;
    uint32_t number;
    enum ln_status status = ln_values_string(&history->values, operation->name, strlen(operation->name), &f);
    for (unsigned i = 0; i < operation->arity && !status; i++)
        status = ln_values_int(&history->values, call->args[i], &args[i]);
    if (status)
        return status;
    return ln_history_call(
        history,
        &(struct ln_call_text){
            .process = ln_small((int)lane), .f = f, .key = LN_VALUE_NONE, .args = args, .arity = operation->arity },
        &number, NULL);
}

enum ln_status ln_explored_history_build(const struct ln_explored_source *source, struct ln_history *history)
{
    const struct ln_explored_history *explored = source->explored;
    unsigned calls[LN_TEST_LANES] = { 0 }, returns[LN_TEST_LANES] = { 0 };
    ln_value results[LN_TEST_LANES]; /* of the last call of each lane */
    enum ln_status status = LN_OK;
    uint32_t number;
    history->stuck = explored->stuck;
    for (size_t i = 0; i < explored->count; i++)
        returns[explored->events[i].lane] += explored->events[i].is_return;
    for (size_t i = 0; i < explored->count && !status; i++) {
        unsigned lane = explored->events[i].lane;
        if (explored->events[i].is_return) {
            assert(calls[lane]);
            if (!ln_same(results[lane], LN_VALUE_NONE))
                status = ln_history_return(history, ln_small((int)lane), LN_COMPLETED, results[lane], &number, NULL);
            continue;
        }
        results[lane] = LN_VALUE_UNKNOWN;
        if (calls[lane] < returns[lane])
            status = source->result(source->self, lane, calls[lane], &history->values, &results[lane]);
        if (!status && !ln_same(results[lane], LN_VALUE_NONE))
            status = add_call(source, lane, calls[lane], history);
        calls[lane]++;
    }
    return status;
}
