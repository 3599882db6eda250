#include "verify/claim.h"

#include "base/hash.h"
#include "spec/parts.h"
#include "verify/core.h"
#include "verify/replay.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CONFIGURATIONS = 1 << 26 }; /* a minute or so */

/* ---- which history ---- */

/* A text without NULs, or NULL where there is none. */
static enum ln_status keep_text(const struct ln_facts *facts, const char *name, const char **out,
                                struct ln_error *error)
{
    const struct ln_fact *fact = ln_facts_find(facts, NULL, name);
    *out = ln_fact_text(facts, fact);
    if (fact && !*out)
        return ln_fail(error, LN_BAD_INPUT, "found something else as \"%s\", expected a text", name);
    if (*out && strlen(*out) != ln_fact_length(fact))
        return ln_fail(error, LN_BAD_INPUT, "found a NUL in \"%s\", expected a text without", name);
    return LN_OK;
}

static enum ln_status keep_digest(const struct ln_facts *facts, const char *name, const char **out,
                                  struct ln_error *error)
{
    enum ln_status status = keep_text(facts, name, out, error);
    if (status || !*out || strlen(*out) == LN_DIGEST_TEXT - 1)
        return status;
    return ln_fail(error, LN_BAD_INPUT, "found no XXH3-128 digest as \"%s\", expected 32 hexadecimal digits", name);
}

static enum ln_status keep_number(struct ln_claim *claim, const struct ln_facts *facts, struct ln_error *error)
{
    const struct ln_fact *fact = ln_facts_find(facts, NULL, "number");
    claim->number = 1;
    if (fact && !ln_fact_number(fact, &claim->number))
        return ln_fail(error, LN_BAD_INPUT,
                       "found something else as \"number\", expected which history of its input it is");
    return LN_OK;
}

static enum ln_status lacks_history(const struct ln_finding *finding, struct ln_error *error)
{
    return ln_fail(error, LN_STOPPED, "%s",
                   finding->engine == LN_ENGINE_MONITOR
                       ? "the operations that it is about were forgotten as they were watched, so there is nothing to "
                         "verify it by: let `linnet check` judge a recording of the stream"
                       : "no history stands with it, and it names none, so there is nothing to verify it by");
}

/* A crash, a fault, a hang: the order of calls may be right. */
static bool is_accident(const struct ln_finding *finding)
{
    return finding->verdict == LN_VIOLATED && finding->failure && strcmp(finding->failure, "not linearizable") != 0 &&
           !ln_facts_find(&finding->evidence, NULL, "core");
}

static const struct ln_known_member truths[] = { { "keyed", LN_FACT_TRUTH },
                                                 { "spec_in_source", LN_FACT_TRUTH },
                                                 { NULL, LN_FACT_NONE } };

enum ln_status ln_claim_read(struct ln_claim *claim, const struct ln_finding *finding, struct ln_error *error)
{
    const struct ln_facts *subject = &finding->subject;
    enum ln_status status;
    *claim = (struct ln_claim){ .holds = finding->verdict == LN_HOLDS };
    claim->keyed = ln_fact_truth(ln_facts_find(subject, NULL, "keyed"));
    claim->in_source = ln_fact_truth(ln_facts_find(subject, NULL, "spec_in_source"));
    status = keep_text(subject, "input", &claim->input, error);
    if (!status)
        status = keep_text(subject, "format", &claim->format, error);
    if (!status)
        status = keep_text(subject, "skew", &claim->skew, error);
    if (!status)
        status = keep_text(subject, "spec", &claim->spec, error);
    if (!status)
        status = keep_digest(subject, "digest", &claim->digest, error);
    if (!status)
        status = keep_digest(subject, "here", &claim->here, error);
    if (!status)
        status = keep_number(claim, subject, error);
    if (!status)
        status = ln_facts_fit(subject, NULL, truths, error);
    if (status)
        return status;
    if (finding->verdict == LN_UNKNOWN)
        return ln_fail(error, LN_STOPPED, "it claims nothing: the verdict is unknown");
    if (!claim->here && !claim->digest)
        return lacks_history(finding, error);
    if (is_accident(finding))
        return ln_fail(error, LN_STOPPED, "what was found (%.40s) does not show in its history: run it again",
                       finding->failure);
    return LN_OK;
}

