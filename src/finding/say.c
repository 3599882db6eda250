/* A finding as names and values, and back (linnet-finding(5)). */
#include "finding/finding.h"

#include "base/wordset.h"
#include "format/section.h"

#include <assert.h>
#include <string.h>

static const char *const engines[] = { "check", "monitor", "stress", "explore", "model" };
/* Whatever an engine calls what it found is one of these. */
static const char *const failures[] = {
    "not linearizable", "stuck",    "nondeterministic", "fault",    "crash", "exit", "hang",
    "create",           "diverges", "deadlock",         "livelock", "loop"
};
static const char criterion[] = "linearizability";

enum { ENGINES = sizeof engines / sizeof *engines, FAILURES = sizeof failures / sizeof *failures };

/* Its place, or `count`. */
static unsigned find_name(const char *const *names, unsigned count, const char *name)
{
    unsigned at = 0;
    while (at < count && strcmp(names[at], name) != 0)
        at++;
    return at;
}

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
    assert((finding->verdict == LN_UNKNOWN) == (finding->reason != LN_REASON_NONE));
    assert((finding->verdict != LN_HOLDS || !finding->failure) &&
           (finding->verdict != LN_VIOLATED || finding->failure));
    assert(!finding->failure || find_name(failures, FAILURES, finding->failure) < FAILURES);
    assert(!finding->replayed || finding->verdict == LN_VIOLATED);
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
    ln_facts_text(facts, "criterion", criterion);
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

static const struct ln_known_member members[] = {
    { "engine", LN_FACT_TEXT },   { "id", LN_FACT_TEXT },        { "verdict", LN_FACT_TEXT },
    { "reason", LN_FACT_TEXT },   { "replayed", LN_FACT_TRUTH }, { "failure", LN_FACT_TEXT },
    { "answer", LN_FACT_TEXT },   { "criterion", LN_FACT_TEXT }, { "method", LN_FACT_LIST },
    { "subject", LN_FACT_GROUP }, { "coverage", LN_FACT_GROUP }, { "evidence", LN_FACT_GROUP },
    { "words", LN_FACT_GROUP },   { "picture", LN_FACT_LIST },   { "cost", LN_FACT_GROUP },
    { "saved", LN_FACT_TEXT },    { NULL, LN_FACT_NONE },
};
static const struct ln_known_member members_of_words[] = {
    { "about", LN_FACT_TEXT }, { "picture", LN_FACT_TEXT }, { "why", LN_FACT_TEXT },
    { "steps", LN_FACT_TEXT }, { "after", LN_FACT_TEXT },   { NULL, LN_FACT_NONE },
};
static const struct ln_known_member members_of_picture[] = {
    { "operation", LN_FACT_NUMBER }, { "order", LN_FACT_NUMBER }, { "marked", LN_FACT_TRUTH },
    { "optional", LN_FACT_TRUTH },   { NULL, LN_FACT_NONE },
};
static const struct ln_known_member members_of_cost[] = { { "seconds", LN_FACT_REAL },
                                                          { "memory", LN_FACT_NUMBER },
                                                          { NULL, LN_FACT_NONE } };

static enum ln_status wrong(struct ln_error *error, const char *name, const char *found)
{
    return ln_fail(error, LN_BAD_INPUT, "found \"%s\": %.40s, which is none that is known", name,
                   found ? found : "nothing");
}

/* A name out of a list, which has no NUL in it; NULL where there is none. */
static const char *hear_name(const struct ln_facts *facts, const char *member)
{
    const struct ln_fact *fact = ln_facts_find(facts, NULL, member);
    const char *name = ln_fact_text(facts, fact);
    return name && strlen(name) == ln_fact_length(fact) ? name : NULL;
}

static enum ln_status hear_version(const struct ln_facts *facts, struct ln_error *error)
{
    const char *kind = hear_name(facts, "linnet");
    uint64_t version;
    if (!kind || strcmp(kind, "finding") != 0)
        return ln_fail(error, LN_BAD_INPUT, "this is no finding");
    if (!ln_fact_number(ln_facts_find(facts, NULL, "version"), &version))
        return ln_fail(error, LN_BAD_INPUT, "the finding does not say its version");
    return ln_finding_version_fits(version, error);
}

static enum ln_status hear_engine(struct ln_finding *finding, const struct ln_facts *facts, struct ln_error *error)
{
    const char *name = hear_name(facts, "engine");
    unsigned at = name ? find_name(engines, ENGINES, name) : ENGINES;
    if (at == ENGINES)
        return wrong(error, "engine", name);
    finding->engine = (enum ln_engine)at;
    return LN_OK;
}

