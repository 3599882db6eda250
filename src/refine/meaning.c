#include "refine/meaning.h"

#include "linnet/value.h"

#include <string.h>

static enum ln_status no_memory(struct ln_meaning *meaning)
{
    return ln_fail(meaning->error, LN_NO_MEMORY, "out of memory");
}

/* ---- values ---- */

enum ln_status ln_raw_value(struct ln_raw raw, const char *operation, struct ln_values *values, ln_value *value,
                            bool *failed, struct ln_error *error)
{
    *failed = false;
    switch ((linnet_kind)(uint32_t)raw.kind) {
    case LINNET_KIND_NULL: *value = LN_VALUE_NULL; return LN_OK;
    case LINNET_KIND_BOOL: *value = ln_bool(raw.word & 1); return LN_OK;
    case LINNET_KIND_INT: return ln_values_int(values, (int64_t)raw.word, value);
    case LINNET_KIND_UNKNOWN: *value = LN_VALUE_UNKNOWN; return LN_OK;
    case LINNET_KIND_FAILED:
        *failed = true;
        *value = LN_VALUE_UNKNOWN;
        return LN_OK;
    case LINNET_KIND_REAL:
    case LINNET_KIND_STRING:
    case LINNET_KIND_LIST:
    case LINNET_KIND_MAP:
    case LINNET_KIND_EVERYTHING: break;
    }
    return ln_fail(error, LN_BAD_INPUT, "operation '%s' returns what a model cannot: return integers, LINNET_BOOL, "
                   "LINNET_VOID, LINNET_EMPTY or LINNET_FAILED", operation);
}

static bool is_candidate(const struct ln_meaning *meaning, ln_value value)
{
    for (size_t i = 0; i < meaning->candidates.length; i++)
        if (ln_same(meaning->candidates.at[i], value))
            return true;
    return false;
}

static bool add_candidate(struct ln_meaning *meaning, ln_value value)
{
    return is_candidate(meaning, value) || ln_vec_push(&meaning->candidates, meaning->memory, value);
}

/* ---- calls ---- */

static enum ln_status bind_call(struct ln_meaning *meaning, uint32_t number)
{
    const struct ln_call_tuple *tuple = &meaning->program->calls.at[number];
    const struct ln_program_operation *operation = &meaning->program->operations.at[tuple->operation];
    struct ln_values *values = &meaning->calls.values;
    struct ln_call_text text = { .key = LN_VALUE_NONE, .arity = operation->arity };
    ln_value args[4] = { { 0 } };
    enum ln_spec_fault fault;
    uint32_t index;
    enum ln_status status = ln_values_int(values, number, &text.process);
    if (!status)
        status = ln_values_string(values, operation->name, strlen(operation->name), &text.f);
    for (uint32_t i = 0; i < operation->arity && !status; i++) {
        status = ln_values_int(values, tuple->args[i], &args[i]);
        if (!status && !add_candidate(meaning, args[i]))
            status = LN_NO_MEMORY;
    }
    text.args = args;
    if (!status)
        status = ln_history_call(&meaning->calls, &text, &index, meaning->error);
    if (!status)
        status = ln_spec_bind_call(&meaning->spec, &meaning->calls, index, &fault, meaning->error);
    return status == LN_NO_MEMORY ? no_memory(meaning) : status;
}

enum ln_status ln_meaning_init(struct ln_meaning *meaning, const struct ln_program *program, const char *text,
                               const struct ln_spec_class *class, struct ln_memory *memory, struct ln_error *error)
{
    const ln_value named[] = { LN_VALUE_NULL, LN_VALUE_NONE, LN_VALUE_TRUE, LN_VALUE_FALSE };
    enum ln_status status;
    *meaning = (struct ln_meaning){ .program = program, .memory = memory, .error = error };
    ln_intern_init(&meaning->states, memory);
    ln_next_init(&meaning->next, memory);
    status = ln_history_init(&meaning->calls, memory);
    if (status)
        return no_memory(meaning);
    if (class)
        meaning->spec = (struct ln_spec){ .class = class, .value = LN_VALUE_NULL };
    else
        status = ln_spec_parse(&meaning->spec, text, &meaning->calls.values, error);
    for (size_t i = 0; i < sizeof named / sizeof *named && !status; i++)
        if (!add_candidate(meaning, named[i]))
            status = no_memory(meaning);
    for (uint32_t c = 0; c < program->calls.length && !status; c++)
        status = bind_call(meaning, c);
    return status;
}

