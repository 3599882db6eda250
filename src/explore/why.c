/* Why there is no serial witness.
 *
 * What is told is exact: it comes from searches in the automaton with other wishes than the history's own.
 * - Of the history, only the part up to the first return that leaves it without a witness counts (a failing prefix
 *   fails in every extension, Line-Up, Lemma 8).
 * - Without any order among lanes: is there a serial execution with these results at all?
 * - If so, some pairs of operations that did not overlap are to blame: one pair alone if that is enough, else a set
 *   from which none can be left out.
 * - What the last call may return instead: each result that was observed for it is tried.
 * - Of a call that waits: what it does once exactly the same calls have returned. */
#include "explore/why.h"

#include "explore/automaton.h"
#include "explore/calls_made.h"

#include <assert.h>
#include <string.h>

struct telling {
    const struct ln_naming *naming;
    struct ln_observation *observation;
    struct ln_wanted wanted;
    struct ln_str *out;
    struct ln_judgement found; /* of the last search that did */
};

/* ---- words ---- */

static void write_call(const struct ln_naming *naming, unsigned lane, unsigned index, struct ln_str *out)
{
    ln_test_write_call(naming->object, ln_test_lane_call(naming->test, lane, index), out);
}

static bool same_call(const struct ln_test_call *a, const struct ln_test_call *b)
{
    return a->operation == b->operation && memcmp(a->args, b->args, sizeof a->args) == 0;
}

/* "pop of thread 1", "the second pop of thread 1", "the initial push(1)". */
static void write_operation(const struct ln_naming *naming, unsigned lane, unsigned index, struct ln_str *out)
{
    static const char *const ordinals[] = {
        "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"
    };
    const struct ln_test_call *call = ln_test_lane_call(naming->test, lane, index);
    bool outer = lane == naming->test->threads, before = outer && index < naming->test->initial.count;
    unsigned place = 0, count = 0;
    for (unsigned i = 0; i < ln_test_lane_calls(naming->test, lane); i++) {
        if (outer && before != (i < naming->test->initial.count))
            continue;
        place += i < index && same_call(call, ln_test_lane_call(naming->test, lane, i));
        count += same_call(call, ln_test_lane_call(naming->test, lane, i));
    }
    if (outer || count > 1)
        ln_str_text(out, "the ");
    if (count > 1 && place < sizeof ordinals / sizeof *ordinals)
        ln_str_format(out, "%s ", ordinals[place]);
    else if (count > 1)
        ln_str_format(out, "%uth ", place + 1);
    if (outer)
        ln_str_text(out, before ? "initial " : "final ");
    write_call(naming, lane, index, out);
    if (!outer)
        ln_str_format(out, " of thread %u", lane);
}

/* At the beginning of a sentence. Names stay as they are. */
static void write_subject(const struct ln_naming *naming, unsigned lane, unsigned index, struct ln_str *out)
{
    size_t length = out->length;
    write_operation(naming, lane, index, out);
    if (!out->failed && strncmp(out->at + length, "the ", 4) == 0)
        out->at[length] = 'T';
}

/* Takes back what there was nothing to follow. */
static void cut(struct ln_str *out, size_t length)
{
    if (out->failed)
        return;
    assert(length <= out->length);
    out->length = length;
    out->at[length] = 0;
}

/* "2", "nothing". */
static void write_result(const struct ln_naming *naming, uint32_t result, struct ln_str *out)
{
    size_t length = out->length;
    naming->write_result(naming->self, result, out);
    if (out->length == length)
        ln_str_text(out, "nothing");
}

/* "1: pop -> 2", or without the thread. */
static void write_step(const struct ln_naming *naming, unsigned lane, unsigned index, uint32_t result, bool thread,
                       struct ln_str *out)
{
    size_t length;
    if (thread && lane < naming->test->threads)
        ln_str_format(out, "%u: ", lane);
    write_call(naming, lane, index, out);
    if (result == LN_NO_RESULT) {
        ln_str_text(out, " waits for ever");
        return;
    }
    length = out->length;
    ln_str_text(out, " -> ");
    naming->write_result(naming->self, result, out);
    if (out->length == length + 4)
        cut(out, length);
}

