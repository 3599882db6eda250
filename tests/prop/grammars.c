/* Formulas derived from grammars against the oracle, on all small histories.
 *
 *   grammars [OPERATIONS [K]]
 *
 * All histories of up to OPERATIONS operations (4), some of them pending: what the derived formulas accuse is violated,
 * and of those whose length is at most k all that is violated is accused; but for a grammar that allows more than the
 * object. Says so when the module is not built in. */
#include "counting/grammar.h"
#include "monitor/monitor.h"
#include "spec/registry.h"
#include "spec/value_sequence.h"
#include "support/must.h"
#include "support/shapes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A counter from 0 to 2, which no registered spec is. */
static void counter_step(const struct ln_spec *spec, struct ln_state state, const struct ln_invocation *in,
                         struct ln_next *next)
{
    int64_t now = ln_number(state) + (in->method == 0 ? 1 : -1);
    (void)spec;
    if (now >= 0 && now <= 2)
        ln_next_number(next, now);
}

static const struct ln_method counter_methods[] = {
    { "inc", "", "", "nothing", 0, 0, LN_RETURNS_NOTHING, LN_CHANGES, LN_TAKES_ANY },
    { "dec", "", "", "nothing", 0, 0, LN_RETURNS_NOTHING, LN_CHANGES, LN_TAKES_ANY },
};

static const struct ln_spec_class counter_class = {
    .name = "counter2",
    .aliases = "",
    .summary = "",
    .methods = counter_methods,
    .method_count = 2,
    .initial = ln_initial_count,
    .step = counter_step,
    .write_state = ln_write_number,
};

struct call {
    const char *f, *result; /* "" : nothing */
    int argument;           /* 0: none */
};

struct subject {
    const char *grammar, *spec;
    bool exact; /* the grammar allows what the object does, and no more */
    bool heavy; /* deriving takes seconds: for k > 0 only when more than 3 operations are asked for */
    struct call calls[4];
};

/* clang-format off */
static const struct subject subjects[] = {
    { "mutex", "mutex", true, false, { { "acquire", "", 0 }, { "release", "", 0 }, { "try_acquire", "true", 0 },
                                   { "try_acquire", "false", 0 } } },
    { "rwlock", "rwlock", true, true, { { "read_acquire", "", 0 }, { "read_release", "", 0 }, { "write_acquire", "", 0 },
                                     { "write_release", "", 0 } } },
    { "semaphore", "semaphore", true, false, { { "acquire", "", 0 }, { "release", "", 0 } } },
    { "counter2", NULL, true, false, { { "inc", "", 0 }, { "dec", "", 0 } } },
    { "matched", "spurious-bag", false, false, { { "push", "", 1 }, { "pop", "1", 0 } } },
    { "collection", "queue", false, false, { { "enq", "", 1 }, { "deq", "1", 0 }, { "deq", "null", 0 } } },
};
/* clang-format on */

enum { MOST = 6 };

struct trial {
    const struct subject *subject;
    struct ln_memory memory;
    struct ln_values values;
    struct ln_spec spec;
    struct ln_ocl *ocl;
    uint32_t k, most;
    uint32_t calls, kinds[MOST], events[2 * MOST], event_count;
    bool open[MOST];
    uint64_t histories, violated, accused, short_violated;
};

static ln_value value_of(const char *text)
{
    if (strcmp(text, "true") == 0 || strcmp(text, "false") == 0)
        return ln_bool(*text == 't');
    if (strcmp(text, "null") == 0)
        return LN_VALUE_NULL;
    return *text ? ln_small(atoi(text)) : LN_VALUE_NONE;
}

static const struct call *call_of(const struct trial *t, uint32_t operation)
{
    return &t->subject->calls[t->kinds[operation]];
}

static void build(struct trial *t, struct ln_history *history)
{
    struct ln_error error = { 0 };
    enum ln_spec_fault fault;
    uint32_t operation, line;
    memset(t->spec.seen, 0, sizeof t->spec.seen);
    MUST(ln_history_init(history, &t->memory) == LN_OK);
    for (uint32_t e = 0; e < t->event_count; e++) {
        const struct call *made = call_of(t, t->events[e] / 2);
        ln_value argument = ln_small(made->argument);
        struct ln_call_text call = {
            .process = ln_small(t->events[e] / 2), .key = LN_VALUE_NONE, .args = &argument, .arity = made->argument != 0
        };
        if (t->events[e] % 2) {
            MUST(ln_history_return(history, call.process, LN_COMPLETED, value_of(made->result), &operation, &error) ==
                 LN_OK);
            continue;
        }
        MUST(ln_values_string(&history->values, made->f, strlen(made->f), &call.f) == LN_OK);
        MUST(ln_history_call(history, &call, &operation, &error) == LN_OK);
        MUST(ln_spec_bind_call(&t->spec, history, operation, &fault, &error) == LN_OK);
    }
    MUST(ln_history_seal(history, &line, &error) == LN_OK);
}

