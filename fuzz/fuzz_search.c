/* Any bytes as a small history: the search has to agree with the oracle.
 *
 * The first byte picks the spec; every other byte is a process's next move: a call when it is idle (the byte picks the
 * method and its arguments), else its return (the byte picks the result, or that it is not known) or nothing more. */
#include "check/brute.h"
#include "check/check.h"
#include "support/random_history.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_OPERATIONS = 7, PROCESSES = 4, VALUES = 3 };

struct game {
    struct ln_memory memory;
    struct ln_spec spec;
    struct ln_history history;
    bool gone[PROCESSES];
};

static void call(struct game *game, uint32_t process, uint8_t choice)
{
    const struct ln_spec_class *class = game->spec.class;
    const struct ln_method *method = &class->methods[choice % class->method_count];
    ln_value args[2] = { ln_small(choice % VALUES), ln_small(choice / VALUES % VALUES) };
    struct ln_call_text text = { .process = ln_small(process),
                                 .args = args,
                                 .arity = method->most,
                                 .key = class->keyed ? ln_small(choice % 2) : LN_VALUE_NONE };
    struct ln_error error;
    enum ln_spec_fault fault;
    uint32_t operation;
    if (method->takes == LN_TAKES_STRING && ln_values_string(&game->history.values, "a", 1, &args[0]))
        abort();
    if (ln_values_string(&game->history.values, method->name, strlen(method->name), &text.f) ||
        ln_history_call(&game->history, &text, &operation, &error) ||
        ln_spec_bind_call(&game->spec, &game->history, operation, &fault, &error))
        abort();
}

static void give_back(struct game *game, uint32_t process, uint8_t choice)
{
    uint32_t open = ln_history_open(&game->history, ln_small(process)), operation;
    const struct ln_method *method = &game->spec.class->methods[game->history.operations.at[open].method];
    ln_value results[MOST_RESULTS];
    size_t count = possible_results(method, VALUES, results);
    bool unknown = !count || (choice == 255 && method->returns != LN_RETURNS_NOTHING);
    struct ln_error error;
    if (ln_history_return(&game->history, ln_small(process), LN_COMPLETED,
                          unknown ? LN_VALUE_UNKNOWN : results[choice % count], &operation, &error))
        abort();
}

static void play(struct game *game, const uint8_t *bytes, size_t length)
{
    for (size_t i = 0; i + 1 < length; i += 2) {
        uint32_t process = bytes[i] % PROCESSES;
        bool idle = ln_history_open(&game->history, ln_small(process)) == LN_NO_OP;
        if (game->gone[process])
            continue;
        if (idle && game->history.operations.length < MOST_OPERATIONS)
            call(game, process, bytes[i + 1]);
        else if (!idle && bytes[i] >= 224)
            game->gone[process] = true;
        else if (!idle)
            give_back(game, process, bytes[i + 1]);
    }
}

static void compare(struct game *game, enum ln_algorithm algorithm)
{
    struct ln_problem problem = {
        &game->history, &game->spec, game->history.events.at, game->history.events.length, LN_NO_OP, 0
    };
    struct ln_check_options options = { .algorithm = algorithm, .jobs = 1, .cut_every = 1, .depth = MOST_OPERATIONS };
    struct ln_outcome searched, truth;
    struct ln_budget budget, other;
    struct ln_error error;
    ln_budget_init(&budget, &game->memory, 0, NULL);
    ln_budget_init(&other, &game->memory, 0, NULL);
    ln_outcome_init(&searched, &game->memory);
    ln_outcome_init(&truth, &game->memory);
    if (ln_check(&game->history, &game->spec, &options, &budget, &searched, &error) ||
        ln_brute_run(&problem, &other, &truth) || searched.verdict != truth.verdict) {
        print_history(&game->history);
        abort();
    }
    ln_outcome_fini(&searched);
    ln_outcome_fini(&truth);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    static const char *const specs[] = { "register:initial=0", "cas-register", "kv",  "counter", "queue",
                                         "queue:capacity=2",   "stack",        "set", "mutex" };
    struct game game = { 0 };
    struct ln_error error;
    uint32_t line;
    if (length < 3)
        return 0;
    ln_memory_init(&game.memory, UINT64_MAX);
    if (ln_history_init(&game.history, &game.memory) ||
        ln_spec_parse(&game.spec, specs[bytes[0] % (sizeof specs / sizeof *specs)], &game.history.values, &error))
        abort();
    play(&game, bytes + 1, length - 1);
    if (ln_history_seal(&game.history, &line, &error))
        abort();
    compare(&game, LN_ALGORITHM_SEARCH);
    compare(&game, LN_ALGORITHM_HITTING);
    compare(&game, LN_ALGORITHM_AUTO);
    ln_history_fini(&game.history);
    return 0;
}
