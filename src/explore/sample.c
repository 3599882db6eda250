/* Line-Up's two ways to choose tests.
 *
 * AutoCheck (Figure 6) takes all n x n matrices over the first n invocations, for n = 1, 2, ...: by Theorem 7 it finds
 * every object that is not deterministically linearizable, and takes its time. RandomCheck (Figure 8) draws matrices of
 * one size. Of tests that differ only in which thread is which, one is enough: AutoCheck takes those whose threads come
 * in ascending order, RandomCheck forgets what it has drawn before. */
#include "explore/sample.h"

#include "base/hash.h"
#include "base/rng.h"
#include "object/object.h"

#include <assert.h>
#include <string.h>

enum { PATIENCE = 1000 }; /* draws in a row that give nothing new */

/* ---- entries ---- */

static void take_invocations(struct ln_sample *sample)
{
    for (unsigned i = 0; i < sample->object->count; i++) {
        const struct ln_explored_operation *operation = &sample->object->operations[i];
        for (unsigned a = 0; a < operation->args.count; a++) {
            struct ln_test_sequence *entry = &sample->entries[sample->entry_count];
            assert(sample->entry_count < LN_SAMPLE_INVOCATIONS);
            entry->count = 1;
            entry->calls[0].operation = (uint16_t)i;
            memcpy(entry->calls[0].args, operation->args.at[a], sizeof entry->calls[0].args);
            sample->weights[sample->entry_count++] = operation->weight;
        }
    }
}

static void take_sequences(struct ln_sample *sample)
{
    for (unsigned i = 0; i < sample->shape.entry_count; i++) {
        sample->entries[i] = sample->shape.entries[i];
        sample->weights[i] = 1;
    }
    sample->entry_count = sample->shape.entry_count;
}

/* Roles are numbered as they are first named, and go to threads in that order. */
static unsigned owner(const struct ln_sample *sample, const char *role)
{
    const struct ln_explored_operation *operations = sample->object->operations;
    unsigned number = 0;
    for (unsigned i = 0; strcmp(operations[i].role, role) != 0; i++) {
        bool seen = !*operations[i].role;
        assert(i < sample->object->count);
        for (unsigned j = 0; j < i && !seen; j++)
            seen = strcmp(operations[j].role, operations[i].role) == 0;
        number += !seen;
    }
    return number % sample->shape.threads;
}

static bool has_role(const struct ln_sample *sample, unsigned thread)
{
    for (unsigned i = 0; i < sample->object->count; i++) {
        const char *role = sample->object->operations[i].role;
        if (*role && owner(sample, role) == thread)
            return true;
    }
    return false;
}

bool ln_sample_may_call(const struct ln_sample *sample, unsigned thread, unsigned operation)
{
    const struct ln_explored_operation *called = &sample->object->operations[operation];
    assert(operation < sample->object->count && thread < sample->shape.threads);
    return *called->role ? owner(sample, called->role) == thread : !called->others || !has_role(sample, thread);
}

static bool may_call(const struct ln_sample *sample, unsigned thread, const struct ln_test_sequence *entry)
{
    for (unsigned i = 0; i < entry->count; i++)
        if (!ln_sample_may_call(sample, thread, entry->calls[i].operation))
            return false;
    return true;
}

bool ln_sample_is_idle(const struct ln_sample *sample, unsigned thread)
{
    for (unsigned i = 0; i < sample->entry_count; i++)
        if (may_call(sample, thread, &sample->entries[i]))
            return false;
    return true;
}

bool ln_sample_has(const struct ln_sample *sample, unsigned operation)
{
    bool has = ln_test_sequence_has(&sample->shape.initial, operation) ||
               ln_test_sequence_has(&sample->shape.final, operation);
    for (unsigned i = 0; i < sample->entry_count && !has; i++)
        has = ln_test_sequence_has(&sample->entries[i], operation);
    return has;
}