/* " one, two or three"; nothing at all if it can only be nothing. */
static void write_alternatives(const struct telling *telling, const ln_results *results)
{
    size_t length = telling->out->length;
    if (results->length == 1) {
        ln_str_char(telling->out, ' ');
        telling->naming->write_result(telling->naming->self, results->at[0], telling->out);
        if (telling->out->length == length + 1)
            cut(telling->out, length);
        return;
    }
    for (size_t i = 0; i < results->length; i++) {
        ln_str_text(telling->out, !i ? " " : i + 1 == results->length ? " or " : ", ");
        write_result(telling->naming, results->at[i], telling->out);
    }
}

/* The last serial execution that was found, on a line of its own. */
static void write_example(const struct telling *telling, const char *title)
{
    const struct ln_serial_history *history = &telling->found.witness[0].history;
    unsigned made[LN_TEST_LANES] = { 0 };
    if (!history->count)
        return;
    ln_str_format(telling->out, "  %s  ", title);
    for (unsigned i = 0; i < history->count; i++) {
        ln_str_text(telling->out, i ? "; " : "");
        write_step(telling->naming, history->steps[i].lane, made[history->steps[i].lane]++, history->steps[i].result,
                   true, telling->out);
    }
    ln_str_char(telling->out, '\n');
}

/* ---- searching ---- */

static bool found(struct telling *telling)
{
    return ln_automaton_search(telling->observation, &telling->wanted, &telling->found);
}

/* Of what the call returns anywhere, what it may return as things are wanted; it is wanted. */
static void possible_results(struct telling *telling, unsigned lane, unsigned index, ln_results *results)
{
    uint32_t was = telling->wanted.result[lane][index];
    size_t kept = 0;
    if (!ln_automaton_results(telling->observation, lane, index, results))
        telling->out->failed = true;
    for (size_t i = 0; i < results->length; i++) {
        telling->wanted.result[lane][index] = results->at[i];
        if (found(telling))
            results->at[kept++] = results->at[i];
    }
    results->length = kept;
    telling->wanted.result[lane][index] = was;
}

/* The first return that leaves the history without a witness, and what is wanted up to it. */
static void find_culprit(struct telling *telling, const struct ln_explored_history *history, unsigned *lane,
                         unsigned *index)
{
    struct ln_explored_history prefix = { .events = history->events };
    do {
        prefix.count++;
        ln_wanted_init(&telling->wanted, telling->observation, &prefix, true);
    } while (prefix.count < history->count && found(telling));
    assert(history->events[prefix.count - 1].is_return);
    *lane = history->events[prefix.count - 1].lane;
    *index = ln_calls_made_of(telling->wanted.least, *lane) - 1;
}

/* ---- order ---- */

/* That the last of `n` calls of lane `b` returned before call `index` of lane `a` was made. */
struct pair {
    unsigned a, index, b, n;
};

typedef LN_VEC(struct pair) pairs;

static bool list_pairs(struct telling *telling, pairs *list)
{
    const struct ln_wanted *wanted = &telling->wanted;
    bool fine = true;
    for (unsigned a = 0; a < LN_TEST_LANES; a++)
        for (unsigned index = ln_calls_made_of(wanted->most, a); index-- > 0;)
            for (unsigned b = 0; b < LN_TEST_LANES && fine; b++) {
                struct pair pair = { a, index, b, ln_calls_made_of(wanted->before[a][index], b) };
                if (a != b && pair.n)
                    fine = ln_vec_push(list, telling->observation->memory, pair);
            }
    return fine;
}

static void forget_order(struct ln_wanted *wanted)
{
    for (unsigned lane = 0; lane < LN_TEST_LANES; lane++)
        memset(wanted->before[lane], 0, ln_calls_made_of(wanted->most, lane) * sizeof wanted->before[lane][0]);
}

/* Only the order that the pairs say, but for the one at `without`. */
static bool found_with(struct telling *telling, const struct pair *list, size_t count, size_t without)
{
    forget_order(&telling->wanted);
    for (size_t i = 0; i < count; i++)
        if (i != without)
            telling->wanted.before[list[i].a][list[i].index] = ln_calls_made_set(
                telling->wanted.before[list[i].a][list[i].index], list[i].b, list[i].n);
    return found(telling);
}

