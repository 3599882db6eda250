/* `linnet model` against the definition, on random models with specifications of their own that choose and wait, roles,
 * processes that are told their number, loops without end, and calls without bound: an oracle lists everything
 * (support/drawn_oracle.c). Every reduction and both orders of the search have to agree with it, and every
 * counterexample has to come about again, be judged a violation again, and stand when it was saved and is read, as for the
 * command line. Some models go the whole way from their C. Oracles that are wrong on purpose must be caught.
 *
 * model_against_product COUNT [SEED [FROM_C]] */
#define _GNU_SOURCE /* mkstemps */
#include "base/module.h"
#include "finding/file.h"
#include "inquiry/code/model_finding.h"
#include "inquiry/read_back.h"
#include "model/model.h"
#include "support/drawn_model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct tally {
    uint64_t verdicts[4];
    uint64_t flaws[8];
    uint64_t caught[DRAWN_MISTAKES];
};

static struct tally tally;

static void complain(const struct drawn_model *model, uint64_t seed, const char *how, const char *message)
{
    struct ln_memory memory;
    struct ln_str text;
    ln_memory_init(&memory, UINT64_MAX);
    ln_str_init(&text, &memory);
    drawn_write(model, &text);
    fprintf(stderr, "%sseed %llu, %s: %s\n", ln_str_borrow(&text), (unsigned long long)seed, how, message);
    exit(1);
}

/* ---- the search ---- */

static void begin(struct ln_modelling *m, const struct drawn_model *model, uint32_t reduction,
                  enum ln_search_order order, struct ln_memory *memory)
{
    m->test = m->spec = "drawn";
    m->has_specification = true;
    m->options.code.processes = model->processes;
    m->options.limit = model->calls;
    m->options.order = order;
    m->options.reduction = reduction;
    ln_memory_init(&m->memory, UINT64_MAX);
    ln_budget_init(&m->budget, memory, 0, NULL);
}

static char saved[] = "/tmp/linnet-found-XXXXXX";

/* As a command leaves it behind. */
static enum ln_status save(const struct ln_modelling *m, const struct ln_finding *finding, struct ln_error *error)
{
    static const volatile sig_atomic_t never = 0;
    struct ln_memory memory;
    enum ln_status status = ln_finding_save(finding, saved, error);
    ln_memory_init(&memory, UINT64_MAX);
    if (status || !ln_facts_find(&finding->evidence, NULL, "core"))
        return status;
    return ln_read_back(saved, &m->chosen, &never, &memory, error);
}

static const char *replay(struct ln_modelling *m)
{
    struct ln_error error = { 0 };
    struct ln_model_scene scene;
    struct ln_finding finding;
    enum ln_status status;
    static char message[sizeof error.message];
    ln_finding_init(&finding, LN_ENGINE_MODEL, &m->memory);
    status = ln_modelling_tell(m, &scene, &finding, &error);
    if (!status)
        status = save(m, &finding, &error);
    ln_finding_fini(&finding);
    ln_model_scene_fini(&scene);
    snprintf(message, sizeof message, "%s", error.message);
    return status ? message[0] ? message : "the counterexample cannot be told" : NULL;
}

/* NULL, or what is wrong. */
static const char *search(struct ln_modelling *m, enum drawn_verdict *verdict)
{
    static const enum drawn_verdict verdicts[] = {
        [LN_HOLDS] = DRAWN_HOLDS, [LN_VIOLATED] = DRAWN_VIOLATED, [LN_UNKNOWN] = DRAWN_UNSEEN
    };
    static struct ln_error error;
    const char *wrong = NULL;
    enum ln_status status = ln_modelling_decide(m, &(struct ln_chosen_spec){ .name = NULL }, &error);
    if (status)
        return error.message;
    *verdict = verdicts[m->refinement.verdict];
    if (m->own.error.status)
        wrong = "the specification is said to fail";
    if (!wrong && *verdict == DRAWN_VIOLATED)
        wrong = replay(m);
    if (!wrong && *verdict == DRAWN_UNSEEN && m->refinement.reason != LN_REASON_UNSEEN &&
        m->refinement.reason != LN_REASON_EMPTY)
        wrong = "unknown for another reason";
    tally.flaws[m->refinement.flaw]++;
    ln_modelling_fini(m);
    return wrong;
}

static const char *const names[] = { "holds", "violated", "unseen", "too large" };

static void compare_once(const struct drawn_model *model, uint64_t seed, struct ln_modelling *m,
                         enum drawn_verdict expected)
{
    enum drawn_verdict verdict = DRAWN_TOO_LARGE;
    char how[100], said[100];
    const char *wrong = search(m, &verdict);
    snprintf(how, sizeof how, "%s, %s first", ln_reduction_names[m->options.reduction],
             m->options.order == LN_BREADTH_FIRST ? "breadth" : "depth");
    snprintf(said, sizeof said, "%s, but it is %s", names[verdict], names[expected]);
    if (wrong || verdict != expected)
        complain(model, seed, how, wrong ? wrong : said);
    if (m->memory.used)
        complain(model, seed, how, "memory was not given back");
}

