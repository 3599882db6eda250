/* A finding as names and values, and back (linnet-finding(5)). */
#include "finding/finding.h"

#include "format/section.h"

#include <assert.h>
#include <string.h>

static const char *const engines[] = { "check", "monitor", "stress", "explore", "model" };

enum { ENGINES = sizeof engines / sizeof *engines };

const char *ln_engine_name(enum ln_engine engine)
{
    assert((unsigned)engine < ENGINES);
    return engines[engine];
}

const char *ln_row_kind_name(enum ln_row_kind kind)
{
    static const char *const kinds[] = { "call", "return", "step", "blocked", "fault" };
    assert((size_t)kind < sizeof kinds / sizeof *kinds);
    return kinds[kind];
}

/* ---- saying ---- */

static void say_str(struct ln_facts *facts, const char *name, const struct ln_str *text)
{
    if (text->length)
        ln_facts_bytes(facts, name, text->at, text->length);
    facts->texts.failed |= text->failed;
}

static void say_methods(ln_methods methods, struct ln_facts *facts)
{
    ln_facts_list(facts, "method");
    for (unsigned i = 0; i < LN_METHODS; i++)
        if (methods >> i & 1)
            ln_facts_text(facts, NULL, ln_method_name(i));
    ln_facts_end(facts);
}

static void say_words(const struct ln_words *words, struct ln_facts *facts)
{
    ln_facts_group(facts, "words");
    say_str(facts, "about", &words->about);
    say_str(facts, "picture", &words->picture);
    say_str(facts, "why", &words->why);
    say_str(facts, "steps", &words->steps);
    say_str(facts, "after", &words->after);
    ln_facts_end(facts);
}

static void say_picture(const struct ln_finding *finding, struct ln_facts *facts)
{
    ln_facts_list(facts, "picture");
    for (size_t i = 0; i < finding->scene.length; i++) {
        const struct ln_scene_op *op = &finding->scene.at[i];
        ln_facts_group(facts, NULL);
        ln_facts_number(facts, "operation", op->operation);
        if (op->order)
            ln_facts_number(facts, "order", op->order);
        if (op->marked)
            ln_facts_truth(facts, "marked", true);
        if (op->optional)
            ln_facts_truth(facts, "optional", true);
        ln_facts_end(facts);
    }
    ln_facts_end(facts);
}

static void say_cost(const struct ln_finding *finding, struct ln_facts *facts)
{
    ln_facts_group(facts, "cost");
    ln_facts_cost(facts, finding->seconds, finding->memory_peak);
    ln_facts_end(facts);
}

/* `here`: the digest of the history's text in the file, or NULL. */
static void say_subject(const struct ln_finding *finding, const char *here, struct ln_facts *facts)
{
    ln_facts_group(facts, "subject");
    ln_facts_copy_all(facts, &finding->subject);
    if (here)
        ln_facts_text(facts, "here", here);
    ln_facts_end(facts);
}

void ln_finding_say(const struct ln_finding *finding, const char *here, bool whole, struct ln_facts *facts)
{
    assert(facts->open == 0 && facts->list.length == 0);
    ln_facts_text(facts, "linnet", "finding");
    ln_facts_number(facts, "version", LN_FINDING_VERSION);
    ln_facts_text(facts, "engine", ln_engine_name(finding->engine));
    ln_facts_bytes(facts, "id", ln_str_borrow(&finding->id), finding->id.length);
    ln_facts_verdict(facts, finding->verdict, finding->reason);
    if (finding->replayed)
        ln_facts_truth(facts, "replayed", true);
    if (finding->failure)
        ln_facts_text(facts, "failure", finding->failure);
    say_str(facts, "answer", &finding->answer);
    ln_facts_text(facts, "criterion", "linearizability");
    say_methods(finding->methods, facts);
    say_subject(finding, here, facts);
    ln_facts_copy(facts, "coverage", &finding->coverage);
    ln_facts_copy(facts, "evidence", &finding->evidence);
    if (whole) {
        say_words(&finding->words, facts);
        say_picture(finding, facts);
    }
    say_cost(finding, facts);
    if (!whole)
        say_str(facts, "saved", &finding->saved);
}

