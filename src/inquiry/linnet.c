/* The public interface. */
#include "linnet/linnet.h"

#include "inquiry/binding.h"
#include "inquiry/judge.h"

#include <stdio.h>

struct file_check {
    struct ln_memory memory;
    struct ln_budget budget;
    struct ln_chosen_spec spec;
    struct ln_binding binding;
    struct ln_check_options how;
    linnet_tell *tell;
    void *context;
};

static void report(const struct file_check *checking, const struct ln_judged *finding, struct ln_str *text,
                 struct ln_str *certificate)
{
    const struct ln_outcome *outcome = finding->outcome;
    struct ln_style style = { .width = 80 };
    linnet_finding found = { .id = finding->id, .verdict = (linnet_verdict)outcome->verdict,
                             .operations = finding->history->operations.length,
                             .cut_line = finding->history->cut_line };
    ln_report_text(finding, &style, text);
    found.text = ln_str_borrow(text);
    if (outcome->verdict == LN_HOLDS) {
        found.witness = outcome->order.at;
        found.witness_length = outcome->order.length;
    }
    if (outcome->verdict == LN_HOLDS || finding->core) {
        ln_report_certificate(finding, certificate);
        found.certificate = ln_str_borrow(certificate);
    }
    checking->tell(checking->context, &found);
}

static enum ln_status check_one(struct file_check *checking, const struct ln_history *history, const char *id,
                                const struct ln_source *source, struct ln_error *error)
{
    struct ln_outcome outcome;
    struct ln_core core;
    struct ln_judged finding = { .id = id, .history = history, .source = *source };
    struct ln_str text, certificate;
    enum ln_status status;
    ln_outcome_init(&outcome, &checking->memory);
    ln_core_init(&core, &checking->memory);
    ln_str_init(&text, &checking->memory);
    ln_str_init(&certificate, &checking->memory);
    if (history->operations.length)
        finding.spec = &checking->binding.spec;
    status = ln_judge(&finding, &checking->how, &checking->budget, &outcome, &core, error);
    if (!status)
        report(checking, &finding, &text, &certificate);
    ln_str_fini(&text);
    ln_str_fini(&certificate);
    ln_core_fini(&core);
    ln_outcome_fini(&outcome);
    return status;
}

static enum ln_status check_all(struct file_check *checking, struct ln_reader *reader, const char *path, double timeout,
                                struct ln_error *error)
{
    enum ln_status status = LN_OK;
    bool found = true;
    for (unsigned number = 1; !status && found; number++) {
        struct ln_history history;
        struct ln_source source;
        struct ln_str id;
        ln_budget_init(&checking->budget, &checking->memory, timeout, NULL);
        status = ln_reader_next(reader, &history, &found, error);
        if (status || !found)
            break;
        ln_str_init(&id, &checking->memory);
        ln_write_id(reader, &history, path, number, &id);
        source = (struct ln_source){ .input = path, .format = ln_reader_format(reader), .number = number,
                                     .digest = ln_reader_digest(reader) };
        status = check_one(checking, &history, ln_str_borrow(&id), &source, error);
        ln_str_fini(&id);
        ln_history_fini(&history);
    }
    return status;
}

static linnet_status public_status(enum ln_status status)
{
    switch (status) {
    case LN_OK: return LINNET_OK;
    case LN_NO_MEMORY:
    case LN_STOPPED: return LINNET_STOPPED;
    case LN_USAGE: return LINNET_USAGE;
    case LN_BAD_INPUT: return LINNET_BAD_INPUT;
    case LN_MISSING:
    case LN_INTERNAL: break;
    }
    return LINNET_INTERNAL;
}

linnet_status linnet_check_file(const char *path, const linnet_options *options, linnet_tell *tell, void *context,
                                char *message, size_t room)
{
    struct file_check checking = { .how = { .algorithm = LN_ALGORITHM_AUTO, .jobs = options->jobs,
                                          .allow_empty = options->allow_empty != 0 },
                                 .tell = tell, .context = context };
    struct ln_reader_options reading = { .format = options->format, .binder = &checking.binding.binder,
                                         .budget = &checking.budget };
    struct ln_reader *reader = NULL;
    struct ln_error error = { 0 };
    enum ln_status status;
    ln_memory_init(&checking.memory, options->memory ? options->memory : UINT64_MAX);
    ln_budget_init(&checking.budget, &checking.memory, options->timeout, NULL);
    checking.spec.name = options->spec;
    ln_binding_init(&checking.binding, &checking.spec);
    status = ln_reader_open(&reader, path, &reading, &checking.memory, &error);
    if (!status)
        status = check_all(&checking, reader, path, options->timeout, &error);
    ln_reader_close(reader);
    if (status && message && room)
        snprintf(message, room, "%s", error.message[0] ? error.message : ln_status_text(status));
    return public_status(status);
}

const char *linnet_version(void)
{
    return LINNET_VERSION;
}
