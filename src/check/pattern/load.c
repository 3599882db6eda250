/* From events to members: one pass, one lookup of a value per operation. */
#include "check/pattern/collection_act.h"
#include "check/pattern/run.h"

#include <assert.h>

static void begin(struct ln_run *run, const struct ln_problem *problem)
{
    run->history = problem->history;
    run->spec = problem->spec;
    run->horizon = (uint32_t)problem->event_count;
    run->events = problem->events;
    run->members.length = run->looks.length = run->absences.length = run->takings.length = 0;
    run->accused.length = run->accused_absences.length = run->order.length = run->tokens.length = 0;
    run->accused_operation = LN_NO_OP;
    run->accused_few = 0;
    run->declined = run->pattern = NULL;
}

/* Cells are never emptied: nothing of theirs is removed. */
static struct ln_run_member fresh_member(const struct ln_run *run, uint32_t operation, uint32_t call)
{
    bool cell = run->spec->class->discipline == LN_DISCIPLINE_CELL;
    return (struct ln_run_member){
        .insert = operation,
        .removal = LN_NO_OP,
        .insert_call = call,
        .last_call = call,
        .remove_call = cell ? 0 : run->horizon,
        .remove_return = run->horizon + 1,
        .first_return = run->horizon + 1,
    };
}

static enum ln_status add_member(struct ln_run *run, ln_value value, uint32_t operation, uint32_t call)
{
    bool fresh;
    uint32_t id = ln_value_ids_add(&run->ids, value, &fresh);
    if (!fresh) {
        run->declined = "a value is inserted twice";
        return LN_OK;
    }
    if (operation != LN_NO_OP)
        run->noted.at[operation] = id;
    return ln_vec_push(&run->members, run->memory, fresh_member(run, operation, call)) ? LN_OK : LN_NO_MEMORY;
}

static enum ln_status called(struct ln_run *run, uint32_t place, uint32_t operation)
{
    const struct ln_operation *o = &run->history->operations.at[operation];
    uint8_t role = run->spec->class->roles[o->method];
    struct ln_taking taking = { place, operation };
    struct ln_act deed;
    assert(o->method < run->spec->class->method_count);
    run->noted.at[operation] = place;
    /* What it found or took is known when it returns; it put in nothing. */
    if (o->fate == LN_COMPLETED && (role == LN_ROLE_REMOVE || role == LN_ROLE_LOOK) && !run->spec->class->keyed)
        return LN_OK;
    deed = ln_act_of(run->spec, run->history, operation);
    if (run->spec->class->keyed && !ln_same(o->key, run->history->operations.at[run->accused_operation].key))
        run->declined = "it is about several keys";
    if (deed.kind == LN_ACT_UNFIT)
        run->declined = deed.why;
    if (deed.kind == LN_ACT_INSERT)
        return add_member(run, deed.value, operation, place);
    if (deed.kind == LN_ACT_TAKE)
        return ln_vec_push(&run->takings, run->memory, taking) ? LN_OK : LN_NO_MEMORY;
    return LN_OK;
}

static void saw(struct ln_run_member *member, uint32_t call, uint32_t ret)
{
    if (ret < member->first_return)
        member->first_return = ret;
    if (call > member->last_call)
        member->last_call = call;
}

/* A completed operation found or took the value. If no insertion of it was called by now, nothing that comes later can
 * explain it. */
static enum ln_status found(struct ln_run *run, const struct ln_act *deed, uint32_t place, uint32_t operation)
{
    uint32_t id = ln_value_ids_find(&run->ids, deed->value), call = run->noted.at[operation];
    struct ln_sighting look = { id, call, place, operation };
    struct ln_run_member *member = id == LN_NO_OP ? NULL : &run->members.at[id];
    assert(id == LN_NO_OP || id < run->members.length);
    if (!member) {
        run->pattern = "BP1";
        run->accused_operation = operation;
        return LN_OK;
    }
    if (deed->kind == LN_ACT_LOOK) {
        saw(member, call, place);
        member->looks++;
        return ln_vec_push(&run->looks, run->memory, look) ? LN_OK : LN_NO_MEMORY;
    }
    if (member->removal != LN_NO_OP) {
        run->accused_operation = operation;
        return ln_run_accuse(run, "BP1'", id, LN_NO_OP);
    }
    member->removal = operation;
    assert(call < place);
    member->remove_call = call;
    run->noted.at[operation] = id;
    member->remove_return = place;
    if (place < member->first_return)
        member->first_return = place;
    return LN_OK;
}

/* What was an insertion when it was called. */
static bool is_insertion(const struct ln_run *run, uint32_t operation)
{
    uint32_t noted = run->noted.at[operation];
    return noted < run->members.length && run->members.at[noted].insert == operation;
}

