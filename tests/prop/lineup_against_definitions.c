/* What an observation answers, against the definitions of Line-Up taken literally over explicit lists of histories.
 *
 *   lineup_against_definitions COUNT [SEED]       COUNT random sets of serial histories, 8 concurrent histories for each
 *
 * Sets come from random machines (deterministic, or not, with calls that wait), some thinned out. Each witness is
 * looked up in the list and held against the order of the history; each conflict is looked up as well. The same for
 * histories of a reference, against the definition of weakening; and some sets are written to a file, which as a
 * specification has to give the same verdicts. */
#include "base/rng.h"
#include "check/check.h"
#include "explore/observation.h"
#include "explore/reference.h"
#include "explore/serial_file.h"
#include "observed/observed.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { RESULTS = 3, FAILED = 0, MOST_HISTORIES = 4096, MOST_EVENTS = 32, STATES = 4, CONCURRENT = 8, FILES = 20 };

static struct ln_rng rng;
static uint64_t current;

static void require(bool holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "case %llu: %s\n", (unsigned long long)current, what);
    exit(1);
}

static bool chance(unsigned percent)
{
    return ln_rng_below(&rng, 100) < percent;
}

/* ---- random tests and sets ---- */

static struct ln_explored_object object;
static struct ln_test test;
static struct ln_serial_history set[MOST_HISTORIES];
static unsigned set_count;

static void draw_test(void)
{
    memset(&object, 0, sizeof object);
    memset(&test, 0, sizeof test);
    object.count = 4;
    for (unsigned i = 0; i < object.count; i++) {
        snprintf(object.operations[i].name, LN_TEST_NAME, "f%u", i);
        object.operations[i].args.count = object.operations[i].weight = 1;
    }
    object.operations[1].nondeterministic = chance(20);
    object.operations[2].may_fail = chance(20);
    object.operations[3].async = chance(30);
    test.threads = (uint8_t)(1 + ln_rng_below(&rng, 3));
    for (unsigned t = 0; t < test.threads; t++) {
        test.thread[t].count = (uint8_t)(1 + ln_rng_below(&rng, 2 + (test.threads < 3)));
        for (unsigned i = 0; i < test.thread[t].count; i++)
            test.thread[t].calls[i].operation = (uint16_t)ln_rng_below(&rng, object.count);
    }
    test.initial.count = chance(20);
    test.final.count = chance(20);
}

static const struct ln_explored_operation *operation_of(unsigned lane, unsigned index)
{
    return &object.operations[ln_test_lane_call(&test, lane, index)->operation];
}

static bool same_history(const struct ln_serial_history *a, const struct ln_serial_history *b)
{
    bool same = a->count == b->count;
    for (unsigned i = 0; i < a->count && same; i++)
        same = a->steps[i].lane == b->steps[i].lane && a->steps[i].result == b->steps[i].result;
    return same;
}

static bool in_set(const struct ln_serial_history *history)
{
    for (unsigned i = 0; i < set_count; i++)
        if (same_history(&set[i], history))
            return true;
    return false;
}

/* The initial calls come first, the final ones last. */
static bool may_go(const unsigned *made, unsigned lane)
{
    bool others_done = true;
    if (made[lane] == ln_test_lane_calls(&test, lane))
        return false;
    for (unsigned t = 0; t < test.threads; t++)
        others_done &= made[t] == test.thread[t].count;
    if (lane < test.threads)
        return made[test.threads] >= test.initial.count;
    return made[lane] < test.initial.count || others_done;
}

/* machine[state][operation]: result * STATES + next state; RESULTS * STATES: it waits. */
static unsigned machine[STATES][4];

static void draw_machine(unsigned waits)
{
    for (unsigned s = 0; s < STATES; s++)
        for (unsigned f = 0; f < 4; f++)
            machine[s][f] = chance(waits) ? RESULTS * STATES : ln_rng_below(&rng, RESULTS * STATES);
}

static void enumerate(struct ln_serial_history *history, unsigned *made, unsigned state, unsigned noise)
{
    bool any = false;
    for (unsigned lane = 0; lane <= test.threads; lane++) {
        unsigned does;
        if (!may_go(made, lane) || set_count >= MOST_HISTORIES)
            continue;
        any = true;
        does = chance(noise) ? ln_rng_below(&rng, RESULTS * STATES + 1)
                             : machine[state][ln_test_lane_call(&test, lane, made[lane])->operation];
        history->steps[history->count++] = (struct ln_serial_step){ (uint8_t)lane, does == RESULTS * STATES
                                                                                       ? LN_NO_RESULT
                                                                                       : does / STATES };
        made[lane]++;
        if (does == RESULTS * STATES)
            set[set_count++] = *history;
        else
            enumerate(history, made, does % STATES, noise);
        made[lane]--;
        history->count--;
    }
    if (!any && set_count < MOST_HISTORIES)
        set[set_count++] = *history;
}

