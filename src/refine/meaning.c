#include "refine/meaning.h"

#include "refine/step_spec.h"

#include "linnet/value.h"

#include <assert.h>
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
    return ln_fail(error, LN_BAD_INPUT,
                   "operation '%s' returns what a model cannot: return integers, LINNET_BOOL, "
                   "LINNET_VOID, LINNET_EMPTY or LINNET_FAILED",
                   operation);
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
    assert(status || index == number); /* one operation per call */
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

bool ln_meaning_by_process(const struct ln_meaning *meaning)
{
    return ln_spec_object(&meaning->spec)->by_process;
}

void ln_meaning_clear(struct ln_meaning *meaning, uint32_t processes)
{
    meaning->callers = ln_meaning_by_process(meaning) ? processes : 1;
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

static bool add_outcome(struct ln_meaning *meaning, uint32_t start, uint32_t operation, ln_value result, uint32_t state)
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

/* A call in a state, by a process: what is asked about. */
struct question {
    struct ln_meaning *meaning;
    uint32_t state, call, process, start; /* `start`: where its outcomes begin */
};

static struct ln_state state_of(const struct question *q)
{
    const struct ln_interned *from = ln_intern_at(&q->meaning->states, q->state);
    return (struct ln_state){ from->at, from->length };
}

static struct ln_invocation invocation_of(const struct ln_meaning *meaning, uint32_t call, uint32_t process)
{
    struct ln_invocation in = ln_invocation_of(&meaning->calls, call);
    in.process = ln_small(process);
    return in;
}

static uint32_t operation_of(const struct question *q)
{
    return q->meaning->program->calls.at[q->call].operation;
}

/* Where the call leads with that result. LN_VALUE_UNKNOWN: only what no other result explained. */
static enum ln_status ask(const struct question *q, ln_value result)
{
    struct ln_meaning *meaning = q->meaning;
    struct ln_invocation in = invocation_of(meaning, q->call, q->process);
    bool rest = ln_same(result, LN_VALUE_UNKNOWN), kept = true;
    in.result = result;
    ln_next_clear(&meaning->next);
    meaning->spec.class->step(&meaning->spec, state_of(q), &in, &meaning->next);
    if (meaning->next.failed)
        return no_memory(meaning);
    if (meaning->next.stays && !(rest && is_explained(meaning, q->start, q->state)))
        kept = add_outcome(meaning, q->start, operation_of(q), result, q->state);
    for (size_t i = 0; i < meaning->next.states.length && kept; i++) {
        struct ln_state next = ln_next_state(&meaning->next, i);
        uint32_t number;
        kept = ln_intern_add(&meaning->states, next.at, next.length, &number) &&
               ((rest && is_explained(meaning, q->start, number)) ||
                add_outcome(meaning, q->start, operation_of(q), result, number));
    }
    return kept ? LN_OK : no_memory(meaning);
}

static bool keep_outcome(void *context, ln_value result, struct ln_state next)
{
    const struct question *q = context;
    uint32_t number;
    return ln_intern_add(&q->meaning->states, next.at, next.length, &number) &&
           add_outcome(q->meaning, q->start, operation_of(q), result, number);
}

/* Of one's own specification everything is known. */
static enum ln_status ask_own(struct question *q)
{
    struct ln_invocation in = invocation_of(q->meaning, q->call, q->process);
    return ln_step_spec_outcomes(&q->meaning->spec, state_of(q), &in, keep_outcome, q) ? LN_OK : no_memory(q->meaning);
}

/* A candidate as the result of that call, in the form that steps expect; false when it cannot be one. */
static bool fits(struct ln_meaning *meaning, uint32_t call, ln_value *value)
{
    struct ln_operation *o = &meaning->calls.operations.at[call];
    struct ln_error ignored;
    enum ln_spec_fault fault;
    bool fitting;
    assert(ln_same(o->result, LN_VALUE_UNKNOWN));
    o->result = *value;
    fitting = !ln_spec_bind_result(&meaning->spec, &meaning->calls, call, &fault, &ignored);
    *value = o->result;
    o->result = LN_VALUE_UNKNOWN;
    return fitting && !ln_same(*value, LN_VALUE_UNKNOWN);
}

/* What the spec itself would answer may be a number that nobody named. */
static enum ln_status ask_for_answer(const struct question *q)
{
    struct ln_meaning *meaning = q->meaning;
    const struct ln_spec *spec = &meaning->spec;
    struct ln_invocation in = invocation_of(meaning, q->call, q->process);
    ln_value answer;
    if (!spec->class->answer)
        return LN_OK;
    answer = spec->class->answer(spec, state_of(q), &in, &meaning->calls.values);
    if (ln_same(answer, LN_VALUE_UNKNOWN) || is_candidate(meaning, answer))
        return LN_OK;
    return ask(q, answer);
}

static enum ln_status ask_all(const struct question *q)
{
    struct ln_meaning *meaning = q->meaning;
    enum ln_status status = LN_OK;
    for (size_t i = 0; i < meaning->candidates.length && !status; i++) {
        ln_value value = meaning->candidates.at[i];
        if (fits(meaning, q->call, &value))
            status = ask(q, value);
    }
    if (!status)
        status = ask_for_answer(q);
    return status ? status : ask(q, LN_VALUE_UNKNOWN);
}

enum ln_status ln_meaning_of(struct ln_meaning *meaning, uint32_t state, uint32_t call, uint32_t process,
                             struct ln_outcomes *outcomes)
{
    const struct ln_outcomes unknown = { 0, UINT32_MAX };
    size_t at = (state * meaning->program->calls.length + call) * meaning->callers + process % meaning->callers;
    struct question q = { meaning, state, call, process, (uint32_t)meaning->outcomes.length };
    assert(meaning->callers && call < meaning->program->calls.length);
    while (meaning->memo.length <= at)
        if (!ln_vec_push(&meaning->memo, meaning->memory, unknown))
            return no_memory(meaning);
    if (meaning->memo.at[at].count == UINT32_MAX) {
        enum ln_status status = ln_step_spec_is_of(&meaning->spec) ? ask_own(&q) : ask_all(&q);
        if (status)
            return status;
        meaning->memo.at[at] = (struct ln_outcomes){ q.start, (uint32_t)meaning->outcomes.length - q.start };
    }
    *outcomes = meaning->memo.at[at];
    assert((size_t)outcomes->start + outcomes->count <= meaning->outcomes.length);
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

/* Is it known of every state whether it allows that result, though it was not asked about? One's own specification has
 * told everything. Specs of the registry choose among what calls name, and that was asked about; of other results they
 * have one in each state, and have given it. */
static bool is_certain(const struct ln_meaning *meaning, uint32_t phase)
{
    return ln_step_spec_is_of(&meaning->spec) || phase != LN_NO_PHASE;
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
    if (!is_certain(meaning, *phase) && !is_candidate(meaning, value)) {
        meaning->learnt = true;
        if (!add_candidate(meaning, value))
            return no_memory(meaning);
    }
    return LN_OK;
}

bool ln_meaning_blocks(const struct ln_meaning *meaning, uint32_t state, uint32_t call, uint32_t process)
{
    struct ln_interned from = *ln_intern_at(&meaning->states, state);
    struct ln_invocation in = invocation_of(meaning, call, process);
    const struct ln_spec *spec = &meaning->spec;
    return spec->class->blocks && spec->class->blocks(spec, (struct ln_state){ from.at, from.length }, &in);
}
