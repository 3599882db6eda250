/* `linnet verify`: does a certificate show what it claims?
 *
 * The work is done in src/verify, which knows histories and specs and nothing of the engines. */
#include "api/binding.h"
#include "cli/exit.h"
#include "cli/guard.h"
#include "cli/interrupt.h"
#include "cli/options.h"
#include "cli/own_spec.h"
#include "cli/say_cut.h"
#include "format/input.h"
#include "format/skew.h"
#include "report/report.h"
#include "verify/certificate.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct verify_options {
    const char *spec;
    uint64_t memory;
    bool quiet, allow_empty;
};

#define AT(field) offsetof(struct verify_options, field)

static const struct option options[] = {
    { "spec", 's', OPTION_TEXT, "SPEC", AT(spec), "the object, instead of the one that the certificate names" },
    { "memory", 'm', OPTION_SIZE, "SIZE", AT(memory), "give up beyond 200M, 4G, ... (three quarters of the machine)" },
    { "allow-empty", 0, OPTION_FLAG, NULL, AT(allow_empty), "a history in which no operation returned may hold (unknown)" },
    { "quiet", 'q', OPTION_FLAG, NULL, AT(quiet), "no output but the exit code" },
};

struct verifying {
    struct verify_options options;
    struct ln_memory memory;
    struct ln_str path;       /* of the history */
    struct own_spec own_spec; /* when it is a file */
    const struct ln_spec_class *own;
    const char *certificates, *history;
    uint64_t line;
    bool any_wrong, any_unknown, any_bad;
};

/* ---- telling ---- */

enum answer { STANDS, FALLS, UNKNOWN };

static void tell(struct verifying *verifying, enum answer answer, const char *what)
{
    static const char *const words[] = { "stands", "falls", "unknown" };
    verifying->any_wrong |= answer == FALLS;
    verifying->any_unknown |= answer == UNKNOWN;
    if (!verifying->options.quiet)
        printf("%s: %s:%llu: %s\n", words[answer], verifying->certificates, (unsigned long long)verifying->line, what);
}

/* Also what it rests on: the certificate chose the object and the clocks. */
static void tell_stands(struct verifying *verifying, const struct ln_certificate *certificate,
                        const struct ln_history *history, const struct ln_spec *spec, const char *id)
{
    struct ln_outcome outcome = { .verdict = certificate->holds ? LN_HOLDS : LN_VIOLATED };
    struct ln_finding finding = { .id = id, .history = history, .outcome = &outcome };
    struct ln_str what;
    finding.spec = history->operations.length ? spec : NULL;
    ln_str_init(&what, &verifying->memory);
    ln_report_answer(&finding, &what);
    if (certificate->holds)
        ln_str_text(&what, ", by its witness");
    else
        ln_str_format(&what, ", by its core of %zu operation%s", certificate->core, certificate->core == 1 ? "" : "s");
    tell(verifying, STANDS, ln_str_borrow(&what));
    ln_str_fini(&what);
}

/* What it shows is right, and says nothing. */
static void tell_empty(struct verifying *verifying, const struct ln_history *history, const char *id)
{
    struct ln_str what;
    ln_str_init(&what, &verifying->memory);
    ln_str_format(&what, "%s: nothing was looked at: ", id);
    ln_report_empty(history, &what);
    tell(verifying, UNKNOWN, ln_str_borrow(&what));
    ln_str_fini(&what);
}

static void tell_failure(struct verifying *verifying, enum ln_status status, const char *message)
{
    fprintf(stderr, "linnet: %s\n", message);
    verifying->any_unknown |= status == LN_NO_MEMORY;
    verifying->any_bad |= status != LN_NO_MEMORY;
}

/* ---- one certificate ---- */

/* The path as the certificate has it, or beside the certificate if there is nothing. */
static void find_history(struct verifying *verifying, const struct ln_certificate *certificate)
{
    const char *slash = strrchr(verifying->certificates, '/');
    ln_str_clear(&verifying->path);
    ln_str_text(&verifying->path, verifying->history ? verifying->history : certificate->input);
    if (verifying->history || !slash || *certificate->input == '/' || access(certificate->input, F_OK) == 0)
        return;
    ln_str_clear(&verifying->path);
    ln_str_add(&verifying->path, verifying->certificates, (size_t)(slash + 1 - verifying->certificates));
    ln_str_text(&verifying->path, certificate->input);
}

