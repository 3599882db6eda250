/* The public interface. */
#include "linnet/linnet.h"

#include "api/binding.h"
#include "check/check.h"
#include "report/report.h"

#include <stdio.h>

struct checking {
    struct ln_memory memory;
    struct ln_budget budget;
    struct ln_binding binding;
    struct ln_check_options how;
    linnet_tell *tell;
    void *context;
};

static enum ln_status check_one(struct checking *checking, const struct ln_history *history, const char *id,
                                struct ln_error *error)
{
    struct ln_outcome outcome;
    struct ln_style style = { 0 };
    struct ln_finding finding = { .id = id, .history = history, .outcome = &outcome };
    struct ln_str text;
    enum ln_status status = LN_OK;
    ln_outcome_init(&outcome, &checking->memory);
    ln_str_init(&text, &checking->memory);
    outcome.verdict = LN_HOLDS; /* of a history without operations */
    if (history->operations.length) {
        finding.spec = &checking->binding.spec;
        ln_outcome_clear(&outcome);
        status = ln_check(history, finding.spec, &checking->how, &checking->budget, &outcome, error);
    }
    if (!status) {
        linnet_finding found = { .id = id, .verdict = (linnet_verdict)outcome.verdict,
                                 .operations = history->operations.length };
        ln_report_text(&finding, &style, &text);
        found.text = ln_str_borrow(&text);
        if (outcome.verdict == LN_HOLDS) {
            found.witness = outcome.order.at;
            found.witness_length = outcome.order.length;
        }
        checking->tell(checking->context, &found);
    }
    ln_str_fini(&text);
    ln_outcome_fini(&outcome);
    return status;
}

static enum ln_status check_all(struct checking *checking, struct ln_reader *reader, const char *path, double timeout,
                                struct ln_error *error)
{
    enum ln_status status = LN_OK;
    bool found = true;
    for (unsigned number = 1; !status && found; number++) {
        struct ln_history history;
        struct ln_str id;
        ln_budget_init(&checking->budget, &checking->memory, timeout, NULL);
        status = ln_reader_next(reader, &history, &found, error);
        if (status || !found)
            break;
        ln_str_init(&id, &checking->memory);
        ln_write_id(reader, &history, path, number, &id);
        status = check_one(checking, &history, ln_str_borrow(&id), error);
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
    struct checking checking = { .how = { .algorithm = LN_ALGORITHM_AUTO, .jobs = options->jobs },
                                 .tell = tell, .context = context };
    struct ln_reader_options reading = { .format = options->format, .binder = &checking.binding.binder,
                                         .budget = &checking.budget };
    struct ln_reader *reader = NULL;
    struct ln_error error = { 0 };
    enum ln_status status;
    ln_memory_init(&checking.memory, options->memory ? options->memory : UINT64_MAX);
    ln_budget_init(&checking.budget, &checking.memory, options->timeout, NULL);
    ln_binding_init(&checking.binding, options->spec);
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
