#include "verify/certificate.h"

#include "format/json.h"
#include "spec/parts.h"
#include "verify/core.h"
#include "verify/replay.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_CONFIGURATIONS = 1 << 26 }; /* a minute or so */
/* Known members stand at most once: what is read twice could be shown once and meant once. */
static enum ln_status once(struct ln_scanner *scan, struct ln_text key, const char *const *names, uint32_t *seen)
{
    for (unsigned i = 0; names[i]; i++) {
        if (!ln_text_is(key, names[i]))
            continue;
        if (*seen >> i & 1)
            return ln_scan_wrong(scan, scan->at, "found \"%s\" a second time, expected it once", names[i]);
        *seen |= UINT32_C(1) << i;
    }
    return LN_OK;
}

/* ---- which history ---- */

static enum ln_status keep_text(struct ln_scanner *scan, char **out)
{
    struct ln_text text;
    enum ln_status status = ln_json_string(scan, &text);
    char *copy;
    if (status)
        return status;
    if (text.length && memchr(text.at, '\0', text.length))
        return ln_scan_wrong(scan, scan->at, "found a NUL, expected a text without");
    copy = ln_take(scan->memory, text.length + 1);
    if (!copy)
        return ln_scan_no_memory(scan);
    if (text.length)
        memcpy(copy, text.at, text.length);
    copy[text.length] = '\0';
    *out = copy;
    return LN_OK;
}

static enum ln_status keep_digest(struct ln_scanner *scan, char digest[LN_DIGEST_TEXT])
{
    struct ln_text text;
    const char *place = scan->at;
    enum ln_status status = ln_json_string(scan, &text);
    if (status)
        return status;
    if (text.length != LN_DIGEST_TEXT - 1)
        return ln_scan_wrong(scan, place, "found no XXH3-128 digest, expected 32 hexadecimal digits");
    memcpy(digest, text.at, text.length);
    digest[text.length] = '\0';
    return LN_OK;
}

static enum ln_status keep_verdict(struct ln_scanner *scan, struct ln_certificate *certificate)
{
    struct ln_text text;
    const char *place = scan->at;
    enum ln_status status = ln_json_string(scan, &text);
    if (status)
        return status;
    certificate->holds = ln_text_is(text, "holds");
    if (!certificate->holds && !ln_text_is(text, "violated"))
        return ln_scan_wrong(scan, place, "found another verdict, expected \"holds\" or \"violated\"");
    return LN_OK;
}

static enum ln_status keep_truth(struct ln_scanner *scan, bool *out)
{
    ln_value value;
    const char *place = scan->at;
    enum ln_status status = ln_json_value(scan, &value);
    if (status)
        return status;
    if (ln_value_kind(value) != LN_KIND_BOOL)
        return ln_scan_wrong(scan, place, "expected true or false");
    *out = ln_same(value, LN_VALUE_TRUE);
    return LN_OK;
}

static enum ln_status keep_member(struct ln_scanner *scan, struct ln_text key, struct ln_certificate *certificate,
                                  int64_t *version, bool *verdict)
{
    const char *place;
    enum ln_status status;
    if (ln_text_is(key, "input"))
        return keep_text(scan, &certificate->input);
    if (ln_text_is(key, "format"))
        return keep_text(scan, &certificate->format);
    if (ln_text_is(key, "spec"))
        return keep_text(scan, &certificate->spec);
    if (ln_text_is(key, "skew"))
        return keep_text(scan, &certificate->skew);
    if (ln_text_is(key, "digest"))
        return keep_digest(scan, certificate->digest);
    if (ln_text_is(key, "keyed"))
        return keep_truth(scan, &certificate->keyed);
    if (ln_text_is(key, "number"))
        return ln_json_integer(scan, &certificate->number);
    if (ln_text_is(key, "verdict")) {
        *verdict = true;
        return keep_verdict(scan, certificate);
    }
    place = scan->at;
    if (!ln_text_is(key, "certificate"))
        return ln_json_value(scan, NULL);
    status = ln_json_integer(scan, version);
    return status || *version == 1 ? status : ln_scan_wrong(scan, place, "found another version, expected 1");
}