/* Leaves pairs that no serial execution with these results respects, and none of which can be left out. */
static void least_pairs(struct telling *telling, pairs *list)
{
    for (size_t i = 0; i < list->length; i++)
        if (!found_with(telling, &list->at[i], 1, SIZE_MAX)) {
            list->at[0] = list->at[i];
            list->length = 1;
            return;
        }
    for (size_t i = list->length; i-- > 0;)
        if (!found_with(telling, list->at, list->length, i)) {
            memmove(&list->at[i], &list->at[i + 1], (list->length - i - 1) * sizeof *list->at);
            list->length--;
        }
}

static void tell_pairs(struct telling *telling, const pairs *list)
{
    struct ln_str *out = telling->out;
    assert(list->length);
    if (list->length == 1) {
        const struct pair *pair = list->at;
        ln_str_text(out, "Every serial execution with these results has ");
        write_operation(telling->naming, pair->a, pair->index, out);
        ln_str_text(out, " before ");
        write_operation(telling->naming, pair->b, pair->n - 1, out);
        ln_str_text(out, ";\nhere, ");
        write_operation(telling->naming, pair->b, pair->n - 1, out);
        ln_str_text(out, " had returned before ");
        write_operation(telling->naming, pair->a, pair->index, out);
        ln_str_text(out, " was called.\n");
        return;
    }
    ln_str_text(out, "No serial execution with these results keeps the order of what did not overlap:\n");
    for (size_t i = 0; i < list->length; i++) {
        ln_str_text(out, "  ");
        write_operation(telling->naming, list->at[i].b, list->at[i].n - 1, out);
        ln_str_text(out, " had returned before ");
        write_operation(telling->naming, list->at[i].a, list->at[i].index, out);
        ln_str_text(out, " was called\n");
    }
}

/* True if order is to blame: there are serial executions with these results. */
static bool tell_order(struct telling *telling)
{
    struct ln_wanted wanted = telling->wanted;
    pairs list = { 0 };
    bool some;
    forget_order(&telling->wanted);
    some = found(telling);
    telling->wanted = wanted;
    if (!some)
        return false;
    if (list_pairs(telling, &list)) {
        least_pairs(telling, &list);
        tell_pairs(telling, &list);
        forget_order(&telling->wanted);
        if (found(telling))
            write_example(telling, "one of them:");
    } else {
        telling->out->failed = true;
    }
    ln_vec_fini(&list, telling->observation->memory);
    telling->wanted = wanted;
    return true;
}

/* ---- results ---- */

static void tell_instead(struct telling *telling, unsigned lane, unsigned index)
{
    struct ln_str *out = telling->out;
    uint32_t returned = telling->wanted.result[lane][index];
    ln_results results = { 0 };
    possible_results(telling, lane, index, &results);
    write_subject(telling->naming, lane, index, out);
    ln_str_text(out, " returned ");
    write_result(telling->naming, returned, out);
    if (results.length) {
        ln_str_text(out, "; after all that had returned by then, it can only return");
        write_alternatives(telling, &results);
        ln_str_text(out, ".\n");
        write_example(telling, "as in:");
    } else {
        ln_str_text(out, "; after all that had returned by then, no serial execution has it return.\n");
    }
    ln_vec_fini(&results, telling->observation->memory);
}

static void tell_results(struct telling *telling, const struct ln_explored_history *history)
{
    unsigned lane, index;
    find_culprit(telling, history, &lane, &index);
    if (!tell_order(telling))
        ln_str_text(telling->out, "No serial execution gives these results.\n");
    tell_instead(telling, lane, index);
}

/* ---- waiting ---- */

/* "inc, get -> 1", in the order of their returns; how many there are. */
static unsigned write_returned(const struct telling *telling, const struct ln_explored_history *history)
{
    unsigned made[LN_TEST_LANES] = { 0 };
    unsigned count = 0;
    for (size_t i = 0; i < history->count; i++) {
        const struct ln_explored_event *event = &history->events[i];
        if (!event->is_return)
            continue;
        if (count++)
            ln_str_text(telling->out, ", ");
        write_step(telling->naming, event->lane, made[event->lane]++, event->result, false, telling->out);
    }
    return count;
}