/* ---- making one ---- */

static enum ln_status check_size(const struct ln_sample *sample, struct ln_error *error)
{
    const struct ln_sample_shape *shape = &sample->shape;
    if (!shape->threads || shape->threads > LN_TEST_THREADS)
        return ln_fail(error, LN_USAGE, "a test of %u threads: expected 1 to %d", shape->threads, LN_TEST_THREADS);
    if (!shape->calls)
        return ln_fail(error, LN_USAGE, "a test without calls: expected at least 1 for each thread");
    for (unsigned i = 0; i < sample->entry_count; i++) {
        bool fits = false;
        if (shape->calls * sample->entries[i].count > LN_TEST_CALLS)
            return ln_fail(error, LN_USAGE, "a test of %u x %u calls in one thread: expected at most %d", shape->calls,
                           (unsigned)sample->entries[i].count, LN_TEST_CALLS);
        for (unsigned t = 0; t < shape->threads; t++)
            fits |= may_call(sample, t, &sample->entries[i]);
        if (!fits && shape->entry_count)
            return ln_fail(error, LN_USAGE,
                           "--entries: no thread may call all of entry %u: its operations are of several roles, or for "
                           "threads without one (more --threads may help)",
                           i + 1);
    }
    return LN_OK;
}

enum ln_status ln_sample_init(struct ln_sample *sample, const struct ln_explored_object *object,
                              const struct ln_sample_shape *shape, uint64_t seed, struct ln_memory *memory,
                              struct ln_error *error)
{
    *sample = (struct ln_sample){ .object = object, .shape = *shape, .seed = seed, .memory = memory };
    ln_wordset_init(&sample->seen, memory);
    sample->entries = ln_take_zeroed(memory, LN_SAMPLE_INVOCATIONS * sizeof *sample->entries);
    sample->weights = ln_take_zeroed(memory, LN_SAMPLE_INVOCATIONS * sizeof *sample->weights);
    if (!sample->entries || !sample->weights)
        return ln_fail(error, LN_NO_MEMORY, "%s", ln_status_text(LN_NO_MEMORY));
    if (shape->entry_count)
        take_sequences(sample);
    else
        take_invocations(sample);
    return check_size(sample, error);
}

void ln_sample_fini(struct ln_sample *sample)
{
    ln_wordset_fini(&sample->seen);
    ln_give(sample->memory, sample->entries, LN_SAMPLE_INVOCATIONS * sizeof *sample->entries);
    ln_give(sample->memory, sample->weights, LN_SAMPLE_INVOCATIONS * sizeof *sample->weights);
}

static void begin_test(const struct ln_sample *sample, struct ln_test *test)
{
    memset(test, 0, sizeof *test);
    test->initial = sample->shape.initial;
    test->final = sample->shape.final;
}

static void append(struct ln_test_sequence *sequence, const struct ln_test_sequence *entry)
{
    assert(sequence->count + entry->count <= LN_TEST_CALLS);
    memcpy(sequence->calls + sequence->count, entry->calls, entry->count * sizeof *entry->calls);
    sequence->count = (uint8_t)(sequence->count + entry->count);
}

/* ---- RandomCheck ---- */

_Static_assert((uint64_t)LN_OBJECT_HEAVIEST *LN_SAMPLE_INVOCATIONS <= UINT32_MAX, "sums of weights fit");

static const struct ln_test_sequence *draw_entry(const struct ln_sample *sample, unsigned thread, struct ln_rng *rng)
{
    uint32_t total = 0, choice;
    for (unsigned i = 0; i < sample->entry_count; i++)
        total += may_call(sample, thread, &sample->entries[i]) ? sample->weights[i] : 0;
    if (!total)
        return NULL;
    choice = ln_rng_below(rng, total);
    for (unsigned i = 0;; i++) {
        assert(i < sample->entry_count);
        if (!may_call(sample, thread, &sample->entries[i]))
            continue;
        if (choice < sample->weights[i])
            return &sample->entries[i];
        choice -= sample->weights[i];
    }
}