static enum ln_status read_members(struct ln_scanner *scan, struct ln_certificate *certificate)
{
    static const char *const names[] = { "certificate", "input", "number", "format", "keyed", "skew", "digest", "spec",
                                         "verdict", "witness", "stuck", "core", NULL };
    uint32_t seen = 0;
    enum ln_status status = ln_json_open_object(scan);
    bool first = true, found = true, verdict = false;
    int64_t version = 0;
    while (!status) {
        struct ln_text key;
        status = ln_json_member(scan, &first, &key, &found);
        if (status || !found)
            break;
        status = once(scan, key, names, &seen);
        if (!status)
            status = keep_member(scan, key, certificate, &version, &verdict);
    }
    if (!status)
        status = ln_json_end(scan);
    if (!status && (version != 1 || !verdict || !*certificate->digest))
        status = ln_scan_wrong(scan, scan->line, "found no certificate, expected \"certificate\":1 with a \"verdict\" "
                                                 "and a \"digest\"");
    return status;
}

enum ln_status ln_certificate_init(struct ln_certificate *certificate, struct ln_text line, size_t *column,
                                   struct ln_memory *memory, struct ln_error *error)
{
    struct ln_scanner scan;
    struct ln_values values;
    enum ln_status status;
    *certificate = (struct ln_certificate){ .memory = memory, .number = 1 };
    ln_values_init(&values, memory);
    ln_scanner_init(&scan, memory);
    scan.error = error;
    scan.values = &values;
    ln_scanner_start(&scan, line);
    status = read_members(&scan, certificate);
    *column = (size_t)(scan.at - scan.line) + 1;
    ln_scanner_fini(&scan);
    ln_values_fini(&values);
    return status;
}

static void give_text(struct ln_memory *memory, char *text)
{
    if (text)
        ln_give(memory, text, strlen(text) + 1);
}

void ln_certificate_fini(struct ln_certificate *certificate)
{
    give_text(certificate->memory, certificate->input);
    give_text(certificate->memory, certificate->format);
    give_text(certificate->memory, certificate->spec);
    give_text(certificate->memory, certificate->skew);
}

/* ---- what is claimed ---- */

struct claim {
    struct ln_scanner scan;
    struct ln_history *history;
    const struct ln_spec *spec;
    struct ln_memory *memory;
    struct ln_error *error;
    LN_VEC(uint32_t) order; /* the witness, or what is read at the moment */
    struct ln_core core;
    LN_VEC(uint64_t) places; /* of the core's events: place << 32 | event */
    LN_VEC(bool) justified;  /* per operation: a stuck one whose order was replayed */
    bool witness, waits, has_core;
};

/* A number that stands for an operation, an event or nothing (null). */
static enum ln_status read_number(struct claim *claim, uint32_t *out)
{
    const char *place;
    int64_t number;
    enum ln_status status;
    ln_json_blanks(&claim->scan);
    place = claim->scan.at;
    if (ln_scan_word(&claim->scan, "null")) {
        *out = LN_NEVER;
        return LN_OK;
    }
    status = ln_json_integer(&claim->scan, &number);
    if (!status && (number < 0 || number >= INT32_MAX))
        status = ln_scan_wrong(&claim->scan, place, "found a number that counts nothing");
    *out = status ? 0 : (uint32_t)number;
    return status;
}

/* A list, item by item, as callers read them. */
static enum ln_status each_item(struct claim *claim, enum ln_status (*item)(struct claim *claim))
{
    struct ln_scanner *scan = &claim->scan;
    enum ln_status status = LN_OK;
    bool more;
    ln_json_blanks(scan);
    if (!ln_scan_word(scan, "["))
        return ln_scan_expected(scan, "a list");
    ln_json_blanks(scan);
    more = !ln_scan_word(scan, "]");
    while (more && !status) {
        status = item(claim);
        ln_json_blanks(scan);
        more = !status && ln_scan_word(scan, ",");
        if (!status && !more && !ln_scan_word(scan, "]"))
            status = ln_scan_expected(scan, "a comma or the end of the list");
    }
    return status;
}

