/* Inclusion of histories up to weakening.
 *
 * For an interval order it is enough to know, for each operation, how many operations of each lane returned before it
 * was called: one history's order is contained in another's if that is so for these counts, lane by lane (one
 * comparison of packed words per operation). Of histories with the same operations and results, which have one hash, only
 * the strongest are kept. */
#include "explore/reference.h"

#include "base/table.h"
#include "base/vec.h"
#include "explore/calls_made.h"

#include <assert.h>
#include <string.h>

/* Of one history. */
struct record {
    uint64_t done, hash;
    uint32_t open; /* bit per lane */
    bool stuck;
};

struct ln_reference {
    struct ln_memory *memory;
    struct ln_test test;
    unsigned calls;                /* of the test: each record has two words for each of them */
    unsigned start[LN_TEST_LANES]; /* where a lane's calls begin among them */
    LN_VEC(struct record) records;
    LN_VEC(uint64_t) words; /* of each record: what came before each call, then the results */
    struct ln_table kept;   /* of the records */
};

enum ln_status ln_reference_new(struct ln_reference **reference, const struct ln_test *test, struct ln_memory *memory)
{
    struct ln_reference *r = *reference = ln_take_zeroed(memory, sizeof *r);
    if (!r)
        return LN_NO_MEMORY;
    r->memory = memory;
    ln_table_init(&r->kept, memory);
    r->test = *test;
    for (unsigned lane = 0; lane <= test->threads; lane++) {
        r->start[lane] = r->calls;
        r->calls += ln_test_lane_calls(test, lane);
    }
    return LN_OK;
}

void ln_reference_free(struct ln_reference *reference)
{
    struct ln_memory *memory = reference ? reference->memory : NULL;
    if (!reference)
        return;
    ln_vec_fini(&reference->records, memory);
    ln_vec_fini(&reference->words, memory);
    ln_table_fini(&reference->kept);
    ln_give(memory, reference, sizeof *reference);
}

size_t ln_reference_count(const struct ln_reference *reference)
{
    return reference->kept.count;
}

/* ---- records ---- */

/* `words` has room for two per call. */
static struct record record_of(const struct ln_reference *r, const struct ln_explored_history *history, uint64_t *words)
{
    struct record record = { .stuck = history->stuck };
    memset(words, 0, 2 * r->calls * sizeof *words);
    for (size_t i = 0; i < history->count; i++) {
        const struct ln_explored_event *event = &history->events[i];
        unsigned at = r->start[event->lane] + ln_calls_made_of(record.done, event->lane);
        assert(at < r->calls);
        if (event->is_return) {
            words[r->calls + at] = event->result + UINT64_C(1);
            record.done += ln_calls_made_one(event->lane);
            record.open &= ~(1u << event->lane);
        } else {
            words[at] = record.done;
            record.open |= 1u << event->lane;
        }
    }
    record.hash = ln_hash(words + r->calls, r->calls * sizeof *words) ^
                  ln_mix(record.open * UINT64_C(2) + record.stuck);
    return record;
}

static unsigned called(const struct record *record, unsigned lane)
{
    return ln_calls_made_of(record->done, lane) + (record->open >> lane & 1);
}

/* Is the first weaker than the second: are its completed operations there with their results, is nothing else there,
 * and is what is there in its order? Open operations may be missing or completed in the second. */
static bool weaker(const struct ln_reference *r, const struct record *a, const uint64_t *words, const struct record *b,
                   const uint64_t *others)
{
    if (!ln_calls_made_covers(b->done, a->done))
        return false;
    for (unsigned lane = 0; lane <= r->test.threads; lane++) {
        if (called(b, lane) > called(a, lane))
            return false;
        for (unsigned k = 0; k < called(b, lane); k++) {
            unsigned at = r->start[lane] + k;
            if (!ln_calls_made_covers(others[at], words[at]))
                return false;
            if (k < ln_calls_made_of(a->done, lane) && words[r->calls + at] != others[r->calls + at])
                return false;
        }
    }
    return true;
}

static const uint64_t *words_of(const struct ln_reference *r, uint32_t index)
{
    return r->words.at + (size_t)index * 2 * r->calls;
}

/* Same operations, open and completed, and the same end? The results are up to `weaker`. */
static bool alike(const struct record *a, const struct record *b)
{
    return a->hash == b->hash && a->done == b->done && a->open == b->open && a->stuck == b->stuck;
}

static bool allowed_by_alike(const struct ln_reference *r, const struct record *record, const uint64_t *words)
{
    uint32_t at;
    LN_TABLE_FIND(at, &r->kept, record->hash,
                  alike(record, &r->records.at[at]) && weaker(r, record, words, &r->records.at[at], words_of(r, at)));
    return at != LN_NO_ITEM;
}

bool ln_reference_allows(const struct ln_reference *reference, const struct ln_explored_history *history,
                         bool classical)
{
    uint64_t words[2 * LN_TEST_ALL_CALLS];
    struct record record = record_of(reference, history, words);
    if (allowed_by_alike(reference, &record, words))
        return true;
    if (!record.open || (record.stuck && !classical))
        return false;
    for (size_t i = 0; i < reference->kept.room; i++) {
        uint32_t at = (uint32_t)reference->kept.slots[i] - 1;
        if (at != LN_NO_ITEM && weaker(reference, &record, words, &reference->records.at[at], words_of(reference, at)))
            return true;
    }
    return false;
}

/* ---- adding ---- */

/* Those that are weaker than this one are no longer needed. */
static void drop_weaker(struct ln_reference *r, const struct record *record, const uint64_t *words)
{
    uint32_t at;
    do {
        LN_TABLE_FIND(at, &r->kept, record->hash,
                      alike(record, &r->records.at[at]) &&
                          weaker(r, &r->records.at[at], words_of(r, at), record, words));
        if (at != LN_NO_ITEM)
            ln_table_remove(&r->kept, record->hash, at);
    } while (at != LN_NO_ITEM);
}

enum ln_status ln_reference_add(struct ln_reference *reference, const struct ln_explored_history *history)
{
    uint64_t words[2 * LN_TEST_ALL_CALLS];
    struct record record = record_of(reference, history, words);
    size_t length = 2 * reference->calls;
    if (allowed_by_alike(reference, &record, words))
        return LN_OK;
    if (!ln_table_reserve(&reference->kept, reference->kept.count + 1) ||
        !ln_vec_reserve(&reference->words, reference->memory, reference->words.length + length) ||
        !ln_vec_reserve(&reference->records, reference->memory, reference->records.length + 1))
        return LN_NO_MEMORY;
    drop_weaker(reference, &record, words);
    memcpy(reference->words.at + reference->words.length, words, length * sizeof *words);
    reference->words.length += length;
    ln_table_put(&reference->kept, record.hash, (uint32_t)reference->records.length);
    reference->records.at[reference->records.length++] = record;
    return LN_OK;
}
