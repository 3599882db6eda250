/* Files of histories, each read once for all certificates that are about it.
 *
 * Claims are sorted by file and by the number of the history within it, so that one walk through the file meets them all.
 * Histories are read without an object, and bound when a claim names one: what does not fit its object is the matter of
 * that claim alone. Binding changes a history, so claims that give one history different objects take another walk. The
 * file stays open behind the last history that was asked for, in case the next batch goes on there. */
#include "cli/guard.h"
#include "cli/interrupt.h"
#include "cli/verifying.h"
#include "format/skew.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct verify_source {
    char *path, *format, *skew_text; /* how it is read; NULL: as it comes */
    bool keyed;
    struct ln_skew skew;
    struct ln_binder binder; /* remembers what the file says the object is */
    struct ln_str named;
    bool is_named;
    struct ln_reader *reader;
    int64_t next; /* the number of the history that comes next */
};

/* ---- opening ---- */

static bool same_text(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

static bool is_about(const struct verify_source *source, const struct verify_claim *claim)
{
    const struct ln_certificate *certificate = &claim->certificate;
    return same_text(source->path, claim->path) && same_text(source->format, certificate->format) &&
           same_text(source->skew_text, certificate->skew) && source->keyed == certificate->keyed;
}

static enum ln_status begin(void *self, struct ln_history *history, const char *spec, struct ln_error *error)
{
    struct verify_source *source = self;
    (void)history;
    ln_str_clear(&source->named);
    source->is_named = spec != NULL;
    if (spec)
        ln_str_text(&source->named, spec);
    return source->named.failed ? ln_fail(error, LN_NO_MEMORY, "out of memory") : LN_OK;
}

static char *copy_text(const char *text)
{
    return text ? strdup(text) : NULL;
}

void verify_source_close(struct verifying *verifying)
{
    struct verify_source *source = verifying->source;
    if (!source)
        return;
    ln_reader_close(source->reader);
    ln_skew_fini(&source->skew, &verifying->memory);
    ln_str_fini(&source->named);
    free(source->path);
    free(source->format);
    free(source->skew_text);
    free(source);
    verifying->source = NULL;
}

static enum ln_status open_reader(struct verifying *verifying, struct verify_source *source, struct ln_error *error)
{
    struct ln_reader_options reading = { .keyed = source->keyed, .binder = &source->binder };
    enum ln_status status = LN_OK;
    if (source->format && strcmp(source->format, "empty") != 0)
        reading.format = source->format;
    if (source->skew_text) {
        status = ln_skew_init(&source->skew, source->skew_text, &verifying->memory, error);
        reading.skew = &source->skew;
    }
    return status ? status : ln_reader_open(&source->reader, source->path, &reading, &verifying->memory, error);
}

/* The file that the claim is about, before the history that it is about. */
static enum ln_status open_source(struct verifying *verifying, const struct verify_claim *claim, struct ln_error *error)
{
    const struct ln_certificate *certificate = &claim->certificate;
    struct verify_source *source = verifying->source;
    if (source && is_about(source, claim) && source->next <= certificate->number)
        return LN_OK;
    verify_source_close(verifying);
    source = calloc(1, sizeof *source);
    if (!source)
        return ln_fail(error, LN_NO_MEMORY, "out of memory");
    verifying->source = source;
    ln_str_init(&source->named, &verifying->memory);
    source->path = copy_text(claim->path);
    source->format = copy_text(certificate->format);
    source->skew_text = copy_text(certificate->skew);
    source->keyed = certificate->keyed;
    source->binder = (struct ln_binder){ .self = source, .begin = begin };
    source->next = 1;
    if (!source->path || !is_about(source, claim))
        return ln_fail(error, LN_NO_MEMORY, "out of memory");
    guard_history(source->path);
    return open_reader(verifying, source, error);
}

/* ---- one history ---- */

/* As the user says, with what the file adds to that; or as the claim says, which says all of it. */
static enum ln_status bind(const struct verifying *verifying, const char *spec, struct ln_history *history,
                           struct ln_spec *bound, uint32_t *line, struct ln_error *error)
{
    const struct verify_source *source = verifying->source;
    const char *named = source->is_named ? ln_str_borrow(&source->named) : NULL;
    const struct ln_chosen_spec claimed = { .name = spec };
    struct ln_binding binding;
    uint32_t operation = 0;
    enum ln_status status = LN_OK;
    *line = 0;
    ln_binding_init(&binding, verifying->options.spec ? &verifying->chosen : &claimed);
    if (history->operations.length || named)
        status = binding.binder.begin(&binding, history, verifying->options.spec || !spec ? named : NULL, error);
    *bound = binding.spec;
    if (status)
        return status;
    status = ln_spec_bind(bound, history, &operation, error);
    if (status)
        *line = history->operations.at[operation].line;
    return status;
}

/* The object that the claim gives the history. */
static const char *spec_of(const struct verifying *verifying, const struct verify_claim *claim)
{
    return verifying->options.spec ? verifying->options.spec : claim->certificate.spec;
}

static void say_unfit(struct verifying *verifying, struct verify_claim *claim, enum ln_status status, uint32_t line,
                      const struct ln_error *error)
{
    char message[sizeof error->message + 300], place[16] = "";
    if (line)
        snprintf(place, sizeof place, ":%u", line);
    snprintf(message, sizeof message, "%.250s%s: %s", claim->path, place, error->message);
    verify_fail(verifying, status, message);
    claim->answer = VERIFY_BAD;
}

/* All claims from `claims` on that are about this history and give it the same object as the first. */
static void judge_history(struct verifying *verifying, struct verify_claim **claims, size_t count,
                          struct ln_history *history)
{
    struct ln_spec spec = { 0 };
    struct ln_error error = { 0 };
    uint32_t line;
    enum ln_status status = bind(verifying, spec_of(verifying, claims[0]), history, &spec, &line, &error);
    for (size_t i = 0; i < count; i++) {
        if (claims[i]->answer != VERIFY_OPEN || !same_text(spec_of(verifying, claims[i]), spec_of(verifying, claims[0])))
            continue;
        if (status)
            say_unfit(verifying, claims[i], status, line, &error);
        else
            verify_judge(verifying, claims[i], history, &spec, verifying->source->reader);
    }
}

/* ---- one walk ---- */

/* How many of the claims are about the same history of the same file as the first. */
static size_t count_same(struct verify_claim *const *claims, size_t count)
{
    const struct ln_certificate *first = &claims[0]->certificate;
    size_t same = 1;
    while (same < count && claims[same]->certificate.number == first->number)
        same++;
    return same;
}

/* Reads up to the claim's history. *found is false when there are not so many. */
static enum ln_status find_history(struct verifying *verifying, int64_t number, struct ln_history *history, bool *found,
                                   struct ln_error *error)
{
    struct verify_source *source = verifying->source;
    for (;;) {
        enum ln_status status = ln_reader_next(source->reader, history, found, error);
        if (status || !*found || source->next++ == number)
            return status;
        ln_history_fini(history);
    }
}

/* From the first open claim to the last, forward through the file. An error ends what can be known of the file. */
static enum ln_status walk(struct verifying *verifying, struct verify_claim **claims, size_t count,
                           struct ln_error *error)
{
    enum ln_status status = LN_OK;
    bool ended = false; /* there are no more histories */
    for (size_t i = 0, same; i < count && !status && !*interrupt_flag(); i += same) {
        struct ln_history history;
        bool found = false;
        same = 1;
        if (claims[i]->answer != VERIFY_OPEN)
            continue;
        same = count_same(claims + i, count - i);
        status = open_source(verifying, claims[i], error);
        if (!status && !ended && claims[i]->certificate.number >= verifying->source->next) {
            status = find_history(verifying, claims[i]->certificate.number, &history, &found, error);
            ended = !found;
        }
        if (status)
            break;
        for (size_t s = i; s < i + same && !found; s++)
            verify_answer(verifying, claims[s], VERIFY_UNKNOWN, "the file has no such history any more");
        if (!found)
            continue;
        judge_history(verifying, claims + i, same, &history);
        ln_history_fini(&history);
    }
    return status;
}

static size_t count_open(struct verify_claim *const *claims, size_t count)
{
    size_t open = 0;
    for (size_t i = 0; i < count; i++)
        open += claims[i]->answer == VERIFY_OPEN;
    return open;
}

/* All claims about one file. */
static void verify_file(struct verifying *verifying, struct verify_claim **claims, size_t count)
{
    struct ln_error error = { 0 };
    enum ln_status status = LN_OK;
    while (!status && count_open(claims, count) && !*interrupt_flag())
        status = walk(verifying, claims, count, &error);
    if (!status)
        return;
    verify_source_close(verifying);
    verify_fail(verifying, status, error.message);
    for (size_t i = 0; i < count; i++)
        if (claims[i]->answer == VERIFY_OPEN)
            claims[i]->answer = VERIFY_BAD;
}

/* ---- all of them ---- */

static int compare_texts(const char *a, const char *b)
{
    return !a || !b ? (a != NULL) - (b != NULL) : strcmp(a, b);
}

static int compare_files(const struct verify_claim *a, const struct verify_claim *b)
{
    int order = compare_texts(a->path, b->path);
    if (!order)
        order = compare_texts(a->certificate.format, b->certificate.format);
    if (!order)
        order = compare_texts(a->certificate.skew, b->certificate.skew);
    return order ? order : (int)a->certificate.keyed - (int)b->certificate.keyed;
}

static int compare_claims(const void *a, const void *b)
{
    const struct verify_claim *x = *(struct verify_claim *const *)a, *y = *(struct verify_claim *const *)b;
    int order = compare_files(x, y);
    if (order)
        return order;
    if (x->certificate.number != y->certificate.number)
        return x->certificate.number < y->certificate.number ? -1 : 1;
    return x->number < y->number ? -1 : x->number > y->number;
}

void verify_claims(struct verifying *verifying)
{
    size_t count = verifying->claims.length, same;
    struct verify_claim **sorted = ln_take(&verifying->memory, (count + !count) * sizeof *sorted);
    if (!sorted) {
        verify_fail(verifying, LN_NO_MEMORY, "out of memory");
        return;
    }
    for (size_t i = 0; i < count; i++)
        sorted[i] = &verifying->claims.at[i];
    qsort(sorted, count, sizeof *sorted, compare_claims);
    for (size_t i = 0; i < count && !*interrupt_flag(); i += same) {
        for (same = 1; i + same < count && compare_files(sorted[i], sorted[i + same]) == 0;)
            same++;
        verify_file(verifying, sorted + i, same);
    }
    ln_give(&verifying->memory, sorted, (count + !count) * sizeof *sorted);
}