/* What a certificate names is not run: code comes from the user alone. */
static bool bind(struct verifying *verifying, const struct ln_certificate *certificate, struct ln_binding *binding)
{
    ln_binding_init(binding, verifying->options.spec ? verifying->options.spec : certificate->spec);
    binding->own = verifying->own;
    binding->exact = !verifying->options.spec; /* a certificate says all of it */
    if (verifying->options.spec || !certificate->spec || !own_spec_is_file(certificate->spec))
        return true;
    fprintf(stderr, "linnet: %s:%llu: the object is a spec of somebody's own, %s: read it, then name it with --spec\n",
            verifying->certificates, (unsigned long long)verifying->line, certificate->spec);
    verifying->any_bad = true;
    return false;
}

static void judge(struct verifying *verifying, struct ln_certificate *certificate, struct ln_text line,
                  struct ln_history *history, const struct ln_spec *spec, const struct ln_reader *reader)
{
    const char *digest = ln_reader_digest(reader);
    struct ln_error error = { 0 };
    struct ln_str id;
    char what[2 * LN_DIGEST_TEXT + 1100];
    enum ln_status status;
    if (strcmp(digest, certificate->digest) != 0) {
        snprintf(what, sizeof what, "%.200s is not what the certificate is about: its digest is %s, not %s",
                 ln_str_borrow(&verifying->path), digest, certificate->digest);
        tell(verifying, UNKNOWN, what);
        return;
    }
    status = ln_certificate_check(certificate, line, history, spec, &error);
    if (!verifying->options.quiet)
        say_cut(history, ln_str_borrow(&verifying->path));
    ln_str_init(&id, &verifying->memory);
    ln_write_id(reader, history, ln_str_borrow(&verifying->path), (unsigned)certificate->number, &id);
    if (status == LN_OK && !certificate->holds && history->cut == LN_CUT_OPERATION)
        tell(verifying, UNKNOWN, "an operation was cut out of the history, and may explain what the core has");
    else if (status == LN_OK && !ln_history_judged(history) && !verifying->options.allow_empty)
        tell_empty(verifying, history, ln_str_borrow(&id));
    else if (status == LN_OK)
        tell_stands(verifying, certificate, history, spec, ln_str_borrow(&id));
    else
        tell(verifying, status == LN_BAD_INPUT ? FALLS : UNKNOWN, error.message);
    ln_str_fini(&id);
}

/* Reads the file up to the history that is meant. Those before it may be of other objects: nothing is bound to them. */
static enum ln_status read_and_judge(struct verifying *verifying, struct ln_certificate *certificate,
                                     struct ln_text line, struct ln_binding *binding, struct ln_reader *reader,
                                     struct ln_error *error)
{
    const struct ln_binder binder = binding->binder, none = { 0 };
    enum ln_status status = LN_OK;
    bool found = true;
    for (int64_t number = 1; !status && found; number++) {
        struct ln_history history;
        binding->binder = number == certificate->number ? binder : none;
        status = ln_reader_next(reader, &history, &found, error);
        if (status || !found)
            break;
        if (number == certificate->number)
            judge(verifying, certificate, line, &history, &binding->spec, reader);
        ln_history_fini(&history);
        if (number == certificate->number)
            return LN_OK;
    }
    if (!status)
        tell(verifying, UNKNOWN, "the file has no such history any more");
    return status;
}

/* Everything is read as the certificate says. */
static void verify_history(struct verifying *verifying, struct ln_certificate *certificate, struct ln_text line)
{
    struct ln_reader_options reading = { .format = certificate->format, .keyed = certificate->keyed };
    struct ln_reader *reader = NULL;
    struct ln_binding binding;
    struct ln_skew skew = { 0 };
    struct ln_error error = { 0 };
    enum ln_status status = LN_OK;
    find_history(verifying, certificate);
    guard_history(ln_str_borrow(&verifying->path));
    if (!bind(verifying, certificate, &binding))
        return;
    reading.binder = &binding.binder;
    if (certificate->format && strcmp(certificate->format, "empty") == 0)
        reading.format = NULL;
    if (certificate->skew) {
        status = ln_skew_init(&skew, certificate->skew, &verifying->memory, &error);
        reading.skew = &skew;
    }
    if (!status)
        status = ln_reader_open(&reader, ln_str_borrow(&verifying->path), &reading, &verifying->memory, &error);
    if (!status)
        status = read_and_judge(verifying, certificate, line, &binding, reader, &error);
    if (status)
        tell_failure(verifying, status, error.message);
    ln_reader_close(reader);
    ln_skew_fini(&skew, &verifying->memory);
}

