/* Watching piece by piece: monitor/piecewise.h. Pieces are copies of what happened, with a table of values of their own:
 * the history that it happened in forgets. */
#include "monitor/piecewise.h"
#include "monitor/way.h"

struct pieces {
    struct ln_memory *memory;
    struct ln_budget *budget; /* of everything, unless each piece has its own */
    double timeout;
    size_t worth; /* operations that make a piece worth judging */
    struct ln_piecewise *states;
    struct ln_history piece;
    bool building; /* there is a piece; violated: it is kept */
    LN_VEC(ln_value) args;
};

/* ---- pieces ---- */

static enum ln_status begin_piece(struct pieces *p)
{
    enum ln_status status = ln_history_init(&p->piece, p->memory);
    assert(!p->building);
    if (status)
        return status;
    ln_piecewise_swap_values(p->states, &p->piece);
    p->building = true;
    return LN_OK;
}

static void end_piece(struct pieces *p)
{
    if (!p->building)
        return;
    ln_piecewise_swap_values(p->states, &p->piece);
    ln_history_fini(&p->piece);
    p->building = false;
}

static void give_up(struct ln_monitor_way *way, enum ln_reason reason, const char *why)
{
    end_piece(way->self);
    ln_way_give_up(way, reason, why);
}

/* It was judged. */
static void settle(struct ln_monitor_way *way, enum ln_verdict verdict, enum ln_reason reason)
{
    static const char *const why[] = { [LN_REASON_TIME] = "there was no time left for a piece",
                                       [LN_REASON_MEMORY] = "there was no memory left for a piece",
                                       [LN_REASON_INTERRUPTED] = "it was interrupted",
                                       [LN_REASON_BOUND] = "the object may be in too many states" };
    struct pieces *p = way->self;
    switch (verdict) {
    case LN_HOLDS:
        way->pieces++;
        way->judged += p->piece.operations.length;
        way->looked_at += ln_history_judged(&p->piece);
        end_piece(p);
        break;
    case LN_VIOLATED: ln_way_accuse(way, NULL); break;
    case LN_UNKNOWN:
        assert(reason < sizeof why / sizeof *why && why[reason]);
        give_up(way, reason, why[reason]);
        break;
    }
}

/* `quiet`: all of it returned. Else what did not never does. */
static enum ln_status judge(struct ln_monitor_way *way, bool quiet)
{
    struct pieces *p = way->self;
    struct ln_budget own, *budget = p->timeout > 0 ? &own : p->budget;
    struct ln_error error;
    enum ln_verdict verdict = LN_UNKNOWN;
    uint32_t line;
    enum ln_status status = ln_history_seal(&p->piece, &line, &error);
    ln_budget_init(&own, p->memory, p->timeout, p->budget->interrupt);
    if (!status)
        status = (quiet ? ln_piecewise_step : ln_piecewise_end)(p->states, &p->piece, budget, &verdict);
    if (!status)
        settle(way, verdict, ln_budget_why(budget) ? ln_reason_of(ln_budget_why(budget)) : LN_REASON_BOUND);
    return status;
}

/* ---- events ---- */

static enum ln_status copy(struct pieces *p, const struct ln_history *history, ln_value *value)
{
    return ln_value_copy(&history->values, *value, &p->piece.values, value);
}

/* A bound operation has as many arguments as its method may have (spec/bind.c). */
static enum ln_status copy_args(struct pieces *p, const struct ln_history *history, const struct ln_operation *o)
{
    size_t most = ln_spec_object(ln_piecewise_spec(p->states))->methods[o->method].most;
    enum ln_status status = LN_OK;
    if (!ln_vec_reserve(&p->args, p->memory, most > o->arity ? most : o->arity))
        return LN_NO_MEMORY;
    for (p->args.length = 0; p->args.length < o->arity && !status; p->args.length++) {
        ln_value *arg = &p->args.at[p->args.length];
        *arg = history->args.at[o->args + p->args.length];
        status = copy(p, history, arg);
    }
    while (p->args.length < most)
        p->args.at[p->args.length++] = LN_VALUE_NONE;
    return status;
}