/* What was found by another criterion says nothing of this one. */
static enum ln_status hear_criterion(const struct ln_facts *facts, struct ln_error *error)
{
    const char *name = hear_name(facts, "criterion");
    return !ln_facts_find(facts, NULL, "criterion") || (name && strcmp(name, criterion) == 0)
               ? LN_OK
               : wrong(error, "criterion", name);
}

/* Why it is unknown; there is no reason for what is known. */
static enum ln_status hear_reason(struct ln_finding *finding, const struct ln_facts *facts, struct ln_error *error)
{
    const char *name = hear_name(facts, "reason");
    unsigned reason = LN_REASON_NONE + 1;
    if (finding->verdict != LN_UNKNOWN)
        return !ln_facts_find(facts, NULL, "reason")
                   ? LN_OK
                   : ln_fail(error, LN_BAD_INPUT, "the finding says that it is known, and why it is unknown");
    while (name && reason <= LN_REASON_EMPTY && strcmp(name, ln_reason_text((enum ln_reason)reason)) != 0)
        reason++;
    if (!name || reason > LN_REASON_EMPTY)
        return wrong(error, "reason", name);
    finding->reason = (enum ln_reason)reason;
    return LN_OK;
}

static enum ln_status hear_verdict(struct ln_finding *finding, const struct ln_facts *facts, struct ln_error *error)
{
    const char *name = hear_name(facts, "verdict");
    unsigned verdict = LN_HOLDS;
    while (name && verdict <= LN_UNKNOWN && strcmp(name, ln_verdict_text((enum ln_verdict)verdict)) != 0)
        verdict++;
    if (!name || verdict > LN_UNKNOWN)
        return wrong(error, "verdict", name);
    finding->verdict = (enum ln_verdict)verdict;
    return hear_reason(finding, facts, error);
}

static enum ln_status hear_failure(struct ln_finding *finding, const struct ln_facts *facts, struct ln_error *error)
{
    const char *name = hear_name(facts, "failure");
    unsigned at = name ? find_name(failures, FAILURES, name) : FAILURES;
    finding->replayed = ln_fact_truth(ln_facts_find(facts, NULL, "replayed"));
    if (finding->replayed && finding->verdict != LN_VIOLATED)
        return ln_fail(error, LN_BAD_INPUT, "the finding says that it was run again, and that nothing was found");
    if (ln_facts_find(facts, NULL, "failure") && at == FAILURES)
        return wrong(error, "failure", name);
    finding->failure = name ? failures[at] : NULL;
    if (finding->verdict == LN_HOLDS && name)
        return ln_fail(error, LN_BAD_INPUT, "the finding says that it holds, and how it does not");
    return finding->verdict != LN_VIOLATED || name
               ? LN_OK
               : ln_fail(error, LN_BAD_INPUT, "the finding says that it is violated, and not how");
}

/* The first item of a list; NULL also when there is no such list. */
static const struct ln_fact *first_of(const struct ln_facts *facts, const char *list)
{
    const struct ln_fact *found = ln_facts_find(facts, NULL, list);
    return found ? ln_facts_first(facts, found) : NULL;
}

static enum ln_status hear_method(struct ln_finding *finding, const struct ln_facts *facts, const struct ln_fact *item,
                                  struct ln_error *error)
{
    const char *name = ln_fact_text(facts, item);
    unsigned method = 0;
    while (name && method < LN_METHODS && strcmp(name, ln_method_name(method)) != 0)
        method++;
    if (!name || method == LN_METHODS || strlen(name) != ln_fact_length(item))
        return wrong(error, "method", name);
    if (finding->methods >> method & 1)
        return ln_fail(error, LN_BAD_INPUT, "found \"method\": %s a second time, expected it once", name);
    finding->methods |= 1u << method;
    return LN_OK;
}

static enum ln_status hear_methods(struct ln_finding *finding, const struct ln_facts *facts, struct ln_error *error)
{
    const struct ln_fact *list = ln_facts_find(facts, NULL, "method"), *item = first_of(facts, "method");
    enum ln_status status = LN_OK;
    if (list && list->kind == LN_FACT_NUMBERS)
        return wrong(error, "method", "a number");
    for (; item && !status; item = ln_facts_next(facts, item))
        status = hear_method(finding, facts, item, error);
    return status;
}

static void hear_str(struct ln_str *text, const struct ln_facts *facts, const struct ln_fact *group, const char *name)
{
    const struct ln_fact *fact = ln_facts_find(facts, group, name);
    ln_str_add(text, ln_fact_text(facts, fact) ? ln_fact_text(facts, fact) : "", ln_fact_length(fact));
}

