#include "explore/test.h"

#include "base/hash.h"
#include "object/object.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- what is tested ---- */

static enum ln_status copy_name(char to[LN_TEST_NAME], const char *from, const char *named, struct ln_error *error)
{
    size_t length = from ? strlen(from) : 0;
    if (length >= LN_TEST_NAME)
        return ln_fail(error, LN_BAD_INPUT, "%s: '%.40s...' is too long a name: expected at most %d bytes", named, from,
                       LN_TEST_NAME - 1);
    memset(to, 0, LN_TEST_NAME);
    if (length)
        memcpy(to, from, length);
    return LN_OK;
}

static enum ln_status copy_operation(struct ln_explored_operation *to, const linnet_object_operation *from,
                                     const char *named, struct ln_error *error)
{
    enum ln_status status = copy_name(to->name, from->name, named, error);
    if (!status)
        status = copy_name(to->role, from->role, named, error);
    to->arity = ln_object_arity(from);
    to->weight = from->weight ? from->weight : 1;
    to->args = from->args;
    if (!to->args.count)
        to->args = (linnet_arguments){ .count = 1 };
    for (unsigned i = 0; i < to->args.count; i++)
        for (unsigned a = to->arity; a < LINNET_ARGUMENTS; a++)
            to->args.at[i][a] = 0;
    to->fresh = from->fresh;
    to->thread = from->thread;
    to->others = from->others;
    to->may_fail = from->may_fail;
    to->nondeterministic = from->nondeterministic;
    to->async = from->async;
    return status;
}

enum ln_status ln_explored_object_init(struct ln_explored_object *object, const linnet_object *declared,
                                       const char *named, struct ln_error *error)
{
    enum ln_status status;
    memset(object, 0, sizeof *object);
    status = copy_name(object->name, declared->name, named, error);
    if (!status)
        status = copy_name(object->spec, declared->spec, named, error);
    while (!status && object->count < LINNET_OPERATIONS && declared->operations[object->count].name) {
        status = copy_operation(&object->operations[object->count], &declared->operations[object->count], named, error);
        object->count++;
    }
    return status;
}

/* ---- lanes ---- */

unsigned ln_test_lane_calls(const struct ln_test *test, unsigned lane)
{
    assert(lane <= test->threads);
    return lane < test->threads ? test->thread[lane].count : (unsigned)test->initial.count + test->final.count;
}

const struct ln_test_call *ln_test_lane_call(const struct ln_test *test, unsigned lane, unsigned index)
{
    assert(index < ln_test_lane_calls(test, lane));
    if (lane < test->threads)
        return &test->thread[lane].calls[index];
    return index < test->initial.count ? &test->initial.calls[index] : &test->final.calls[index - test->initial.count];
}

unsigned ln_test_all_calls(const struct ln_test *test)
{
    unsigned count = 0;
    for (unsigned lane = 0; lane <= test->threads; lane++)
        count += ln_test_lane_calls(test, lane);
    return count;
}

bool ln_test_sequence_has(const struct ln_test_sequence *sequence, unsigned operation)
{
    for (unsigned i = 0; i < sequence->count; i++)
        if (sequence->calls[i].operation == operation)
            return true;
    return false;
}

bool ln_test_has(const struct ln_test *test, unsigned operation)
{
    bool has = ln_test_sequence_has(&test->initial, operation) || ln_test_sequence_has(&test->final, operation);
    for (unsigned t = 0; t < test->threads && !has; t++)
        has = ln_test_sequence_has(&test->thread[t], operation);
    return has;
}

/* ---- writing ---- */

void ln_test_write_call(const struct ln_explored_object *object, const struct ln_test_call *call, struct ln_str *out)
{
    const struct ln_explored_operation *operation = &object->operations[call->operation];
    assert(call->operation < object->count);
    ln_str_text(out, operation->name);
    for (unsigned a = 0; a < operation->arity; a++) {
        ln_str_text(out, a ? ", " : "(");
        ln_str_int(out, call->args[a]);
    }
    if (operation->arity)
        ln_str_char(out, ')');
}

void ln_test_write_sequence(const struct ln_explored_object *object, const struct ln_test_sequence *sequence,
                            struct ln_str *out)
{
    for (unsigned i = 0; i < sequence->count; i++) {
        if (i)
            ln_str_char(out, ' ');
        ln_test_write_call(object, &sequence->calls[i], out);
    }
}

