#include "cli/model_tell.h"

#include "cli/exit.h"
#include "cli/model_coverage.h"
#include "cli/model_scene.h"
#include "cli/say.h"
#include "cli/terminal.h"
#include "report/timeline.h"

#include <stdio.h>
#include <string.h>

typedef unsigned long long number;

const char *const model_reductions[] = { "none", "symmetry", "partial-order", "both" };

static const char *plural(uint64_t count)
{
    return count == 1 ? "" : "s";
}

/* ---- bounds: part of every verdict ---- */

static bool has_pool(const struct ln_program *program)
{
    for (size_t p = 0; p < program->pools.length; p++)
        if (program->pools.at[p].grows)
            return true;
    return false;
}

static bool may_be_null(const struct ln_program *program)
{
    for (size_t i = 0; i < program->code.length; i++)
        if (program->code.at[i].code == LN_ALLOC && program->code.at[i].may_be_null)
            return true;
    return false;
}

/* Why processes cannot change places, though they were asked to; or NULL. */
static const char *no_symmetry(const struct modelling *m)
{
    if (!(m->reduction & LN_REDUCE_SYMMETRY) || m->refinement.symmetry.any || m->processes == 1)
        return NULL;
    return m->program.identity ? "an operation is told the number of its process"
           : ln_meaning_by_process(&m->meaning) ? "the specification is told the number of the process"
                                                : "no two processes may call the same";
}

static void write_reduction(const struct modelling *m, struct ln_str *out)
{
    bool symmetry = m->reduction & LN_REDUCE_SYMMETRY && (m->refinement.symmetry.any || m->refinement.heap.any);
    bool order = m->reduction & LN_REDUCE_PARTIAL_ORDER;
    if (symmetry || order)
        ln_str_format(out, "  States are looked at up to %s%s%s.\n", symmetry ? "symmetry" : "",
                      symmetry && order ? " and " : "", order ? "partial order" : "");
    if (no_symmetry(m))
        ln_str_format(out, "  No symmetry of processes: %s.\n", no_symmetry(m));
    if (m->refinement.heap.off) {
        ln_str_format(out, "  No symmetry of blocks: %s (", m->refinement.heap.off);
        ln_place_write(&m->program, m->refinement.heap.off_at, false, out);
        ln_str_text(out, ").\n");
    }
}

static void write_bounds(const struct modelling *m, struct ln_str *out)
{
    const struct ln_program *program = &m->program;
    ln_str_format(out, "  Bounds: %u process%s", m->processes, m->processes == 1 ? "" : "es");
    model_write_idle(m, out);
    ln_str_text(out, ", ");
    if (m->limit)
        ln_str_format(out, "%u call%s each", m->limit, plural(m->limit));
    else
        ln_str_text(out, "any number of calls");
    if (has_pool(program))
        ln_str_format(out, "; %u block%s a size besides what create() makes%s%s", m->pool, plural(m->pool),
                      may_be_null(program) ? ", then malloc() returns NULL" : "",
                      program->lax ? ", freed memory may be looked at"
                      : program->collected ? "; garbage is collected" : "");
    if (program->fresh)
        ln_str_format(out, "; values 1 to %u", m->values);
    if (model_assumes(m))
        ln_str_text(out, "; nothing beyond linnet_assume()");
    ln_str_text(out, ".\n  Memory is sequentially consistent");
    if (program->relaxed) {
        ln_str_format(out, "; %u access%s of weaker order (", program->relaxed, program->relaxed == 1 ? "" : "es");
        ln_place_write(program, program->relaxed_at, false, out);
        ln_str_format(out, "%s) %s taken as if %s were", program->relaxed == 1 ? "" : ", ...",
                      program->relaxed == 1 ? "is" : "are", program->relaxed == 1 ? "it" : "they");
    }
    ln_str_text(out, ".\n");
    model_write_gaps(m, out);
    write_reduction(m, out);
}

