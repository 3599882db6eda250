/* `linnet verify`: does a certificate show what it claims?
 *
 * The work is done in src/verify, which knows histories and specs and nothing of the engines. */
#include "cli/exit.h"
#include "cli/interrupt.h"
#include "cli/outputs.h"
#include "cli/say.h"
#include "cli/shared_options.h"
#include "cli/verifying.h"
#include "format/input.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define AT(field) offsetof(struct verify_options, field)

static const struct option options[] = {
    SHARED_SPEC("the object, instead of the one that the certificate names"),
    SHARED_MEMORY("three quarters of the machine"),
    SHARED_ALLOW_EMPTY,
    SHARED_QUIET,
};

/* So many bytes of certificates are looked at together. */
enum { BATCH = 64 << 20 };

/* ---- collecting ---- */

/* The path as the certificate has it, or beside the certificate if there is nothing; NULL: no memory. */
static const char *find_history(struct verifying *verifying, const struct ln_certificate *certificate)
{
    const char *slash = strrchr(verifying->certificates, '/'), *input = certificate->input;
    size_t folder = slash ? (size_t)(slash + 1 - verifying->certificates) : 0;
    char *path;
    if (verifying->history)
        return verifying->history;
    if (!slash || *input == '/' || access(input, F_OK) == 0)
        folder = 0;
    path = ln_arena_take(&verifying->arena, folder + strlen(input) + 1);
    if (path) {
        memcpy(path, verifying->certificates, folder);
        strcpy(path + folder, input);
    }
    return path;
}

/* What a certificate names is not run: code comes from the user alone. */
static bool names_code(const struct verifying *verifying, const struct ln_certificate *certificate)
{
    return !verifying->options.spec && ln_spec_file(certificate->spec);
}

static void say_names_code(struct verifying *verifying, const struct verify_claim *claim)
{
    complain("linnet: %s:%llu: the object is a spec of somebody's own, %s: read it, then name it with --spec\n",
            verifying->certificates, (unsigned long long)claim->number, claim->certificate.spec);
    verifying->any_bad = true;
}

/* Finds the history that the claim is about. False: the answers would go into it. */
static bool is_spared(struct verifying *verifying, struct verify_claim *claim)
{
    claim->path = find_history(verifying, &claim->certificate);
    return !claim->path || standard_output_spares("linnet verify", &claim->path, 1);
}

static bool keep(struct verifying *verifying, struct verify_claim *claim)
{
    char *line = ln_arena_copy(&verifying->arena, claim->line.at, claim->line.length);
    claim->line.at = line;
    verifying->bytes += claim->line.length;
    return line && claim->path && ln_vec_push(&verifying->claims, &verifying->memory, *claim);
}

static void collect_line(struct verifying *verifying, struct ln_text line, uint64_t number)
{
    struct verify_claim claim = { .line = line, .number = number };
    struct ln_error error = { 0 };
    size_t column;
    if (ln_certificate_init(&claim.certificate, line, &column, &verifying->memory, &error)) {
        complain("linnet: %s:%llu:%zu: %s\n", verifying->certificates, (unsigned long long)number, column,
                error.message);
        verifying->any_bad = true;
    } else if (!verifying->history && (!claim.certificate.input || strcmp(claim.certificate.input, "-") == 0)) {
        verify_fail(verifying, LN_BAD_INPUT, "the certificate is about standard input: name the history after it");
    } else if (names_code(verifying, &claim.certificate)) {
        say_names_code(verifying, &claim);
    } else if (!is_spared(verifying, &claim)) {
        verifying->any_bad = true;
    } else if (keep(verifying, &claim)) {
        return;
    } else {
        verify_fail(verifying, LN_NO_MEMORY, "out of memory");
    }
    ln_certificate_fini(&claim.certificate);
}

/* ---- telling ---- */

static void tell(struct verifying *verifying, const struct verify_claim *claim)
{
    static const char *const words[] = { [VERIFY_STANDS] = "stands", [VERIFY_FALLS] = "falls",
                                         [VERIFY_UNKNOWN] = "unknown" };
    struct ln_str text;
    if (claim->answer == VERIFY_OPEN || claim->answer == VERIFY_BAD || verifying->options.quiet)
        return;
    ln_str_init(&text, &verifying->memory);
    ln_str_format(&text, "%s: %s:%llu: %s\n", words[claim->answer], verifying->certificates,
                  (unsigned long long)claim->number, claim->what ? claim->what : "");
    say(ln_str_borrow(&text));
    ln_str_fini(&text);
}

/* Answers and tells what was collected, in the order of the lines. */
static void finish_batch(struct verifying *verifying)
{
    verify_claims(verifying);
    for (size_t i = 0; i < verifying->claims.length; i++) {
        tell(verifying, &verifying->claims.at[i]);
        ln_certificate_fini(&verifying->claims.at[i].certificate);
    }
    verifying->claims.length = 0;
    verifying->bytes = 0;
    ln_arena_fini(&verifying->arena);
    ln_arena_init(&verifying->arena, &verifying->memory);
}

/* ---- the command ---- */

static void verify_file(struct verifying *verifying)
{
    struct ln_input *input = NULL;
    struct ln_error error = { 0 };
    struct ln_text line;
    bool found = true, any = false;
    enum ln_status status = ln_input_open(&input, verifying->certificates, NULL, &verifying->memory, &error);
    if (!status)
        ln_input_rewind(input);
    while (!status && found && !*interrupt_flag()) {
        status = ln_input_line(input, &line, &found, &error);
        if (status || !found || !line.length)
            continue;
        any = true;
        collect_line(verifying, line, ln_input_number(input));
        if (verifying->bytes >= BATCH)
            finish_batch(verifying);
    }
    finish_batch(verifying);
    if (status)
        verify_fail(verifying, status, error.message);
    else if (!any && !*interrupt_flag())
        verify_fail(verifying, LN_BAD_INPUT, "there is no certificate in the file");
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
    int files, code = options_begin(&command_verify, &verifying.options, argc, argv, &files);
    if (code >= 0)
        return code;
    if (files < 1 || files > 2) {
        complain("linnet verify: expected a file of certificates, and perhaps the history\n");
        return EXIT_USAGE;
    }
    interrupt_listen();
    verifying.certificates = argv[0];
    verifying.history = files == 2 ? argv[1] : NULL;
    ln_memory_init(&verifying.memory, verifying.options.memory ? verifying.options.memory : options_usual_memory());
    ln_arena_init(&verifying.arena, &verifying.memory);
    code = own_spec_load(&verifying.chosen, verifying.options.spec, 0, &verifying.memory);
    if (!code) {
        verify_file(&verifying);
        code = exit_code(&verifying);
    }
    verify_source_close(&verifying);
    ln_vec_fini(&verifying.claims, &verifying.memory);
    ln_arena_fini(&verifying.arena);
    ln_chosen_spec_free(&verifying.chosen);
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