void ln_test_write(const struct ln_explored_object *object, const struct ln_test *test, struct ln_str *out)
{
    for (unsigned t = 0; t < test->threads; t++) {
        if (t)
            ln_str_text(out, " | ");
        ln_test_write_sequence(object, &test->thread[t], out);
    }
}

/* ---- roles, sameness, fresh numbers ---- */

/* Does a thread that has a role call what is for others? */
static bool mixes_roles(const struct ln_explored_object *object, const struct ln_test_sequence *thread)
{
    bool has_role = false, others = false;
    for (unsigned i = 0; i < thread->count; i++) {
        has_role |= object->operations[thread->calls[i].operation].role[0] != '\0';
        others |= object->operations[thread->calls[i].operation].others;
    }
    return has_role && others;
}

bool ln_test_roles_hold(const struct ln_explored_object *object, const struct ln_test *test)
{
    unsigned owner[LINNET_OPERATIONS] = { 0 }; /* thread + 1, at the first operation of the role */
    for (unsigned t = 0; t < test->threads; t++) {
        if (mixes_roles(object, &test->thread[t]))
            return false;
        for (unsigned i = 0; i < test->thread[t].count; i++) {
            const char *role = object->operations[test->thread[t].calls[i].operation].role;
            unsigned first = 0;
            if (!*role)
                continue;
            while (strcmp(object->operations[first].role, role) != 0)
                first++;
            assert(first < object->count);
            if (owner[first] && owner[first] != t + 1)
                return false;
            owner[first] = t + 1;
        }
    }
    return true;
}

static uint64_t hash_sequence(const struct ln_test_sequence *sequence)
{
    uint64_t hash = sequence->count;
    for (unsigned i = 0; i < sequence->count; i++) {
        hash = ln_mix(hash + sequence->calls[i].operation + 1);
        hash = ln_mix(hash ^ ln_hash(sequence->calls[i].args, sizeof sequence->calls[i].args));
    }
    return hash;
}

static int compare_words(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

uint64_t ln_test_hash(const struct ln_explored_object *object, const struct ln_test *test)
{
    uint64_t hashes[LN_TEST_THREADS + 2];
    bool numbered = false;
    assert(test->threads <= LN_TEST_THREADS);
    for (unsigned t = 0; t < test->threads; t++) {
        hashes[t] = hash_sequence(&test->thread[t]);
        for (unsigned i = 0; i < test->thread[t].count; i++)
            numbered |= object->operations[test->thread[t].calls[i].operation].thread;
    }
    if (!numbered)
        qsort(hashes, test->threads, sizeof *hashes, compare_words);
    hashes[test->threads] = hash_sequence(&test->initial);
    hashes[test->threads + 1] = hash_sequence(&test->final);
    return ln_hash(hashes, (test->threads + 2u) * sizeof *hashes) >> 1; /* never all ones */
}

static bool has_number(const struct ln_explored_object *object, const struct ln_test *test, int64_t number)
{
    for (unsigned lane = 0; lane <= test->threads; lane++)
        for (unsigned i = 0; i < ln_test_lane_calls(test, lane); i++) {
            const struct ln_test_call *call = ln_test_lane_call(test, lane, i);
            const struct ln_explored_operation *operation = &object->operations[call->operation];
            if (!operation->fresh && operation->arity && call->args[0] == number)
                return true;
        }
    return false;
}

static void number_sequence(const struct ln_explored_object *object, const struct ln_test *test,
                            struct ln_test_sequence *sequence, int64_t *number)
{
    for (unsigned i = 0; i < sequence->count; i++) {
        if (!object->operations[sequence->calls[i].operation].fresh)
            continue;
        do
            ++*number;
        while (has_number(object, test, *number));
        sequence->calls[i].args[0] = *number;
    }
}

void ln_test_number_fresh(const struct ln_explored_object *object, struct ln_test *test)
{
    int64_t number = 0;
    number_sequence(object, test, &test->initial, &number);
    for (unsigned t = 0; t < test->threads; t++)
        number_sequence(object, test, &test->thread[t], &number);
    number_sequence(object, test, &test->final, &number);
}