static void draw_set(void)
{
    struct ln_serial_history history = { 0 };
    unsigned made[LN_TEST_LANES] = { 0 }, runs = chance(70) ? 1 : 2, kept = 0;
    unsigned noise = chance(70) ? 0 : 10, thin = chance(70) ? 100 : 30, unique = 0;
    set_count = 0;
    draw_machine(chance(50) ? 0 : 15);
    for (unsigned i = 0; i < runs; i++) {
        if (i)
            machine[ln_rng_below(&rng, STATES)][ln_rng_below(&rng, 4)] = ln_rng_below(&rng, RESULTS * STATES);
        enumerate(&history, made, 0, noise);
    }
    for (unsigned i = 0; i < set_count; i++)
        if (thin == 100 || chance(thin) || !kept)
            set[kept++] = set[i];
    set_count = kept;
    for (unsigned i = 0; i < set_count; i++) {
        kept = set_count;
        set_count = unique;
        if (!in_set(&set[i]))
            set[unique++] = set[i];
        set_count = kept;
    }
    set_count = unique;
}

/* ---- random concurrent histories ---- */

static struct ln_explored_event events[MOST_EVENTS];
static struct ln_explored_history concurrent = { .events = events };

static unsigned calls_in(const struct ln_serial_history *history, unsigned lane)
{
    unsigned count = 0;
    for (unsigned i = 0; i < history->count; i++)
        count += history->steps[i].lane == lane;
    return count;
}

/* Results are drawn, or taken from a history of the set; it ends at some point. */
static void draw_concurrent(void)
{
    const struct ln_serial_history *model = &set[ln_rng_below(&rng, set_count)];
    unsigned wrong = chance(60) ? 0 : 20, cut = chance(60) ? 0 : 8, made[LN_TEST_LANES] = { 0 }, open = 0, hold = 0;
    unsigned limit[LN_TEST_LANES];
    bool follow = model->steps[model->count - 1].result == LN_NO_RESULT && chance(80); /* until it is stuck as well */
    concurrent.count = 0;
    for (unsigned lane = 0; lane <= test.threads; lane++)
        limit[lane] = follow ? calls_in(model, lane) : LN_TEST_LANE_CALLS;
    if (follow)
        hold = 1u << model->steps[model->count - 1].lane;
    else if (chance(30))
        hold = 1u << ln_rng_below(&rng, test.threads + 1u); /* never returns */
    for (unsigned tries = 0; tries < 200 && !(cut && chance(cut)); tries++) {
        unsigned lane = ln_rng_below(&rng, test.threads + 1u), seen = 0;
        struct ln_explored_event *event = &events[concurrent.count];
        *event = (struct ln_explored_event){ .lane = (uint8_t)lane };
        if (!(open >> lane & 1)) {
            if (!may_go(made, lane) || made[lane] == limit[lane])
                continue;
            open |= 1u << lane;
            concurrent.count++;
            continue;
        }
        if (hold >> lane & 1 && (!follow || made[lane] + 1 == limit[lane]))
            continue;
        event->is_return = true;
        event->result = ln_rng_below(&rng, RESULTS);
        for (unsigned i = 0; i < model->count && !chance(wrong); i++)
            if (model->steps[i].lane == lane && seen++ == made[lane] && model->steps[i].result != LN_NO_RESULT)
                event->result = model->steps[i].result;
        open &= ~(1u << lane);
        made[lane]++;
        concurrent.count++;
    }
    concurrent.stuck = open && chance(follow ? 90 : 60);
}

/* ---- the definitions ---- */

struct operation {
    unsigned lane, index, call, ret; /* positions; ret UINT32_MAX: open */
    uint32_t result;
};

struct operations {
    unsigned count;
    struct operation at[MOST_EVENTS];
};

