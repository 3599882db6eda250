/* Files of histories, each read once for all findings that are about it.
 *
 * Claims are sorted by file and by the number of the history within it, so that one walk through the file meets them all.
 * Histories are read without an object, and bound when a claim names one: what does not fit its object is the matter of
 * that claim alone. Binding changes a history, so claims that give one history different objects take another walk. The
 * file stays open behind the last history that was asked for, in case the next batch goes on there. */
#include "format/skew.h"
#include "inquiry/verifying.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What the file says the object is. */
struct named_object {
    struct ln_binder binder;
    struct ln_str text;
    bool is_named;
};

struct verify_source {
    char *path, *format, *skew_text; /* how it is read; NULL: as it comes */
    bool keyed;
    struct ln_skew skew;
    struct named_object object;
    struct ln_reader *reader;
    uint64_t next; /* the number of the history that comes next */
};

/* ---- opening ---- */

static bool same_text(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

static bool is_about(const struct verify_source *source, const struct verify_claim *claim)
{
    return same_text(source->path, claim->path) && same_text(source->format, claim->format) &&
           same_text(source->skew_text, claim->skew) && source->keyed == claim->keyed;
}

static enum ln_status begin(void *self, struct ln_history *history, const char *spec, struct ln_error *error)
{
    struct named_object *object = self;
    (void)history;
    ln_str_clear(&object->text);
    object->is_named = spec != NULL;
    if (spec)
        ln_str_text(&object->text, spec);
    return object->text.failed ? ln_fail(error, LN_NO_MEMORY, "out of memory") : LN_OK;
}

static void named_init(struct named_object *object, struct ln_memory *memory)
{
    *object = (struct named_object){ .binder = { .self = object, .begin = begin } };
    ln_str_init(&object->text, memory);
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
    ln_skew_fini(&source->skew, verifying->memory);
    ln_str_fini(&source->object.text);
    free(source->path);
    free(source->format);
    free(source->skew_text);
    free(source);
    verifying->source = NULL;
}

static enum ln_status open_reader(struct verifying *verifying, struct verify_source *source, struct ln_error *error)
{
    struct ln_reader_options reading = { .keyed = source->keyed, .binder = &source->object.binder };
    enum ln_status status = LN_OK;
    if (source->format && strcmp(source->format, "empty") != 0)
        reading.format = source->format;
    if (source->skew_text) {
        status = ln_skew_read(&source->skew, source->skew_text, verifying->path, verifying->memory, error);
        reading.skew = &source->skew;
    }
    return status ? status : ln_reader_open(&source->reader, source->path, &reading, verifying->memory, error);
}

/* The file that the claim is about, before the history that it is about. */
static enum ln_status open_source(struct verifying *verifying, const struct verify_claim *claim, struct ln_error *error)
{
    struct verify_source *source = verifying->source;
    if (source && is_about(source, claim) && source->next <= claim->number)
        return LN_OK;
    verify_source_close(verifying);
    source = calloc(1, sizeof *source);
    if (!source)
        return ln_fail(error, LN_NO_MEMORY, "out of memory");
    verifying->source = source;
    named_init(&source->object, verifying->memory);
    source->path = copy_text(claim->path);
    source->format = copy_text(claim->format);
    source->skew_text = copy_text(claim->skew);
    source->keyed = claim->keyed;
    source->next = 1;
    if (!source->path || !is_about(source, claim))
        return ln_fail(error, LN_NO_MEMORY, "out of memory");
    verifying->asked->reading(source->path);
    return open_reader(verifying, source, error);
}

/* ---- one history ---- */

static const char *named_in(const struct named_object *object)
{
    return object->is_named ? ln_str_borrow(&object->text) : NULL;
}

static enum ln_status judge_here(struct verifying *verifying, struct verify_claim *claim, struct ln_reader *reader,
                                 const struct named_object *object, struct ln_error *error)
{
    struct verify_history read = { .reader = reader, .path = verifying->path };
    struct ln_history history;
    bool found = false;
    enum ln_status status = ln_reader_next(reader, &history, &found, error);
    if (status)
        return status;
    if (!found) {
        verify_answer(verifying, claim, LN_VERIFIED_UNKNOWN, "its history does not stand with it any more");
        return LN_OK;
    }
    read.history = &history;
    read.named = named_in(object);
    verify_judge(verifying, &claim, 1, &read);
    ln_history_fini(&history);
    return LN_OK;
}

void verify_here(struct verifying *verifying, struct verify_claim *claim, struct ln_text history,
                 const struct ln_str *serial)
{
    struct ln_observed *observed = NULL;
    char name[300];
    struct named_object object;
    struct ln_skew skew = { 0 };
    struct ln_reader_options reading = { .format = "native",
                                         .binder = &object.binder,
                                         .skew = claim->skew ? &skew : NULL };
    struct ln_reader *reader = NULL;
    struct ln_error error = { 0 };
    enum ln_status status = claim->skew ? ln_skew_read(&skew, claim->skew, verifying->path, verifying->memory, &error)
                                        : LN_OK;
    assert(claim->open && !claim->path);
    snprintf(name, sizeof name, "%.250s:%llu: its history", verifying->path, (unsigned long long)claim->at);
    named_init(&object, verifying->memory);
    if (!status)
        status = ln_reader_open_bytes(&reader, name, history.at, history.length, &reading, verifying->memory, &error);
    if (!status && serial->length) {
        status = ln_observed_take(&observed, verifying->path, serial, verifying->memory, &error);
        claim->own = status ? NULL : ln_observed_class(observed);
    }
    if (!status)
        status = judge_here(verifying, claim, reader, &object, &error);
    if (status) {
        verifying->asked->wrong(verifying->asked->self, status, error.message);
        verify_give_up(claim);
    }
    claim->own = NULL;
    ln_observed_free(observed);
    ln_reader_close(reader);
    ln_skew_fini(&skew, verifying->memory);
    ln_str_fini(&object.text);
}

/* ---- one walk ---- */

/* How many of the claims are about the same history of the same file as the first. */
static size_t count_same(struct verify_claim *const *claims, size_t count)
{
    size_t same = 1;
    while (same < count && claims[same]->number == claims[0]->number)
        same++;
    assert(same == count || claims[same]->number > claims[0]->number); /* they are sorted */
    return same;
}

/* Reads up to the claim's history. *found is false when there are not so many. */
static enum ln_status find_history(struct verifying *verifying, uint64_t number, struct ln_history *history,
                                   bool *found, struct ln_error *error)
{
    struct verify_source *source = verifying->source;
    assert(source->next <= number);
    for (;;) {
        enum ln_status status = ln_reader_next(source->reader, history, found, error);
        if (status || !*found || source->next++ == number)
            return status;
        assert(source->next <= number);
        ln_history_fini(history);
    }
}

/* From the first open claim to the last, forward through the file. An error ends what can be known of the file. */
static enum ln_status walk(struct verifying *verifying, struct verify_claim **claims, size_t count,
                           struct ln_error *error)
{
    enum ln_status status = LN_OK;
    bool ended = false; /* there are no more histories */
    for (size_t i = 0, same; i < count && !status && !*verifying->asked->interrupt; i += same) {
        struct ln_history history;
        bool found = false;
        same = 1;
        if (!claims[i]->open)
            continue;
        same = count_same(claims + i, count - i);
        status = open_source(verifying, claims[i], error);
        if (!status && !ended && claims[i]->number >= verifying->source->next) {
            status = find_history(verifying, claims[i]->number, &history, &found, error);
            ended = !found;
        }
        if (status)
            break;
        for (size_t s = i; s < i + same && !found; s++)
            verify_answer(verifying, claims[s], LN_VERIFIED_UNKNOWN, "the file has no such history any more");
        if (!found)
            continue;
        verify_judge(verifying, claims + i, same,
                     &(struct verify_history){ &history, verifying->source->reader,
                                               named_in(&verifying->source->object), verifying->source->path });
        ln_history_fini(&history);
    }
    return status;
}

static size_t count_open(struct verify_claim *const *claims, size_t count)
{
    size_t open = 0;
    for (size_t i = 0; i < count; i++)
        open += claims[i]->open;
    return open;
}

/* All claims about one file. */
static void verify_file(struct verifying *verifying, struct verify_claim **claims, size_t count)
{
    struct ln_error error = { 0 };
    enum ln_status status = LN_OK;
    while (!status && count_open(claims, count) && !*verifying->asked->interrupt)
        status = walk(verifying, claims, count, &error);
    if (!status)
        return;
    verify_source_close(verifying);
    verifying->asked->wrong(verifying->asked->self, status, error.message);
    for (size_t i = 0; i < count; i++)
        if (claims[i]->open)
            verify_give_up(claims[i]);
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
        order = compare_texts(a->format, b->format);
    if (!order)
        order = compare_texts(a->skew, b->skew);
    return order ? order : (int)a->keyed - (int)b->keyed;
}

static int compare_claims(const void *a, const void *b)
{
    const struct verify_claim *x = *(struct verify_claim *const *)a, *y = *(struct verify_claim *const *)b;
    int order = compare_files(x, y);
    if (order)
        return order;
    if (x->number != y->number)
        return x->number < y->number ? -1 : 1;
    return x->at < y->at ? -1 : x->at > y->at;
}

void verify_claims(struct verifying *verifying)
{
    size_t room = verifying->claims.length + 1, count = 0, same;
    struct verify_claim **sorted = ln_take(verifying->memory, room * sizeof *sorted);
    if (!sorted) {
        verifying->asked->wrong(verifying->asked->self, LN_NO_MEMORY, "out of memory");
        return;
    }
    for (size_t i = 0; i + 1 < room; i++)
        if (verifying->claims.at[i].open)
            sorted[count++] = &verifying->claims.at[i];
    qsort(sorted, count, sizeof *sorted, compare_claims);
    for (size_t i = 0; i < count && !*verifying->asked->interrupt; i += same) {
        for (same = 1; i + same < count && compare_files(sorted[i], sorted[i + same]) == 0;)
            same++;
        assert(i + same == count || compare_files(sorted[i], sorted[i + same]) < 0);
        verify_file(verifying, sorted + i, same);
    }
    ln_give(verifying->memory, sorted, room * sizeof *sorted);
}
