#include "inquiry/read_back.h"

#include "finding/file.h"
#include "inquiry/binding.h"

static enum ln_status verify(const char *path, const struct ln_finding *finding, struct ln_binding *binding,
                             const volatile sig_atomic_t *interrupt, struct ln_error *error)
{
    struct ln_budget budget;
    struct ln_reader_options how = { .binder = &binding->binder, .budget = &budget };
    struct ln_reader *reader = NULL;
    struct ln_history history;
    bool found = false;
    enum ln_status status;
    ln_budget_init(&budget, finding->memory, 0, interrupt);
    status = ln_reader_open(&reader, path, &how, finding->memory, error);
    if (!status)
        status = ln_reader_next(reader, &history, &found, error);
    if (found)
        ln_history_fini(&history);
    ln_reader_close(reader);
    return status;
}

enum ln_status ln_read_back(const char *path, const struct ln_chosen_spec *chosen, const volatile sig_atomic_t *interrupt,
                            struct ln_memory *memory, struct ln_error *error)
{
    struct ln_finding_reader *reader = NULL;
    struct ln_finding finding;
    struct ln_binding binding;
    bool found = false;
    enum ln_status status = ln_finding_open(&reader, path, memory, error);
    if (!status)
        status = ln_finding_next(reader, &finding, &found, error);
    ln_binding_init(&binding, chosen);
    if (found && finding.verdict == LN_VIOLATED && ln_facts_find(&finding.evidence, NULL, "core"))
        status = verify(path, &finding, &binding, interrupt, error);
    if (found)
        ln_finding_fini(&finding);
    ln_finding_close(reader);
    return status == LN_BAD_INPUT ? ln_fail(error, LN_INTERNAL, "what was saved is not what was found: %s", "") : status;
}