/* ---- what is claimed ---- */

struct claim_check {
    const struct ln_facts *facts;
    struct ln_history *history;
    const struct ln_spec *spec;
    struct ln_memory *memory;
    struct ln_error *error;
    LN_VEC(uint32_t) order; /* the witness, or what is read at the moment */
    struct ln_core core;
    LN_VEC(uint64_t) places; /* of the core's events: place << 32 | event */
    LN_VEC(bool) justified;  /* per operation: a stuck one whose order was replayed */
};

static enum ln_status wrong(const struct claim_check *checking, const char *what)
{
    return ln_fail(checking->error, LN_BAD_INPUT, "%s", what);
}

static enum ln_status take_value(const struct claim_check *checking, const struct ln_fact *fact, ln_value *value)
{
    enum ln_status status = ln_fact_value(checking->facts, fact, &checking->history->values, value);
    return status == LN_BAD_INPUT ? wrong(checking, "found a map that has a key twice, or a number that is too large,"
                                                    " expected a value of the history")
                                  : status;
}

static const struct ln_fact *member(const struct claim_check *checking, const struct ln_fact *group, const char *name)
{
    return ln_facts_find(checking->facts, group, name);
}

/* Known members stand at most once: what is read twice could be shown once and meant once. */
static enum ln_status once(const struct claim_check *checking, const struct ln_fact *group, const char *const *names)
{
    if (group->kind != LN_FACT_GROUP)
        return wrong(checking, "expected an object");
    for (; *names; names++) {
        const struct ln_fact *fact = member(checking, group, *names);
        while (fact && (fact = ln_facts_next(checking->facts, fact)) != NULL)
            if (ln_facts_is(checking->facts, fact, *names))
                return ln_fail(checking->error, LN_BAD_INPUT, "found \"%s\" a second time, expected it once", *names);
    }
    return LN_OK;
}

/* A number that stands for an operation, an event or nothing (null, or not said). */
static enum ln_status read_number(const struct claim_check *checking, const struct ln_fact *fact, uint32_t *out)
{
    uint64_t number;
    *out = LN_NEVER;
    if (!fact || fact->kind == LN_FACT_NONE)
        return LN_OK;
    if (!ln_fact_number(fact, &number) || number >= INT32_MAX)
        return wrong(checking, "found a number that counts nothing");
    *out = (uint32_t)number;
    return LN_OK;
}

static enum ln_status read_truth(const struct claim_check *checking, const struct ln_fact *fact, bool *out)
{
    *out = ln_fact_truth(fact);
    return !fact || fact->kind == LN_FACT_TRUTH ? LN_OK : wrong(checking, "found something that is not true or false");
}

static enum ln_status read_order(struct claim_check *checking, const struct ln_fact *list)
{
    enum ln_status status = LN_OK;
    checking->order.length = 0;
    if (!list)
        return LN_OK;
    if (list->kind == LN_FACT_NUMBERS) {
        for (size_t i = 0; i < list->numbers.count; i++)
            if (!ln_vec_push(&checking->order, checking->memory, list->numbers.at[i]))
                return LN_NO_MEMORY;
        return LN_OK;
    }
    if (list->kind != LN_FACT_LIST)
        return wrong(checking, "expected a list of operations");
    list = ln_facts_first(checking->facts, list);
    for (; list && !status; list = ln_facts_next(checking->facts, list)) {
        uint32_t operation;
        status = read_number(checking, list, &operation);
        if (!status && !ln_vec_push(&checking->order, checking->memory, operation))
            status = LN_NO_MEMORY;
    }
    return status;
}

typedef enum ln_status item_reader(struct claim_check *checking, const struct ln_fact *item);

