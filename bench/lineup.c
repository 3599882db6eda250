/* What it costs to collect the serial histories of a test and to judge concurrent ones by them: a stack, three
 * threads of three calls and four of three. CPU time, the best of three. */
#include "base/budget.h"
#include "base/rng.h"
#include "explore/automaton.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DRAWN = 4096, ROUNDS = 100, MOST_EVENTS = 24, EMPTY = 1000, NOTHING };

struct drawn {
    struct ln_explored_event events[MOST_EVENTS];
    struct ln_explored_history history;
};

static struct ln_explored_object stack;
static struct ln_test test;
static struct drawn drawn[DRAWN];

static double seconds(void)
{
    return (double)ln_cpu_time() / 1e9;
}

static uint32_t call(uint32_t *state, const struct ln_test_call *made)
{
    if (made->operation == 0) {
        state[++state[0]] = (uint32_t)made->args[0];
        return NOTHING;
    }
    return state[0] ? state[state[0]--] : EMPTY;
}

static void collect(struct ln_observation *observation, struct ln_serial_history *history, unsigned *made,
                    const uint32_t *state)
{
    bool any = false;
    for (unsigned lane = 0; lane < test.threads; lane++) {
        uint32_t next[16];
        if (made[lane] == test.thread[lane].count)
            continue;
        any = true;
        memcpy(next, state, sizeof next);
        history->steps[history->count++] = (struct ln_serial_step){
            (uint8_t)lane, call(next, &test.thread[lane].calls[made[lane]++])
        };
        collect(observation, history, made, next);
        history->count--;
        made[lane]--;
    }
    if (!any && ln_observation_add(observation, history->steps, history->count))
        exit(1);
}

/* Operations take effect somewhere inside; one in four histories then gets a result that is drawn. */
static void draw(struct drawn *one, struct ln_rng *rng)
{
    uint32_t state[16] = { 0 }, result[LN_TEST_LANES] = { 0 };
    unsigned made[LN_TEST_LANES] = { 0 }, phase[LN_TEST_LANES] = { 0 }, left = ln_test_all_calls(&test);
    *one = (struct drawn){ .history = { .events = NULL } };
    while (left) {
        unsigned lane = ln_rng_below(rng, test.threads);
        if (made[lane] == test.thread[lane].count)
            continue;
        if (phase[lane] == 1)
            result[lane] = call(state, &test.thread[lane].calls[made[lane]]);
        else
            one->events[one->history.count++] = (struct ln_explored_event){ (uint8_t)lane, phase[lane] == 2,
                                                                            result[lane] };
        if (++phase[lane] == 3) {
            phase[lane] = 0;
            made[lane]++;
            left--;
        }
    }
    if (ln_rng_below(rng, 4) == 0)
        one->events[ln_rng_below(rng, (uint32_t)one->history.count)].result = 1 + ln_rng_below(rng, 6);
}

static void measure(const char *name, const char *text, struct ln_memory *memory)
{
    double added = 1e9, judged = 1e9;
    uint64_t linearizable = 0, full = 0, states = 0;
    struct ln_rng rng = { 1 };
    struct ln_error error = { 0 };
    if (ln_test_parse(&test, &stack, text, "test", &error))
        exit(1);
    for (unsigned i = 0; i < DRAWN; i++) {
        draw(&drawn[i], &rng);
        drawn[i].history.events = drawn[i].events;
    }
    atomic_store(&memory->peak, 0);
    for (unsigned turn = 0; turn < 3; turn++) {
        struct ln_observation *observation;
        struct ln_serial_history history = { 0 };
        unsigned made[LN_TEST_LANES] = { 0 };
        uint32_t state[16] = { 0 };
        double start = seconds(), middle, end;
        if (ln_observation_new(&observation, &stack, &test, LN_NO_RESULT, memory))
            exit(1);
        collect(observation, &history, made, state);
        if (ln_observation_seal(observation))
            exit(1);
        middle = seconds();
        linearizable = 0;
        for (unsigned round = 0; round < ROUNDS; round++)
            for (unsigned i = 0; i < DRAWN; i++)
                linearizable += ln_observation_judge(observation, &drawn[i].history, false, NULL);
        end = seconds();
        added = middle - start < added ? middle - start : added;
        judged = end - middle < judged ? end - middle : judged;
        full = ln_observation_full(observation);
        states = observation->states.length;
        ln_observation_free(observation);
    }
    printf("%s: %llu serial histories in %.3f s (%.1f MB at most), %llu states; %.2f us to judge one (%.0f%% hold)\n",
           name, (unsigned long long)full, added, (double)memory->peak / 1e6, (unsigned long long)states,
           judged / ((double)DRAWN * ROUNDS) * 1e6, 100.0 * (double)linearizable / ((double)DRAWN * ROUNDS));
}

int main(void)
{
    struct ln_memory memory;
    ln_memory_init(&memory, UINT64_MAX);
    stack.count = 2;
    strcpy(stack.operations[0].name, "push");
    strcpy(stack.operations[1].name, "pop");
    stack.operations[0].arity = 1;
    measure("3 x 3", "push(1) pop push(2) | pop push(3) pop | push(4) pop pop", &memory);
    measure("4 x 3", "push(1) pop push(2) | pop push(3) pop | push(4) pop pop | pop push(5) pop", &memory);
    return 0;
}