static enum ln_status hear_words(struct ln_words *words, const struct ln_facts *facts, struct ln_error *error)
{
    const struct ln_fact *group = ln_facts_find(facts, NULL, "words");
    if (!group)
        return LN_OK;
    hear_str(&words->about, facts, group, "about");
    hear_str(&words->picture, facts, group, "picture");
    hear_str(&words->why, facts, group, "why");
    hear_str(&words->steps, facts, group, "steps");
    hear_str(&words->after, facts, group, "after");
    return ln_facts_fit(facts, group, members_of_words, error);
}

static enum ln_status hear_drawn(struct ln_finding *finding, const struct ln_facts *facts, const struct ln_fact *item,
                                 struct ln_wordset *drawn, struct ln_error *error)
{
    struct ln_scene_op op = { .marked = ln_fact_truth(ln_facts_find(facts, item, "marked")),
                              .optional = ln_fact_truth(ln_facts_find(facts, item, "optional")) };
    uint64_t operation, order = 0;
    enum ln_status status = ln_facts_fit(facts, item, members_of_picture, error);
    if (status)
        return status;
    ln_fact_number(ln_facts_find(facts, item, "order"), &order);
    if (!ln_fact_number(ln_facts_find(facts, item, "operation"), &operation) || operation >= LN_NO_OP ||
        order > UINT32_MAX)
        return ln_fail(error, LN_BAD_INPUT, "the picture of the finding shows something that is no operation");
    if (ln_wordset_has(drawn, operation))
        return ln_fail(error, LN_BAD_INPUT, "the picture of the finding shows operation %u twice", (unsigned)operation);
    op.operation = (uint32_t)operation;
    op.order = (uint32_t)order;
    return ln_wordset_add(drawn, operation) && ln_vec_push(&finding->scene, finding->memory, op)
               ? LN_OK
               : ln_fail(error, LN_NO_MEMORY, "out of memory");
}

static enum ln_status hear_picture(struct ln_finding *finding, const struct ln_facts *facts, struct ln_error *error)
{
    const struct ln_fact *list = ln_facts_find(facts, NULL, "picture"), *item = first_of(facts, "picture");
    bool operations = !list || list->kind == LN_FACT_LIST;
    struct ln_wordset drawn;
    enum ln_status status = LN_OK;
    ln_wordset_init(&drawn, finding->memory);
    for (; item && operations && !status; item = ln_facts_next(facts, item)) {
        operations = item->kind == LN_FACT_GROUP;
        if (operations)
            status = hear_drawn(finding, facts, item, &drawn, error);
    }
    ln_wordset_fini(&drawn);
    return operations ? status
                      : ln_fail(error, LN_BAD_INPUT, "the picture of the finding shows something that is no operation");
}

static enum ln_status hear_cost(struct ln_finding *finding, const struct ln_facts *facts, struct ln_error *error)
{
    const struct ln_fact *cost = ln_facts_find(facts, NULL, "cost"), *seconds;
    uint64_t whole;
    enum ln_status status = cost ? ln_facts_fit(facts, cost, members_of_cost, error) : LN_OK;
    if (!cost || status)
        return status;
    seconds = ln_facts_find(facts, cost, "seconds");
    if (ln_fact_number(seconds, &whole))
        finding->seconds = (double)whole;
    else if (seconds)
        finding->seconds = seconds->real;
    ln_fact_number(ln_facts_find(facts, cost, "memory"), &finding->memory_peak);
    return LN_OK;
}

static enum ln_status hear_part(struct ln_facts *part, const struct ln_facts *facts, const char *name,
                                struct ln_error *error)
{
    const struct ln_fact *group = ln_facts_find(facts, NULL, name);
    if (!group)
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
    enum ln_status status = hear_words(&finding->words, facts, error);
    hear_str(&finding->id, facts, NULL, "id");
    hear_str(&finding->answer, facts, NULL, "answer");
    if (status)
        return status;
    return finding->id.failed || finding->answer.failed || finding->words.about.failed ||
                   finding->words.picture.failed || finding->words.why.failed || finding->words.steps.failed ||
                   finding->words.after.failed
               ? ln_fail(error, LN_NO_MEMORY, "out of memory")
               : LN_OK;
}

enum ln_status ln_finding_hear(struct ln_finding *finding, const struct ln_facts *facts, struct ln_error *error)
{
    typedef enum ln_status hear(struct ln_finding * finding, const struct ln_facts *facts, struct ln_error *error);
    static hear *const parts[] = { hear_engine, hear_verdict, hear_failure, hear_methods,
                                   hear_texts,  hear_parts,   hear_picture, hear_cost };
    enum ln_status status = hear_version(facts, error);
    assert(!finding->subject.list.length && !finding->methods); /* it was just initialised */
    if (!status)
        status = ln_facts_fit(facts, NULL, members, error);
    if (!status)
        status = hear_criterion(facts, error);
    for (size_t i = 0; i < sizeof parts / sizeof *parts && !status; i++)
        status = parts[i](finding, facts, error);
    return status;
}
