#include "inquiry/watch_violation.h"

#include "inquiry/judge.h"
#include "report/explain.h"
#include "report/letters.h"

#include <assert.h>

/* What a violation is shown in, and its core there. */
struct shown {
    struct ln_judged judged;
    struct ln_outcome outcome;
    struct ln_core core;
    bool is_piece; /* it begins in other states than the object */
};

/* ---- what it is shown in ---- */

/* The stream, if all of it is still there; else the violated piece. The first piece is all that came. */
static bool choose_history(const struct ln_watch_subject *subject, struct ln_monitor *monitor,
                           const struct ln_history *history, struct shown *shown)
{
    struct ln_judged *judged = &shown->judged;
    if (subject->whole) {
        judged->history = history;
        judged->spec = subject->whole;
        return true;
    }
    if (!ln_monitor_piece(monitor, &judged->history, &judged->spec))
        return false;
    shown->is_piece = ln_monitor_state(monitor).pieces > 0;
    if (!shown->is_piece)
        judged->spec = judged->spec->inner;
    return true;
}

/* False when there is no core to be found, or no time for it. */
static bool find_core(struct shown *shown, const struct ln_monitor_options *how)
{
    const double seconds = 10;
    struct ln_memory *memory = shown->outcome.memory;
    struct ln_budget budget;
    struct ln_error error;
    ln_budget_init(&budget, memory, seconds, how->budget->interrupt);
    return !ln_judge(&shown->judged, &(struct ln_check_options){ .jobs = 1 }, &budget, &shown->outcome, &shown->core,
                     &error) &&
           shown->judged.core;
}

/* ---- a piece ---- */

/* The operations of a piece of which none can be left out; not all of them when they are many. */
static void write_core(const struct ln_history *piece, const struct ln_core *core, struct ln_str *out)
{
    enum { MANY = 8 };
    size_t count = core->ops.length, named = count <= MANY ? count : MANY;
    ln_str_text(out, "No state that the object may have been in before allows ");
    for (size_t i = 0; i < named; i++) {
        ln_str_text(out, i == 0 ? "" : i + 1 == count ? " and " : ", ");
        ln_explain_operation(piece, core->ops.at[i].operation, out);
    }
    if (named < count)
        ln_str_format(out, " and %zu more", count - named);
    ln_str_text(out, ". ");
}

/* The states that it may have been in; of long ones the beginning. */
static void say_states(const struct ln_judged *judged, struct ln_facts *facts, struct ln_str *out)
{
    enum { WIDEST_OF_ALL = 1000, WIDEST = 60 };
    const struct ln_spec *spec = judged->spec;
    struct ln_next states;
    struct ln_str text, fitting;
    ln_str_init(&text, facts->texts.memory);
    ln_str_init(&fitting, facts->texts.memory);
    ln_next_init(&states, facts->texts.memory);
    spec->class->initial(spec, &states);
    ln_facts_list(facts, "states");
    for (size_t i = 0; i < states.states.length; i++) {
        ln_str_clear(&text);
        ln_str_clear(&fitting);
        spec->class->write_state(spec, &judged->history->values, ln_next_state(&states, i), &text);
        ln_letters_write(&fitting, ln_str_borrow(&text), text.length, WIDEST_OF_ALL, "...");
        ln_facts_bytes(facts, NULL, ln_str_borrow(&fitting), fitting.length);
    }
    ln_facts_end(facts);
    if (states.states.length == 1)
        ln_str_text(out, "It was in the state `");
    else
        ln_str_format(out, "It may have been in %zu states, the last of which is `", states.states.length);
    ln_letters_write(out, ln_str_borrow(&text), text.length, WIDEST, "...");
    ln_str_text(out, "`.");
    facts->texts.failed |= states.failed || text.failed || fitting.failed;
    ln_next_fini(&states);
    ln_str_fini(&fitting);
    ln_str_fini(&text);
}

/* Why an operation cannot be is told by the states before: the words for whole histories know nothing of those. */
static void tell_piece(const struct ln_judged *judged, struct ln_str *explanation, struct ln_finding *finding)
{
    enum { MOST_DRAWN = 40 };
    const struct ln_core *core = judged->core;
    size_t drawn = core->ops.length <= MOST_DRAWN ? core->ops.length : 0;
    finding->history = judged->history;
    finding->is_piece = true;
    for (size_t i = 0; i < drawn; i++) {
        struct ln_scene_op op = { .operation = core->ops.at[i].operation,
                                  .marked = true,
                                  .optional = core->ops.at[i].optional };
        finding->answer.failed |= !ln_vec_push(&finding->scene, finding->memory, op);
    }
    ln_str_text(&finding->words.picture, drawn ? "\n" : "");
    ln_str_text(&finding->words.why, drawn ? "\n" : "");
    write_core(judged->history, core, explanation);
    say_states(judged, &finding->evidence, explanation);
    ln_str_format(&finding->words.why, "  %s\n", ln_str_borrow(explanation));
}