void ln_finding_json(const struct ln_finding *finding, struct ln_str *out)
{
    struct ln_facts facts;
    ln_facts_init(&facts, out->memory);
    ln_finding_say(finding, NULL, false, &facts);
    ln_facts_json(&facts, out);
    ln_facts_fini(&facts);
}

/* ---- hearing ---- */

static enum ln_status wrong(struct ln_error *error, const char *name, const char *found)
{
    return ln_fail(error, LN_BAD_INPUT, "found \"%s\": %.40s, which is none that is known", name,
                   found ? found : "nothing");
}

static enum ln_status hear_version(const struct ln_facts *facts, struct ln_error *error)
{
    const char *kind = ln_fact_text(facts, ln_facts_find(facts, NULL, "linnet"));
    uint64_t version;
    if (!kind || strcmp(kind, "finding") != 0)
        return ln_fail(error, LN_BAD_INPUT, "this is no finding");
    if (!ln_fact_number(ln_facts_find(facts, NULL, "version"), &version))
        return ln_fail(error, LN_BAD_INPUT, "the finding does not say its version");
    return ln_finding_version_fits(version, error);
}

static enum ln_status hear_engine(struct ln_finding *finding, const char *name, struct ln_error *error)
{
    for (unsigned i = 0; name && i < ENGINES; i++) {
        if (strcmp(name, engines[i]) == 0) {
            finding->engine = (enum ln_engine)i;
            return LN_OK;
        }
    }
    return wrong(error, "engine", name);
}

static enum ln_status hear_verdict(struct ln_finding *finding, const char *name, const char *reason,
                                   struct ln_error *error)
{
    for (unsigned i = LN_HOLDS; name && i <= LN_UNKNOWN; i++) {
        if (strcmp(name, ln_verdict_text((enum ln_verdict)i)) != 0)
            continue;
        finding->verdict = (enum ln_verdict)i;
        for (unsigned r = LN_REASON_NONE; reason && r <= LN_REASON_EMPTY; r++)
            if (strcmp(reason, ln_reason_text((enum ln_reason)r)) == 0)
                finding->reason = (enum ln_reason)r;
        return finding->verdict == LN_UNKNOWN && !finding->reason ? wrong(error, "reason", reason) : LN_OK;
    }
    return wrong(error, "verdict", name);
}

/* The first item of a list; NULL also when there is no such list. */
static const struct ln_fact *first_of(const struct ln_facts *facts, const char *list)
{
    const struct ln_fact *found = ln_facts_find(facts, NULL, list);
    return found ? ln_facts_first(facts, found) : NULL;
}

static void hear_methods(struct ln_finding *finding, const struct ln_facts *facts)
{
    const struct ln_fact *item = first_of(facts, "method");
    for (; item; item = ln_facts_next(facts, item))
        for (unsigned i = 0; i < LN_METHODS; i++)
            if (ln_fact_text(facts, item) && strcmp(ln_fact_text(facts, item), ln_method_name(i)) == 0)
                finding->methods |= 1u << i;
}

static void hear_str(struct ln_str *text, const struct ln_facts *facts, const struct ln_fact *group, const char *name)
{
    const struct ln_fact *fact = ln_facts_find(facts, group, name);
    ln_str_add(text, ln_fact_text(facts, fact) ? ln_fact_text(facts, fact) : "", ln_fact_length(fact));
}

static void hear_words(struct ln_words *words, const struct ln_facts *facts)
{
    const struct ln_fact *group = ln_facts_find(facts, NULL, "words");
    if (!group)
        return;
    hear_str(&words->about, facts, group, "about");
    hear_str(&words->picture, facts, group, "picture");
    hear_str(&words->why, facts, group, "why");
    hear_str(&words->steps, facts, group, "steps");
    hear_str(&words->after, facts, group, "after");
}