/* The call of the lane comes next, after exactly those that have returned. */
static void want_next(struct telling *telling, const struct ln_explored_history *history, unsigned lane)
{
    struct ln_wanted *wanted = &telling->wanted;
    unsigned index;
    ln_wanted_init(wanted, telling->observation, history, false);
    index = ln_calls_made_of(wanted->least, lane);
    assert(index < ln_test_lane_calls(telling->naming->test, lane));
    wanted->waiting = 0;
    wanted->before[lane][index] = wanted->least;
    wanted->least += ln_calls_made_one(lane);
    wanted->most = wanted->least;
}

static void tell_waiting(struct telling *telling, const struct ln_explored_history *history, unsigned lane)
{
    struct ln_str *out = telling->out;
    ln_results results = { 0 };
    unsigned index;
    want_next(telling, history, lane);
    index = ln_calls_made_of(telling->wanted.least, lane) - 1;
    possible_results(telling, lane, index, &results);
    write_subject(telling->naming, lane, index, out);
    ln_str_text(out, " waits for ever.\n");
    if (results.length) {
        ln_str_text(out, "In every serial execution where nothing");
        if (telling->wanted.least != ln_calls_made_one(lane))
            ln_str_text(out, " but ");
        /* Other orders than those that real time allows may leave it waiting. */
        ln_str_text(out, write_returned(telling, history) > 1 ? " came before it, in an order that fits, it returns"
                                                              : " came before it, it returns");
        write_alternatives(telling, &results);
        ln_str_text(out, ".\n");
        write_example(telling, "as in:");
    } else {
        ln_str_text(out, "No serial execution has the same results before it unless another open call took effect.\n");
    }
    ln_vec_fini(&results, telling->observation->memory);
}

void ln_why_unwitnessed(const struct ln_naming *naming, struct ln_observation *observation,
                        const struct ln_explored_history *history, const struct ln_judgement *judgement,
                        struct ln_str *out)
{
    struct telling telling = { .naming = naming, .observation = observation, .out = out };
    if (judgement->unjustified < LN_TEST_LANES && ln_observation_judge(observation, history, true, NULL))
        tell_waiting(&telling, history, judgement->unjustified);
    else
        tell_results(&telling, history);
}

/* ---- nondeterminism ---- */

static void write_steps(const struct ln_naming *naming, const struct ln_serial_history *history, unsigned at,
                        unsigned made[LN_TEST_LANES], struct ln_str *out)
{
    ln_str_clear(out);
    if (at < history->count)
        write_step(naming, history->steps[at].lane, made[history->steps[at].lane]++, history->steps[at].result, true,
                   out);
}

static int width_of(const struct ln_naming *naming, const struct ln_serial_history *history, struct ln_str *text)
{
    unsigned made[LN_TEST_LANES] = { 0 };
    size_t width = 0;
    for (unsigned i = 0; i < history->count; i++) {
        write_steps(naming, history, i, made, text);
        width = text->length > width ? text->length : width;
    }
    return (int)width;
}

void ln_why_nondeterministic(const struct ln_naming *naming, const struct ln_observation *observation,
                             struct ln_str *out)
{
    struct ln_serial_history one, other;
    unsigned differ, made[2][LN_TEST_LANES] = { { 0 } };
    struct ln_str left, right;
    int width;
    if (!ln_observation_conflict(observation, &one, &other, &differ))
        return;
    ln_str_init(&left, out->memory);
    ln_str_init(&right, out->memory);
    width = width_of(naming, &one, &left);
    ln_str_text(out, "The same calls, one after the other, do one thing or another:\n");
    for (unsigned i = 0; i < one.count || i < other.count; i++) {
        write_steps(naming, &one, i, made[0], &left);
        write_steps(naming, &other, i, made[1], &right);
        ln_str_format(out, "%s%-*s | %s\n", i == differ ? "> " : "  ", width, ln_str_borrow(&left),
                      ln_str_borrow(&right));
    }
    out->failed |= left.failed || right.failed;
    ln_str_fini(&left);
    ln_str_fini(&right);
}
