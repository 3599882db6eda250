/* Shrinking a test that fails.
 *
 * Reductions of one test, the most hopeful first: without a whole thread; without a call, the last one of a thread
 * first (a test that fails does so in every extension, Line-Up, Lemma 8, so a prefix is often enough); without a final
 * or initial call; with arguments that come earlier in the declaration; with a simpler operation of those that the test
 * began with. As soon as one fails it takes the place of the test, and all begins anew. When none fails, every test of
 * some of the calls that are left is tried: two calls may be superfluous together of which neither is alone.
 *
 * No test is tried twice (tests are remembered by their hash), and none grows, so this ends; and if no trial was cut it
 * ends at a test no part of which fails, because what passed once would pass again. */
#include "explore/shrink.h"

#include <assert.h>
#include <string.h>

enum { SUBSETS_MOST = 10 }; /* calls of a test whose subsets are all tried */

_Static_assert(LINNET_OPERATIONS <= 32, "a bit for each");

enum ln_status ln_shrink_init(struct ln_shrink *shrink, const struct ln_explored_object *object,
                              const struct ln_test *failing, bool only_drop, struct ln_memory *memory)
{
    *shrink = (struct ln_shrink){ .object = object, .best = *failing, .only_drop = only_drop };
    for (unsigned lane = 0; lane <= failing->threads; lane++)
        for (unsigned i = 0; i < ln_test_lane_calls(failing, lane); i++)
            shrink->operations |= 1u << ln_test_lane_call(failing, lane, i)->operation;
    ln_wordset_init(&shrink->tried, memory);
    return ln_wordset_add(&shrink->tried, ln_test_hash(object, failing)) ? LN_OK : LN_NO_MEMORY;
}

void ln_shrink_fini(struct ln_shrink *shrink)
{
    ln_wordset_fini(&shrink->tried);
}

/* ---- reductions ----
 * Each takes the number of the reduction among its kind: true, the reduction is made; false, it is subtracted. */

static void drop_thread(struct ln_test *test, unsigned thread)
{
    assert(thread < test->threads);
    memmove(&test->thread[thread], &test->thread[thread + 1], (test->threads - thread - 1u) * sizeof *test->thread);
    memset(&test->thread[--test->threads], 0, sizeof *test->thread);
}

static void drop_call(struct ln_test_sequence *sequence, unsigned index)
{
    assert(index < sequence->count);
    memmove(&sequence->calls[index], &sequence->calls[index + 1],
            (sequence->count - index - 1u) * sizeof *sequence->calls);
    memset(&sequence->calls[--sequence->count], 0, sizeof *sequence->calls);
}

static bool without_thread(struct ln_test *test, unsigned *number)
{
    unsigned kinds = test->threads > 1 ? test->threads : 0;
    if (*number >= kinds) {
        *number -= kinds;
        return false;
    }
    drop_thread(test, test->threads - 1u - *number);
    return true;
}

/* The last call of each thread, then the ones before. */
static bool without_call(struct ln_test *test, unsigned *number)
{
    for (unsigned back = 1; back <= LN_TEST_CALLS; back++)
        for (unsigned t = test->threads; t-- > 0;) {
            struct ln_test_sequence *sequence = &test->thread[t];
            if (sequence->count < back || sequence->count == 1) /* the only one: that is the thread */
                continue;
            if ((*number)-- == 0) {
                drop_call(sequence, sequence->count - back);
                return true;
            }
        }
    return false;
}

static bool without_outer(struct ln_test_sequence *sequence, unsigned *number)
{
    if (*number >= sequence->count) {
        *number -= sequence->count;
        return false;
    }
    drop_call(sequence, sequence->count - 1u - *number);
    return true;
}

static bool with_fresh_numbers(const struct ln_explored_object *object, struct ln_test *test, unsigned *number)
{
    if ((*number)-- > 0)
        return false;
    ln_test_number_fresh(object, test);
    return true;
}

/* Where the arguments stand in the declaration; all others come last. A fresh number does not count. */
static unsigned rank_of_arguments(const struct ln_explored_operation *operation, const struct ln_test_call *call)
{
    unsigned first = operation->fresh, rank = 0;
    size_t bytes = (LINNET_ARGUMENTS - first) * sizeof *call->args;
    while (rank < operation->args.count && memcmp(call->args + first, operation->args.at[rank] + first, bytes) != 0)
        rank++;
    return rank;
}

static bool simpler(const struct ln_explored_object *object, unsigned a, unsigned b)
{
    unsigned x = object->operations[a].arity, y = object->operations[b].arity;
    return x != y ? x < y : a < b;
}

static void set_arguments(const struct ln_explored_operation *operation, struct ln_test_call *call, unsigned rank)
{
    int64_t number = call->args[0];
    assert(rank < operation->args.count);
    memcpy(call->args, operation->args.at[rank], sizeof call->args);
    if (operation->fresh)
        call->args[0] = number;
}

