/* Inside src/spec only: what the classes of java.util.concurrent have in common. Their objects behave as the same class
 * does when one thread uses it; exceptions are recorded by the name of their class, void as null. */
#ifndef LN_SPEC_JUC_H
#define LN_SPEC_JUC_H

#include "spec/single_answer.h"

#include <assert.h>

#define LN_JUC_EMPTY "java.util.NoSuchElementException"
#define LN_JUC_FULL "java.lang.IllegalStateException"
#define LN_JUC_RANGE "java.lang.IllegalArgumentException"

enum { LN_JUC_INT_MAX = 2147483647 };

/* Collections take up to so many elements at once. */
enum { LN_JUC_BULK = 4 };

/* One table for queues and deques: all of them, without remainingCapacity, up to the queues' last or the deques'. */
enum ln_juc_method {
    LN_JUC_REMAINING_CAPACITY,
    LN_JUC_ADD,
    LN_JUC_ADD_ALL,
    LN_JUC_CLEAR,
    LN_JUC_CONTAINS,
    LN_JUC_CONTAINS_ALL,
    LN_JUC_IS_EMPTY,
    LN_JUC_OFFER,
    LN_JUC_PEEK,
    LN_JUC_POLL,
    LN_JUC_REMOVE,
    LN_JUC_REMOVE_ALL,
    LN_JUC_RETAIN_ALL,
    LN_JUC_SIZE,
    LN_JUC_TO_ARRAY,
    LN_JUC_TO_STRING,
    LN_JUC_QUEUE_END,
    LN_JUC_ADD_FIRST = LN_JUC_QUEUE_END,
    LN_JUC_ADD_LAST,
    LN_JUC_OFFER_FIRST,
    LN_JUC_OFFER_LAST,
    LN_JUC_PEEK_FIRST,
    LN_JUC_PEEK_LAST,
    LN_JUC_POLL_FIRST,
    LN_JUC_POLL_LAST,
    LN_JUC_GET_FIRST,
    LN_JUC_GET_LAST,
    LN_JUC_REMOVE_FIRST,
    LN_JUC_REMOVE_LAST,
    LN_JUC_REMOVE_FIRST_OCCURRENCE,
    LN_JUC_REMOVE_LAST_OCCURRENCE,
    LN_JUC_DEQUE_END
};

extern const struct ln_method ln_juc_methods[LN_JUC_DEQUE_END];

/* Which of the methods it is. */
static inline enum ln_juc_method ln_juc_method(const struct ln_spec *spec, const struct ln_invocation *in)
{
    assert(in->method < spec->class->method_count);
    return (enum ln_juc_method)(&spec->class->methods[in->method] - ln_juc_methods);
}

/* How many elements a bulk operation has. */
size_t ln_juc_elements(const struct ln_invocation *in);

/* What every collection does alike: contains, containsAll, isEmpty, size, toArray, toString, clear. */
struct ln_reply ln_juc_common(enum ln_juc_method method, struct ln_state state, const struct ln_invocation *in,
                              struct ln_next *next);

/* Leaves only the elements that are listed, or only those that are not; returns how many are left. */
size_t ln_juc_filter(struct ln_state state, const struct ln_invocation *in, bool keep_listed, struct ln_next *next);

#endif