void ln_meaning_clear(struct ln_meaning *meaning)
{
    ln_intern_clear(&meaning->states);
    meaning->done.length = meaning->outcomes.length = meaning->memo.length = 0;
    meaning->learnt = false;
}

void ln_meaning_fini(struct ln_meaning *meaning)
{
    ln_intern_fini(&meaning->states);
    ln_next_fini(&meaning->next);
    ln_history_fini(&meaning->calls);
    ln_vec_fini(&meaning->done, meaning->memory);
    ln_vec_fini(&meaning->candidates, meaning->memory);
    ln_vec_fini(&meaning->outcomes, meaning->memory);
    ln_vec_fini(&meaning->memo, meaning->memory);
}

/* ---- outcomes ---- */

static uint32_t find_done(const struct ln_meaning *meaning, uint32_t operation, ln_value result)
{
    for (size_t i = 0; i < meaning->done.length; i++)
        if (meaning->done.at[i].operation == operation && ln_same(meaning->done.at[i].result, result))
            return (uint32_t)(1 + meaning->program->calls.length + i);
    return LN_NO_PHASE;
}

static bool add_outcome(struct ln_meaning *meaning, uint32_t start, uint32_t operation, ln_value result,
                        uint32_t state)
{
    uint32_t phase = find_done(meaning, operation, result);
    if (phase == LN_NO_PHASE) {
        phase = (uint32_t)(1 + meaning->program->calls.length + meaning->done.length);
        if (!ln_vec_push(&meaning->done, meaning->memory, ((struct ln_phase){ operation, result })))
            return false;
    }
    for (size_t i = start; i < meaning->outcomes.length; i++)
        if (meaning->outcomes.at[i].phase == phase && meaning->outcomes.at[i].state == state)
            return true;
    return ln_vec_push(&meaning->outcomes, meaning->memory, ((struct ln_outcome_of){ phase, state }));
}

static bool is_explained(const struct ln_meaning *meaning, uint32_t start, uint32_t state)
{
    for (size_t i = start; i < meaning->outcomes.length; i++)
        if (meaning->outcomes.at[i].state == state)
            return true;
    return false;
}

/* Where the call leads with that result. LN_VALUE_UNKNOWN: only what no other result explained. */
static enum ln_status ask(struct ln_meaning *meaning, uint32_t state, uint32_t call, ln_value result, uint32_t start)
{
    const struct ln_spec *spec = &meaning->spec;
    struct ln_interned from = *ln_intern_at(&meaning->states, state);
    struct ln_invocation in = ln_invocation_of(&meaning->calls, call);
    uint32_t operation = meaning->program->calls.at[call].operation;
    bool rest = ln_same(result, LN_VALUE_UNKNOWN), kept = true;
    in.result = result;
    ln_next_clear(&meaning->next);
    spec->class->step(spec, (struct ln_state){ from.at, from.length }, &in, &meaning->next);
    if (meaning->next.failed)
        return no_memory(meaning);
    if (meaning->next.stays && !(rest && is_explained(meaning, start, state)))
        kept = add_outcome(meaning, start, operation, result, state);
    for (size_t i = 0; i < meaning->next.states.length && kept; i++) {
        struct ln_state next = ln_next_state(&meaning->next, i);
        uint32_t number;
        kept = ln_intern_add(&meaning->states, next.at, next.length, &number) &&
               ((rest && is_explained(meaning, start, number)) ||
                add_outcome(meaning, start, operation, result, number));
    }
    return kept ? LN_OK : no_memory(meaning);
}

/* A candidate as the result of that call, in the form that steps expect; false when it cannot be one. */
static bool fits(struct ln_meaning *meaning, uint32_t call, ln_value *value)
{
    struct ln_operation *o = &meaning->calls.operations.at[call];
    struct ln_error ignored;
    enum ln_spec_fault fault;
    bool fitting;
    o->result = *value;
    fitting = !ln_spec_bind_result(&meaning->spec, &meaning->calls, call, &fault, &ignored);
    *value = o->result;
    o->result = LN_VALUE_UNKNOWN;
    return fitting && !ln_same(*value, LN_VALUE_UNKNOWN);
}

/* What the spec itself would answer may be a number that nobody named. */
static enum ln_status ask_for_answer(struct ln_meaning *meaning, uint32_t state, uint32_t call, uint32_t start)
{
    const struct ln_spec *spec = &meaning->spec;
    struct ln_interned from = *ln_intern_at(&meaning->states, state);
    struct ln_invocation in = ln_invocation_of(&meaning->calls, call);
    ln_value answer;
    if (!spec->class->answer)
        return LN_OK;
    answer = spec->class->answer(spec, (struct ln_state){ from.at, from.length }, &in, &meaning->calls.values);
    if (ln_same(answer, LN_VALUE_UNKNOWN) || is_candidate(meaning, answer))
        return LN_OK;
    return ask(meaning, state, call, answer, start);
}