static enum ln_status hear_picture(struct ln_finding *finding, const struct ln_facts *facts, struct ln_error *error)
{
    const struct ln_fact *item = first_of(facts, "picture");
    for (; item; item = ln_facts_next(facts, item)) {
        struct ln_scene_op op = { .marked = ln_fact_truth(ln_facts_find(facts, item, "marked")),
                                  .optional = ln_fact_truth(ln_facts_find(facts, item, "optional")) };
        uint64_t operation, order = 0;
        if (item->kind != LN_FACT_GROUP || !ln_fact_number(ln_facts_find(facts, item, "operation"), &operation) ||
            operation >= LN_NO_OP)
            return ln_fail(error, LN_BAD_INPUT, "the picture of the finding shows something that is no operation");
        ln_fact_number(ln_facts_find(facts, item, "order"), &order);
        op.operation = (uint32_t)operation;
        op.order = (uint32_t)order;
        if (!ln_vec_push(&finding->scene, finding->memory, op))
            return ln_fail(error, LN_NO_MEMORY, "out of memory");
    }
    return LN_OK;
}

static void hear_cost(struct ln_finding *finding, const struct ln_facts *facts)
{
    const struct ln_fact *cost = ln_facts_find(facts, NULL, "cost");
    const struct ln_fact *seconds = cost ? ln_facts_find(facts, cost, "seconds") : NULL;
    if (seconds && seconds->kind == LN_FACT_REAL)
        finding->seconds = seconds->real;
    if (cost)
        ln_fact_number(ln_facts_find(facts, cost, "memory"), &finding->memory_peak);
}

static enum ln_status hear_part(struct ln_facts *part, const struct ln_facts *facts, const char *name,
                                struct ln_error *error)
{
    const struct ln_fact *group = ln_facts_find(facts, NULL, name);
    if (!group || group->kind != LN_FACT_GROUP)
        return ln_fail(error, LN_BAD_INPUT, "the finding has no group \"%s\"", name);
    ln_facts_copy_members(part, facts, group);
    return part->texts.failed ? ln_fail(error, LN_NO_MEMORY, "out of memory") : LN_OK;
}

static enum ln_status hear_parts(struct ln_finding *finding, const struct ln_facts *facts, struct ln_error *error)
{
    enum ln_status status = hear_part(&finding->subject, facts, "subject", error);
    if (!status)
        status = hear_part(&finding->coverage, facts, "coverage", error);
    return status ? status : hear_part(&finding->evidence, facts, "evidence", error);
}

static enum ln_status hear_texts(struct ln_finding *finding, const struct ln_facts *facts, struct ln_error *error)
{
    const char *failure = ln_fact_text(facts, ln_facts_find(facts, NULL, "failure"));
    hear_str(&finding->id, facts, NULL, "id");
    hear_str(&finding->answer, facts, NULL, "answer");
    hear_words(&finding->words, facts);
    if (failure)
        finding->failure = ln_arena_copy(&finding->arena, failure, strlen(failure) + 1);
    finding->replayed = ln_fact_truth(ln_facts_find(facts, NULL, "replayed"));
    return finding->id.failed || finding->answer.failed || finding->words.about.failed ||
                   finding->words.picture.failed || finding->words.why.failed || finding->words.steps.failed ||
                   finding->words.after.failed || (failure && !finding->failure)
               ? ln_fail(error, LN_NO_MEMORY, "out of memory")
               : LN_OK;
}

enum ln_status ln_finding_hear(struct ln_finding *finding, const struct ln_facts *facts, struct ln_error *error)
{
    enum ln_status status = hear_version(facts, error);
    assert(!finding->subject.list.length && !finding->methods); /* it was just initialised */
    if (!status)
        status = hear_engine(finding, ln_fact_text(facts, ln_facts_find(facts, NULL, "engine")), error);
    if (!status)
        status = hear_verdict(finding, ln_fact_text(facts, ln_facts_find(facts, NULL, "verdict")),
                              ln_fact_text(facts, ln_facts_find(facts, NULL, "reason")), error);
    if (!status)
        status = hear_texts(finding, facts, error);
    if (!status)
        status = hear_parts(finding, facts, error);
    if (!status)
        status = hear_picture(finding, facts, error);
    if (status)
        return status;
    hear_methods(finding, facts);
    hear_cost(finding, facts);
    return LN_OK;
}
