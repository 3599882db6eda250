#include "finding/finding.h"

#include <assert.h>
#include <string.h>

/* The texts of a finding, for what is done to all of them. */
enum { TEXTS = 11 };

static void list_texts(struct ln_finding *finding, struct ln_str *texts[TEXTS])
{
    struct ln_words *words = &finding->words;
    struct ln_str *all[TEXTS] = { &finding->id,    &finding->spec,     &finding->answer, &words->about,
                                  &words->picture, &words->why,        &words->steps,    &words->after,
                                  &finding->saved, &finding->schedule, &finding->serial };
    memcpy(texts, all, sizeof all);
}

void ln_finding_init(struct ln_finding *finding, enum ln_engine engine, struct ln_memory *memory)
{
    struct ln_str *texts[TEXTS];
    *finding = (struct ln_finding){ .memory = memory, .engine = engine, .verdict = LN_UNKNOWN };
    list_texts(finding, texts);
    for (size_t i = 0; i < TEXTS; i++)
        ln_str_init(texts[i], memory);
    ln_facts_init(&finding->subject, memory);
    ln_facts_init(&finding->coverage, memory);
    ln_facts_init(&finding->evidence, memory);
    ln_arena_init(&finding->arena, memory);
}

void ln_finding_fini(struct ln_finding *finding)
{
    struct ln_str *texts[TEXTS];
    list_texts(finding, texts);
    for (size_t i = 0; i < TEXTS; i++)
        ln_str_fini(texts[i]);
    ln_facts_fini(&finding->subject);
    ln_facts_fini(&finding->coverage);
    ln_facts_fini(&finding->evidence);
    ln_vec_fini(&finding->scene, finding->memory);
    ln_vec_fini(&finding->threads, finding->memory);
    ln_vec_fini(&finding->rows, finding->memory);
    ln_arena_fini(&finding->arena);
}

bool ln_finding_is_whole(struct ln_finding *finding)
{
    struct ln_str *texts[TEXTS];
    bool whole = !finding->subject.texts.failed && !finding->coverage.texts.failed && !finding->evidence.texts.failed;
    list_texts(finding, texts);
    for (size_t i = 0; i < TEXTS; i++)
        whole &= !texts[i]->failed;
    return whole;
}

/* NULL: memory was refused. */
static const char *keep(struct ln_finding *finding, const char *text)
{
    return ln_arena_copy(&finding->arena, text, strlen(text) + 1);
}

bool ln_finding_thread(struct ln_finding *finding, const char *name)
{
    const char *kept = keep(finding, name);
    return kept && ln_vec_push(&finding->threads, finding->memory, kept);
}

bool ln_finding_row(struct ln_finding *finding, const struct ln_row *row)
{
    struct ln_row kept = *row;
    assert(row->thread < finding->threads.length);
    kept.text = keep(finding, row->text);
    kept.place = row->place ? keep(finding, row->place) : NULL;
    return kept.text && (kept.place || !row->place) && ln_vec_push(&finding->rows, finding->memory, kept);
}