enum ln_status ln_meaning_of(struct ln_meaning *meaning, uint32_t state, uint32_t call, struct ln_outcomes *outcomes)
{
    const struct ln_outcomes unknown = { 0, UINT32_MAX };
    size_t at = state * meaning->program->calls.length + call;
    uint32_t start = (uint32_t)meaning->outcomes.length;
    enum ln_status status = LN_OK;
    while (meaning->memo.length <= at)
        if (!ln_vec_push(&meaning->memo, meaning->memory, unknown))
            return no_memory(meaning);
    if (meaning->memo.at[at].count == UINT32_MAX) {
        for (size_t i = 0; i < meaning->candidates.length && !status; i++) {
            ln_value value = meaning->candidates.at[i];
            if (fits(meaning, call, &value))
                status = ask(meaning, state, call, value, start);
        }
        if (!status)
            status = ask_for_answer(meaning, state, call, start);
        if (!status)
            status = ask(meaning, state, call, LN_VALUE_UNKNOWN, start);
        if (status)
            return status;
        meaning->memo.at[at] = (struct ln_outcomes){ start, (uint32_t)meaning->outcomes.length - start };
    }
    *outcomes = meaning->memo.at[at];
    return LN_OK;
}

enum ln_status ln_meaning_initial(struct ln_meaning *meaning, struct ln_outcomes *outcomes)
{
    uint32_t start = (uint32_t)meaning->outcomes.length, number;
    ln_next_clear(&meaning->next);
    meaning->spec.class->initial(&meaning->spec, &meaning->next);
    if (meaning->next.failed)
        return no_memory(meaning);
    for (size_t i = 0; i < meaning->next.states.length; i++) {
        struct ln_state state = ln_next_state(&meaning->next, i);
        if (!ln_intern_add(&meaning->states, state.at, state.length, &number) ||
            !ln_vec_push(&meaning->outcomes, meaning->memory, ((struct ln_outcome_of){ 0, number })))
            return no_memory(meaning);
    }
    *outcomes = (struct ln_outcomes){ start, (uint32_t)meaning->outcomes.length - start };
    return LN_OK;
}

/* ---- returns ---- */

/* The result as steps expect it. Methods without a result may repeat their arguments: of the operation's calls one has
 * to fit. */
static enum ln_status bind_result(struct ln_meaning *meaning, uint32_t operation, ln_value *value)
{
    const struct ln_program_operation *calls = &meaning->program->operations.at[operation];
    enum ln_status status = LN_BAD_INPUT;
    for (uint32_t c = calls->first; c < calls->first + calls->count && status == LN_BAD_INPUT; c++) {
        struct ln_operation *o = &meaning->calls.operations.at[c];
        enum ln_spec_fault fault;
        o->result = *value;
        status = ln_spec_bind_result(&meaning->spec, &meaning->calls, c, &fault, meaning->error);
        if (!status)
            *value = o->result;
        o->result = LN_VALUE_UNKNOWN;
    }
    return status;
}

enum ln_status ln_meaning_phase(struct ln_meaning *meaning, uint32_t operation, struct ln_raw raw, uint32_t *phase)
{
    const char *name = meaning->program->operations.at[operation].name;
    ln_value value;
    bool failed;
    enum ln_status status = ln_raw_value(raw, name, &meaning->calls.values, &value, &failed, meaning->error);
    *phase = LN_FAILED_PHASE;
    if (status || failed)
        return status;
    status = bind_result(meaning, operation, &value);
    if (status)
        return status;
    *phase = LN_ANY_PHASE;
    if (ln_same(value, LN_VALUE_UNKNOWN))
        return LN_OK;
    *phase = find_done(meaning, operation, value);
    if (*phase == LN_NO_PHASE && !is_candidate(meaning, value)) {
        meaning->learnt = true;
        if (!add_candidate(meaning, value))
            return no_memory(meaning);
    }
    return LN_OK;
}

bool ln_meaning_blocks(const struct ln_meaning *meaning, uint32_t state, uint32_t call)
{
    struct ln_interned from = *ln_intern_at(&meaning->states, state);
    struct ln_invocation in = ln_invocation_of(&meaning->calls, call);
    const struct ln_spec *spec = &meaning->spec;
    return spec->class->blocks && spec->class->blocks(spec, (struct ln_state){ from.at, from.length }, &in);
}
