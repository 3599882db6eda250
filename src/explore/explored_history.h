/* A concurrent history of a test: as the explorer has it, plain data, and made one of src/history, which engines judge. */
#ifndef LN_EXPLORE_EXPLORED_HISTORY_H
#define LN_EXPLORE_EXPLORED_HISTORY_H

#include "explore/test.h"
#include "history/history.h"

/* The call is not part of an event: it follows from the lane (explore/test.h) and from how many calls that lane has made.
 * What the number of a result stands for is known to whoever has the history. */
struct ln_explored_event {
    uint8_t lane;
    bool is_return;
    uint32_t result; /* of a return */
};

struct ln_explored_history {
    const struct ln_explored_event *events;
    size_t count;
    bool stuck; /* none of the calls that are open can ever return */
};

/* A history of a test, and what its calls returned. */
struct ln_explored_source {
    const struct ln_explored_object *object;
    const struct ln_test *test;
    const struct ln_explored_history *explored;
    /* Of a call that returned. LN_VALUE_NONE: it had no effect, and is left out. */
    enum ln_status (*result)(const void *self, unsigned lane, unsigned index, struct ln_values *values, ln_value *out);
    const void *self;
};

/* Adds all of it to a history that was just initialised: not bound, not sealed. Processes are lanes. */
enum ln_status ln_explored_history_build(const struct ln_explored_source *source, struct ln_history *history);

#endif