static void write_stats(const struct modelling *m, struct ln_str *out)
{
    const struct ln_refinement *r = &m->refinement;
    double seconds = (double)(ln_cpu_time() - m->cpu) / 1e9;
    if (!m->stats)
        return;
    ln_str_format(out, "  %llu state%s, %llu transitions, %llu specification sets (at most %llu members), %.1f bytes a "
                  "state, %.2f s CPU, %.0f MB\n",
                  (number)r->states, plural(r->states), (number)r->transitions, (number)ln_sets_count(&r->sets),
                  (number)r->sets.largest, (double)m->memory.peak / (double)(r->states ? r->states : 1), seconds,
                  (double)ln_peak_memory() / 1e6);
}

/* ---- JSON ---- */

static const char *const flaws[] = { [LN_FLAW_NONE] = NULL, [LN_FLAW_TRACE] = "history", [LN_FLAW_FAULT] = "fault",
                                     [LN_FLAW_LOOP] = "loop", [LN_FLAW_DEADLOCK] = "deadlock",
                                     [LN_FLAW_LIVELOCK] = "livelock" };

static void say_rows(const struct model_scene *scene, struct ln_facts *facts)
{
    static const char *const kinds[] = { "call", "return", "step", "waits", "fault" };
    ln_facts_list(facts, "interleaving");
    for (size_t i = 0; i < scene->rows.length; i++) {
        const struct ln_row *row = &scene->rows.at[i];
        ln_facts_group(facts, NULL);
        ln_facts_number(facts, "process", row->thread);
        ln_facts_text(facts, "kind", kinds[row->kind]);
        if (row->place)
            ln_facts_text(facts, "place", row->place);
        ln_facts_text(facts, "text", row->text);
        if (row->preempts)
            ln_facts_truth(facts, "preempts", true);
        ln_facts_end(facts);
    }
    ln_facts_end(facts);
    ln_facts_number(facts, "preemptions", scene->preemptions);
}

static void say_history(const struct model_scene *scene, struct ln_facts *facts)
{
    ln_facts_list(facts, "history");
    for (uint32_t i = 0; i < scene->history.operations.length; i++) {
        ln_facts_group(facts, NULL);
        ln_report_operation(&scene->history, i, facts);
        ln_facts_end(facts);
    }
    ln_facts_end(facts);
}

static void say_bounds(const struct modelling *m, struct ln_facts *facts)
{
    ln_facts_text(facts, "spec", m->spec);
    ln_facts_number(facts, "processes", m->processes);
    if (m->limit)
        ln_facts_number(facts, "ops_per_process", m->limit);
    else
        ln_facts_text(facts, "ops_per_process", "unbounded");
    ln_facts_number(facts, "pool", m->pool);
    ln_facts_number(facts, "values", m->values);
    ln_facts_text(facts, "reuse", m->program.lax ? "any" : m->program.collected ? "gc" : "checked");
    ln_facts_text(facts, "memory_model", "sequential consistency");
    ln_facts_text(facts, "reduction", model_reductions[m->reduction]);
    if (no_symmetry(m))
        ln_facts_text(facts, "no_symmetry_of_processes", no_symmetry(m));
    if (m->refinement.heap.off)
        ln_facts_text(facts, "no_symmetry_of_blocks", m->refinement.heap.off);
    if (m->points)
        ln_facts_text(facts, "points", m->points_refuted ? "refuted" : "used");
}

static void say_counts(const struct modelling *m, struct ln_facts *facts)
{
    const struct ln_refinement *r = &m->refinement;
    ln_facts_number(facts, "states", r->states);
    ln_facts_number(facts, "transitions", r->transitions);
    ln_facts_number(facts, "specification_sets", ln_sets_count(&r->sets));
    ln_facts_real(facts, "bytes_per_state", (double)m->memory.peak / (double)(r->states ? r->states : 1), 1);
}