static enum ln_status each_item(struct claim_check *checking, const struct ln_fact *list, item_reader *read)
{
    enum ln_status status = LN_OK;
    if (list->kind == LN_FACT_NUMBERS) {
        for (size_t i = 0; i < list->numbers.count && !status; i++)
            status = read(checking, &(struct ln_fact){ .kind = LN_FACT_NUMBER, .number = list->numbers.at[i] });
        return status;
    }
    if (list->kind != LN_FACT_LIST)
        return wrong(checking, "expected a list");
    list = ln_facts_first(checking->facts, list);
    for (; list && !status; list = ln_facts_next(checking->facts, list))
        status = read(checking, list);
    return status;
}

/* ---- stuck operations of a history that holds ---- */

static enum ln_status read_stuck(struct claim_check *checking, const struct ln_fact *item)
{
    static const char *const names[] = { "waits", "after", NULL };
    const struct ln_history *history = checking->history;
    uint32_t operation;
    enum ln_status status = once(checking, item, names);
    if (!status)
        status = read_number(checking, member(checking, item, "waits"), &operation);
    if (!status)
        status = read_order(checking, member(checking, item, "after"));
    if (status)
        return status;
    if (!history->stuck || operation >= history->operations.length ||
        history->operations.at[operation].fate != LN_PENDING)
        return wrong(checking, "an operation is said to wait that does not");
    if (checking->justified.at[operation])
        return ln_fail(checking->error, LN_BAD_INPUT, "operation %u is said to wait twice", operation);
    checking->justified.at[operation] = true;
    return ln_replay_stuck(history, checking->spec, operation, checking->order.at, checking->order.length,
                           checking->memory, checking->error);
}

/* ---- cores ---- */

/* Is what is written of an operation what the history says? What is not written is. */
static enum ln_status same_value(struct claim_check *checking, const struct ln_fact *fact, ln_value expected,
                                 bool *same)
{
    ln_value value, question;
    enum ln_status status;
    if (!fact)
        return LN_OK;
    status = take_value(checking, fact, &value);
    if (ln_same(expected, LN_VALUE_NONE))
        expected = LN_VALUE_NULL;
    ln_values_string(NULL, "?", 1, &question); /* how a result that is not known is written */
    if (ln_same(expected, LN_VALUE_UNKNOWN))
        expected = question;
    if (!status && !ln_same(value, expected))
        *same = false;
    return status;
}

static enum ln_status same_args(struct claim_check *checking, const struct ln_fact *fact, const struct ln_operation *o,
                                bool *same)
{
    const ln_value *items;
    size_t count;
    ln_value list;
    enum ln_status status;
    if (!fact)
        return LN_OK;
    status = take_value(checking, fact, &list);
    if (!status && ln_value_kind(list) != LN_KIND_LIST)
        status = wrong(checking, "found something else as \"args\", expected a list");
    if (status)
        return status;
    items = ln_value_items(&checking->history->values, list, &count);
    *same &= count == o->arity;
    for (uint32_t i = 0; i < o->arity && *same; i++)
        *same = ln_same(items[i], checking->history->args.at[o->args + i]);
    return LN_OK;
}

static enum ln_status is_written_so(struct claim_check *checking, const struct ln_fact *item, uint32_t operation)
{
    const struct ln_history *history = checking->history;
    const struct ln_operation *o = &history->operations.at[operation];
    bool same = true;
    enum ln_status status = same_value(checking, member(checking, item, "process"), history->processes.at[o->process],
                                       &same);
    if (!status)
        status = same_value(checking, member(checking, item, "f"), o->f, &same);
    if (!status)
        status = same_value(checking, member(checking, item, "key"), o->key, &same);
    if (!status)
        status = same_value(checking, member(checking, item, "result"), o->result, &same);
    if (!status)
        status = same_args(checking, member(checking, item, "args"), o, &same);
    if (status || same)
        return status;
    return ln_fail(checking->error, LN_BAD_INPUT, "operation %u is not what the core says", operation);
}

