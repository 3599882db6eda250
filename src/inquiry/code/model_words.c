#include "inquiry/code/model_words.h"

#include "inquiry/code/model_coverage.h"

typedef unsigned long long number;

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
const char *ln_model_no_symmetry(const struct ln_modelling *m)
{
    if (!(m->options.reduction & LN_REDUCE_SYMMETRY) || m->refinement.symmetry.any || m->options.code.processes == 1)
        return NULL;
    return m->program.identity                  ? "an operation is told the number of its process"
           : ln_meaning_by_process(&m->meaning) ? "the specification is told the number of the process"
                                                : "no two processes may call the same";
}

static void write_reduction(const struct ln_modelling *m, struct ln_str *out)
{
    bool symmetry = m->options.reduction & LN_REDUCE_SYMMETRY && (m->refinement.symmetry.any || m->refinement.heap.any);
    bool order = m->options.reduction & LN_REDUCE_PARTIAL_ORDER;
    if (symmetry || order)
        ln_str_format(out, "  States are looked at up to %s%s%s.\n", symmetry ? "symmetry" : "",
                      symmetry && order ? " and " : "", order ? "partial order" : "");
    if (ln_model_no_symmetry(m))
        ln_str_format(out, "  No symmetry of processes: %s.\n", ln_model_no_symmetry(m));
    if (m->refinement.heap.off) {
        ln_str_format(out, "  No symmetry of blocks: %s (", m->refinement.heap.off);
        ln_place_write(&m->program, m->refinement.heap.off_at, false, out);
        ln_str_text(out, ").\n");
    }
}

static void write_limits(const struct ln_modelling *m, struct ln_str *out)
{
    const struct ln_program *program = &m->program;
    unsigned pool = m->options.code.pool;
    ln_str_format(out, "  Bounds: %u process%s", m->options.code.processes, m->options.code.processes == 1 ? "" : "es");
    ln_model_write_idle(m, out);
    ln_str_text(out, ", ");
    if (m->options.limit)
        ln_str_format(out, "%u call%s each", m->options.limit, plural(m->options.limit));
    else
        ln_str_text(out, "any number of calls");
    if (has_pool(program))
        ln_str_format(out, "; %u block%s a size besides what create() makes%s%s", pool, plural(pool),
                      may_be_null(program) ? ", then malloc() returns NULL" : "",
                      program->lax         ? ", freed memory may be looked at"
                      : program->collected ? "; garbage is collected"
                                           : "");
    if (program->fresh)
        ln_str_format(out, "; values 1 to %u", m->options.code.values);
    if (ln_model_assumes(m))
        ln_str_text(out, "; nothing beyond linnet_assume()");
    ln_str_text(out, ".\n  Memory is sequentially consistent");
    if (program->relaxed) {
        ln_str_format(out, "; %u access%s of weaker order (", program->relaxed, program->relaxed == 1 ? "" : "es");
        ln_place_write(program, program->relaxed_at, false, out);
        ln_str_format(out, "%s) %s taken as if %s were", program->relaxed == 1 ? "" : ", ...",
                      program->relaxed == 1 ? "is" : "are", program->relaxed == 1 ? "it" : "they");
    }
    ln_str_text(out, ".\n");
    ln_model_write_gaps(m, out);
    write_reduction(m, out);
}

static void write_stats(const struct ln_modelling *m, struct ln_str *out)
{
    const struct ln_refinement *r = &m->refinement;
    double seconds = (double)(ln_cpu_time() - m->cpu) / 1e9;
    if (!m->options.stats)
        return;
    ln_str_format(out,
                  "  %llu state%s, %llu transitions, %llu specification sets (at most %llu members), %.1f bytes a "
                  "state, %.2f s CPU, %.0f MB\n",
                  (number)r->states, plural(r->states), (number)r->transitions, (number)ln_sets_count(&r->sets),
                  (number)r->sets.largest, (double)m->memory.peak / (double)(r->states ? r->states : 1), seconds,
                  (double)ln_peak_memory() / 1e6);
}

