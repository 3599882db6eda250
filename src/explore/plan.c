#include "explore/plan.h"

#include <assert.h>
#include <string.h>

static enum ln_status read_entries(const char *text, const struct ln_explored_object *object,
                                   struct ln_sample_shape *shape, struct ln_error *error)
{
    enum ln_status status = LN_OK;
    while (text && *text && !status) {
        char entry[1024];
        size_t length = strcspn(text, ";");
        if (shape->entry_count == LN_SAMPLE_ENTRIES || length >= sizeof entry)
            return ln_fail(error, LN_USAGE, "--entries: too many, or one is too long");
        memcpy(entry, text, length);
        entry[length] = '\0';
        status = ln_test_parse_sequence(&shape->entries[shape->entry_count++], object, entry, "--entries", error);
        text += length + (text[length] == ';');
    }
    return status;
}

enum ln_status ln_plan_init(struct ln_plan *plan, const struct ln_plan_options *options,
                            const struct ln_explored_object *object, struct ln_memory *memory, struct ln_error *error)
{
    struct ln_sample_shape shape = { .threads = options->threads, .calls = options->calls };
    enum ln_status status = LN_OK;
    *plan = (struct ln_plan){ .options = options };
    if (options->initial)
        status = ln_test_parse_sequence(&shape.initial, object, options->initial, "--init", error);
    if (!status && options->final)
        status = ln_test_parse_sequence(&shape.final, object, options->final, "--final", error);
    if (!status && options->test) {
        status = ln_test_parse(&plan->given, object, options->test, "--test", error);
        plan->given.initial = shape.initial;
        plan->given.final = shape.final;
        return status;
    }
    if (!status)
        status = read_entries(options->entries, object, &shape, error);
    if (!status) {
        plan->sampled = true;
        status = ln_sample_init(&plan->sample, object, &shape, options->seed, memory, error);
    }
    return status;
}

void ln_plan_fini(struct ln_plan *plan)
{
    if (plan->sampled)
        ln_sample_fini(&plan->sample);
}

static bool is_random(const struct ln_plan *plan)
{
    return plan->sampled && !plan->options->automatic;
}

enum ln_sight ln_plan_uncalled(const struct ln_plan *plan, unsigned operation)
{
    const struct ln_sample *sample = &plan->sample;
    bool has = plan->sampled ? ln_sample_has(sample, operation) : ln_test_has(&plan->given, operation);
    if (!has)
        return LN_SIGHT_LEFT_OUT;
    for (unsigned t = 0; is_random(plan) && t < sample->shape.threads; t++)
        if (ln_sample_may_call(sample, t, operation))
            return LN_SIGHT_NOT_CALLED;
    return is_random(plan) ? LN_SIGHT_NO_PROCESS : LN_SIGHT_NOT_CALLED;
}

uint64_t ln_plan_idle(const struct ln_plan *plan)
{
    uint64_t idle = 0;
    for (unsigned t = 0; is_random(plan) && t < plan->sample.shape.threads; t++)
        idle |= (uint64_t)ln_sample_is_idle(&plan->sample, t) << t;
    return idle;
}

enum ln_status ln_plan_next(struct ln_plan *plan, struct ln_test *test, bool *found)
{
    const struct ln_plan_options *options = plan->options;
    enum ln_status status = LN_OK;
    *found = false;
    assert(plan->sampled || plan->next <= 1);
    if (!plan->sampled) {
        *found = plan->next == 0;
        *test = plan->given;
    } else if (options->automatic) {
        *found = ln_sample_enumerate(&plan->sample, test) && ln_sample_size(&plan->sample) <= options->automatic;
    } else if (plan->next < options->count) {
        status = ln_sample_draw(&plan->sample, test, found);
        plan->exhausted |= !status && !*found;
    }
    plan->next += *found;
    return status;
}