static void draw_test(struct ln_sample *sample, struct ln_test *test)
{
    struct ln_rng rng = { ln_mix(sample->seed) ^ ln_mix(++sample->drawn) };
    begin_test(sample, test);
    for (unsigned t = 0; t < sample->shape.threads; t++) {
        struct ln_test_sequence *sequence = &test->thread[test->threads];
        for (unsigned c = 0; c < sample->shape.calls; c++) {
            const struct ln_test_sequence *entry = draw_entry(sample, t, &rng);
            if (entry)
                append(sequence, entry);
        }
        test->threads = (uint8_t)(test->threads + (sequence->count > 0));
    }
}

enum ln_status ln_sample_draw(struct ln_sample *sample, struct ln_test *test, bool *found)
{
    *found = false;
    for (unsigned i = 0; i < PATIENCE && !*found; i++) {
        uint64_t hash;
        draw_test(sample, test);
        hash = ln_test_hash(sample->object, test); /* before fresh numbers tell the threads apart */
        *found = test->threads && !ln_wordset_has(&sample->seen, hash);
        if (*found && !ln_wordset_add(&sample->seen, hash))
            return LN_NO_MEMORY;
    }
    ln_test_number_fresh(sample->object, test);
    return LN_OK;
}

/* ---- AutoCheck ---- */

static unsigned base_of(const struct ln_sample *sample)
{
    return sample->size < sample->entry_count ? sample->size : sample->entry_count;
}

/* Is one test of this size enough for all that differ in which thread is which? */
static bool symmetric(const struct ln_sample *sample)
{
    for (unsigned i = 0; i < base_of(sample); i++)
        for (unsigned c = 0; c < sample->entries[i].count; c++)
            if (sample->object->operations[sample->entries[i].calls[c].operation].thread)
                return false;
    return true;
}

/* The next matrix of this size. */
static bool advance(struct ln_sample *sample)
{
    bool ascending = symmetric(sample);
    uint64_t last = 1;
    unsigned at = sample->size;
    for (unsigned i = 0; i < sample->size; i++)
        last *= base_of(sample);
    while (at && sample->column[at - 1] == last - 1)
        at--;
    if (!at)
        return false;
    sample->column[at - 1]++;
    for (unsigned i = at; i < sample->size; i++)
        sample->column[i] = ascending ? sample->column[at - 1] : 0;
    return true;
}

static bool grow(struct ln_sample *sample)
{
    sample->size++;
    memset(sample->column, 0, sizeof sample->column);
    for (unsigned i = 0; i < base_of(sample); i++)
        if (sample->entries[i].count * sample->size > LN_TEST_CALLS)
            return false;
    return sample->size <= LN_TEST_THREADS;
}

static void fill_test(const struct ln_sample *sample, struct ln_test *test)
{
    begin_test(sample, test);
    assert(sample->size && sample->size <= LN_TEST_THREADS);
    test->threads = (uint8_t)sample->size;
    for (unsigned t = 0; t < sample->size; t++) {
        uint64_t rest = sample->column[t];
        for (unsigned c = 0; c < sample->size; c++, rest /= base_of(sample))
            append(&test->thread[t], &sample->entries[rest % base_of(sample)]);
    }
    ln_test_number_fresh(sample->object, test);
}

bool ln_sample_enumerate(struct ln_sample *sample, struct ln_test *test)
{
    do {
        if (sample->size > LN_TEST_THREADS || (!(sample->size && advance(sample)) && !grow(sample))) {
            sample->size = LN_TEST_THREADS + 1;
            return false;
        }
        fill_test(sample, test);
    } while (!ln_test_roles_hold(sample->object, test));
    return true;
}

unsigned ln_sample_size(const struct ln_sample *sample)
{
    return sample->size;
}
