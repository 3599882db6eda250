/* How far clocks may be off, in the words of a user: `2ms`, `500` (in the unit of the file), `3=2ms,client-a=5ms` for
 * the processes of these names, `1ms,3=2ms` for all, and for one in particular. */
#ifndef LN_FORMAT_SKEW_H
#define LN_FORMAT_SKEW_H

#include "base/error.h"
#include "history/history.h"

struct ln_skew_item {
    struct ln_text process; /* its name; none: all that are not named */
    uint64_t digits;
    unsigned decimals; /* how many of the digits stand after the point */
    enum ln_unit unit; /* LN_UNITS: that of the file */
};

struct ln_skew {
    LN_VEC(struct ln_skew_item) items;
};

/* `text` must outlive the skew. LN_USAGE with a message when it is not understood; fini in any case. */
enum ln_status ln_skew_init(struct ln_skew *skew, const char *text, struct ln_memory *memory, struct ln_error *error);
/* The same of what a file says: LN_BAD_INPUT, and the message begins with `where`. */
enum ln_status ln_skew_read(struct ln_skew *skew, const char *text, const char *where, struct ln_memory *memory,
                            struct ln_error *error);
void ln_skew_fini(struct ln_skew *skew, struct ln_memory *memory);

/* Fills history->skews, before sealing. What the unit of the file cannot say is rounded up. LN_USAGE when the history
 * has no times, or not a process that is named. */
enum ln_status ln_skew_apply(const struct ln_skew *skew, struct ln_history *history, struct ln_error *error);

/* LN_USAGE when there are operations without times. */
enum ln_status ln_skew_check_times(const struct ln_history *history, struct ln_error *error);

#endif