static bool is_accused(struct trial *t, const struct ln_history *history, uint64_t *length)
{
    struct ln_budget budget;
    struct ln_monitor_options options = { .ways = LN_METHOD_FORMULA, .k = t->k, .formula = t->ocl, .budget = &budget };
    struct ln_monitor *watcher;
    bool accused, returned = false;
    *length = 0;
    ln_budget_init(&budget, &t->memory, 0, NULL);
    MUST(ln_monitor_new(&watcher, &t->spec, &history->values, &options, &t->memory) == LN_OK);
    for (uint32_t e = 0; e < t->event_count; e++) {
        MUST(ln_monitor_event(watcher, history, e) == LN_OK);
        *length += returned && t->events[e] % 2 == 0;
        returned = t->events[e] % 2;
    }
    MUST(!ln_monitor_state(watcher).declined);
    accused = ln_monitor_state(watcher).verdict == LN_VIOLATED;
    ln_monitor_free(watcher);
    return accused;
}

static void compare(struct trial *t)
{
    struct ln_history history;
    uint64_t length;
    bool accused, violated;
    build(t, &history);
    accused = is_accused(t, &history, &length);
    violated = oracle(&history, &t->spec, &t->memory) == LN_VIOLATED;
    t->histories++;
    t->violated += violated;
    t->accused += accused;
    t->short_violated += violated && length <= t->k;
    if ((accused && !violated) || (violated && !accused && length <= t->k && t->subject->exact)) {
        fprintf(stderr, "%s, k = %u: accused %d, violated %d\n", t->subject->grammar, t->k, accused, violated);
        print_history(&history);
        exit(1);
    }
    ln_history_fini(&history);
}

static uint32_t kinds_of(const struct subject *subject)
{
    uint32_t kinds = 0;
    while (kinds < 4 && subject->calls[kinds].f)
        kinds++;
    return kinds;
}

/* Every way to go on; operations that stay open are pending. */
static void extend(struct trial *t)
{
    compare(t);
    if (t->calls < t->most)
        for (uint32_t kind = 0; kind < kinds_of(t->subject); kind++) {
            t->kinds[t->calls] = kind;
            t->open[t->calls] = true;
            t->events[t->event_count++] = 2 * t->calls++;
            extend(t);
            t->calls--;
            t->event_count--;
        }
    for (uint32_t i = 0; i < t->calls; i++)
        if (t->open[i]) {
            t->open[i] = false;
            t->events[t->event_count++] = 2 * i + 1;
            extend(t);
            t->event_count--;
            t->open[i] = true;
        }
}

static void try_subject(const struct subject *subject, uint32_t operations, uint32_t k)
{
    static struct trial t;
    struct ln_grammar_facts facts;
    struct ln_budget budget;
    struct ln_str formula;
    struct ln_error error = { 0 };
    const char *text = ln_grammar_shipped(subject->grammar);
    enum ln_status status;
    t = (struct trial){ .subject = subject, .k = k, .most = operations };
    ln_memory_init(&t.memory, UINT64_MAX);
    ln_values_init(&t.values, &t.memory);
    ln_str_init(&formula, &t.memory);
    ln_budget_init(&budget, &t.memory, 0, NULL);
    t.spec = (struct ln_spec){ .class = &counter_class, .value = LN_VALUE_NULL };
    MUST(text && (!subject->spec || ln_spec_parse(&t.spec, subject->spec, &t.values, &error) == LN_OK));
    status = ln_grammar_derive(&(struct ln_grammar_text){ subject->grammar, text, strlen(text) }, k, &budget, &formula,
                               &facts, &error);
    if (status == LN_MISSING) {
        printf("not tried: %s\n", error.message);
        exit(0);
    }
    MUST(status == LN_OK && ln_ocl_parse(&t.ocl, "derived", formula.at, formula.length, &t.memory, &error) == LN_OK);
    extend(&t);
    printf("%-10s k = %u: %8llu histories of up to %u operations, %llu violated, %llu of these no longer than k, %llu "
           "accused, "
           "%u cuts, %u cases\n",
           subject->grammar, k, (unsigned long long)t.histories, t.most, (unsigned long long)t.violated,
           (unsigned long long)t.short_violated, (unsigned long long)t.accused, facts.cuts, facts.cases);
    MUST(t.accused && !facts.missed);
    ln_ocl_free(t.ocl);
    ln_str_fini(&formula);
    ln_values_fini(&t.values);
    MUST(atomic_load(&t.memory.used) == 0);
}

int main(int argc, char **argv)
{
    uint32_t operations = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 3;
    uint32_t most_k = argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 10) : 1;
    MUST(operations <= MOST && most_k <= LN_GRAMMAR_MOST_K);
    for (size_t i = 0; i < sizeof subjects / sizeof *subjects; i++)
        for (uint32_t k = 0; k <= most_k && (!k || !subjects[i].heavy || operations > 3); k++)
            try_subject(&subjects[i], operations, k);
    return 0;
}
