/* Every history of up to N operations (3 unless an argument says otherwise), each by its own process: every order of
 * events, every operation with every small argument and result, any of them pending. The search and the frontier against
 * the oracle. */
#include "check/brute.h"
#include "check/check.h"
#include "support/random_history.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VALUES = 2, MOST = 4, MOST_LABELS = 64 };

struct label {
    const struct ln_method *method;
    ln_value args[2], result;
};

struct exhaustive {
    struct ln_spec spec;
    struct ln_memory memory;
    struct label labels[MOST_LABELS];
    size_t label_count;
    uint32_t operations;
    struct {
        uint32_t operation;
        bool is_return;
    } events[2 * MOST];
    size_t event_count;
    const struct label *chosen[MOST];
    bool open[MOST];
    uint64_t checked, violated;
};

static void list_labels(struct exhaustive *all)
{
    const struct ln_spec_class *class = all->spec.class;
    for (size_t m = 0; m < class->method_count; m++) {
        const struct ln_method *method = &class->methods[m];
        uint32_t combinations = method->most == 2 ? VALUES * VALUES : method->most == 1 ? VALUES : 1;
        ln_value results[MOST_RESULTS];
        size_t count = possible_results(method, VALUES, results);
        for (uint32_t c = 0; c < combinations; c++) {
            for (size_t r = 0; r < count; r++) {
                struct label *label = &all->labels[all->label_count++];
                if (all->label_count > MOST_LABELS)
                    abort();
                *label = (struct label){ method, { ln_small(c % VALUES), ln_small(c / VALUES) }, results[r] };
                /* Results of counters reach further than three operations can. */
                if (method->returns == LN_RETURNS_INTEGER &&
                    (ln_value_int(NULL, results[r]) < -1 || ln_value_int(NULL, results[r]) > 2))
                    all->label_count--;
                for (size_t i = 0; i < 2 && method->takes == LN_TAKES_STRING; i++)
                    label->args[i].word = 2 | 1 << 3 | (uint64_t)('a' + (int)(label->args[i].word >> 3)) << 8;
            }
        }
    }
}

static void build(struct exhaustive *all, struct ln_history *history)
{
    struct ln_error error;
    uint32_t operation, line;
    enum ln_spec_fault fault;
    memset(all->spec.seen, 0, sizeof all->spec.seen); /* long names are other words in another history */
    if (ln_history_init(history, &all->memory))
        abort();
    for (size_t e = 0; e < all->event_count; e++) {
        const struct label *label = all->chosen[all->events[e].operation];
        struct ln_call_text text = { .process = ln_small(all->events[e].operation),
                                     .args = label->args,
                                     .arity = label->method->most,
                                     .key = all->spec.class->keyed ? ln_small(0) : LN_VALUE_NONE };
        if (all->events[e].is_return) {
            if (ln_history_return(history, text.process, LN_COMPLETED, label->result, &operation, &error))
                abort();
            continue;
        }
        if (ln_values_string(&history->values, label->method->name, strlen(label->method->name), &text.f) ||
            ln_history_call(history, &text, &operation, &error) ||
            ln_spec_bind_call(&all->spec, history, operation, &fault, &error))
            abort();
    }
    if (ln_history_seal(history, &line, &error))
        abort();
}

static void expect(struct exhaustive *all, const struct ln_history *history, enum ln_algorithm algorithm,
                   enum ln_verdict truth)
{
    struct ln_check_options options = { .algorithm = algorithm, .jobs = 1, .cut_every = 1 };
    struct ln_outcome outcome;
    struct ln_budget budget;
    struct ln_error error = { 0 };
    ln_budget_init(&budget, &all->memory, 0, NULL);
    ln_outcome_init(&outcome, &all->memory);
    if (ln_check(history, &all->spec, &options, &budget, &outcome, &error) || outcome.verdict != truth) {
        fprintf(stderr, "%s: %s says %s, brute says %s %s\n", all->spec.class->name,
                ln_method_names(outcome.methods).at, ln_verdict_text(outcome.verdict), ln_verdict_text(truth),
                error.message);
        print_history(history);
        exit(1);
    }
    ln_outcome_fini(&outcome);
}

static void compare(struct exhaustive *all)
{
    struct ln_history history;
    struct ln_outcome truth;
    struct ln_budget budget;
    struct ln_problem problem = { .spec = &all->spec, .stuck = LN_NO_OP };
    build(all, &history);
    problem.history = &history;
    problem.events = history.events.at;
    problem.event_count = history.events.length;
    ln_budget_init(&budget, &all->memory, 0, NULL);
    ln_outcome_init(&truth, &all->memory);
    if (ln_brute_run(&problem, &budget, &truth))
        abort();
    expect(all, &history, LN_ALGORITHM_SEARCH, truth.verdict);
    expect(all, &history, LN_ALGORITHM_FRONTIER, truth.verdict);
    all->checked++;
    all->violated += truth.verdict == LN_VIOLATED;
    ln_outcome_fini(&truth);
    ln_history_fini(&history);
}

/* Adds one more event in every way; when all operations are called the rest may stay pending. */
static void extend(struct exhaustive *all, uint32_t called)
{
    size_t e = all->event_count++;
    if (called == all->operations) {
        all->event_count--;
        compare(all);
        all->event_count++;
    } else {
        all->events[e].operation = called;
        all->events[e].is_return = false;
        all->open[called] = true;
        for (size_t l = 0; l < all->label_count; l++) {
            all->chosen[called] = &all->labels[l];
            extend(all, called + 1);
        }
        all->open[called] = false;
    }
    for (uint32_t o = 0; o < called; o++) {
        if (!all->open[o])
            continue;
        all->events[e].operation = o;
        all->events[e].is_return = true;
        all->open[o] = false;
        extend(all, called);
        all->open[o] = true;
    }
    all->event_count--;
}

int main(int argc, char **argv)
{
    /* clang-format off */
    static const char *const specs[] = { "register:initial=0", "counter", "queue", "queue:capacity=1", "stack", "set",
                                         "mutex", "cas-register:initial=0", "max-register", "bounded-queue", "deque",
                                         "work-stealing-deque", "priority-queue", "bag", "spurious-bag", "rwlock",
                                         "semaphore", "event", "countdown:count=2", "nonzero-indicator" };
    /* clang-format on */
    uint32_t most = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 3;
    for (size_t s = 0; s < sizeof specs / sizeof *specs; s++) {
        static struct exhaustive all;
        struct ln_values values;
        struct ln_error error;
        memset(&all, 0, sizeof all);
        ln_memory_init(&all.memory, UINT64_MAX);
        ln_values_init(&values, &all.memory);
        if (most > MOST || ln_spec_parse(&all.spec, specs[s], &values, &error))
            return 1;
        list_labels(&all);
        for (all.operations = 1; all.operations <= most; all.operations++)
            extend(&all, 0);
        printf("%-24s %2zu labels, %8llu histories of up to %u operations, %llu violated: all agree\n", specs[s],
               all.label_count, (unsigned long long)all.checked, most, (unsigned long long)all.violated);
        ln_values_fini(&values);
    }
    return 0;
}
