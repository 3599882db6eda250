/* A certificate and a small history: the first line is the one, what follows it the other, in the native format.
 *
 * Whatever the certificate says, it is refused or what it claims is true: brute agrees, as long as that is quick. */
#include "inquiry/binding.h"
#include "check/brute.h"
#include "reader_target.h"
#include "verify/certificate.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_OPERATIONS = 7 };

static void must(bool fine)
{
    if (!fine)
        abort();
}

static enum ln_verdict brute(const struct ln_history *history, const struct ln_spec *spec, uint32_t stuck,
                             struct ln_memory *memory)
{
    struct ln_spec product = ln_spec_product(spec);
    struct ln_problem problem = { history, spec->class->keyed ? spec : &product, history->events.at,
                                  history->events.length, stuck, 0 };
    struct ln_outcome outcome;
    struct ln_budget budget;
    enum ln_verdict verdict = LN_UNKNOWN;
    ln_budget_init(&budget, memory, 0, NULL);
    ln_outcome_init(&outcome, memory);
    if (!ln_brute_run(&problem, &budget, &outcome))
        verdict = outcome.verdict;
    ln_outcome_fini(&outcome);
    return verdict;
}

/* A stuck history holds when each pending operation may wait. */
static enum ln_verdict truth(const struct ln_history *history, const struct ln_spec *spec, struct ln_memory *memory)
{
    bool any = false;
    for (uint32_t i = 0; i < history->operations.length && history->stuck; i++) {
        enum ln_verdict verdict;
        if (history->operations.at[i].fate != LN_PENDING)
            continue;
        any = true;
        verdict = brute(history, spec, i, memory);
        if (verdict != LN_HOLDS)
            return verdict;
    }
    return any ? LN_HOLDS : brute(history, spec, LN_NO_OP, memory);
}

static void check(struct ln_certificate *certificate, struct ln_text line, struct ln_history *history,
                  const struct ln_spec *spec, struct ln_memory *memory)
{
    struct ln_error error = { LN_OK, "" };
    enum ln_status status = ln_certificate_check(certificate, line, history, spec, &error);
    enum ln_verdict verdict;
    must(status == error.status);
    if (status || !history->operations.length || history->operations.length > MOST_OPERATIONS)
        return;
    verdict = truth(history, spec, memory);
    must(verdict == LN_UNKNOWN || (verdict == LN_HOLDS) == certificate->holds);
}

static void check_histories(struct ln_certificate *certificate, struct ln_text line, const uint8_t *bytes,
                            size_t length, struct ln_memory *memory)
{
    struct ln_binding binding;
    struct ln_reader_options options = { .format = "native", .binder = &binding.binder };
    struct ln_error error = { LN_OK, "" };
    struct ln_reader *reader;
    bool found = true;
    ln_binding_init(&binding, NULL);
    must(ln_reader_open_bytes(&reader, "input", bytes, length, &options, memory, &error) == LN_OK);
    while (found) {
        struct ln_history history;
        if (ln_reader_next(reader, &history, &found, &error))
            break;
        if (!found)
            continue;
        check(certificate, line, &history, &binding.spec, memory);
        ln_history_fini(&history);
    }
    ln_reader_close(reader);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    const uint8_t *end = length ? memchr(bytes, '\n', length) : NULL;
    struct ln_text line = { (const char *)bytes, end ? (size_t)(end - bytes) : length };
    struct ln_certificate certificate;
    struct ln_memory memory;
    struct ln_error error = { LN_OK, "" };
    size_t column;
    enum ln_status status;
    ln_memory_init(&memory, 64 << 20);
    status = ln_certificate_init(&certificate, line, &column, &memory, &error);
    must(status == error.status && (!status || *error.message));
    must(column <= line.length + 1);
    if (!status && end)
        check_histories(&certificate, line, end + 1, (size_t)(bytes + length - end - 1), &memory);
    ln_certificate_fini(&certificate);
    must(atomic_load(&memory.used) == 0);
    return 0;
}