/* ---- words and evidence ---- */

/* Is the operation that showed it still there? */
static bool is_known(const struct ln_watch_subject *subject, const struct ln_history *history)
{
    return subject->shown_by != LN_NO_OP && subject->shown_by < history->operations.length;
}

static void write_event(const struct ln_watch_subject *subject, const struct ln_history *history,
                        const struct ln_monitor_state *state, struct ln_str *out)
{
    if (state->pattern)
        ln_str_format(out, "  %s", state->pattern);
    else
        ln_str_format(out, "  piece %llu", (unsigned long long)state->pieces + 1);
    ln_str_format(out, ": event %llu", (unsigned long long)state->events);
    if (is_known(subject, history)) {
        ln_str_text(out, ", the return of ");
        ln_explain_operation(history, subject->shown_by, out);
    }
    ln_str_char(out, '\n');
}

static void say_evidence(const struct ln_watch_subject *subject, const struct ln_history *history,
                         const struct ln_monitor_state *state, const struct ln_str *explanation, struct ln_facts *facts)
{
    struct ln_str text;
    ln_str_init(&text, facts->texts.memory);
    if (state->pattern)
        ln_facts_text(facts, "pattern", state->pattern);
    else
        ln_facts_number(facts, "piece", state->pieces + 1);
    ln_facts_number(facts, "event", state->events);
    if (is_known(subject, history))
        ln_history_write_operation(history, subject->shown_by, &text);
    if (text.length)
        ln_facts_bytes(facts, "operation", ln_str_borrow(&text), text.length);
    if (explanation->length)
        ln_facts_bytes(facts, "explanation", ln_str_borrow(explanation), explanation->length);
    ln_str_fini(&text);
}

/* What is neither in its history nor in its piece, and what can be done about that. */
static void say_forgotten(const struct ln_watch_subject *subject, uint64_t operations, struct ln_finding *finding)
{
    uint64_t forgotten = operations - (finding->history ? finding->history->operations.length : 0);
    if (subject->whole || !forgotten)
        return;
    ln_facts_number(&finding->coverage, "forgotten", forgotten);
    ln_str_format(&finding->words.why,
                  "  %llu operation%s forgotten when this was found; give `linnet check` a recording of the stream to "
                  "see more.\n",
                  (unsigned long long)forgotten, forgotten == 1 ? " was" : "s were");
}

/* ---- all of it ---- */

static void tell(const struct ln_watch_subject *subject, const struct ln_judged *judged, bool is_piece,
                 struct ln_str *explanation, struct ln_finding *finding)
{
    if (is_piece)
        tell_piece(judged, explanation, finding);
    else if (!explanation->length)
        ln_explain(judged, explanation);
    if (!subject->own)
        ln_spec_write(judged->spec, &judged->history->values, &finding->spec);
    ln_report_core(judged, &finding->evidence);
}

void ln_watch_violation(const struct ln_watch_subject *subject, struct ln_monitor *monitor,
                        const struct ln_monitor_options *how, const struct ln_history *history,
                        struct ln_finding *finding)
{
    struct ln_monitor_state state = ln_monitor_state(monitor);
    struct shown shown = { .judged = { .id = ln_str_borrow(&finding->id) } };
    struct ln_str explanation;
    bool is_shown, is_whole;
    assert(state.over && state.verdict == LN_VIOLATED);
    finding->failure = "not linearizable";
    ln_outcome_init(&shown.outcome, finding->memory);
    ln_core_init(&shown.core, finding->memory);
    ln_str_init(&explanation, finding->memory);
    is_shown = choose_history(subject, monitor, history, &shown) && find_core(&shown, how);
    is_whole = is_shown && !shown.is_piece;
    if (is_whole)
        ln_report_words(&shown.judged, false, finding);
    ln_monitor_explain(monitor, &explanation);
    /* The words are then about the pattern that shows it in the whole history, which need not be the one that came first. */
    if (is_whole && !explanation.length && state.pattern && shown.outcome.pattern)
        state.pattern = shown.outcome.pattern;
    write_event(subject, history, &state, &finding->words.about);
    ln_str_add(&finding->words.about, ln_str_borrow(&explanation), explanation.length);
    if (is_shown)
        tell(subject, &shown.judged, shown.is_piece, &explanation, finding);
    say_evidence(subject, history, &state, &explanation, &finding->evidence);
    say_forgotten(subject, state.operations, finding);
    ln_str_fini(&explanation);
    ln_core_fini(&shown.core);
    ln_outcome_fini(&shown.outcome);
}
