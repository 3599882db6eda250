/* An object that changes in place along a sequence of operations.
 *
 * Steps copy the whole state, which is what a search wants; replaying a million operations on a queue that holds many
 * values would copy it a million times. A class whose `advance` is set keeps its state here instead, and says of each
 * operation whether it can happen, just as its step does (tests/prop/cursor_against_step.c compares the two). */
#ifndef LN_SPEC_CURSOR_H
#define LN_SPEC_CURSOR_H

#include "spec/spec.h"

struct ln_counted_word {
    ln_value word;
    uint64_t count; /* 0: it was there once */
};

struct ln_cursor {
    struct ln_memory *memory;
    LN_VEC(ln_value) words; /* a sequence that starts at `first`, or a heap */
    size_t first;
    struct ln_counted_word *bag; /* open addressing, for classes without an order */
    size_t bag_room, bag_used, bag_total;
    bool failed; /* memory was refused */
    bool lost;   /* several states are possible now: only steps can tell */
};

void ln_cursor_init(struct ln_cursor *cursor, struct ln_memory *memory);
void ln_cursor_fini(struct ln_cursor *cursor);
/* Back to the initial state, which is empty for all classes that have `advance`. */
void ln_cursor_start(struct ln_cursor *cursor);

static inline size_t ln_cursor_length(const struct ln_cursor *cursor)
{
    return cursor->words.length - cursor->first;
}

/* For classes. */
void ln_cursor_push(struct ln_cursor *cursor, ln_value value);
ln_value ln_cursor_front(const struct ln_cursor *cursor);
ln_value ln_cursor_back(const struct ln_cursor *cursor);
void ln_cursor_drop_front(struct ln_cursor *cursor);
void ln_cursor_drop_back(struct ln_cursor *cursor);
/* As a heap: the least, by ln_compare times `sign`, is at the front. */
void ln_cursor_heap_push(struct ln_cursor *cursor, const struct ln_values *values, int sign, ln_value value);
void ln_cursor_heap_drop(struct ln_cursor *cursor, const struct ln_values *values, int sign);
/* Without an order. */
void ln_cursor_bag_add(struct ln_cursor *cursor, ln_value value);
bool ln_cursor_bag_has(const struct ln_cursor *cursor, ln_value value);
bool ln_cursor_bag_take(struct ln_cursor *cursor, ln_value value); /* false: it is not there */

#endif