static void write_json(const struct modelling *m, const struct model_scene *scene, struct ln_str *out)
{
    const struct ln_refinement *r = &m->refinement;
    struct ln_facts facts;
    ln_facts_init(&facts, out->memory);
    ln_facts_text(&facts, "id", m->test);
    ln_facts_verdict(&facts, r->verdict, r->reason);
    if (r->flaw != LN_FLAW_NONE)
        ln_facts_text(&facts, "flaw", flaws[r->flaw]);
    ln_facts_text(&facts, "algorithm", "refinement");
    say_bounds(m, &facts);
    say_counts(m, &facts);
    model_say_coverage(m, &facts);
    if (scene) {
        say_history(scene, &facts);
        say_rows(scene, &facts);
    }
    ln_facts_real(&facts, "front_seconds", (double)(m->start - m->begun) / 1e9, 6);
    ln_facts_cost(&facts, (double)(ln_cpu_time() - m->cpu) / 1e9, ln_peak_memory());
    ln_facts_json(&facts, out);
    ln_facts_fini(&facts);
}

/* ---- words ---- */

static void write_holds(const struct modelling *m, struct ln_str *out)
{
    ln_str_format(out, "holds: %s is linearizable as %s%s\n", m->test, m->spec,
                  m->refinement.options.points ? ", by its points (calls that are stuck were not looked for)"
                                                : ", and no call is stuck");
    if (m->points_refuted)
        ln_str_format(out, "  Its points are wrong: %s. Decided without them.\n", m->points_why);
    write_bounds(m, out);
}

static void write_unknown(const struct modelling *m, struct ln_str *out)
{
    const struct ln_refinement *r = &m->refinement;
    ln_str_format(out, "unknown: %s: nothing was found in %llu state%s, but ", m->test, (number)r->states,
                  plural(r->states));
    if (r->reason == LN_REASON_UNSEEN || r->reason == LN_REASON_EMPTY) {
        model_write_unseen(m, out);
    } else if (r->reason == LN_REASON_BOUND && r->system.long_at) {
        ln_str_text(out, "the step at ");
        ln_place_write(&m->program, m->program.code.at[r->system.long_at - 1].place, false, out);
        ln_str_text(out, " is too long\n  It takes more than a million instructions, more than 64 choices, or one of more than 4096 options.\n");
    } else if (r->reason == LN_REASON_BOUND) {
        ln_str_text(out, "the pool was exhausted");
        if (r->pool_at.line) {
            ln_str_text(out, " at ");
            ln_place_write(&m->program, r->pool_at, false, out);
        }
        ln_str_text(out, "\n  Give it more (--pool), bound the calls (--ops-per-process), or let the code test what "
                    "malloc() returns:\n  then it returns NULL.\n");
    } else {
        ln_str_format(out, "%s\n", r->reason == LN_REASON_TIME ? "the time ran out (--timeout)"
                      : r->reason == LN_REASON_MEMORY ? "the memory ran out (--memory)" : "it was interrupted");
        if (m->front_memory)
            ln_str_format(out, "  Before the first state linnet and the compiler's libraries had %.0f MB.\n",
                          (double)m->front_memory / 1e6);
    }
    write_bounds(m, out);
}

/* `read() loops for ever at x.c:6` */
static void write_loop(const struct model_scene *scene, struct ln_str *out)
{
    const struct ln_row *last = &scene->rows.at[scene->rows.length - 1];
    for (uint32_t i = 0; i < scene->history.operations.length; i++) {
        const struct ln_operation *o = &scene->history.operations.at[i];
        if (o->fate == LN_PENDING && ln_same(scene->history.processes.at[o->process], ln_small(last->thread)))
            ln_history_write_call(&scene->history, i, out);
    }
    ln_str_format(out, " loops for ever%s%s\n", last->place ? " at " : "", last->place ? last->place : "");
}

/* What is no violation by itself, but what the code does. */
static void write_accident(const struct modelling *m, const struct model_scene *scene, struct ln_str *out)
{
    const struct ln_row *last = scene->rows.length ? &scene->rows.at[scene->rows.length - 1] : NULL;
    ln_str_format(out, "violated: %s: ", m->test);
    if (m->refinement.flaw == LN_FLAW_LOOP && scene->rows.length)
        write_loop(scene, out);
    else if (m->refinement.flaw == LN_FLAW_FAULT && last)
        ln_str_format(out, "%s%s%s\n", last->text, last->place ? " at " : "", last->place ? last->place : "");
    else
        ln_str_format(out, "%s that %s does not make wait\n", m->refinement.flaw == LN_FLAW_DEADLOCK
                      ? "deadlock: calls wait for ever" : "calls never return", m->spec);
}

