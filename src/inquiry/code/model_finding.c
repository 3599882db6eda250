#include "inquiry/code/model_finding.h"

#include "inquiry/code/model_coverage.h"
#include "inquiry/code/model_words.h"
#include "inquiry/code/program.h"

static const char *const failures[] = {
    [LN_FLAW_NONE] = NULL,   [LN_FLAW_TRACE] = "not linearizable", [LN_FLAW_FAULT] = "fault",
    [LN_FLAW_LOOP] = "loop", [LN_FLAW_DEADLOCK] = "deadlock",      [LN_FLAW_LIVELOCK] = "livelock"
};

/* ---- for programs ---- */

static void say_bounds(const struct ln_modelling *m, struct ln_facts *facts)
{
    const struct ln_model_options *code = &m->options.code;
    const char *no_symmetry = ln_model_no_symmetry(m);
    ln_facts_number(facts, "processes", code->processes);
    if (m->options.limit)
        ln_facts_number(facts, "ops_per_process", m->options.limit);
    else
        ln_facts_text(facts, "ops_per_process", "unbounded");
    ln_facts_number(facts, "pool", code->pool);
    ln_facts_number(facts, "values", code->values);
    ln_facts_text(facts, "reuse", m->program.lax ? "any" : m->program.collected ? "gc" : "checked");
    ln_facts_text(facts, "memory_model", "sequential consistency");
    ln_facts_text(facts, "reduction", ln_reduction_names[m->options.reduction]);
    if (no_symmetry)
        ln_facts_text(facts, "no_symmetry_of_processes", no_symmetry);
    if (m->refinement.heap.off)
        ln_facts_text(facts, "no_symmetry_of_blocks", m->refinement.heap.off);
    if (m->options.points)
        ln_facts_text(facts, "points", m->points_refuted ? "refuted" : "used");
}

static void say_counts(const struct ln_modelling *m, struct ln_facts *facts)
{
    const struct ln_refinement *r = &m->refinement;
    ln_facts_number(facts, "states", r->states);
    ln_facts_number(facts, "transitions", r->transitions);
    ln_facts_number(facts, "specification_sets", ln_sets_count(&r->sets));
    ln_facts_real(facts, "bytes_per_state", (double)m->memory.peak / (double)(r->states ? r->states : 1), 1);
    ln_facts_real(facts, "front_seconds", (double)(m->start - m->begun) / 1e9, 6);
}

static enum ln_status say_subject(const struct ln_modelling *m, struct ln_facts *facts, struct ln_error *error)
{
    const struct ln_model_options *code = &m->options.code;
    const struct ln_sources sources = { .files = code->files,
                                        .file_count = code->file_count,
                                        .flags = code->flags,
                                        .flag_count = code->flag_count,
                                        .compiler = code->compiler };
    ln_facts_text(facts, "object", m->program.name);
    ln_facts_text(facts, "spec", m->spec);
    if (m->has_specification)
        ln_facts_truth(facts, "spec_in_source", true);
    return ln_program_say(&sources, NULL, facts, error);
}

/* ---- a violation ---- */

static bool draw_all(const struct ln_history *history, struct ln_finding *finding)
{
    bool good = true;
    for (uint32_t i = 0; i < history->operations.length && good; i++) {
        struct ln_scene_op op = { .operation = i, .marked = history->operations.at[i].fate == LN_PENDING };
        good = ln_vec_push(&finding->scene, finding->memory, op);
    }
    return good;
}

static enum ln_status tell_violation(struct ln_modelling *m, struct ln_model_scene *scene, struct ln_finding *finding,
                                     struct ln_error *error)
{
    struct ln_str *steps = &finding->words.steps;
    enum ln_status status = ln_model_scene_init(scene, m, finding, error);
    if (status)
        return status == LN_NO_MEMORY ? ln_fail(error, LN_INTERNAL, "out of memory while telling") : status;
    finding->history = &scene->history;
    if (scene->judged.outcome)
        ln_report_evidence(&scene->judged, &finding->evidence);
    if (m->refinement.flaw == LN_FLAW_TRACE)
        ln_report_words(&scene->judged, false, finding);
    else if (draw_all(&scene->history, finding))
        ln_model_word_accident(m, finding);
    else
        finding->answer.failed = true;
    ln_facts_number(&finding->evidence, "preemptions", scene->preemptions);
    ln_str_format(steps, "\n  How it comes about (%llu preemption%s):\n\n", (unsigned long long)scene->preemptions,
                  scene->preemptions == 1 ? "" : "s");
    ln_str_char(&finding->words.after, '\n');
    return LN_OK;
}

/* ---- all of it ---- */

enum ln_status ln_modelling_tell(struct ln_modelling *m, struct ln_model_scene *scene, struct ln_finding *finding,
                                 struct ln_error *error)
{
    const struct ln_refinement *r = &m->refinement;
    enum ln_status status;
    m->memory.limit = UINT64_MAX; /* what is left is small, and has to be told */
    *scene = (struct ln_model_scene){ .modelling = m };
    finding->verdict = r->verdict;
    finding->reason = r->reason;
    finding->failure = failures[r->flaw];
    finding->methods = LN_METHOD_REFINEMENT;
    ln_str_text(&finding->id, m->test);
    if (!m->chosen.own)
        ln_str_text(&finding->spec, m->spec);
    status = say_subject(m, &finding->subject, error);
    if (!status && r->verdict == LN_VIOLATED)
        status = tell_violation(m, scene, finding, error);
    else if (r->verdict == LN_HOLDS)
        ln_model_word_holds(m, finding);
    else
        ln_model_word_unknown(m, finding);
    if (status)
        return status;
    ln_model_word_bounds(m, &finding->words.after);
    say_bounds(m, &finding->coverage);
    say_counts(m, &finding->coverage);
    ln_model_say_coverage(m, &finding->coverage);
    finding->seconds = (double)(ln_cpu_time() - m->cpu) / 1e9;
    finding->memory_peak = ln_peak_memory();
    return ln_finding_is_whole(finding) ? LN_OK : ln_fail(error, LN_INTERNAL, "out of memory while telling");
}
