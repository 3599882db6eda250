#include "inquiry/show.h"

#include "base/hash.h"
#include "finding/file.h"
#include "format/skew.h"
#include "inquiry/binding.h"
#include "report/finding_text.h"

#include <string.h>
#include <sys/stat.h>

struct showing {
    const struct ln_show_asked *asked;
    struct ln_memory *memory;
    struct ln_budget budget;
    struct ln_binding binding;
    struct ln_binder binder;
    struct ln_str spec; /* what the file says the object is; empty when it does not */
    bool bound;         /* operations so far are what that object can do */
};

/* ---- reading ---- */

/* Where the file says what the object is, operations are put in its words, as `linnet check` does. But a picture of
 * something wrong is a picture too: at the first operation that does not fit, the rest is taken as written. */

static enum ln_status begin(void *self, struct ln_history *history, const char *spec, struct ln_error *error)
{
    struct showing *showing = self;
    struct ln_error ignored;
    ln_str_clear(&showing->spec);
    if (spec)
        ln_str_text(&showing->spec, spec);
    showing->bound = (spec || showing->binding.otherwise) &&
                     showing->binding.binder.begin(&showing->binding, history, spec, &ignored) == LN_OK;
    return showing->spec.failed ? ln_fail(error, LN_NO_MEMORY, "out of memory") : LN_OK;
}

typedef enum ln_status bind_part(void *self, struct ln_history *history, uint32_t operation, enum ln_field *field,
                                 struct ln_error *error);

static enum ln_status bind_if_it_fits(struct showing *showing, bind_part *bind, struct ln_history *history,
                                      uint32_t operation, enum ln_field *field, struct ln_error *error)
{
    struct ln_operation as_written = history->operations.at[operation];
    enum ln_status status = showing->bound ? bind(&showing->binding, history, operation, field, error) : LN_OK;
    if (!status || status == LN_NO_MEMORY)
        return status;
    history->operations.at[operation] = as_written;
    showing->bound = false;
    return LN_OK;
}

static enum ln_status called(void *self, struct ln_history *history, uint32_t operation, enum ln_field *field,
                             struct ln_error *error)
{
    struct showing *showing = self;
    return bind_if_it_fits(showing, showing->binding.binder.called, history, operation, field, error);
}

static enum ln_status returned(void *self, struct ln_history *history, uint32_t operation, enum ln_field *field,
                               struct ln_error *error)
{
    struct showing *showing = self;
    return bind_if_it_fits(showing, showing->binding.binder.returned, history, operation, field, error);
}

/* ---- telling ---- */

static void tell(const struct showing *showing, const struct ln_str *text, bool apart, const struct ln_error *error)
{
    const struct ln_show_asked *asked = showing->asked;
    if (error->status)
        asked->failed(asked->self, error);
    else
        asked->shown(asked->self, text, apart);
}

/* ---- findings ---- */

/* As it was told: with the picture, if its history stands with it. */
static void show_finding(struct showing *showing, struct ln_finding *finding, const struct ln_history *history)
{
    struct ln_error error = { LN_OK, "" };
    struct ln_str text;
    ln_str_init(&text, showing->memory);
    finding->history = history;
    for (size_t i = 0; i < finding->scene.length && history; i++)
        if (finding->scene.at[i].operation >= history->operations.length)
            ln_fail(&error, LN_BAD_INPUT, "the picture of the finding shows an operation that its history has not");
    if (!error.status)
        ln_report_finding(finding, &showing->asked->style, &text);
    if (text.failed)
        ln_fail(&error, LN_NO_MEMORY, "no memory left for the picture");
    tell(showing, &text, finding->verdict != LN_HOLDS && finding->reason != LN_REASON_EMPTY, &error);
    ln_str_fini(&text);
}

/* What is shown has to be what is said. */
static enum ln_status agrees(const struct ln_finding *finding, const char *path, struct ln_error *error)
{
    const char *other = finding->verdict == LN_HOLDS ? "core" : finding->verdict == LN_VIOLATED ? "witness" : NULL;
    if (!other || !ln_facts_find(&finding->evidence, NULL, other))
        return LN_OK;
    return ln_fail(error, LN_BAD_INPUT, "%s: a finding says that it %s, and shows something else", path,
                   finding->verdict == LN_HOLDS ? "holds" : "is violated");
}

static enum ln_status is_whole(const struct showing *showing, const struct ln_finding *finding, const char *path,
                               struct ln_text history, struct ln_error *error)
{
    const char *here = ln_fact_text(&finding->subject, ln_facts_find(&finding->subject, NULL, "here"));
    struct ln_digest *digest = here ? ln_digest_new(showing->memory) : NULL;
    char found[LN_DIGEST_TEXT];
    if (!here)
        return LN_OK;
    if (!digest)
        return ln_fail(error, LN_NO_MEMORY, "out of memory");
    ln_digest_add(digest, history.at, history.length);
    ln_digest_take(digest, found);
    ln_digest_free(digest);
    return strcmp(found, here) == 0
               ? LN_OK
               : ln_fail(error, LN_BAD_INPUT,
                         "%s: the history of a finding is not the one that it is about: lines are missing, or were "
                         "changed",
                         path);
}