void ln_model_word_bounds(const struct ln_modelling *m, struct ln_str *out)
{
    write_limits(m, out);
    write_stats(m, out);
}

/* ---- answers ---- */

void ln_model_word_holds(const struct ln_modelling *m, struct ln_finding *finding)
{
    ln_str_format(&finding->answer, "%s is linearizable as %s%s", m->test, m->spec,
                  m->refinement.options.points ? ", by its points (calls that are stuck were not looked for)"
                                               : ", and no call is stuck");
    if (m->points_refuted)
        ln_str_format(&finding->words.after, "  Its points are wrong: %s. Decided without them.\n", m->points_why);
}

static void word_bound(const struct ln_modelling *m, struct ln_str *answer, struct ln_str *after)
{
    const struct ln_refinement *r = &m->refinement;
    if (r->system.long_at) {
        ln_str_text(answer, "the step at ");
        ln_place_write(&m->program, m->program.code.at[r->system.long_at - 1].place, false, answer);
        ln_str_text(answer, " is too long");
        ln_str_text(after,
                    "  It takes more than a million instructions, more than 64 choices, or one of more than 4096 "
                    "options.\n");
        return;
    }
    ln_str_text(answer, "the pool was exhausted");
    if (r->pool_at.line) {
        ln_str_text(answer, " at ");
        ln_place_write(&m->program, r->pool_at, false, answer);
    }
    ln_str_text(after, "  Give it more (--pool), bound the calls (--ops-per-process), or let the code test what "
                       "malloc() returns:\n  then it returns NULL.\n");
}

void ln_model_word_unknown(const struct ln_modelling *m, struct ln_finding *finding)
{
    const struct ln_refinement *r = &m->refinement;
    struct ln_str *answer = &finding->answer, *after = &finding->words.after;
    ln_str_format(answer, "%s: nothing was found in %llu state%s, but ", m->test, (number)r->states, plural(r->states));
    switch (r->reason) {
    case LN_REASON_UNSEEN:
    case LN_REASON_EMPTY: ln_model_write_unseen(m, answer, after); return;
    case LN_REASON_BOUND: word_bound(m, answer, after); return;
    case LN_REASON_TIME: ln_str_text(answer, "the time ran out (--timeout)"); break;
    case LN_REASON_MEMORY: ln_str_text(answer, "the memory ran out (--memory)"); break;
    default: ln_str_text(answer, "it was interrupted"); break;
    }
    if (m->front_memory)
        ln_str_format(after, "  Before the first state linnet and the compiler's libraries had %.0f MB.\n",
                      (double)m->front_memory / 1e6);
}

/* `read() loops for ever at x.c:6` */
static void word_loop(const struct ln_history *history, const struct ln_row *last, struct ln_str *answer)
{
    for (uint32_t i = 0; i < history->operations.length; i++) {
        const struct ln_operation *o = &history->operations.at[i];
        if (o->fate == LN_PENDING && ln_same(history->processes.at[o->process], ln_small(last->thread)))
            ln_history_write_call(history, i, answer);
    }
    ln_str_format(answer, " loops for ever%s%s", last->place ? " at " : "", last->place ? last->place : "");
}

void ln_model_word_accident(const struct ln_modelling *m, struct ln_finding *finding)
{
    struct ln_str *answer = &finding->answer;
    const struct ln_row *last = finding->rows.length ? &finding->rows.at[finding->rows.length - 1] : NULL;
    ln_str_format(answer, "%s: ", m->test);
    if (m->refinement.flaw == LN_FLAW_LOOP && last)
        word_loop(finding->history, last, answer);
    else if (m->refinement.flaw == LN_FLAW_FAULT && last)
        ln_str_format(answer, "%s%s%s", last->text, last->place ? " at " : "", last->place ? last->place : "");
    else
        ln_str_format(answer, "%s that %s does not make wait",
                      m->refinement.flaw == LN_FLAW_DEADLOCK ? "deadlock: calls wait for ever" : "calls never return",
                      m->spec);
    ln_str_char(&finding->words.picture, '\n');
}
