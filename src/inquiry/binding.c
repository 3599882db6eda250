#include "inquiry/binding.h"

#include "finding/file.h"

static enum ln_status begin(void *self, struct ln_history *history, const char *named, struct ln_error *error)
{
    struct ln_binding *binding = self;
    const struct ln_chosen_spec *chosen = binding->chosen;
    enum ln_status status;
    if (chosen->own)
        return ln_chosen_spec_parse(chosen, &history->values, &binding->spec, error);
    binding->spec = (struct ln_spec){ .class = binding->otherwise, .value = LN_VALUE_NULL };
    if (!chosen->name && !named && binding->otherwise)
        return LN_OK;
    if (!chosen->name && !named)
        return ln_fail(error, LN_USAGE,
                       "nothing says what the object is; name it with --spec (`linnet specs` lists them)");
    if (chosen->name)
        return ln_spec_parse_over(&binding->spec, chosen->name, named, &history->values, error);
    status = ln_spec_parse(&binding->spec, named, &history->values, error);
    return status == LN_USAGE ? LN_BAD_INPUT : status; /* what the file names is the file's fault */
}

static enum ln_field field_of(enum ln_spec_fault fault)
{
    static const enum ln_field fields[] = { LN_FIELD_F, LN_FIELD_KEY, LN_FIELD_ARGS, LN_FIELD_RESULT };
    return fields[fault];
}

static enum ln_status called(void *self, struct ln_history *history, uint32_t operation, enum ln_field *field,
                             struct ln_error *error)
{
    struct ln_binding *binding = self;
    enum ln_spec_fault fault = LN_FAULT_F;
    enum ln_status status = ln_spec_bind_call(&binding->spec, history, operation, &fault, error);
    *field = field_of(fault);
    return status;
}

static enum ln_status returned(void *self, struct ln_history *history, uint32_t operation, enum ln_field *field,
                               struct ln_error *error)
{
    struct ln_binding *binding = self;
    enum ln_spec_fault fault = LN_FAULT_RESULT;
    enum ln_status status = ln_spec_bind_result(&binding->spec, history, operation, &fault, error);
    *field = field_of(fault);
    return status;
}

void ln_binding_init(struct ln_binding *binding, const struct ln_chosen_spec *chosen)
{
    static const struct ln_chosen_spec none;
    *binding = (struct ln_binding){ .chosen = chosen ? chosen : &none };
    binding->binder = (struct ln_binder){ .self = binding, .begin = begin, .called = called, .returned = returned };
}

const char ln_spec_in_source[] = "its object is what the LINNET_SPECIFICATION in the source says, by which only "
                                 "`linnet model` can judge; --spec names another";

void ln_explain_unnamed(const char *path, const struct ln_chosen_spec *chosen, enum ln_status status,
                        struct ln_memory *memory, struct ln_error *error)
{
    struct ln_finding_reader *reader = NULL;
    struct ln_finding finding;
    struct ln_error ignored; /* what is wrong has been said */
    bool found = false;
    if (status != LN_USAGE || (chosen && chosen->name) || !ln_finding_is_file(path))
        return;
    if (!ln_finding_open(&reader, path, memory, &ignored))
        (void)ln_finding_next(reader, &finding, &found, &ignored);
    if (found) {
        if (ln_fact_truth(ln_facts_find(&finding.subject, NULL, "spec_in_source")))
            ln_fail(error, LN_USAGE, "%s: %s", path, ln_spec_in_source);
        ln_finding_fini(&finding);
    }
    ln_finding_close(reader);
}

void ln_write_id(const struct ln_reader *reader, const struct ln_history *history, const char *path, unsigned number,
                 struct ln_str *id)
{
    if (history->id.length)
        ln_str_text(id, history->id.at);
    else if (number > 1 || ln_reader_more(reader))
        ln_str_format(id, "%s#%u", path, number);
    else
        ln_str_text(id, path);
}
