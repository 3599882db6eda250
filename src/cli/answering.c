#include "cli/answering.h"

#include "cli/exit.h"
#include "cli/outputs.h"
#include "cli/say.h"
#include "cli/say_finding.h"
#include "finding/file.h"
#include "inquiry/read_back.h"

#include <assert.h>
#include <string.h>
#include <sys/stat.h>

bool answering_is_possible(const struct answering *how, const char *const *sources, size_t count, const char *spec)
{
    const char *file = ln_spec_file(spec);
    const char *wrong = !how->save                                   ? NULL
                        : strcmp(how->save, "-") == 0 || !*how->save ? "--save: a file is needed, which is read again"
                                                                     : NULL;
    if (wrong)
        complain("%s: %s\n", how->command, wrong);
    return !wrong && output_spares(how->command, how->save, sources, count) &&
           output_spares(how->command, how->save, &file, 1) && output_replaces_findings_only(how->command, how->save);
}

/* Is there something to verify? */
static bool is_proven(const struct answering *how, const struct ln_finding *finding)
{
    if (how->chosen && how->chosen->own && !ln_spec_file(how->chosen->name))
        return false; /* the object's own specification is steps of a model, which nothing else can take */
    return ln_facts_find(&finding->evidence, NULL, "core") || ln_facts_find(&finding->evidence, NULL, "witness");
}

/* What else can be done with the file. */
static const char *uses_of(const struct answering *how, const struct ln_finding *finding)
{
    bool proven = is_proven(how, finding);
    if (finding->schedule.length)
        return proven ? "replay, show, verify" : "replay, show";
    return proven ? "show, verify" : "show";
}

/* What the user has asked for takes the place of what was there before, which is said. False: it could not be written,
 * which is said, too, and changes no verdict. */
static bool write_file(const struct answering *how, const struct ln_finding *finding, const char *path)
{
    struct ln_error error = { 0 };
    struct stat there;
    bool replaces = stat(path, &there) == 0 && S_ISREG(there.st_mode);
    if (ln_finding_save(finding, path, &error)) {
        complain("%s: it is not saved: %s\n", how->command, error.message);
        return false;
    }
    if (replaces)
        complain("linnet: %s was there already; it is replaced\n", path);
    return true;
}

/* A violation is saved without being asked for, and whatever else can be run again. */
static enum ln_status save(const struct answering *how, struct ln_finding *finding, struct ln_error *error)
{
    char free_name[LN_SAVED_PATH];
    const char *path = how->save ? how->save : free_name;
    enum ln_status status = LN_OK;
    if (how->no_save || (!how->save && finding->verdict != LN_VIOLATED && !finding->schedule.length))
        return LN_OK;
    if (!how->save)
        ln_finding_free_name(how->object, free_name);
    if (!write_file(how, finding, path))
        return LN_OK;
    if (is_proven(how, finding))
        status = ln_read_back(path, how->chosen, how->interrupt, finding->memory, error);
    ln_str_text(&finding->saved, path);
    ln_str_format(&finding->words.after, "  Saved: %s (linnet %s)\n", path, uses_of(how, finding));
    return status;
}

int answer(const struct answering *how, struct ln_finding *finding)
{
    struct ln_error error = { 0 };
    enum ln_status status;
    status = save(how, finding, &error);
    if (!status && !how->quiet)
        status = say_finding(finding, NULL, how->json);
    if (!status)
        return exit_of_verdict(finding->verdict);
    complain("%s: %s\n", how->command, error.message[0] ? error.message : ln_status_text(status));
    return status == LN_NO_MEMORY ? EXIT_INTERNAL : exit_of(status);
}

/* What was stopped, or had too little memory, has an answer all the same. */
static int answer_unknown(const struct answering *how, enum ln_engine engine, const char *id,
                          const struct ln_error *error, enum ln_reason reason)
{
    struct answering now = *how;
    struct ln_memory memory;
    struct ln_finding finding;
    int code;
    now.chosen = NULL;
    ln_memory_init(&memory, UINT64_MAX);
    ln_finding_init(&finding, engine, &memory);
    ln_str_text(&finding.id, id);
    if (reason == LN_REASON_MEMORY)
        ln_str_format(&finding.answer, "%s: the memory that may be used (--memory) was not enough", id);
    else
        ln_str_text(&finding.answer, error->message);
    finding.verdict = LN_UNKNOWN;
    finding.reason = reason;
    code = answer(&now, &finding);
    ln_finding_fini(&finding);
    return code;
}

int answer_error(const struct answering *how, enum ln_engine engine, const char *id, enum ln_status status,
                 const struct ln_error *error)
{
    assert(status);
    if (status == LN_NO_MEMORY)
        return answer_unknown(how, engine, id, error, LN_REASON_MEMORY);
    if (status == LN_STOPPED && error->message[0])
        return answer_unknown(how, engine, id, error, *how->interrupt ? LN_REASON_INTERRUPTED : LN_REASON_TIME);
    return complain_of(how->command, status, error);
}