static enum ln_status read_place(struct claim *claim)
{
    uint32_t operation;
    enum ln_status status = read_number(claim, &operation);
    if (!status && !ln_vec_push(&claim->order, claim->memory, operation))
        status = ln_scan_no_memory(&claim->scan);
    return status;
}

static enum ln_status each_member(struct claim *claim, const char *const *names, void *into,
                                  enum ln_status (*member)(struct claim *claim, struct ln_text key, void *into))
{
    bool first = true, found = true;
    uint32_t seen = 0;
    enum ln_status status = ln_json_open_object(&claim->scan);
    while (!status) {
        struct ln_text key;
        status = ln_json_member(&claim->scan, &first, &key, &found);
        if (status || !found)
            break;
        status = once(&claim->scan, key, names, &seen);
        if (!status)
            status = member(claim, key, into);
    }
    return status;
}

/* ---- stuck operations of a history that holds ---- */

struct stuck_waiting {
    uint32_t operation;
};

static enum ln_status stuck_member(struct claim *claim, struct ln_text key, void *into)
{
    struct stuck_waiting *waiting = into;
    if (ln_text_is(key, "waits"))
        return read_number(claim, &waiting->operation);
    return ln_text_is(key, "after") ? each_item(claim, read_place) : ln_json_value(&claim->scan, NULL);
}

static enum ln_status read_stuck(struct claim *claim)
{
    static const char *const names[] = { "waits", "after", NULL };
    struct stuck_waiting waiting = { LN_NEVER };
    const struct ln_history *history = claim->history;
    enum ln_status status;
    claim->order.length = 0;
    status = each_member(claim, names, &waiting, stuck_member);
    if (status)
        return status;
    if (!history->stuck || waiting.operation >= history->operations.length ||
        history->operations.at[waiting.operation].fate != LN_PENDING)
        return ln_fail(claim->error, LN_BAD_INPUT, "an operation is said to wait that does not");
    if (claim->justified.at[waiting.operation])
        return ln_fail(claim->error, LN_BAD_INPUT, "operation %u is said to wait twice", waiting.operation);
    claim->justified.at[waiting.operation] = true;
    return ln_replay_stuck(claim->history, claim->spec, waiting.operation, claim->order.at, claim->order.length,
                           claim->memory, claim->error);
}

/* ---- cores ---- */

struct written {
    uint32_t operation, call, ret, after;
    bool optional, same;
};

/* Is what is written of an operation what the history says? */
static enum ln_status same_value(struct claim *claim, ln_value expected, bool *same)
{
    ln_value value, question;
    enum ln_status status = ln_json_value(&claim->scan, &value);
    if (ln_same(expected, LN_VALUE_NONE))
        expected = LN_VALUE_NULL;
    ln_values_string(NULL, "?", 1, &question); /* how a result that is not known is written */
    if (ln_same(expected, LN_VALUE_UNKNOWN))
        expected = question;
    if (!status && !ln_same(value, expected))
        *same = false;
    return status;
}

static enum ln_status same_args(struct claim *claim, const struct ln_operation *o, bool *same)
{
    size_t first;
    enum ln_status status = ln_json_array(&claim->scan, &first);
    if (status)
        return status;
    *same &= claim->scan.items.length - first == o->arity;
    for (uint32_t i = 0; i < o->arity && *same; i++)
        *same = ln_same(ln_scan_items(&claim->scan, first)[i], claim->history->args.at[o->args + i]);
    claim->scan.items.length = first;
    return LN_OK;
}

