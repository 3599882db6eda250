#include "inquiry/code/model.h"

#include "base/module.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const ln_reduction_names[] = { "none", "symmetry", "partial-order", "both" };

bool ln_reduction_of_word(const char *word, uint32_t *reduction)
{
    for (*reduction = 0; *reduction <= LN_REDUCE_BOTH; ++*reduction)
        if (strcmp(word, ln_reduction_names[*reduction]) == 0)
            return true;
    return false;
}

bool ln_calls_of_word(const char *word, uint32_t *limit)
{
    char *end;
    unsigned long number;
    *limit = 0;
    if (!word || strcmp(word, "unbounded") == 0)
        return true;
    number = strtoul(word, &end, 10);
    *limit = (uint32_t)number;
    return *word >= '0' && *word <= '9' && !*end && number >= 1 && number <= 10000;
}

/* ---- the code ---- */

/* The limit is of the whole process: what the front end and its libraries take is not there for the search. */
static void count_everything(struct ln_modelling *m)
{
    enum { STACK = 1 << 20 };
    uint64_t all = ln_peak_memory() + STACK, used = m->memory.used, others = all > used ? all - used : 0;
    if (all < m->memory.limit) {
        m->memory.limit -= others;
        return;
    }
    m->front_memory = all;
    ln_budget_stop(&m->budget, LN_STOP_MEMORY);
}

/* What the user says outweighs what comes with the object: a specification of its own, then the name of one. */
static enum ln_status name_spec(struct ln_modelling *m, struct ln_error *error)
{
    m->has_specification &= !m->options.spec;
    m->spec = m->options.spec ? m->options.spec : m->has_specification ? m->specification.name : m->program.spec;
    if (m->has_specification) /* whatever it is called */
        return LN_OK;
    if (m->spec)
        return ln_spec_is_of_any_calls(m->spec, "a model makes any number of calls", error);
    return ln_fail(error, LN_USAGE,
                   "%s: nothing says what the object ought to be; name it with --spec (`linnet "
                   "specs` lists them), in the declaration (.spec), or declare a LINNET_SPECIFICATION",
                   m->test);
}

enum ln_status ln_modelling_init(struct ln_modelling *m, const struct ln_modelling_options *options,
                                 struct ln_error *error)
{
    const struct ln_model_options *code = &options->code;
    const struct ln_model_interface *model;
    const void *interface;
    enum ln_status status;
    *m = (struct ln_modelling){ .options = *options, .test = code->files[0], .cpu = ln_cpu_time(), .begun = ln_now() };
    ln_memory_init(&m->memory, options->memory);
    ln_budget_init(&m->budget, &m->memory, code->timeout, code->interrupt);
    ln_program_init(&m->program, &m->memory);
    ln_program_init(&m->specification, &m->memory);
    status = ln_module_load("model", "clang-14 and llvm-14-dev", &interface, error);
    if (status)
        return status;
    model = interface;
    status = model->compile(&m->program, &m->specification, &m->has_specification, code, error);
    count_everything(m);
    if (!status && options->points && !m->program.points)
        return ln_fail(error, LN_USAGE,
                       "--points: nothing says where operations take effect; mark it with "
                       "linnet_point()");
    return status ? status : name_spec(m, error);
}

void ln_modelling_fini(struct ln_modelling *m)
{
    ln_refinement_fini(&m->refinement);
    if (m->meaning.memory)
        ln_meaning_fini(&m->meaning);
    if (m->own.memory)
        ln_step_spec_fini(&m->own);
    ln_program_fini(&m->program);
    ln_program_fini(&m->specification);
}

/* ---- the search ---- */

static void tell(void *context, const struct ln_refinement *refinement)
{
    const uint64_t BETWEEN = 250000000;
    struct ln_modelling *m = context;
    uint64_t now = ln_now();
    (void)refinement;
    if (now - m->told < BETWEEN)
        return;
    m->told = now;
    m->options.tell(m->options.context, m);
}

void ln_modelling_progress(const struct ln_modelling *m, char text[LN_MODELLING_PROGRESS])
{
    const struct ln_refinement *r = &m->refinement;
    double used = (double)r->store.count, nanoseconds = (double)(ln_now() - m->start);
    snprintf(text, LN_MODELLING_PROGRESS,
             "%.60s: %.1f M states (%.2f M/s), %.1f M to look at, table %.0f %% full, %.0f s", m->test, used / 1e6,
             used / nanoseconds * 1e3, (double)ln_refinement_frontier(r) / 1e6,
             100 * used / (double)r->store.table.room, nanoseconds / 1e9);
}

/* With points only they are compared. That something does not fit there may only mean that points are missing, so calls
 * and returns have the last word. */
static enum ln_status search(struct ln_modelling *m, struct ln_error *error)
{
    const struct ln_modelling_options *wanted = &m->options;
    struct ln_refine_options how = { .processes = wanted->code.processes,
                                     .limit = wanted->limit,
                                     .order = wanted->order,
                                     .reduction = wanted->reduction,
                                     .points = wanted->points,
                                     .tell = wanted->tell ? tell : NULL,
                                     .context = m };
    enum ln_status status;
    m->start = m->told = ln_now();
    status = ln_refine(&m->refinement, &m->program, &m->meaning, &how, &m->budget, error);
    if (status || !how.points || m->refinement.verdict != LN_VIOLATED)
        return status;
    m->points_refuted = true;
    snprintf(m->points_why, sizeof m->points_why, "%s",
             m->refinement.flaw == LN_FLAW_FAULT ? m->refinement.system.machine.fault
                                                 : "an operation takes effect elsewhere");
    how.points = false;
    ln_refinement_fini(&m->refinement);
    return ln_refine(&m->refinement, &m->program, &m->meaning, &how, &m->budget, error);
}

enum ln_status ln_modelling_decide(struct ln_modelling *m, const struct ln_chosen_spec *chosen, struct ln_error *error)
{
    enum ln_status status = LN_OK;
    m->chosen = *chosen;
    if (m->has_specification) {
        status = ln_step_spec_init(&m->own, &m->specification, &m->memory, error);
        m->chosen.name = m->spec;
        m->chosen.own = &m->own.class;
    }
    if (!status)
        status = ln_meaning_init(&m->meaning, &m->program, m->spec, m->chosen.own, &m->memory, error);
    if (!status)
        status = search(m, error);
    if (status || !m->own.error.status || m->own.error.status == LN_NO_MEMORY)
        return status;
    *error = m->own.error;
    return m->own.error.status;
}
