#include "inquiry/code/model_scene.h"

#include "inquiry/judge.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* ---- the history ---- */

static enum ln_status add_call(struct ln_model_scene *s, const struct ln_scene_row *row, uint32_t *index,
                               struct ln_error *error)
{
    const struct ln_program *program = &s->modelling->program;
    const struct ln_call_tuple *tuple = &program->calls.at[row->call];
    const struct ln_program_operation *operation = &program->operations.at[tuple->operation];
    struct ln_values *values = &s->history.values;
    ln_value args[4] = { { 0 } };
    struct ln_call_text text = {
        .process = ln_small(row->process), .key = LN_VALUE_NONE, .args = args, .arity = operation->arity
    };
    enum ln_spec_fault fault;
    enum ln_status status = ln_values_string(values, operation->name, strlen(operation->name), &text.f);
    assert(row->call < program->calls.length && operation->arity <= sizeof args / sizeof *args);
    for (uint32_t i = 0; i < operation->arity && !status; i++)
        status = ln_values_int(values, tuple->args[i], &args[i]);
    if (!status)
        status = ln_history_call(&s->history, &text, index, error);
    return status ? status : ln_spec_bind_call(&s->spec, &s->history, *index, &fault, error);
}

static enum ln_status add_return(struct ln_model_scene *s, const struct ln_scene_row *row, uint32_t *index,
                                 struct ln_error *error)
{
    const struct ln_program *program = &s->modelling->program;
    const char *name = program->operations.at[program->calls.at[row->call].operation].name;
    enum ln_spec_fault fault;
    ln_value value;
    bool failed;
    enum ln_status status = ln_raw_value(row->value, name, &s->history.values, &value, &failed, error);
    if (!status)
        status = ln_history_return(&s->history, ln_small(row->process), failed ? LN_FAILED : LN_COMPLETED, value, index,
                                   error);
    if (!status && !failed)
        status = ln_spec_bind_result(&s->spec, &s->history, *index, &fault, error);
    return status;
}

/* ---- rows ---- */

/* Without the folder: there are not that many files. NULL: there is none. */
static const char *write_place(const struct ln_modelling *m, struct ln_place place, struct ln_str *text)
{
    const char *slash;
    if (!place.line)
        return NULL;
    ln_place_write(&m->program, place, false, text);
    slash = strrchr(ln_str_borrow(text), '/');
    return slash ? slash + 1 : ln_str_borrow(text);
}

static bool add_row(struct ln_model_scene *s, const struct ln_scene_row *from, uint32_t operation,
                    struct ln_finding *finding)
{
    static const enum ln_row_kind kinds[] = { [LN_SCENE_CALL] = LN_ROW_CALL,
                                              [LN_SCENE_RETURN] = LN_ROW_RETURN,
                                              [LN_SCENE_STEP] = LN_ROW_STEP,
                                              [LN_SCENE_WAITS] = LN_ROW_BLOCKED,
                                              [LN_SCENE_FAULT] = LN_ROW_FAULT };
    struct ln_row row = {
        .thread = from->process, .kind = kinds[from->kind], .text = from->text, .preempts = from->preempts
    };
    struct ln_str place, text;
    bool added;
    ln_str_init(&place, finding->memory);
    ln_str_init(&text, finding->memory);
    row.place = write_place(s->modelling, from->place, &place);
    if (from->kind == LN_SCENE_CALL)
        ln_history_write_call(&s->history, operation, &text);
    else if (from->kind == LN_SCENE_RETURN)
        ln_history_write_operation(&s->history, operation, &text);
    if (text.length)
        row.text = ln_str_borrow(&text);
    s->preemptions += row.preempts;
    added = !place.failed && !text.failed && ln_finding_row(finding, &row);
    ln_str_fini(&place);
    ln_str_fini(&text);
    return added;
}

static enum ln_status tell_rows(struct ln_model_scene *s, struct ln_finding *finding, struct ln_error *error)
{
    enum ln_status status = LN_OK;
    for (size_t i = 0; i < s->scene.rows.length && !status; i++) {
        const struct ln_scene_row *row = &s->scene.rows.at[i];
        uint32_t operation = 0;
        if (row->kind == LN_SCENE_CALL)
            status = add_call(s, row, &operation, error);
        else if (row->kind == LN_SCENE_RETURN)
            status = add_return(s, row, &operation, error);
        if (!status && !add_row(s, row, operation, finding))
            status = LN_NO_MEMORY;
    }
    return status;
}

static bool name_processes(const struct ln_modelling *m, struct ln_finding *finding)
{
    bool good = true;
    for (uint32_t p = 0; p < m->options.code.processes && good; p++) {
        char name[32];
        snprintf(name, sizeof name, "process %u", p);
        good = ln_finding_thread(finding, name);
    }
    return good;
}

/* ---- the verdict on the history ---- */

static enum ln_status judge(struct ln_model_scene *s, struct ln_error *error)
{
    struct ln_modelling *m = s->modelling;
    enum ln_flaw flaw = m->refinement.flaw;
    struct ln_check_options how = { .jobs = 1 };
    struct ln_budget budget;
    uint32_t line;
    enum ln_status status;
    assert(flaw != LN_FLAW_NONE);
    s->history.stuck = flaw == LN_FLAW_DEADLOCK || flaw == LN_FLAW_LIVELOCK;
    status = ln_history_seal(&s->history, &line, error);
    if (status || flaw == LN_FLAW_FAULT || flaw == LN_FLAW_LOOP)
        return status;
    s->judged = (struct ln_judged){
        .id = m->test, .history = &s->history, .spec = &s->spec, .source = { .spec = m->chosen.own ? m->spec : NULL }
    };
    ln_budget_init(&budget, &m->memory, 0, m->budget.interrupt);
    status = ln_judge(&s->judged, &how, &budget, &s->outcome, &s->core, error);
    if (!status && s->outcome.verdict == LN_HOLDS)
        status = ln_fail(error, LN_INTERNAL, "%s: what was found does not stand when it is judged again", m->test);
    return status;
}

enum ln_status ln_model_scene_init(struct ln_model_scene *s, struct ln_modelling *m, struct ln_finding *finding,
                                   struct ln_error *error)
{
    enum ln_status status;
    *s = (struct ln_model_scene){ .modelling = m };
    ln_outcome_init(&s->outcome, &m->memory);
    ln_core_init(&s->core, &m->memory);
    s->scene.memory = &m->memory;
    ln_arena_init(&s->scene.arena, &m->memory);
    status = ln_history_init(&s->history, &m->memory);
    if (!status)
        status = ln_refinement_path(&m->refinement, &s->decisions);
    if (!status)
        status = ln_scene_init(&s->scene, &m->refinement, &s->decisions);
    if (status == LN_INTERNAL)
        return ln_fail(error, status, "%s: what was found does not come about again", m->test);
    if (!status)
        status = ln_chosen_spec_parse(&m->chosen, &s->history.values, &s->spec, error);
    if (!status)
        status = name_processes(m, finding) ? tell_rows(s, finding, error) : LN_NO_MEMORY;
    return status ? status : judge(s, error);
}

void ln_model_scene_fini(struct ln_model_scene *s)
{
    struct ln_memory *memory = &s->modelling->memory;
    ln_history_fini(&s->history);
    ln_scene_fini(&s->scene);
    ln_core_fini(&s->core);
    ln_outcome_fini(&s->outcome);
    ln_vec_fini(&s->decisions, memory);
}
