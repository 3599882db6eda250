/* One history, and the findings about it. */
#include "inquiry/verifying.h"

#include "base/shown.h"
#include "inquiry/binding.h"
#include "report/report.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

void verify_answer(struct verifying *verifying, struct verify_claim *claim, enum ln_verified answer, const char *what)
{
    claim->open = false;
    claim->answer = answer;
    claim->what = ln_arena_copy(&verifying->arena, what, strlen(what) + 1);
}

void verify_give_up(struct verify_claim *claim)
{
    claim->open = false;
    claim->what = NULL;
}

/* ---- answers ---- */

/* Also what it rests on: the finding chose the object and the clocks. */
static void stands(struct verifying *verifying, struct verify_claim *claim, const struct ln_checked *checked,
                   const struct ln_history *history, const struct ln_spec *spec)
{
    struct ln_outcome outcome = { .verdict = checked->holds ? LN_HOLDS : LN_VIOLATED };
    struct ln_judged judged = { .id = claim->id, .history = history, .outcome = &outcome };
    struct ln_str what;
    judged.spec = history->operations.length ? spec : NULL;
    ln_str_init(&what, verifying->memory);
    ln_report_answer(&judged, &what);
    if (checked->holds)
        ln_str_text(&what, ", by its witness");
    else if (checked->core == 0)
        ln_str_text(&what, ", by the calls that wait for ever in it");
    else
        ln_str_format(&what, ", by its core of %zu operation%s", checked->core, checked->core == 1 ? "" : "s");
    verify_answer(verifying, claim, LN_VERIFIED_STANDS, ln_str_borrow(&what));
    ln_str_fini(&what);
}

/* What it shows is right, and says nothing. */
static void is_empty(struct verifying *verifying, struct verify_claim *claim, const struct ln_history *history)
{
    struct ln_str what;
    ln_str_init(&what, verifying->memory);
    ln_str_shown(&what, claim->id);
    ln_str_text(&what, ": nothing was looked at: ");
    ln_report_empty(history, &what);
    verify_answer(verifying, claim, LN_VERIFIED_UNKNOWN, ln_str_borrow(&what));
    ln_str_fini(&what);
}

static void is_another(struct verifying *verifying, struct verify_claim *claim, const char *path, const char *digest)
{
    char what[2 * LN_DIGEST_TEXT + 300];
    snprintf(what, sizeof what, "%.200s is not what the finding is about: its digest is %s, not %s", path, digest,
             claim->digest);
    verify_answer(verifying, claim, LN_VERIFIED_UNKNOWN, what);
}

static void name_history(struct verifying *verifying, struct verify_claim *claim, const struct verify_history *read)
{
    struct ln_str id;
    ln_str_init(&id, verifying->memory);
    if (claim->path)
        ln_write_id(read->reader, read->history, claim->path, (unsigned)claim->number, &id);
    else
        ln_str_text(&id, claim->id);
    claim->id = ln_arena_copy(&verifying->arena, ln_str_borrow(&id), id.length + 1);
    ln_str_fini(&id);
}

static void answer(struct verifying *verifying, struct verify_claim *claim, const struct ln_checked *checked,
                   const struct verify_history *read, const struct ln_spec *spec)
{
    const struct ln_history *history = read->history;
    name_history(verifying, claim, read);
    if (ln_cut_may_lack(history->cut) && (!checked->holds || history->stuck))
        verify_answer(verifying, claim, LN_VERIFIED_UNKNOWN,
                      history->cut == LN_CUT_TOLD
                          ? "the history says that operations are missing, which may explain what others do"
                          : "the last line of the history was cut short; operations that are missing may explain what "
                            "others do");
    else if (!ln_history_judged(history) && !verifying->asked->allow_empty)
        is_empty(verifying, claim, history);
    else
        stands(verifying, claim, checked, history, spec);
}

/* ---- judging ---- */

static void judge(struct verifying *verifying, struct verify_claim *claim, const struct verify_history *read,
                  const struct ln_spec *spec)
{
    struct ln_error error = { 0 };
    struct ln_checked checked;
    enum ln_status status;
    assert(claim->open && claim->digest);
    if (strcmp(ln_reader_digest(read->reader), claim->digest) != 0) {
        is_another(verifying, claim, read->path, ln_reader_digest(read->reader));
        return;
    }
    /* What it shows is read once more: only what is needed to find its history was kept. */
    status = ln_claim_check(claim->line, read->history, spec, &checked, &error);
    verifying->asked->read(verifying->asked->self, read->history, read->path);
    if (!status)
        answer(verifying, claim, &checked, read, spec);
    else
        verify_answer(verifying, claim, status == LN_BAD_INPUT ? LN_VERIFIED_FALLS : LN_VERIFIED_UNKNOWN,
                      error.message);
}

/* ---- binding ---- */

/* The object that the claim gives the history. */
static const char *spec_of(const struct verifying *verifying, const struct verify_claim *claim)
{
    return verifying->asked->spec->name ? verifying->asked->spec->name : claim->spec;
}

static bool same_text(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

/* As the user says, with what the file adds to that; or as the claim says, which says all of it. */
static enum ln_status bind(const struct verifying *verifying, const struct verify_claim *claim,
                           const struct verify_history *read, struct ln_spec *bound, uint32_t *line,
                           struct ln_error *error)
{
    const struct ln_chosen_spec *chosen = verifying->asked->spec, claimed = { .name = claim->spec, .own = claim->own };
    const char *named = chosen->name || !claim->spec ? read->named : NULL;
    struct ln_history *history = read->history;
    struct ln_binding binding;
    uint32_t operation = 0;
    enum ln_status status = LN_OK;
    *line = 0;
    ln_binding_init(&binding, chosen->name ? chosen : &claimed);
    if (history->operations.length || read->named)
        status = binding.binder.begin(&binding, history, named, error);
    *bound = binding.spec;
    if (status)
        return status;
    status = ln_spec_bind(bound, history, &operation, error);
    if (status)
        *line = history->operations.at[operation].line;
    return status;
}

static void say_unfit(struct verifying *verifying, struct verify_claim *claim, const struct verify_history *read,
                      uint32_t line, const struct ln_error *error)
{
    char message[sizeof error->message + 300], place[16] = "";
    if (line)
        snprintf(place, sizeof place, ":%u", line);
    snprintf(message, sizeof message, "%.250s%s: %s", read->path, place, error->message);
    verifying->asked->wrong(verifying->asked->self, error->status, message);
    verify_give_up(claim);
}

void verify_judge(struct verifying *verifying, struct verify_claim **claims, size_t count,
                  const struct verify_history *read)
{
    const char *object = spec_of(verifying, claims[0]);
    struct ln_spec spec = { 0 };
    struct ln_error error = { 0 };
    uint32_t line;
    enum ln_status status = bind(verifying, claims[0], read, &spec, &line, &error);
    assert(count && claims[0]->open);
    for (size_t i = 0; i < count; i++) {
        if (!claims[i]->open || !same_text(spec_of(verifying, claims[i]), object))
            continue;
        if (status)
            say_unfit(verifying, claims[i], read, line, &error);
        else
            judge(verifying, claims[i], read, &spec);
    }
}