static enum ln_status called(struct pieces *p, const struct ln_history *history, const struct ln_operation *o)
{
    struct ln_call_text call = {
        .process = history->processes.at[o->process], .f = o->f, .key = o->key, .line = o->line
    };
    enum ln_status status = p->building ? LN_OK : begin_piece(p);
    uint32_t operation;
    if (!status)
        status = copy_args(p, history, o);
    call.args = p->args.at;
    call.arity = p->args.length;
    if (!status)
        status = copy(p, history, &call.process);
    if (!status)
        status = copy(p, history, &call.f);
    if (!status)
        status = copy(p, history, &call.key);
    if (!status)
        status = ln_history_call(&p->piece, &call, &operation, NULL);
    if (status)
        return status;
    p->piece.operations.at[operation].method = o->method;
    p->piece.operations.at[operation].arity = o->arity;
    return LN_OK;
}

static enum ln_status ended(struct pieces *p, const struct ln_history *history, const struct ln_operation *o,
                            enum ln_fate fate)
{
    ln_value process = history->processes.at[o->process], result = o->result;
    enum ln_status status = copy(p, history, &process);
    uint32_t operation;
    if (fate == LN_FAILED)
        result = LN_VALUE_UNKNOWN;
    if (!status)
        status = copy(p, history, &result);
    return status ? status : ln_history_return(&p->piece, process, fate, result, &operation, NULL);
}

static enum ln_status take(struct ln_monitor_way *way, const struct ln_monitor_event *event)
{
    struct pieces *p = way->self;
    const struct ln_operation *o = event->history ? &event->history->operations.at[event->operation] : NULL;
    enum ln_status status = LN_OK;
    switch (event->moment) {
    case LN_MOMENT_CALL:
        if (event->touches)
            give_up(way, LN_REASON_METHOD, "two operations of one process touch; see `linnet check`");
        else
            status = called(p, event->history, o);
        break;
    case LN_MOMENT_RETURN: status = ended(p, event->history, o, LN_COMPLETED); break;
    case LN_MOMENT_FAIL: status = ended(p, event->history, o, LN_FAILED); break;
    case LN_MOMENT_END: return p->building ? judge(way, event->quiet) : LN_OK;
    }
    return status || !event->quiet || p->piece.operations.length < p->worth ? status : judge(way, true);
}

/* ---- beginning, end, telling ---- */

static void end(struct ln_monitor_way *way)
{
    struct pieces *p = way->self;
    end_piece(p);
    ln_piecewise_free(p->states);
    ln_vec_fini(&p->args, p->memory);
    ln_give(p->memory, p, sizeof *p);
}

static enum ln_status begin(struct ln_monitor_way *way, const struct ln_monitor_setting *setting)
{
    struct pieces *p = way->self = ln_take_zeroed(setting->memory, sizeof *p);
    struct ln_spec spec = *setting->written;
    enum ln_status status;
    assert(setting->options->budget);
    if (!p)
        return LN_NO_MEMORY;
    p->memory = setting->memory;
    p->budget = setting->options->budget;
    p->timeout = setting->options->piece_timeout;
    p->worth = setting->options->piece;
    status = ln_piecewise_new(&p->states, setting->options->judge, setting->memory);
    if (!status)
        status = ln_value_copy(setting->values, spec.value, ln_piecewise_values(p->states), &spec.value);
    if (!status)
        ln_piecewise_begin(p->states, &spec);
    return status;
}

static void statistics(const struct ln_monitor_way *way, struct ln_str *out)
{
    const struct pieces *p = way->self;
    ln_str_format(out, ", pieces: %llu, operations in the one that has begun: %zu\n", (unsigned long long)way->pieces,
                  p->building ? p->piece.operations.length : 0);
}

bool ln_way_piece(struct ln_monitor_way *way, const struct ln_history **piece, const struct ln_spec **spec)
{
    struct pieces *p = way->self;
    struct ln_error error;
    uint32_t line;
    if (!p || !p->building || (!p->piece.sealed && ln_history_seal(&p->piece, &line, &error)))
        return false;
    *piece = &p->piece;
    *spec = ln_piecewise_spec(p->states);
    return true;
}

const struct ln_monitor_way_class ln_way_pieces = {
    .method = LN_METHOD_PIECEWISE,
    .decides = true,
    .begin = begin,
    .take = take,
    .free = end,
    .statistics = statistics,
};
