#include "explore/serial_file.h"

#include "explore/automaton.h"
#include "history/value.h"

#include <string.h>

struct writing {
    const struct ln_naming *naming;
    ln_serial_sink *sink;
    void *self;
    struct ln_str text; /* of one history */
    uint64_t number;
    bool refused;
};

static void write_operation(struct writing *writing, const struct ln_serial_step *step, unsigned index, unsigned place)
{
    const struct ln_naming *naming = writing->naming;
    const struct ln_test_call *call = ln_test_lane_call(naming->test, step->lane, index);
    const struct ln_explored_operation *operation = &naming->object->operations[call->operation];
    struct ln_str *out = &writing->text;
    size_t length;
    ln_str_format(out, "{\"process\":%u,\"f\":", (unsigned)step->lane);
    ln_write_json_string(out, operation->name, strlen(operation->name));
    ln_str_text(out, ",\"args\":[");
    for (unsigned a = 0; a < operation->arity; a++) {
        ln_str_text(out, a ? "," : "");
        ln_str_int(out, call->args[a]);
    }
    if (step->result == LN_NO_RESULT) {
        ln_str_format(out, "],\"call\":%u,\"return\":null}\n{\"type\":\"stuck\"}\n", 2 * place);
        return;
    }
    ln_str_text(out, "],\"result\":");
    length = out->length;
    naming->write_result(naming->self, step->result, out);
    if (out->length == length)
        ln_str_text(out, "null");
    ln_str_format(out, ",\"call\":%u,\"return\":%u}\n", 2 * place, 2 * place + 1);
}

static bool write_history(void *self, const struct ln_serial_step *steps, unsigned count)
{
    struct writing *writing = self;
    unsigned made[LN_TEST_LANES] = { 0 };
    ln_str_clear(&writing->text);
    ln_str_format(&writing->text, "{\"linnet\":1,\"id\":\"serial %llu\"}\n", (unsigned long long)++writing->number);
    for (unsigned i = 0; i < count; i++)
        write_operation(writing, &steps[i], made[steps[i].lane]++, i);
    writing->refused = !writing->text.failed &&
                       !writing->sink(writing->self, ln_str_borrow(&writing->text), writing->text.length);
    return !writing->refused && !writing->text.failed;
}

enum ln_status ln_serial_file_write(const struct ln_naming *naming, const struct ln_observation *observation,
                                    ln_serial_sink *sink, void *self)
{
    struct writing writing = { .naming = naming, .sink = sink, .self = self };
    bool failed;
    ln_str_init(&writing.text, observation->memory);
    ln_observation_each(observation, write_history, &writing);
    failed = writing.text.failed;
    ln_str_fini(&writing.text);
    return failed ? LN_NO_MEMORY : writing.refused ? LN_STOPPED : LN_OK;
}
