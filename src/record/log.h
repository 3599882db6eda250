/* The log of one thread: a ring of words that the thread fills with its calls and returns and somebody else empties,
 * without a lock. It may lie in memory that processes share: it holds no pointers but those the thread puts into it.
 *
 * While an event is being recorded the log says so (`state` is odd). A reader that knows of a log that it is not
 * recording, and takes a stamp before it looks, knows that everything before that stamp is in the log; see
 * ln_log_bound. */
#ifndef LN_RECORD_LOG_H
#define LN_RECORD_LOG_H

#include "linnet/value.h"
#include "record/stamp.h"

enum ln_log_type {
    LN_LOG_CALL,
    LN_LOG_RETURN,
    LN_LOG_MARK /* what it means is up to those who use it */
};

struct ln_log {
    /* of the thread */
    _Alignas(64) _Atomic uint64_t state; /* words recorded * 2, + 1 while an event is being recorded */
    uint64_t head, last, limit;          /* words recorded; the latest stamp; how far there was room when it looked */
    bool ticks;                          /* as the clock says */
    bool fenced;                         /* the reader has no other way to see `state` in time */
    /* of the reader */
    _Alignas(64) _Atomic uint64_t tail;
    /* of neither, once made */
    _Alignas(64) uint64_t mask; /* words in the ring - 1 */
    struct ln_clock *clock;
    uint64_t words[];
};

size_t ln_log_bytes(size_t words);
/* In memory of that size, aligned to 64; `words` is a power of two. */
void ln_log_init(struct ln_log *log, size_t words, struct ln_clock *clock);

/* ---- for the thread: ln_log_call and ln_log_return are in record/writing.h ---- */

/* These wait while the ring is full. A value that would not fit at all is recorded as not known. */
void ln_log_mark(struct ln_log *log, uint64_t what);

/* ---- for the reader ---- */

enum { LN_LOG_VALUES = 4096, LN_LOG_TEXT = 1 << 16 }; /* of one event, items of lists included; bytes of strings */

struct ln_log_event {
    enum ln_log_type type;
    uint64_t stamp;
    uint64_t f;                         /* of a call; what of a mark */
    size_t count;                       /* arguments, or 1 result */
    linnet_value values[LN_LOG_VALUES]; /* first those, then items of lists */
    char text[LN_LOG_TEXT];             /* bytes of strings */
};

/* Words that are there to be read, as of now; *busy when more is just being recorded. */
uint64_t ln_log_available(const struct ln_log *log, bool *busy);

/* Every stamp that is recorded later than `available` words is greater than the result. `now` is a stamp taken before
 * ln_log_available, with a barrier of all threads in between unless the log is fenced. */
uint64_t ln_log_bound(const struct ln_log *log, uint64_t available, bool busy, uint64_t now);

/* The stamp at a place without reading the rest. `at` counts words since the beginning. */
static inline uint64_t ln_log_stamp_at(const struct ln_log *log, uint64_t at)
{
    return log->words[(at + 1) & log->mask];
}

static inline enum ln_log_type ln_log_type_at(const struct ln_log *log, uint64_t at)
{
    return (enum ln_log_type)(log->words[at & log->mask] & 3);
}

/* Reads the event at *at and moves it behind; the words stay taken until ln_log_release. False when it does not fit the
 * record: nothing that ln_log_call and ln_log_return write is like that. */
bool ln_log_read(const struct ln_log *log, uint64_t *at, struct ln_log_event *event);
void ln_log_release(struct ln_log *log, uint64_t at);

#endif