static enum ln_status operation_member(struct claim *claim, struct ln_text key, void *into)
{
    struct written *written = into;
    const struct ln_operation *o;
    if (ln_text_is(key, "operation")) {
        enum ln_status status = read_number(claim, &written->operation);
        if (!status && written->operation >= claim->history->operations.length)
            return ln_fail(claim->error, LN_BAD_INPUT, "the core has an operation that the history has not");
        return status;
    }
    if (ln_text_is(key, "call"))
        return read_number(claim, &written->call);
    if (ln_text_is(key, "return"))
        return read_number(claim, &written->ret);
    if (ln_text_is(key, "after"))
        return read_number(claim, &written->after);
    if (ln_text_is(key, "optional"))
        return keep_truth(&claim->scan, &written->optional);
    if (written->operation == LN_NEVER)
        return ln_scan_wrong(&claim->scan, claim->scan.at, "expected \"operation\" first");
    o = &claim->history->operations.at[written->operation];
    if (ln_text_is(key, "process"))
        return same_value(claim, claim->history->processes.at[o->process], &written->same);
    if (ln_text_is(key, "f"))
        return same_value(claim, o->f, &written->same);
    if (ln_text_is(key, "key"))
        return same_value(claim, o->key, &written->same);
    if (ln_text_is(key, "result"))
        return same_value(claim, o->result, &written->same);
    return ln_text_is(key, "args") ? same_args(claim, o, &written->same) : ln_json_value(&claim->scan, NULL);
}

static enum ln_status read_operation(struct claim *claim)
{
    static const char *const names[] = { "operation", "process", "f", "key", "args", "result", "call", "return",
                                         "after", "optional", NULL };
    struct written written = { .operation = LN_NEVER, .call = LN_NEVER, .ret = LN_NEVER, .after = LN_NEVER,
                               .same = true };
    uint64_t index = claim->core.ops.length;
    struct ln_core_op op;
    enum ln_status status = each_member(claim, names, &written, operation_member);
    if (status)
        return status;
    if (written.operation == LN_NEVER)
        return ln_fail(claim->error, LN_BAD_INPUT, "an operation of the core lacks its number");
    if (written.call == LN_NEVER)
        return ln_fail(claim->error, LN_BAD_INPUT, "an operation of the core lacks its call");
    if (!written.same)
        return ln_fail(claim->error, LN_BAD_INPUT, "operation %u is not what the core says", written.operation);
    op = (struct ln_core_op){ written.operation, written.after, written.optional };
    if (!ln_vec_push(&claim->core.ops, claim->memory, op) ||
        !ln_vec_push(&claim->places, claim->memory, (uint64_t)written.call << 32 | index * 2))
        return ln_scan_no_memory(&claim->scan);
    if (written.ret != LN_NEVER &&
        !ln_vec_push(&claim->places, claim->memory, (uint64_t)written.ret << 32 | (index * 2 + 1)))
        return ln_scan_no_memory(&claim->scan);
    return LN_OK;
}

static enum ln_status read_value(struct claim *claim)
{
    ln_value value;
    enum ln_status status = ln_json_value(&claim->scan, &value);
    if (!status && !ln_vec_push(&claim->core.values, claim->memory, value))
        status = ln_scan_no_memory(&claim->scan);
    return status;
}

static enum ln_status core_member(struct claim *claim, struct ln_text key, void *into)
{
    struct ln_core *core = into;
    if (ln_text_is(key, "operations"))
        return each_item(claim, read_operation);
    if (ln_text_is(key, "begin"))
        return read_number(claim, &core->begin);
    if (ln_text_is(key, "end"))
        return read_number(claim, &core->end);
    if (ln_text_is(key, "stuck"))
        return read_number(claim, &core->stuck);
    if (ln_text_is(key, "undivided"))
        return keep_truth(&claim->scan, &core->undivided);
    if (!ln_text_is(key, "values"))
        return ln_json_value(&claim->scan, NULL);
    core->by_value = true;
    return each_item(claim, read_value);
}

