/* Objects that change in place (spec/cursor.h) against the steps of their specs: the same drawn sequences of operations,
 * with right, wrong and unknown results, must be accepted or refused alike.
 *
 *   cursor_against_step [COUNT [SEED]] */
#include "spec/cursor.h"
#include "spec/possible_states.h"
#include "support/random_history.h"

#include <stdio.h>
#include <stdlib.h>

enum { LONGEST = 40 };

struct pair {
    struct ln_spec spec;
    struct ln_values values;
    struct ln_possible possible;
    struct ln_cursor cursor;
    struct ln_rng *rng;
};

/* A drawn operation; its result is mostly one that the spec gives in some state that is possible now. */
static struct ln_invocation draw(struct pair *pair, ln_value *argument)
{
    const struct ln_spec_class *class = pair->spec.class;
    uint16_t method = (uint16_t)ln_rng_below(pair->rng, (uint32_t) class->method_count);
    struct ln_invocation in = { .values = &pair->values, .args = argument, .key = LN_VALUE_NONE, .method = method };
    ln_value results[MOST_RESULTS];
    size_t count = possible_results(&class->methods[method], 4, results);
    *argument = ln_small(ln_rng_below(pair->rng, 4));
    in.result = count ? results[ln_rng_below(pair->rng, (uint32_t)count)] : LN_VALUE_NULL;
    if (ln_rng_below(pair->rng, 8)) {
        ln_value answer = class->answer(&pair->spec, ln_next_state(&pair->possible.now, 0), &in, &pair->values);
        in.result = ln_same(answer, LN_VALUE_UNKNOWN) ? in.result : answer;
    }
    if (class->methods[method].returns != LN_RETURNS_NOTHING && ln_rng_below(pair->rng, 40) == 0)
        in.result = LN_VALUE_UNKNOWN;
    return in;
}

/* False when they differ. */
static bool run_once(struct pair *pair)
{
    ln_cursor_start(&pair->cursor);
    if (!ln_possible_start(&pair->possible, &pair->spec))
        abort();
    for (unsigned i = 0; i < LONGEST; i++) {
        ln_value argument;
        struct ln_invocation in = draw(pair, &argument);
        bool happened = pair->spec.class->advance(&pair->spec, &pair->cursor, &in);
        if (!ln_possible_step(&pair->possible, &pair->spec, &in) || pair->cursor.failed)
            abort();
        if (pair->cursor.lost)
            return true;
        if (happened != (pair->possible.now.states.length > 0))
            return false;
        if (!happened)
            return true;
    }
    return true;
}

int main(int argc, char **argv)
{
    static const char *const specs[] = { "queue", "queue:capacity=2", "bounded-queue",
                                         "stack", "priority-queue",   "max-priority-queue",
                                         "bag",   "spurious-bag",     "set" };
    uint64_t count = argc > 1 ? strtoull(argv[1], NULL, 10) : 200000;
    struct ln_rng rng = { argc > 2 ? strtoull(argv[2], NULL, 10) : 1 };
    for (size_t s = 0; s < sizeof specs / sizeof *specs; s++) {
        struct pair pair = { .rng = &rng };
        struct ln_memory memory;
        struct ln_error error;
        ln_memory_init(&memory, UINT64_MAX);
        ln_values_init(&pair.values, &memory);
        ln_possible_init(&pair.possible, &memory);
        ln_cursor_init(&pair.cursor, &memory);
        if (ln_spec_parse(&pair.spec, specs[s], &pair.values, &error) || !pair.spec.class->advance)
            return 1;
        for (uint64_t i = 0; i < count / 9 + 1; i++)
            if (!run_once(&pair)) {
                fprintf(stderr, "%s: sequence %llu: the cursor and the steps differ\n", specs[s],
                        (unsigned long long)i);
                return 1;
            }
        ln_cursor_fini(&pair.cursor);
        ln_possible_fini(&pair.possible);
        ln_values_fini(&pair.values);
        if (atomic_load(&memory.used))
            return 1;
        printf("%-20s %llu sequences, all alike\n", specs[s], (unsigned long long)(count / 9 + 1));
    }
    return 0;
}