static enum ln_status place_events(struct claim_check *checking, const struct ln_fact *item, uint64_t index)
{
    uint32_t call, ret;
    enum ln_status status = read_number(checking, member(checking, item, "call"), &call);
    if (!status)
        status = read_number(checking, member(checking, item, "return"), &ret);
    if (status)
        return status;
    if (call == LN_NEVER)
        return wrong(checking, "an operation of the core lacks its call");
    if (!ln_vec_push(&checking->places, checking->memory, (uint64_t)call << 32 | index * 2) ||
        (ret != LN_NEVER && !ln_vec_push(&checking->places, checking->memory, (uint64_t)ret << 32 | (index * 2 + 1))))
        return LN_NO_MEMORY;
    return LN_OK;
}

static enum ln_status read_operation(struct claim_check *checking, const struct ln_fact *item)
{
    static const char *const names[] = { "operation", "process", "f",     "key",      "args", "result",
                                         "call",      "return",  "after", "optional", NULL };
    struct ln_core_op op = { .after = LN_NO_OP };
    enum ln_status status = once(checking, item, names);
    if (!status)
        status = read_number(checking, member(checking, item, "operation"), &op.operation);
    if (!status)
        status = read_number(checking, member(checking, item, "after"), &op.after);
    if (!status)
        status = read_truth(checking, member(checking, item, "optional"), &op.optional);
    if (status)
        return status;
    if (op.operation == LN_NEVER)
        return wrong(checking, "an operation of the core lacks its number");
    if (op.operation >= checking->history->operations.length)
        return wrong(checking, "the core has an operation that the history has not");
    status = is_written_so(checking, item, op.operation);
    if (!status)
        status = place_events(checking, item, checking->core.ops.length);
    return !status && !ln_vec_push(&checking->core.ops, checking->memory, op) ? LN_NO_MEMORY : status;
}

static enum ln_status read_value(struct claim_check *checking, const struct ln_fact *item)
{
    ln_value value;
    enum ln_status status = take_value(checking, item, &value);
    return !status && !ln_vec_push(&checking->core.values, checking->memory, value) ? LN_NO_MEMORY : status;
}

static enum ln_status read_core(struct claim_check *checking, const struct ln_fact *item)
{
    static const char *const names[] = { "operations", "begin", "end", "stuck", "undivided", "values", NULL };
    struct ln_core *core = &checking->core;
    const struct ln_fact *operations, *values, *begin;
    enum ln_status status = once(checking, item, names);
    if (status)
        return status;
    operations = member(checking, item, "operations");
    values = member(checking, item, "values");
    begin = member(checking, item, "begin");
    core->by_value = values != NULL;
    status = read_truth(checking, member(checking, item, "undivided"), &core->undivided);
    if (!status && begin)
        status = read_number(checking, begin, &core->begin);
    if (!status)
        status = read_number(checking, member(checking, item, "end"), &core->end);
    if (!status)
        status = read_number(checking, member(checking, item, "stuck"), &core->stuck);
    if (!status && operations)
        status = each_item(checking, operations, read_operation);
    return !status && values ? each_item(checking, values, read_value) : status;
}