static void list_operations(struct operations *list)
{
    list->count = 0;
    for (unsigned i = 0; i < concurrent.count; i++) {
        unsigned index = 0;
        for (unsigned j = 0; j < list->count; j++) {
            if (list->at[j].lane != events[i].lane)
                continue;
            index++;
            if (events[i].is_return && list->at[j].ret == UINT32_MAX) {
                list->at[j].ret = i;
                list->at[j].result = events[i].result;
            }
        }
        if (!events[i].is_return)
            list->at[list->count++] = (struct operation){ events[i].lane, index, i, UINT32_MAX, LN_NO_RESULT };
    }
}

/* <_H; an async operation has no end, but for its own lane. */
static bool precedes(const struct operation *a, const struct operation *b)
{
    if (a->lane == b->lane)
        return a->index < b->index;
    return a->ret < b->call && !operation_of(a->lane, a->index)->async;
}

/* Is the serial sequence a witness of exactly these operations? A result LN_NO_RESULT is the call that waits. */
static bool is_witness(const struct ln_serial_step *steps, unsigned count, const struct operations *list)
{
    unsigned position[MOST_EVENTS];
    if (count != list->count)
        return false;
    for (unsigned o = 0; o < list->count; o++) {
        unsigned seen = 0;
        position[o] = UINT32_MAX;
        for (unsigned i = 0; i < count; i++)
            if (steps[i].lane == list->at[o].lane && seen++ == list->at[o].index &&
                steps[i].result == list->at[o].result)
                position[o] = i;
        if (position[o] == UINT32_MAX)
            return false;
    }
    for (unsigned a = 0; a < list->count; a++)
        for (unsigned b = 0; b < list->count; b++)
            if (precedes(&list->at[a], &list->at[b]) && position[a] >= position[b])
                return false;
    return true;
}

/* Definition 1: some open operations return somehow, the others are removed; the witness is a prefix of a history. */
static bool definition_1(const struct operations *list, unsigned from)
{
    struct operations copy = *list;
    while (from < list->count && list->at[from].result != LN_NO_RESULT)
        from++;
    if (from == list->count) {
        for (unsigned i = 0; i < set_count; i++)
            for (unsigned length = 0; length <= set[i].count; length++)
                if (is_witness(set[i].steps, length, list))
                    return true;
        return false;
    }
    for (uint32_t result = 0; result < RESULTS; result++) {
        copy.at[from].result = result;
        if (definition_1(&copy, from))
            return true;
    }
    copy = *list;
    memmove(&copy.at[from], &copy.at[from + 1], (copy.count - from - 1) * sizeof *copy.at);
    copy.count--;
    return definition_1(&copy, from);
}

/* Definition 2 for one open operation: a stuck history that ends in it. */
static bool justified(const struct operations *list, unsigned open)
{
    struct operations copy = { 0 };
    for (unsigned i = 0; i < list->count; i++)
        if (list->at[i].ret != UINT32_MAX || i == open)
            copy.at[copy.count++] = list->at[i];
    for (unsigned i = 0; i < set_count; i++)
        if (set[i].steps[set[i].count - 1].result == LN_NO_RESULT && is_witness(set[i].steps, set[i].count, &copy))
            return true;
    return false;
}

/* ---- comparing ---- */

/* Is the witness a history of the set, or the beginning of one, and is it one of what was asked for? */
static void check_witness(const struct operations *list, const struct ln_serial_history *witness, unsigned waits)
{
    struct operations copy = { 0 };
    bool there = false;
    for (unsigned i = 0; i < set_count && !there; i++) {
        struct ln_serial_history prefix = set[i];
        if (prefix.count > witness->count && waits == LN_TEST_LANES)
            prefix.count = witness->count;
        there = same_history(&prefix, witness);
    }
    require(there, "a witness is an observed history");
    for (unsigned o = 0; o < list->count; o++) {
        unsigned seen_calls = 0;
        bool open = list->at[o].ret == UINT32_MAX;
        for (unsigned i = 0; i < witness->count; i++)
            if (witness->steps[i].lane == list->at[o].lane && seen_calls++ == list->at[o].index) {
                copy.at[copy.count++] = list->at[o];
                if (open)
                    copy.at[copy.count - 1].result = witness->steps[i].result;
                require(!open || waits == LN_TEST_LANES || waits == list->at[o].lane, "nothing else that is open");
            }
        require(open || seen_calls > list->at[o].index, "everything that has returned");
    }
    require(is_witness(witness->steps, witness->count, &copy), "a witness has the results and the order");
}

static struct {
    uint64_t judged, linearizable, stuck, justified, nondeterministic, sets, weaker, compared, files;
} seen;