static enum ln_status returned(struct ln_run *run, uint32_t place, uint32_t operation)
{
    struct ln_sighting absence = { LN_NO_OP, run->noted.at[operation], place, operation };
    struct ln_act deed;
    assert(run->history->operations.at[operation].fate == LN_COMPLETED);
    if (is_insertion(run, operation)) {
        saw(&run->members.at[absence.call], run->members.at[absence.call].insert_call, place);
        return LN_OK;
    }
    deed = ln_act_of(run->spec, run->history, operation);
    switch (deed.kind) {
    case LN_ACT_REMOVE:
    case LN_ACT_LOOK: return found(run, &deed, place, operation);
    case LN_ACT_ABSENT: return ln_vec_push(&run->absences, run->memory, absence) ? LN_OK : LN_NO_MEMORY;
    case LN_ACT_IMPOSSIBLE:
        run->pattern = "BP0";
        run->accused_operation = operation;
        break;
    case LN_ACT_UNFIT: run->declined = deed.why; break;
    case LN_ACT_INSERT:
    case LN_ACT_TAKE:
    case LN_ACT_NOTHING: break;
    }
    return LN_OK;
}

/* What is known only when all events were seen. */
static enum ln_status finish(struct ln_run *run)
{
    bool set = run->spec->class->discipline == LN_DISCIPLINE_SET;
    assert(run->members.length == run->ids.count);
    for (size_t i = 0; set && i < run->absences.length; i++) {
        const struct ln_operation *o = &run->history->operations.at[run->absences.at[i].operation];
        run->absences.at[i].value = ln_value_ids_find(&run->ids, run->history->args.at[o->args]);
    }
    if (run->spec->count && run->members.length > run->spec->count)
        run->declined = "the object may be full";
    for (uint32_t v = 0; v < run->members.length && !run->declined; v++)
        if (run->members.at[v].last_call > run->members.at[v].remove_return)
            return ln_run_accuse(run, "BP1", v, LN_NO_OP);
    return LN_OK;
}

/* What values will go in. */
static enum ln_status survey(struct ln_run *run, const struct ln_problem *problem)
{
    const struct ln_history *history = problem->history;
    const uint8_t *roles = problem->spec->class->roles;
    bool cell = problem->spec->class->discipline == LN_DISCIPLINE_CELL;
    struct ln_value_survey survey = ln_value_survey();
    if (cell)
        ln_value_survey_add(&survey, problem->spec->value);
    for (size_t e = 0; e < problem->event_count; e++) {
        const struct ln_operation *o = &history->operations.at[ln_event_operation(problem->events[e])];
        if (!ln_event_is_return(problem->events[e]) && roles[o->method] == LN_ROLE_INSERT)
            ln_value_survey_add(&survey, history->args.at[o->args]);
    }
    run->members.length = 0;
    return ln_value_ids_clear(&run->ids, &survey) && ln_vec_reserve(&run->members, run->memory, survey.count) &&
                   ln_vec_reserve(&run->noted, run->memory, history->operations.length)
               ? LN_OK
               : LN_NO_MEMORY;
}

static enum ln_status load_events(struct ln_run *run, const struct ln_problem *problem)
{
    const uint32_t *events = problem->events;
    enum ln_status status = LN_OK;
    assert(problem->event_count);
    if (problem->spec->class->discipline == LN_DISCIPLINE_CELL)
        status = add_member(run, problem->spec->value, LN_NO_OP, 0);
    run->accused_operation = ln_event_operation(events[0]); /* for a moment: whose key all operations must have */
    for (uint32_t e = 0; e < problem->event_count && !status && !run->pattern && !run->declined; e++) {
        uint32_t operation = ln_event_operation(events[e]);
        status = ln_event_is_return(events[e]) ? returned(run, e, operation) : called(run, e, operation);
        if (!status && e % 64 == 0)
            status = ln_run_pay(run, 256);
    }
    if (!run->pattern)
        run->accused_operation = LN_NO_OP;
    return status;
}

enum ln_status ln_run_load(struct ln_run *run, const struct ln_problem *problem)
{
    enum { SMALL = 1 << 16 };
    enum ln_status status;
    begin(run, problem);
    if (!problem->spec->class->roles || problem->spec->inner)
        run->declined = "no pattern is known for this object";
    else if (problem->stuck != LN_NO_OP || problem->history->stuck)
        run->declined = "the history is stuck";
    else if (problem->event_count > UINT32_MAX / 4) /* places are doubled here and there */
        run->declined = "the history is too long";
    if (run->declined || !problem->event_count)
        return LN_OK;
    status = survey(run, problem);
    if (!status)
        status = load_events(run, problem);
    if (!status && !run->pattern && !run->declined)
        status = finish(run);
    if (run->ids.table.room + run->ids.direct.room > SMALL) /* a large table is not kept for the next problem */
        ln_value_ids_fini(&run->ids);
    return status;
}
