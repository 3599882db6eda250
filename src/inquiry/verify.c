/* Reading findings, and telling what became of them. */
#include "inquiry/verify.h"

#include "finding/file.h"
#include "inquiry/binding.h"
#include "inquiry/verifying.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* So many bytes of findings are looked at together. */
enum { BATCH = 64 << 20 };

static void wrong(const struct verifying *verifying, enum ln_status status, const char *message)
{
    verifying->asked->wrong(verifying->asked->self, status, message);
}

static void wrong_at(const struct verifying *verifying, const struct verify_claim *claim, const char *what)
{
    struct ln_error error;
    ln_fail(&error, LN_BAD_INPUT, "%s:%llu: %s", verifying->path, (unsigned long long)claim->at, what);
    wrong(verifying, LN_BAD_INPUT, error.message);
}

/* ---- collecting ---- */

/* The path as the finding has it, or beside the finding if there is nothing; NULL: no memory. */
static const char *find_history(struct verifying *verifying, const char *input)
{
    const char *slash = strrchr(verifying->path, '/');
    size_t folder = slash ? (size_t)(slash + 1 - verifying->path) : 0;
    char *path;
    if (verifying->asked->history)
        return verifying->asked->history;
    if (!slash || *input == '/' || access(input, F_OK) == 0)
        folder = 0;
    path = ln_arena_take(&verifying->arena, folder + strlen(input) + 1);
    if (path) {
        memcpy(path, verifying->path, folder);
        strcpy(path + folder, input);
    }
    return path;
}

static bool copy_text(struct verifying *verifying, const char **text)
{
    if (*text)
        *text = ln_arena_copy(&verifying->arena, *text, strlen(*text) + 1);
    return *text != NULL;
}

/* The finding is gone when its history is read. */
static bool keep(struct verifying *verifying, struct verify_claim *claim)
{
    const char **const texts[] = { &claim->id, &claim->format, &claim->skew, &claim->digest, &claim->spec };
    bool kept = true;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        kept &= !*texts[i] || copy_text(verifying, texts[i]);
    claim->line.at = ln_arena_copy(&verifying->arena, claim->line.at, claim->line.length);
    verifying->bytes += claim->line.length;
    return kept && claim->line.at && ln_vec_push(&verifying->claims, verifying->memory, *claim);
}

/* What a finding names is not run: code comes from the user alone. */
static bool names_code(const struct verifying *verifying, const struct verify_claim *claim)
{
    char what[400];
    if (verifying->asked->spec->name || !ln_spec_file(claim->spec))
        return false;
    snprintf(what, sizeof what, "the object is a spec of somebody's own, %.250s: read it, then name it with --spec",
             claim->spec);
    wrong_at(verifying, claim, what);
    return true;
}

/* The steps of a model's own specification are in its source, and nothing here can take them. Its name, which may be that of
 * a spec that is built in, says nothing. */
static bool names_source(struct verifying *verifying, struct verify_claim *claim, const struct ln_claim *read)
{
    if (verifying->asked->spec->name || !read->in_source)
        return false;
    claim->spec = NULL;
    verify_answer(verifying, claim, LN_VERIFIED_UNKNOWN, ln_spec_in_source);
    return true;
}

/* Where its history is; false when that cannot be, and why was told. */
static bool find_input(struct verifying *verifying, struct verify_claim *claim, const struct ln_claim *read)
{
    bool here = read->here && !verifying->asked->history;
    claim->digest = here ? read->here : read->digest;
    claim->skew = read->skew;
    if (here)
        return true;
    if (!claim->digest) {
        wrong_at(verifying, claim, "the finding does not say which history it is about");
        return false;
    }
    if (!verifying->asked->history && (!read->input || strcmp(read->input, "-") == 0)) {
        wrong(verifying, LN_BAD_INPUT, "the finding is about standard input: name the history after it");
        return false;
    }
    claim->path = find_history(verifying, read->input);
    if (!claim->path)
        wrong(verifying, LN_NO_MEMORY, "out of memory");
    else if (!verifying->asked->may_read(verifying->asked->self, claim->path))
        return false;
    claim->format = read->format;
    claim->keyed = read->keyed;
    claim->number = read->number;
    return claim->path != NULL;
}

/* ---- telling ---- */

/* Answers and tells what was collected, in the order of the lines. */
static void finish_batch(struct verifying *verifying)
{
    const struct ln_verify_asked *asked = verifying->asked;
    verify_claims(verifying);
    for (size_t i = 0; i < verifying->claims.length; i++) {
        const struct verify_claim *claim = &verifying->claims.at[i];
        if (!claim->open && claim->what)
            asked->answer(asked->self, claim->answer, claim->at, claim->what);
    }
    verifying->claims.length = 0;
    verifying->bytes = 0;
    ln_arena_fini(&verifying->arena);
    ln_arena_init(&verifying->arena, verifying->memory);
}

static void collect(struct verifying *verifying, const struct ln_finding_reader *reader,
                    const struct ln_finding *finding)
{
    struct verify_claim claim = {
        .line = ln_finding_text(reader), .at = ln_finding_line(reader), .open = true, .id = ln_str_borrow(&finding->id)
    };
    struct ln_claim read;
    struct ln_error error = { 0 };
    enum ln_status status = ln_claim_read(&read, finding, &error);
    claim.spec = read.spec;
    if (status == LN_STOPPED)
        verify_answer(verifying, &claim, LN_VERIFIED_UNKNOWN, error.message);
    else if (status)
        wrong_at(verifying, &claim, error.message);
    if (status && status != LN_STOPPED)
        return;
    if (!status && !names_source(verifying, &claim, &read) &&
        ((!finding->serial.length && names_code(verifying, &claim)) || !find_input(verifying, &claim, &read)))
        return;
    if (claim.open && !claim.path)
        verify_here(verifying, &claim, ln_finding_history(reader), &finding->serial);
    if (!keep(verifying, &claim))
        wrong(verifying, LN_NO_MEMORY, "out of memory");
}

void ln_verify_file(const struct ln_verify_asked *asked, const char *path, struct ln_memory *memory)
{
    struct verifying verifying = { .asked = asked, .path = path, .memory = memory };
    struct ln_finding_reader *reader = NULL;
    struct ln_error error = { 0 };
    bool more = true;
    enum ln_status status = ln_finding_open(&reader, path, memory, &error);
    if (status)
        wrong(&verifying, status, error.message);
    ln_arena_init(&verifying.arena, memory);
    while (reader && more && !*asked->interrupt) {
        struct ln_finding finding;
        bool found;
        status = ln_finding_next(reader, &finding, &found, &error);
        if (status)
            wrong(&verifying, status, error.message);
        if (found) {
            collect(&verifying, reader, &finding);
            ln_finding_fini(&finding);
        }
        more = found || status == LN_BAD_INPUT;
        if (verifying.bytes >= BATCH)
            finish_batch(&verifying);
    }
    finish_batch(&verifying);
    ln_finding_close(reader);
    verify_source_close(&verifying);
    ln_vec_fini(&verifying.claims, memory);
    ln_arena_fini(&verifying.arena);
}