static int compare_places(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Events in the order of their places, which are all different. */
static enum ln_status order_events(struct claim_check *checking)
{
    uint64_t *places = checking->places.at;
    if (checking->places.length)
        qsort(places, checking->places.length, sizeof *places, compare_places);
    for (size_t i = 0; i < checking->places.length; i++) {
        if (i && places[i] >> 32 == places[i - 1] >> 32)
            return ln_fail(checking->error, LN_BAD_INPUT, "two events of the core have the same place");
        assert(ln_event_operation((uint32_t)places[i]) < checking->core.ops.length);
        if (!ln_vec_push(&checking->core.events, checking->memory, (uint32_t)places[i]))
            return LN_NO_MEMORY;
    }
    return LN_OK;
}

/* ---- all together ---- */

/* Each operation that waits for ever is one that may. */
static enum ln_status check_waiting(struct claim_check *checking)
{
    const struct ln_history *history = checking->history;
    const struct ln_fact *stuck = member(checking, NULL, "stuck");
    size_t count = history->operations.length;
    enum ln_status status = LN_OK;
    if (!ln_vec_reserve(&checking->justified, checking->memory, count + 1))
        return LN_NO_MEMORY;
    memset(checking->justified.at, 0, (count + 1) * sizeof *checking->justified.at);
    if (stuck)
        status = each_item(checking, stuck, read_stuck);
    for (uint32_t i = 0; i < count && history->stuck && !status; i++)
        if (history->operations.at[i].fate == LN_PENDING && !checking->justified.at[i])
            status = ln_fail(checking->error, LN_BAD_INPUT, "it does not show why operation %u waits", i);
    return status;
}

static enum ln_status check_holds(struct claim_check *checking)
{
    const struct ln_fact *witness = member(checking, NULL, "witness");
    enum ln_status status;
    if (!witness)
        return wrong(checking, "it says holds and has no witness");
    status = read_order(checking, witness);
    if (!status)
        status = ln_replay(checking->history, checking->spec, checking->order.at, checking->order.length,
                           checking->memory, checking->error);
    return status ? status : check_waiting(checking);
}

static enum ln_status check_violated(struct claim_check *checking)
{
    const struct ln_fact *core = member(checking, NULL, "core");
    enum ln_status status;
    if (!core)
        return wrong(checking, "it says violated and has no core");
    status = read_core(checking, core);
    if (!status)
        status = order_events(checking);
    checking->core.alone = ln_spec_divides(checking->spec, checking->history);
    return status ? status
                  : ln_core_verify(checking->history, checking->spec, &checking->core, MOST_CONFIGURATIONS,
                                   checking->memory, checking->error);
}

static enum ln_status check(struct claim_check *checking, bool holds)
{
    static const char *const others[] = { "core", "witness", "stuck" };
    for (unsigned i = holds ? 0 : 1; i < (holds ? 1 : 3); i++)
        if (member(checking, NULL, others[i]))
            return wrong(checking, "it shows something else than what it says");
    return holds ? check_holds(checking) : check_violated(checking);
}

static enum ln_status check_finding(const struct ln_finding *finding, struct claim_check *checking,
                                    struct ln_checked *checked)
{
    struct ln_claim claim;
    enum ln_status status = ln_claim_read(&claim, finding, checking->error);
    if (status)
        return status;
    assert(finding->verdict != LN_UNKNOWN);
    if (!checking->history->operations.length && !claim.holds)
        return wrong(checking, "nothing happened, so nothing is violated");
    ln_core_init(&checking->core, checking->memory);
    assert(!checking->order.length && !checking->places.length);
    status = check(checking, claim.holds);
    *checked = (struct ln_checked){ claim.holds, checking->core.ops.length };
    ln_core_fini(&checking->core);
    ln_vec_fini(&checking->order, checking->memory);
    ln_vec_fini(&checking->places, checking->memory);
    ln_vec_fini(&checking->justified, checking->memory);
    return status;
}

static enum ln_status check_line(struct ln_text line, struct claim_check *checking, struct ln_checked *checked)
{
    struct ln_facts facts; /* outlive the finding */
    struct ln_finding finding;
    size_t column;
    enum ln_status status;
    ln_facts_init(&facts, checking->memory);
    ln_finding_init(&finding, LN_ENGINE_CHECK, checking->memory);
    checking->facts = &finding.evidence;
    status = ln_facts_read(&facts, line, &column, checking->error);
    if (!status)
        status = ln_finding_hear(&finding, &facts, checking->error);
    if (!status)
        status = check_finding(&finding, checking, checked);
    ln_finding_fini(&finding);
    ln_facts_fini(&facts);
    return status;
}

enum ln_status ln_claim_check(struct ln_text line, struct ln_history *history, const struct ln_spec *spec,
                              struct ln_checked *checked, struct ln_error *error)
{
    struct claim_check checking = { .history = history, .spec = spec, .memory = history->memory, .error = error };
    enum ln_status status = check_line(line, &checking, checked);
    if (status == LN_NO_MEMORY)
        ln_fail(error, status, "out of memory");
    if (status == LN_INTERNAL) { /* to a replay a wrong witness is a fault of the engine; here it is one of the file */
        status = LN_BAD_INPUT;
        if (error)
            error->status = status;
    }
    return status;
}