static void write_number(void *self, uint32_t result, struct ln_str *out)
{
    (void)self;
    if (result) /* 0 is nothing */
        ln_str_int(out, result);
}

/* Whatever has no witness has a reason, and the reason is short. */
static void check_reason(struct ln_observation *observation, const struct ln_judgement *judgement,
                         struct ln_memory *memory)
{
    struct ln_naming naming = { &object, &test, write_number, NULL };
    struct ln_str why;
    unsigned lines = 0;
    ln_str_init(&why, memory);
    ln_why_unwitnessed(&naming, observation, &concurrent, judgement, &why);
    for (const char *c = ln_str_borrow(&why); *c; c++)
        lines += *c == '\n';
    require(!why.failed && lines >= 2 && lines <= 12 && why.at[why.length - 1] == '\n', "a reason, in a few lines");
    ln_str_fini(&why);
}

static void compare_judgement(struct ln_observation *observation, bool classical, struct ln_memory *memory)
{
    struct operations list;
    struct ln_judgement judgement;
    bool expected = true, literal = true, answer;
    unsigned first = LN_TEST_LANES;
    list_operations(&list);
    for (unsigned i = 0; i < list.count; i++)
        if (concurrent.stuck && !classical && list.at[i].ret == UINT32_MAX) {
            literal = false;
            if (!justified(&list, i) && list.at[i].lane < first)
                first = list.at[i].lane;
        }
    expected = literal ? definition_1(&list, 0) : first == LN_TEST_LANES;
    answer = ln_observation_judge(observation, &concurrent, classical, &judgement);
    require(answer == expected, "linearizable, or not");
    require(answer == ln_observation_judge(observation, &concurrent, classical, NULL), "the same without a witness");
    require(judgement.linearizable == answer && judgement.unjustified == first, "which one has no reason to wait");
    for (unsigned i = 0; i < judgement.witnesses; i++)
        check_witness(&list, &judgement.witness[i].history, judgement.witness[i].lane);
    require(!answer || judgement.witnesses, "a witness");
    if (!answer)
        check_reason(observation, &judgement, memory);
    *(literal ? &seen.judged : &seen.stuck) += 1;
    *(literal ? &seen.linearizable : &seen.justified) += answer;
}

static bool excused(const struct ln_serial_history *a, const struct ln_serial_history *b, unsigned at)
{
    unsigned index = 0;
    const struct ln_explored_operation *operation;
    for (unsigned i = 0; i < at; i++)
        index += a->steps[i].lane == a->steps[at].lane;
    operation = operation_of(a->steps[at].lane, index);
    return operation->nondeterministic ||
           (operation->may_fail && (a->steps[at].result == FAILED || b->steps[at].result == FAILED));
}

/* Do the two agree up to a call, which differs, and without excuse? */
static bool conflicting(const struct ln_serial_history *a, const struct ln_serial_history *b, unsigned *differ)
{
    unsigned at = 0;
    while (at < a->count && at < b->count && a->steps[at].lane == b->steps[at].lane &&
           a->steps[at].result == b->steps[at].result)
        at++;
    *differ = at;
    return at < a->count && at < b->count && a->steps[at].lane == b->steps[at].lane && !excused(a, b, at);
}

static void compare_conflict(const struct ln_observation *observation)
{
    struct ln_serial_history one, other;
    unsigned differ = 0, least = UINT32_MAX, at;
    bool found = ln_observation_conflict(observation, &one, &other, &differ);
    for (unsigned i = 0; i < set_count; i++)
        for (unsigned j = 0; j < i; j++)
            if (conflicting(&set[i], &set[j], &at) && at < least)
                least = at;
    require(found == (least != UINT32_MAX), "nondeterministic, or not");
    seen.nondeterministic += found;
    if (!found)
        return;
    require(in_set(&one) && in_set(&other), "histories that conflict are observed ones");
    require(conflicting(&one, &other, &at) && at == differ && at == least, "and do conflict, as soon as can be");
}

/* ---- files ---- */

static bool write_file(void *self, const char *bytes, size_t length)
{
    return fwrite(bytes, 1, length, self) == length;
}

static struct ln_observed *written_and_read(const struct ln_observation *observation, struct ln_memory *memory)
{
    struct ln_naming naming = { &object, &test, write_number, NULL };
    struct ln_observed *observed = NULL;
    struct ln_error error = { 0 };
    char path[] = "/tmp/linnet-lineup-XXXXXX";
    int descriptor = mkstemp(path);
    FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "w");
    require(file && ln_serial_file_write(&naming, observation, write_file, file) == LN_OK && fclose(file) == 0,
            "a file is written");
    if (ln_observed_load(&observed, path, memory, &error))
        require(false, error.message);
    unlink(path);
    return observed;
}