static int compare_places(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Events in the order of their places, which are all different. */
static enum ln_status order_events(struct claim *claim)
{
    uint64_t *places = claim->places.at;
    if (claim->places.length)
        qsort(places, claim->places.length, sizeof *places, compare_places);
    for (size_t i = 0; i < claim->places.length; i++) {
        if (i && places[i] >> 32 == places[i - 1] >> 32)
            return ln_fail(claim->error, LN_BAD_INPUT, "two events of the core have the same place");
        if (!ln_vec_push(&claim->core.events, claim->memory, (uint32_t)places[i]))
            return LN_NO_MEMORY;
    }
    return LN_OK;
}

/* ---- all together ---- */

static enum ln_status read_witness(struct claim *claim)
{
    enum ln_status status;
    claim->order.length = 0;
    claim->witness = true;
    status = each_item(claim, read_place);
    return status ? status : ln_replay(claim->history, claim->spec, claim->order.at, claim->order.length,
                                       claim->memory, claim->error);
}

static enum ln_status claim_member(struct claim *claim, struct ln_text key, void *into)
{
    static const char *const names[] = { "operations", "begin", "end", "stuck", "undivided", "values", NULL };
    (void)into;
    if (ln_text_is(key, "witness"))
        return read_witness(claim);
    if (ln_text_is(key, "stuck")) {
        claim->waits = true;
        return each_item(claim, read_stuck);
    }
    if (!ln_text_is(key, "core"))
        return ln_json_value(&claim->scan, NULL);
    claim->has_core = true;
    return each_member(claim, names, &claim->core, core_member);
}

static enum ln_status check_claims(struct claim *claim, const struct ln_certificate *certificate)
{
    const struct ln_history *history = claim->history;
    enum ln_status status;
    if (certificate->holds ? claim->has_core : claim->witness || claim->waits)
        return ln_fail(claim->error, LN_BAD_INPUT, "it shows something else than what it says");
    if (!certificate->holds) {
        claim->core.alone = ln_spec_divides(claim->spec, history);
        status = claim->has_core ? order_events(claim)
                                 : ln_fail(claim->error, LN_BAD_INPUT, "it says violated and has no core");
        return status ? status : ln_core_verify(history, claim->spec, &claim->core, MOST_CONFIGURATIONS, claim->memory,
                                                claim->error);
    }
    if (!claim->witness)
        return ln_fail(claim->error, LN_BAD_INPUT, "it says holds and has no witness");
    for (uint32_t i = 0; i < history->operations.length && history->stuck; i++)
        if (history->operations.at[i].fate == LN_PENDING && !claim->justified.at[i])
            return ln_fail(claim->error, LN_BAD_INPUT, "it does not show why operation %u waits", i);
    return LN_OK;
}

static enum ln_status check(struct claim *claim, const struct ln_certificate *certificate)
{
    static const char *const names[] = { "witness", "stuck", "core", NULL };
    size_t count = claim->history->operations.length;
    enum ln_status status;
    if (!ln_vec_reserve(&claim->justified, claim->memory, count + 1))
        return LN_NO_MEMORY;
    memset(claim->justified.at, 0, (count + 1) * sizeof *claim->justified.at);
    status = each_member(claim, names, NULL, claim_member);
    return status ? status : check_claims(claim, certificate);
}

enum ln_status ln_certificate_check(struct ln_certificate *certificate, struct ln_text line,
                                    struct ln_history *history, const struct ln_spec *spec, struct ln_error *error)
{
    struct claim claim = { .history = history, .spec = spec, .memory = certificate->memory, .error = error };
    enum ln_status status = LN_OK;
    if (!history->operations.length && !certificate->holds)
        return ln_fail(error, LN_BAD_INPUT, "nothing happened, so nothing is violated");
    ln_scanner_init(&claim.scan, claim.memory);
    claim.scan.error = error;
    claim.scan.values = &history->values;
    ln_core_init(&claim.core, claim.memory);
    ln_scanner_start(&claim.scan, line);
    status = check(&claim, certificate);
    certificate->core = claim.core.ops.length;
    if (status == LN_NO_MEMORY)
        ln_fail(error, status, "out of memory");
    ln_scanner_fini(&claim.scan);
    ln_core_fini(&claim.core);
    ln_vec_fini(&claim.order, claim.memory);
    ln_vec_fini(&claim.places, claim.memory);
    ln_vec_fini(&claim.justified, claim.memory);
    if (status == LN_INTERNAL) { /* to a replay a wrong witness is a fault of the engine; here it is one of the file */
        status = LN_BAD_INPUT;
        if (error)
            error->status = status;
    }
    return status;
}