static void compare(const struct drawn_model *model, uint64_t seed, enum drawn_verdict expected,
                    struct ln_memory *memory)
{
    for (uint32_t how = 0; how < 8; how++) {
        struct ln_modelling m = { 0 };
        begin(&m, model, how / 2, how % 2 ? LN_DEPTH_FIRST : LN_BREADTH_FIRST, &m.memory);
        if (!drawn_emit(model, &m.program, &m.specification, memory))
            complain(model, seed, "as a step graph", "it could not be made");
        compare_once(model, seed, &m, expected);
    }
}

/* ---- from C ---- */

static char path[] = "/tmp/linnet-drawn-XXXXXX.c";

static void write_file(const struct drawn_model *model, uint64_t seed, struct ln_memory *memory)
{
    struct ln_str text;
    FILE *file = fopen(path, "w");
    ln_str_init(&text, memory);
    drawn_write(model, &text);
    if (!file || text.failed || fputs(ln_str_borrow(&text), file) < 0 || fclose(file))
        complain(model, seed, "C", "it could not be written");
    ln_str_fini(&text);
}

static void compare_from_c(const struct ln_model_interface *front, const struct drawn_model *model, uint64_t seed,
                           enum drawn_verdict expected, struct ln_memory *memory)
{
    const char *const files[] = { path }, *const flags[] = { "-w" };
    struct ln_model_options options = { .files = files,
                                        .file_count = 1,
                                        .flags = flags,
                                        .flag_count = 1,
                                        .processes = model->processes,
                                        .pool = 1,
                                        .values = 1 };
    struct ln_modelling m = { 0 };
    struct ln_error error = { 0 };
    bool has_specification;
    write_file(model, seed, memory);
    begin(&m, model, (uint32_t)(seed % 4), LN_BREADTH_FIRST, &m.memory);
    ln_program_init(&m.program, memory);
    ln_program_init(&m.specification, memory);
    if (front->compile(&m.program, &m.specification, &has_specification, &options, &error))
        complain(model, seed, "from C", error.message);
    compare_once(model, seed, &m, expected);
}

/* ---- all of it ---- */

static void try_mistakes(const struct drawn_model *model, enum drawn_verdict truth, struct ln_memory *memory)
{
    for (enum drawn_mistake mistake = DRAWN_RIGHT + 1; mistake < DRAWN_MISTAKES; mistake++) {
        enum drawn_verdict said = drawn_decide(model, mistake, memory);
        tally.caught[mistake] += said != truth && said != DRAWN_TOO_LARGE;
    }
}

static bool report(uint64_t count)
{
    bool caught = true;
    printf("%llu models: %llu hold, %llu violated, %llu with something unseen, %llu too large; flaws",
           (unsigned long long)count, (unsigned long long)tally.verdicts[DRAWN_HOLDS],
           (unsigned long long)tally.verdicts[DRAWN_VIOLATED], (unsigned long long)tally.verdicts[DRAWN_UNSEEN],
           (unsigned long long)tally.verdicts[DRAWN_TOO_LARGE]);
    for (size_t i = 1; i < sizeof tally.flaws / sizeof *tally.flaws; i++)
        printf(" %llu", (unsigned long long)tally.flaws[i]);
    printf("; wrong oracles were caught");
    for (int i = DRAWN_RIGHT + 1; i < DRAWN_MISTAKES; i++) {
        printf(" %llu", (unsigned long long)tally.caught[i]);
        caught &= tally.caught[i] != 0;
    }
    printf(" times\n");
    if (!caught)
        fputs("an oracle that is wrong was not caught\n", stderr);
    return caught;
}

static const struct ln_model_interface *load_front(uint64_t wanted)
{
    struct ln_error error;
    const void *interface;
    int file;
    if (!wanted || ln_module_load("model", "llvm-14-dev", &interface, &error))
        return NULL;
    file = mkstemps(path, 2);
    if (file < 0 || close(file))
        exit(1);
    return interface;
}

int main(int argc, char **argv)
{
    uint64_t count = argc > 1 ? strtoull(argv[1], NULL, 10) : 500, seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    uint64_t from_c = argc > 3 ? strtoull(argv[3], NULL, 10) : 0;
    const struct ln_model_interface *front = load_front(from_c);
    struct ln_memory memory;
    int file = mkstemp(saved);
    if (file < 0 || close(file))
        return 1;
    ln_memory_init(&memory, UINT64_MAX);
    for (uint64_t i = 0; i < count; i++) {
        struct ln_rng rng = { seed * 1000003 + i };
        struct drawn_model model;
        enum drawn_verdict truth;
        drawn_model_draw(&model, &rng);
        truth = drawn_decide(&model, DRAWN_RIGHT, &memory);
        tally.verdicts[truth]++;
        if (truth == DRAWN_TOO_LARGE)
            continue;
        compare(&model, seed * 1000003 + i, truth, &memory);
        if (front && i < from_c)
            compare_from_c(front, &model, seed * 1000003 + i, truth, &memory);
        try_mistakes(&model, truth, &memory);
    }
    unlink(saved);
    if (front)
        unlink(path);
    if (memory.used) {
        fprintf(stderr, "%llu bytes were not given back\n", (unsigned long long)memory.used);
        return 1;
    }
    return report(count) ? 0 : 1;
}