static void build_history(struct ln_history *history, struct ln_spec *spec, struct ln_memory *memory)
{
    unsigned made[LN_TEST_LANES] = { 0 };
    struct ln_error error = { 0 };
    enum ln_spec_fault fault;
    uint32_t line, operation;
    require(ln_history_init(history, memory) == LN_OK, "memory");
    for (size_t i = 0; i < concurrent.count; i++) {
        unsigned lane = events[i].lane;
        struct ln_call_text call = { .process = ln_small(lane), .key = LN_VALUE_NONE };
        const char *name = operation_of(lane, made[lane])->name;
        if (events[i].is_return) {
            ln_value result = events[i].result ? ln_small(events[i].result) : LN_VALUE_NULL;
            made[lane]++;
            require(!ln_history_return(history, call.process, LN_COMPLETED, result, &operation, &error) &&
                        !ln_spec_bind_result(spec, history, operation, &fault, &error),
                    error.message);
            continue;
        }
        require(!ln_values_string(&history->values, name, strlen(name), &call.f) &&
                    !ln_history_call(history, &call, &operation, &error),
                error.message);
        if (ln_spec_bind_call(spec, history, operation, &fault, &error))
            require(false, error.message);
    }
    history->stuck = concurrent.stuck;
    require(!ln_history_seal(history, &line, &error), error.message);
}

/* Does `linnet check` say the same, with the file for a specification? */
static void compare_file(struct ln_observation *observation, const struct ln_observed *observed,
                         struct ln_memory *memory)
{
    struct ln_spec spec = { .class = ln_observed_class(observed), .value = LN_VALUE_NULL };
    struct ln_check_options options = { .jobs = 1 };
    struct ln_history history;
    struct ln_outcome outcome;
    struct ln_budget budget;
    struct ln_error error = { 0 };
    build_history(&history, &spec, memory);
    ln_budget_init(&budget, memory, 0, NULL);
    ln_outcome_init(&outcome, memory);
    require(ln_check(&history, &spec, &options, &budget, &outcome, &error) == LN_OK, error.message);
    require(outcome.verdict == (ln_observation_judge(observation, &concurrent, false, NULL) ? LN_HOLDS : LN_VIOLATED),
            "the file says the same");
    ln_outcome_fini(&outcome);
    ln_history_fini(&history);
    seen.files++;
}

/* All calls of the test stand in the file, so that any history can be bound. */
static bool all_called(void)
{
    unsigned most[LN_TEST_LANES] = { 0 };
    for (unsigned i = 0; i < set_count; i++)
        for (unsigned lane = 0; lane <= test.threads; lane++)
            if (calls_in(&set[i], lane) > most[lane])
                most[lane] = calls_in(&set[i], lane);
    for (unsigned lane = 0; lane <= test.threads; lane++)
        if (most[lane] < ln_test_lane_calls(&test, lane))
            return false;
    return true;
}

static void compare_files(struct ln_observation *observation, struct ln_memory *memory)
{
    struct ln_observed *observed;
    if (current % FILES || object.operations[3].async || !all_called())
        return;
    observed = written_and_read(observation, memory);
    for (unsigned i = 0; i < CONCURRENT; i++) {
        draw_concurrent();
        compare_file(observation, observed, memory);
    }
    ln_observed_free(observed);
}

static bool count_history(void *self, const struct ln_serial_step *steps, unsigned count)
{
    struct ln_serial_history history = { .count = count };
    memcpy(history.steps, steps, count * sizeof *steps);
    require(in_set(&history), "only what was added is told");
    ++*(unsigned *)self;
    return true;
}

static void compare_set(struct ln_memory *memory)
{
    struct ln_observation *observation;
    unsigned told = 0;
    require(ln_observation_new(&observation, &object, &test, FAILED, memory) == LN_OK, "memory");
    for (unsigned i = 0; i < set_count + set_count / 2; i++)
        require(!ln_observation_add(observation, set[i % set_count].steps, set[i % set_count].count), "it is added");
    require(ln_observation_full(observation) + ln_observation_stuck(observation) == set_count, "how many there are");
    require(ln_observation_seal(observation) == LN_OK, "memory");
    compare_conflict(observation);
    ln_observation_each(observation, count_history, &told);
    require(told == set_count, "all are told");
    for (unsigned i = 0; i < CONCURRENT; i++) {
        draw_concurrent();
        compare_judgement(observation, false, memory);
        compare_judgement(observation, true, memory);
    }
    compare_files(observation, memory);
    ln_observation_free(observation);
    seen.sets++;
}

