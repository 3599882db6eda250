#include "explore/choice_names.h"

#include <assert.h>
#include <string.h>

#define COUNT(list) (sizeof(list) / sizeof *(list))

static const char *const failures[] = { [LN_FAILURE_ORDER] = "not linearizable",
                                        [LN_FAILURE_STUCK] = "stuck",
                                        [LN_FAILURE_SERIAL] = "nondeterministic",
                                        [LN_FAILURE_FAULT] = "fault",
                                        [LN_FAILURE_CRASH] = "crash",
                                        [LN_FAILURE_EXIT] = "exit",
                                        [LN_FAILURE_HANG] = "hang",
                                        [LN_FAILURE_CREATE] = "create",
                                        [LN_FAILURE_DIVERGES] = "diverges" };
static const char *const strategies[] = {
    [LN_SERIAL] = "serial", [LN_PREEMPTIONS] = "preemptions", [LN_DELAYS] = "delays", [LN_RANDOM] = "random"
};
static const char *const reuses[] = {
    [LN_REUSE_LIFO] = "lifo", [LN_REUSE_FIFO] = "fifo", [LN_REUSE_ANY] = "any", [LN_REUSE_NEVER] = "never"
};
static const char *const choices[] = {
    [LN_CHOOSE_THREAD] = "thread", [LN_CHOOSE_PREEMPT] = "preempt", [LN_CHOOSE_SWITCH] = "switch",
    [LN_CHOOSE_BLOCK] = "block",   [LN_CHOOSE_WEAK] = "weak",       [LN_CHOOSE_WAITER] = "waiter",
    [LN_CHOOSE_FAIL] = "fail",     [LN_CHOOSE_NUMBER] = "number"
};

const char *ln_failure_name(enum ln_failure failure)
{
    assert(failure != LN_FAILURE_NONE);
    return failures[failure];
}

const char *ln_strategy_name(enum ln_strategy strategy)
{
    return strategies[strategy];
}

const char *ln_reuse_name(enum ln_reuse reuse)
{
    return reuses[reuse];
}

const char *ln_choice_name(enum ln_choice_kind kind)
{
    return choices[kind];
}

/* Its place, or `count`. */
static size_t find(const char *const *names, size_t count, const char *name)
{
    size_t at = 0;
    while (at < count && !(name && names[at] && strcmp(names[at], name) == 0))
        at++;
    return at;
}

bool ln_failure_of_name(const char *name, enum ln_failure *failure)
{
    size_t at = find(failures, COUNT(failures), name);
    *failure = at < COUNT(failures) ? (enum ln_failure)at : LN_FAILURE_NONE;
    return at < COUNT(failures);
}

bool ln_strategy_of_name(const char *name, enum ln_strategy *strategy)
{
    size_t at = find(strategies, COUNT(strategies), name);
    *strategy = at < COUNT(strategies) ? (enum ln_strategy)at : LN_SERIAL;
    return at < COUNT(strategies);
}

bool ln_reuse_of_name(const char *name, enum ln_reuse *reuse)
{
    size_t at = find(reuses, COUNT(reuses), name);
    *reuse = at < COUNT(reuses) ? (enum ln_reuse)at : LN_REUSE_LIFO;
    return at < COUNT(reuses);
}

bool ln_choice_of_name(const char *name, enum ln_choice_kind *kind)
{
    size_t at = find(choices, COUNT(choices), name);
    *kind = at < COUNT(choices) ? (enum ln_choice_kind)at : LN_CHOOSE_THREAD;
    return at < COUNT(choices);
}