static void write_timeline(const struct model_scene *scene, const struct ln_style *style, struct ln_str *out)
{
    const struct ln_history *history = &scene->history;
    size_t count = history->operations.length;
    struct ln_scene_op *ops = ln_take_zeroed(history->memory, (count + 1) * sizeof *ops);
    struct ln_layout_options how = { .width = style->width, .utf8 = style->utf8 };
    if (!ops) {
        out->failed = true;
        return;
    }
    for (uint32_t i = 0; i < count; i++)
        ops[i] = (struct ln_scene_op){ .operation = i, .marked = history->operations.at[i].fate == LN_PENDING };
    ln_str_char(out, '\n');
    ln_timeline_write(history, ops, count, &how, style->colour, out);
    ln_give(history->memory, ops, (count + 1) * sizeof *ops);
}

static void write_interleaving(const struct modelling *m, const struct model_scene *scene, const struct ln_style *style,
                               struct ln_str *out)
{
    char texts[LN_MODEL_PROCESSES][16];
    const char *names[LN_MODEL_PROCESSES];
    for (uint32_t p = 0; p < m->processes; p++) {
        snprintf(texts[p], sizeof texts[p], "process %u", p);
        names[p] = texts[p];
    }
    ln_str_format(out, "\n  How it comes about (%llu preemption%s):\n\n", (number)scene->preemptions,
                  plural(scene->preemptions));
    ln_report_interleaving(scene->rows.at, scene->rows.length, names, m->processes, style, out);
    ln_str_char(out, '\n');
}

static void write_violated(const struct modelling *m, const struct model_scene *scene, struct ln_str *out)
{
    struct terminal terminal = terminal_look();
    struct ln_style style = { .colour = terminal.colour, .utf8 = terminal.utf8, .width = terminal.width };
    if (m->refinement.flaw == LN_FLAW_TRACE) {
        ln_report_text(&scene->finding, &style, out);
    } else {
        write_accident(m, scene, out);
        write_timeline(scene, &style, out);
    }
    write_interleaving(m, scene, &style, out);
    write_bounds(m, out);
}

/* ---- all of it ---- */

static int print(const struct modelling *m, const struct ln_str *text, int code)
{
    if (text->failed) {
        fputs("linnet model: out of memory while telling\n", stderr);
        return EXIT_INTERNAL;
    }
    if (!m->quiet)
        say(ln_str_borrow(text));
    return code;
}

static int tell_violation(struct modelling *m, struct ln_str *text)
{
    struct ln_error error = { 0 };
    struct model_scene scene;
    enum ln_status status = model_scene_init(&scene, m, &error);
    if (!status && m->json)
        write_json(m, &scene, text);
    else if (!status)
        write_violated(m, &scene, text);
    if (!status && !m->json)
        write_stats(m, text);
    model_scene_fini(&scene);
    if (!status)
        return EXIT_VIOLATED;
    complain("linnet model: %s\n", error.message[0] ? error.message : ln_status_text(status));
    return status == LN_NO_MEMORY ? EXIT_INTERNAL : exit_of(status);
}

int model_tell(struct modelling *m)
{
    enum ln_verdict verdict = m->refinement.verdict;
    int code = verdict == LN_HOLDS ? EXIT_HOLDS : EXIT_UNKNOWN;
    struct ln_str text;
    ln_str_init(&text, &m->memory);
    m->memory.limit = UINT64_MAX; /* what is left is small, and has to be told */
    if (verdict == LN_VIOLATED) {
        code = tell_violation(m, &text);
    } else if (m->json) {
        write_json(m, NULL, &text);
    } else {
        if (verdict == LN_HOLDS)
            write_holds(m, &text);
        else
            write_unknown(m, &text);
        write_stats(m, &text);
    }
    code = print(m, &text, code);
    ln_str_fini(&text);
    return code;
}
