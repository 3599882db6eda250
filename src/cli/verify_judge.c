/* One certificate against one history. */
#include "base/shown.h"
#include "cli/say.h"
#include "cli/say_cut.h"
#include "cli/verifying.h"
#include "report/report.h"

#include <stdio.h>
#include <string.h>

void verify_answer(struct verifying *verifying, struct verify_claim *claim, enum verify_answer answer, const char *what)
{
    claim->answer = answer;
    claim->what = ln_arena_copy(&verifying->arena, what, strlen(what) + 1);
    verifying->any_wrong |= answer == VERIFY_FALLS;
    verifying->any_unknown |= answer == VERIFY_UNKNOWN;
}

void verify_fail(struct verifying *verifying, enum ln_status status, const char *message)
{
    complain("linnet: %s\n", message);
    verifying->any_unknown |= status == LN_NO_MEMORY;
    verifying->any_bad |= status != LN_NO_MEMORY;
}

/* Also what it rests on: the certificate chose the object and the clocks. */
static void stands(struct verifying *verifying, struct verify_claim *claim, const struct ln_history *history,
                   const struct ln_spec *spec, const char *id)
{
    const struct ln_certificate *certificate = &claim->certificate;
    struct ln_outcome outcome = { .verdict = certificate->holds ? LN_HOLDS : LN_VIOLATED };
    struct ln_judged finding = { .id = id, .history = history, .outcome = &outcome };
    struct ln_str what;
    finding.spec = history->operations.length ? spec : NULL;
    ln_str_init(&what, &verifying->memory);
    ln_report_answer(&finding, &what);
    if (certificate->holds)
        ln_str_text(&what, ", by its witness");
    else
        ln_str_format(&what, ", by its core of %zu operation%s", certificate->core, certificate->core == 1 ? "" : "s");
    verify_answer(verifying, claim, VERIFY_STANDS, ln_str_borrow(&what));
    ln_str_fini(&what);
}

/* What it shows is right, and says nothing. */
static void is_empty(struct verifying *verifying, struct verify_claim *claim, const struct ln_history *history,
                     const char *id)
{
    struct ln_str what;
    ln_str_init(&what, &verifying->memory);
    ln_str_shown(&what, id);
    ln_str_text(&what, ": nothing was looked at: ");
    ln_report_empty(history, &what);
    verify_answer(verifying, claim, VERIFY_UNKNOWN, ln_str_borrow(&what));
    ln_str_fini(&what);
}

static void is_another(struct verifying *verifying, struct verify_claim *claim, const char *digest)
{
    char what[2 * LN_DIGEST_TEXT + 300];
    snprintf(what, sizeof what, "%.200s is not what the certificate is about: its digest is %s, not %s", claim->path,
             digest, claim->certificate.digest);
    verify_answer(verifying, claim, VERIFY_UNKNOWN, what);
}

void verify_judge(struct verifying *verifying, struct verify_claim *claim, struct ln_history *history,
                  const struct ln_spec *spec, const struct ln_reader *reader)
{
    struct ln_certificate *certificate = &claim->certificate;
    struct ln_error error = { 0 };
    struct ln_str id;
    enum ln_status status;
    if (strcmp(ln_reader_digest(reader), certificate->digest) != 0) {
        is_another(verifying, claim, ln_reader_digest(reader));
        return;
    }
    status = ln_certificate_check(certificate, claim->line, history, spec, &error);
    if (!verifying->options.quiet)
        say_cut(history, claim->path);
    ln_str_init(&id, &verifying->memory);
    ln_write_id(reader, history, claim->path, (unsigned)certificate->number, &id);
    if (status == LN_OK && !certificate->holds && ln_cut_may_lack(history->cut))
        verify_answer(verifying, claim, VERIFY_UNKNOWN, history->cut == LN_CUT_TOLD
                      ? "the history says that operations are missing, which may explain what the core has"
                      : "the last line of the history was cut short; operations that are missing may explain what the "
                        "core has");
    else if (status == LN_OK && !ln_history_judged(history) && !verifying->options.allow_empty)
        is_empty(verifying, claim, history, ln_str_borrow(&id));
    else if (status == LN_OK)
        stands(verifying, claim, history, spec, ln_str_borrow(&id));
    else
        verify_answer(verifying, claim, status == LN_BAD_INPUT ? VERIFY_FALLS : VERIFY_UNKNOWN, error.message);
    ln_str_fini(&id);
}
