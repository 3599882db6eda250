/* A finding and a small history: the first line is the one, what follows it the other, in the native format.
 *
 * Whatever the finding says, it is refused or what it claims is true: brute agrees, as long as that is quick. */
#include "inquiry/binding.h"
#include "check/brute.h"
#include "reader_target.h"
#include "verify/claim.h"

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
    struct ln_problem problem = {
        history, spec->class->keyed ? spec : &product, history->events.at, history->events.length, stuck, 0
    };
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

static void check(struct ln_text line, struct ln_history *history, const struct ln_spec *spec, struct ln_memory *memory)
{
    struct ln_error error = { LN_OK, "" };
    struct ln_checked checked;
    enum ln_status status = ln_claim_check(line, history, spec, &checked, &error);
    enum ln_verdict verdict;
    must(status == error.status && (!status || *error.message));
    if (status || !history->operations.length || history->operations.length > MOST_OPERATIONS)
        return;
    verdict = truth(history, spec, memory);
    must(verdict == LN_UNKNOWN || (verdict == LN_HOLDS) == checked.holds);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    const uint8_t *end = length ? memchr(bytes, '\n', length) : NULL;
    struct ln_text line = { (const char *)bytes, end ? (size_t)(end - bytes) : length };
    struct ln_binding binding;
    struct ln_reader_options options = { .format = "native", .binder = &binding.binder };
    struct ln_error error = { LN_OK, "" };
    struct ln_reader *reader;
    struct ln_memory memory;
    bool found = end != NULL;
    ln_memory_init(&memory, 64 << 20);
    ln_binding_init(&binding, NULL);
    must(ln_reader_open_bytes(&reader, "input", end ? end + 1 : bytes, end ? (size_t)(bytes + length - end - 1) : 0,
                              &options, &memory, &error) == LN_OK);
    while (found) {
        struct ln_history history;
        if (ln_reader_next(reader, &history, &found, &error))
            break;
        if (!found)
            continue;
        check(line, &history, &binding.spec, &memory);
        ln_history_fini(&history);
    }
    ln_reader_close(reader);
    must(atomic_load(&memory.used) == 0);
    return 0;
}
