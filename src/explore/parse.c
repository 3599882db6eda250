/* Reading a test: "push(1) pop | pop push(2)". */
#include "explore/test.h"

#include "history/names.h"
#include "object/object.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct parsing {
    const struct ln_explored_object *object;
    const char *text, *option;
    const char *at;
    struct ln_error *error;
};

/* ---- complaints ---- */

enum { SHOWN = 160 };

/* The message, and under it the text with a mark at the place, when it is short enough to be looked at. */
static enum ln_status complain(const struct parsing *parsing, const char *place, const char *message)
{
    size_t column = (size_t)(place - parsing->text);
    if (strlen(parsing->text) > SHOWN || strpbrk(parsing->text, "\t\n\r"))
        return ln_fail(parsing->error, LN_USAGE, "%s, column %zu: %s", parsing->option, column + 1, message);
    return ln_fail(parsing->error, LN_USAGE, "%s, column %zu: %s\n  %s\n  %*s^", parsing->option, column + 1, message,
                   parsing->text, (int)column, "");
}

static enum ln_status unknown_operation(const struct parsing *parsing, struct ln_text name)
{
    char message[2 * LN_TEST_NAME + 100];
    unsigned least = UINT32_MAX, best = 0;
    for (unsigned i = 0; i < parsing->object->count; i++) {
        struct ln_text have = { parsing->object->operations[i].name, strlen(parsing->object->operations[i].name) };
        unsigned distance = ln_name_distance(name, have);
        if (distance < least) {
            least = distance;
            best = i;
        }
    }
    snprintf(message, sizeof message, "there is no operation '%.*s'; did you mean '%s'?",
             name.length < LN_TEST_NAME ? (int)name.length : LN_TEST_NAME, name.at,
             parsing->object->operations[best].name);
    return complain(parsing, name.at, message);
}

static enum ln_status wrong_count(const struct parsing *parsing, const char *place,
                                  const struct ln_explored_operation *operation, unsigned found)
{
    char message[LN_TEST_NAME + 100];
    snprintf(message, sizeof message, "'%s' takes %u argument%s, not %u", operation->name, operation->arity,
             operation->arity == 1 ? "" : "s", found);
    return complain(parsing, place, message);
}

/* ---- one call ---- */

static void skip_blanks(struct parsing *parsing)
{
    while (isspace((unsigned char)*parsing->at))
        parsing->at++;
}

static enum ln_status read_integer(struct parsing *parsing, int64_t *number)
{
    char *end;
    skip_blanks(parsing);
    if (!isdigit((unsigned char)parsing->at[*parsing->at == '-']))
        return complain(parsing, parsing->at, "expected an integer");
    errno = 0;
    *number = strtoll(parsing->at, &end, 10);
    if (errno)
        return complain(parsing, parsing->at, "expected an integer of 64 bits");
    parsing->at = end;
    skip_blanks(parsing);
    return LN_OK;
}

/* After the bracket, up to the one that closes it. */
static enum ln_status read_arguments(struct parsing *parsing, struct ln_test_call *call, unsigned *count)
{
    for (;;) {
        int64_t number = 0;
        enum ln_status status = read_integer(parsing, &number);
        if (status)
            return status;
        if (*count < LINNET_ARGUMENTS)
            call->args[*count] = number;
        ++*count;
        if (*parsing->at == ')')
            break;
        if (*parsing->at != ',')
            return complain(parsing, parsing->at, "expected ',' or ')'");
        parsing->at++;
    }
    parsing->at++;
    return LN_OK;
}

static struct ln_text read_name(struct parsing *parsing)
{
    struct ln_text name = { parsing->at, strcspn(parsing->at, LN_OBJECT_BETWEEN_NAMES) };
    parsing->at += name.length;
    return name;
}

static enum ln_status read_call(struct parsing *parsing, struct ln_test_call *call)
{
    struct ln_text name = read_name(parsing);
    const struct ln_explored_operation *operation = NULL;
    unsigned count = 0;
    if (!name.length)
        return complain(parsing, name.at, "expected the name of an operation");
    *call = (struct ln_test_call){ 0 };
    for (unsigned i = 0; i < parsing->object->count && !operation; i++)
        if (ln_name_matches(name, parsing->object->operations[i].name, "")) {
            operation = &parsing->object->operations[i];
            call->operation = (uint16_t)i;
        }
    if (!operation)
        return unknown_operation(parsing, name);
    if (*parsing->at == '(') {
        enum ln_status status = LN_OK;
        parsing->at++;
        skip_blanks(parsing);
        if (*parsing->at == ')')
            parsing->at++;
        else
            status = read_arguments(parsing, call, &count);
        if (status)
            return status;
    }
    return count == operation->arity ? LN_OK : wrong_count(parsing, name.at, operation, count);
}

/* ---- sequences and tests ---- */

/* Up to a bar or the end. */
static enum ln_status read_sequence(struct parsing *parsing, struct ln_test_sequence *sequence)
{
    enum ln_status status = LN_OK;
    memset(sequence, 0, sizeof *sequence);
    for (skip_blanks(parsing); !status && *parsing->at && *parsing->at != '|'; skip_blanks(parsing)) {
        char message[64];
        snprintf(message, sizeof message, "there can be at most %d calls in a row", LN_TEST_CALLS);
        if (sequence->count == LN_TEST_CALLS)
            return complain(parsing, parsing->at, message);
        status = read_call(parsing, &sequence->calls[sequence->count++]);
    }
    return status;
}

enum ln_status ln_test_parse_sequence(struct ln_test_sequence *sequence, const struct ln_explored_object *object,
                                      const char *text, const char *option, struct ln_error *error)
{
    struct parsing parsing = { object, text, option, text, error };
    enum ln_status status = read_sequence(&parsing, sequence);
    if (!status && *parsing.at)
        status = complain(&parsing, parsing.at, "these calls are made by one thread: there is no place for '|'");
    return status;
}

/* A thread, and that it keeps to the roles. */
static enum ln_status read_thread(struct parsing *parsing, struct ln_test *test)
{
    const char *start;
    enum ln_status status;
    skip_blanks(parsing);
    start = parsing->at;
    if (test->threads == LN_TEST_THREADS) {
        char message[64];
        snprintf(message, sizeof message, "there can be at most %d threads", LN_TEST_THREADS);
        return complain(parsing, start, message);
    }
    status = read_sequence(parsing, &test->thread[test->threads]);
    if (status)
        return status;
    if (!test->thread[test->threads++].count)
        return complain(parsing, start, "this thread calls nothing");
    if (!ln_test_roles_hold(parsing->object, test)) {
        struct ln_test alone = { .threads = 1, .thread = { test->thread[test->threads - 1] } };
        return complain(parsing, start,
                        ln_test_roles_hold(parsing->object, &alone)
                            ? "this thread calls operations of a role that another thread has"
                            : "this thread has a role and calls operations that are for threads without one");
    }
    return LN_OK;
}

enum ln_status ln_test_parse(struct ln_test *test, const struct ln_explored_object *object, const char *text,
                             const char *option, struct ln_error *error)
{
    struct parsing parsing = { object, text, option, text, error };
    memset(test, 0, sizeof *test);
    for (;;) {
        enum ln_status status = read_thread(&parsing, test);
        if (status || !*parsing.at)
            return status;
        parsing.at++;
    }
}