static void verify_line(struct verifying *verifying, struct ln_text line)
{
    struct ln_certificate certificate;
    struct ln_error error = { 0 };
    size_t column;
    if (ln_certificate_init(&certificate, line, &column, &verifying->memory, &error)) {
        fprintf(stderr, "linnet: %s:%llu:%zu: %s\n", verifying->certificates, (unsigned long long)verifying->line,
                column, error.message);
        verifying->any_bad = true;
    } else if (!verifying->history && (!certificate.input || strcmp(certificate.input, "-") == 0)) {
        tell_failure(verifying, LN_BAD_INPUT, "the certificate is about standard input: name the history after it");
    } else {
        verify_history(verifying, &certificate, line);
    }
    ln_certificate_fini(&certificate);
}

/* ---- the command ---- */

static void verify_file(struct verifying *verifying)
{
    struct ln_input *input = NULL;
    struct ln_error error = { 0 };
    struct ln_text line;
    bool found = true;
    enum ln_status status = ln_input_open(&input, verifying->certificates, NULL, &verifying->memory, &error);
    if (!status)
        ln_input_rewind(input);
    while (!status && found && !*interrupt_flag()) {
        status = ln_input_line(input, &line, &found, &error);
        if (status || !found || !line.length)
            continue;
        verifying->line = ln_input_number(input);
        verify_line(verifying, line);
    }
    if (status)
        tell_failure(verifying, status, error.message);
    else if (!verifying->line)
        tell_failure(verifying, LN_BAD_INPUT, "there is no certificate in the file");
    ln_input_close(input);
}

static int exit_code(const struct verifying *verifying)
{
    if (verifying->any_bad)
        return EXIT_BAD_INPUT;
    if (verifying->any_wrong)
        return EXIT_VIOLATED;
    return verifying->any_unknown || *interrupt_flag() ? EXIT_UNKNOWN : EXIT_HOLDS;
}

static int run(int argc, char **argv)
{
    struct verifying verifying = { 0 };
    struct ln_binding binding = { 0 };
    int files, code = options_begin(&command_verify, &verifying.options, argc, argv, &files);
    if (code >= 0)
        return code;
    if (files < 1 || files > 2) {
        fprintf(stderr, "linnet verify: expected a file of certificates, and perhaps the history\n");
        return EXIT_USAGE;
    }
    interrupt_listen();
    verifying.certificates = argv[0];
    verifying.history = files == 2 ? argv[1] : NULL;
    ln_memory_init(&verifying.memory, verifying.options.memory ? verifying.options.memory : options_usual_memory());
    ln_str_init(&verifying.path, &verifying.memory);
    code = own_spec_load(verifying.options.spec, 0, &binding, &verifying.own_spec, &verifying.memory);
    verifying.own = binding.own;
    if (!code) {
        verify_file(&verifying);
        code = exit_code(&verifying);
    }
    ln_str_fini(&verifying.path);
    own_spec_free(&verifying.own_spec);
    return code;
}

const struct command command_verify = {
    .name = "verify", .operands = "CERTIFICATE [HISTORY]", .summary = "does a certificate show what it claims?",
    .description =
        "Checks what `linnet check --certificate` wrote, with code that shares nothing with the\n"
        "engines: that the history is the one that is meant, that the witness is an order of its\n"
        "operations that real time and the object allow, or that the core follows from it and\n"
        "allows no order. Without HISTORY the path in the certificate is taken. An object of your\n"
        "own has to be named with --spec: nothing is run because a certificate says so.\n"
        "Exit code: 0 it stands, 1 it falls, 2 the history is another one, has nothing to look at, or\n"
        "it is too large to be checked, 64 usage, 65 bad input.",
    .options = options, .option_count = sizeof options / sizeof *options, .run = run,
};