static bool with_less(const struct ln_shrink *shrink, struct ln_test_call *call, unsigned *number)
{
    const struct ln_explored_operation *operation = &shrink->object->operations[call->operation];
    unsigned rank = rank_of_arguments(operation, call);
    if (*number < rank) {
        set_arguments(operation, call, *number);
        return true;
    }
    *number -= rank;
    return false;
}

static bool with_simpler(const struct ln_shrink *shrink, struct ln_test_call *call, unsigned *number)
{
    const struct ln_explored_object *object = shrink->object;
    for (unsigned i = 0; i < object->count; i++) {
        if (!(shrink->operations >> i & 1) || !simpler(object, i, call->operation) || (*number)-- > 0)
            continue;
        call->operation = (uint16_t)i;
        call->args[0] = 0;
        set_arguments(&object->operations[i], call, 0);
        return true;
    }
    return false;
}

typedef bool change(const struct ln_shrink *shrink, struct ln_test_call *call, unsigned *number);

static bool change_sequence(const struct ln_shrink *shrink, struct ln_test_sequence *sequence, change *with,
                            unsigned *number)
{
    for (unsigned i = 0; i < sequence->count; i++)
        if (with(shrink, &sequence->calls[i], number))
            return true;
    return false;
}

static bool change_call(const struct ln_shrink *shrink, struct ln_test *test, change *with, unsigned *number)
{
    for (unsigned t = 0; t < test->threads; t++)
        if (change_sequence(shrink, &test->thread[t], with, number))
            return true;
    return change_sequence(shrink, &test->initial, with, number) || change_sequence(shrink, &test->final, with, number);
}

static bool reduce(const struct ln_shrink *shrink, struct ln_test *test, unsigned number)
{
    if (without_thread(test, &number) || without_call(test, &number) || without_outer(&test->final, &number) ||
        without_outer(&test->initial, &number))
        return true;
    if (shrink->only_drop)
        return false;
    if (with_fresh_numbers(shrink->object, test, &number) || change_call(shrink, test, with_less, &number))
        return true;
    if (!change_call(shrink, test, with_simpler, &number))
        return false;
    ln_test_number_fresh(shrink->object, test);
    return true;
}

/* ---- all that is less ---- */

/* Those of the sequence's calls whose bits are set; the bits of others follow. */
static void keep_calls(struct ln_test_sequence *sequence, uint32_t *bits)
{
    struct ln_test_sequence kept = { 0 };
    for (unsigned i = 0; i < sequence->count; i++, *bits >>= 1)
        if (*bits & 1)
            kept.calls[kept.count++] = sequence->calls[i];
    *sequence = kept;
}

/* False: that leaves no thread. */
static bool keep_subset(struct ln_test *test, uint32_t bits)
{
    keep_calls(&test->initial, &bits);
    for (unsigned t = 0; t < test->threads; t++)
        keep_calls(&test->thread[t], &bits);
    keep_calls(&test->final, &bits);
    for (unsigned t = test->threads; t-- > 0;)
        if (!test->thread[t].count)
            drop_thread(test, t);
    return test->threads > 0;
}

/* ---- the iterator ---- */

/* The next candidate, whether it was tried or not; false: there is none. */
static bool advance(struct ln_shrink *shrink)
{
    unsigned calls = ln_test_all_calls(&shrink->best);
    shrink->candidate = shrink->best;
    if (reduce(shrink, &shrink->candidate, shrink->next)) {
        shrink->next++;
        return true;
    }
    while (calls <= SUBSETS_MOST && ++shrink->subset < (1u << calls) - 1) {
        shrink->candidate = shrink->best;
        if (keep_subset(&shrink->candidate, shrink->subset))
            return true;
    }
    shrink->done = calls <= SUBSETS_MOST;
    return false;
}

enum ln_status ln_shrink_next(struct ln_shrink *shrink, bool *found)
{
    *found = false;
    while (advance(shrink)) {
        uint64_t hash = ln_test_hash(shrink->object, &shrink->candidate);
        assert(ln_test_all_calls(&shrink->candidate) <= ln_test_all_calls(&shrink->best)); /* none grows */
        if (!ln_test_roles_hold(shrink->object, &shrink->candidate) || ln_wordset_has(&shrink->tried, hash))
            continue;
        *found = true;
        return ln_wordset_add(&shrink->tried, hash) ? LN_OK : LN_NO_MEMORY;
    }
    return LN_OK;
}

void ln_shrink_tell(struct ln_shrink *shrink, enum ln_shrunk how)
{
    shrink->unknown |= how == LN_SHRUNK_UNKNOWN;
    if (how != LN_SHRUNK_FAILS)
        return;
    assert(shrink->candidate.threads);
    shrink->best = shrink->candidate;
    shrink->next = shrink->subset = 0;
}

bool ln_shrink_is_smallest(const struct ln_shrink *shrink)
{
    return shrink->done && !shrink->unknown;
}