/* ---- references ---- */

static bool literally_weaker(const struct operations *a, const struct operations *b)
{
    unsigned place[MOST_EVENTS];
    for (unsigned i = 0; i < b->count; i++) {
        place[i] = UINT32_MAX;
        for (unsigned j = 0; j < a->count; j++)
            if (a->at[j].lane == b->at[i].lane && a->at[j].index == b->at[i].index)
                place[i] = j;
        if (place[i] == UINT32_MAX)
            return false;
    }
    for (unsigned j = 0; j < a->count; j++) {
        bool there = a->at[j].ret == UINT32_MAX;
        for (unsigned i = 0; i < b->count && !there; i++)
            there = place[i] == j && b->at[i].ret != UINT32_MAX && b->at[i].result == a->at[j].result;
        if (!there)
            return false;
    }
    for (unsigned x = 0; x < b->count; x++)
        for (unsigned y = 0; y < b->count; y++)
            if (a->at[place[x]].ret < a->at[place[y]].call && !(b->at[x].ret < b->at[y].call))
                return false;
    return true;
}

static bool same_open(const struct operations *a, const struct operations *b)
{
    unsigned x = 0, y = 0;
    for (unsigned i = 0; i < a->count; i++)
        x |= a->at[i].ret == UINT32_MAX ? 1u << a->at[i].lane : 0;
    for (unsigned i = 0; i < b->count; i++)
        y |= b->at[i].ret == UINT32_MAX ? 1u << b->at[i].lane : 0;
    return x == y && a->count == b->count;
}

static void compare_reference(struct ln_memory *memory)
{
    enum { KEPT = 12 };
    struct operations kept[KEPT], list;
    bool stuck[KEPT];
    struct ln_reference *reference;
    require(ln_reference_new(&reference, &test, memory) == LN_OK, "memory");
    for (unsigned i = 0; i < KEPT; i++) {
        draw_concurrent();
        list_operations(&kept[i]);
        stuck[i] = concurrent.stuck;
        require(ln_reference_add(reference, &concurrent) == LN_OK, "memory");
        require(ln_reference_allows(reference, &concurrent, false), "what was added is allowed");
    }
    require(ln_reference_count(reference) <= KEPT, "no more than were added");
    for (unsigned i = 0; i < 2 * CONCURRENT; i++) {
        bool classical = i & 1, expected = false;
        if (!classical)
            draw_concurrent();
        list_operations(&list);
        for (unsigned k = 0; k < KEPT; k++)
            expected |= literally_weaker(&list, &kept[k]) &&
                        (classical || !concurrent.stuck || (stuck[k] && same_open(&list, &kept[k])));
        require(ln_reference_allows(reference, &concurrent, classical) == expected, "weaker, or not");
        seen.weaker += expected;
        seen.compared++;
    }
    ln_reference_free(reference);
}

int main(int argc, char **argv)
{
    uint64_t count = argc > 1 ? strtoull(argv[1], NULL, 10) : 10000, seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    struct ln_memory memory;
    ln_memory_init(&memory, UINT64_MAX);
    printf("seed %llu\n", (unsigned long long)seed);
    for (current = 0; current < count; current++) {
        rng.state = seed * UINT64_C(0x9e3779b97f4a7c15) + current;
        draw_test();
        draw_set();
        compare_set(&memory);
        compare_reference(&memory);
        require(memory.used == 0, "all memory is given back");
    }
    printf("%llu sets, %llu%% nondeterministic; %llu histories, %llu%% linearizable; %llu stuck, %llu%% justified; "
           "%llu against a reference, %llu%% allowed; %llu by a file\n",
           (unsigned long long)seen.sets, (unsigned long long)(100 * seen.nondeterministic / (seen.sets + !seen.sets)),
           (unsigned long long)seen.judged,
           (unsigned long long)(100 * seen.linearizable / (seen.judged + !seen.judged)), (unsigned long long)seen.stuck,
           (unsigned long long)(100 * seen.justified / (seen.stuck + !seen.stuck)), (unsigned long long)seen.compared,
           (unsigned long long)(100 * seen.weaker / (seen.compared + !seen.compared)), (unsigned long long)seen.files);
    return 0;
}