/* The serial executions that it was judged by know which operations return nothing, and what to call them. */
static struct ln_observed *learn_operations(struct showing *showing, const struct ln_finding *finding, const char *path)
{
    struct ln_observed *observed = NULL;
    struct ln_error none;
    if (finding->serial.length)
        ln_observed_take(&observed, path, &finding->serial, showing->memory, &none); /* else it is drawn as written */
    showing->binding.otherwise = observed ? ln_observed_class(observed) : NULL;
    return observed;
}

static enum ln_status read_finding(struct showing *showing, const struct ln_finding_reader *findings, const char *path,
                                   struct ln_finding *finding, struct ln_error *error)
{
    struct ln_text text = ln_finding_history(findings);
    const char *clocks = ln_fact_text(&finding->subject, ln_facts_find(&finding->subject, NULL, "skew"));
    struct ln_skew skew = { 0 };
    struct ln_reader_options reading = {
        .format = "native", .binder = &showing->binder, .budget = &showing->budget, .skew = clocks ? &skew : NULL
    };
    struct ln_reader *reader = NULL;
    struct ln_observed *observed = learn_operations(showing, finding, path);
    struct ln_history history;
    bool found = false;
    enum ln_status status = clocks ? ln_skew_read(&skew, clocks, path, showing->memory, error) : LN_OK;
    if (!status)
        status = agrees(finding, path, error);
    if (!status)
        status = is_whole(showing, finding, path, text, error);
    if (!status)
        status = ln_reader_open_bytes(&reader, path, text.at, text.length, &reading, showing->memory, error);
    if (!status && text.length)
        status = ln_reader_next(reader, &history, &found, error);
    if (!status)
        show_finding(showing, finding, found ? &history : NULL);
    if (found)
        ln_history_fini(&history);
    if (status == LN_USAGE) /* that there are times at all */
        status = ln_fail(error, LN_BAD_INPUT, "%s: it has no times, to which its \"skew\" could apply", path);
    ln_reader_close(reader);
    ln_skew_fini(&skew, showing->memory);
    ln_observed_free(observed);
    return status;
}

static enum ln_status show_findings(struct showing *showing, struct ln_finding_reader *findings, const char *path,
                                    struct ln_error *error)
{
    enum ln_status status = LN_OK;
    bool found = true;
    while (!status && found && !*showing->asked->interrupt) {
        struct ln_finding finding;
        status = ln_finding_next(findings, &finding, &found, error);
        if (status || !found)
            break;
        status = read_finding(showing, findings, path, &finding, error);
        ln_finding_fini(&finding);
    }
    return status;
}

/* ---- histories ---- */

static void show_history(struct showing *showing, const struct ln_history *history, const char *id)
{
    const struct ln_show_asked *asked = showing->asked;
    struct ln_pictured pictured = { history, strcmp(id, "-") == 0 ? "standard input" : id,
                                    ln_str_borrow(&showing->spec) };
    struct ln_error error = { LN_OK, "" };
    struct ln_str text;
    ln_str_init(&text, showing->memory);
    ln_report_window(&pictured, &asked->window, &asked->style, &text, &error);
    tell(showing, &text, true, &error);
    ln_str_fini(&text);
}

static enum ln_status show_histories(struct showing *showing, const char *path, struct ln_error *error)
{
    const struct ln_show_asked *asked = showing->asked;
    struct ln_reader_options reading = {
        .format = asked->format, .binder = &showing->binder, .keyed = asked->keyed, .budget = &showing->budget
    };
    struct ln_reader *reader = NULL;
    enum ln_status status = ln_reader_open(&reader, path, &reading, showing->memory, error);
    for (unsigned number = 1; !status && !*asked->interrupt; number++) {
        struct ln_history history;
        struct ln_str id;
        bool found;
        ln_str_clear(&showing->spec);
        status = ln_reader_next(reader, &history, &found, error);
        if (status || !found)
            break;
        asked->read(&history, path);
        ln_str_init(&id, showing->memory);
        ln_write_id(reader, &history, path, number, &id);
        show_history(showing, &history, ln_str_borrow(&id));
        ln_str_fini(&id);
        ln_history_fini(&history);
    }
    ln_reader_close(reader);
    return status;
}

/* Only of what can be read twice it is found out whether findings are in it. */
static bool open_findings(const struct showing *showing, const char *path, struct ln_finding_reader **findings)
{
    struct ln_error none;
    struct stat there;
    if (showing->asked->histories || stat(path, &there) != 0 || !S_ISREG(there.st_mode))
        return false;
    return ln_finding_open(findings, path, showing->memory, &none) == LN_OK;
}

enum ln_status ln_show_file(const struct ln_show_asked *asked, const char *path, struct ln_memory *memory,
                            struct ln_error *error)
{
    struct showing showing = { .asked = asked, .memory = memory };
    struct ln_finding_reader *findings = NULL;
    enum ln_status status;
    ln_budget_init(&showing.budget, memory, 0, asked->interrupt);
    ln_binding_init(&showing.binding, NULL);
    showing.binder = (struct ln_binder){ .self = &showing, .begin = begin, .called = called, .returned = returned };
    ln_str_init(&showing.spec, memory);
    if (open_findings(&showing, path, &findings))
        status = show_findings(&showing, findings, path, error);
    else
        status = show_histories(&showing, path, error);
    ln_finding_close(findings);
    ln_str_fini(&showing.spec);
    return status;
}
