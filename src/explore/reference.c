/* Inclusion of histories up to weakening.
 *
 * For an interval order it is enough to know, for each operation, how many operations of each lane returned before it
 * was called: one history's order is contained in another's if that is so for these counts, lane by lane (one
 * comparison of packed words per operation). Histories with the same operations and results stand in one chain of a
 * hash table, of which only the strongest are kept. */
#include "explore/reference.h"

#include "base/hash.h"
#include "base/vec.h"
#include "explore/progress.h"

#include <assert.h>
#include <string.h>

#define NOBODY UINT32_MAX

/* Of one history. */
struct record {
    uint64_t done, hash;
    uint32_t open; /* bit per lane */
    uint32_t next; /* in its chain */
    bool stuck;
};

struct ln_reference {
    struct ln_memory *memory;
    struct ln_test test;
    unsigned calls;                /* of the test: each record has two words for each of them */
    unsigned start[LN_TEST_LANES]; /* where a lane's calls begin among them */
    LN_VEC(struct record) records;
    LN_VEC(uint64_t) words;        /* of each record: what came before each call, then the results */
    uint32_t *heads;
    size_t room, kept;
};

enum ln_status ln_reference_new(struct ln_reference **reference, const struct ln_test *test, struct ln_memory *memory)
{
    struct ln_reference *r = *reference = ln_take_zeroed(memory, sizeof *r);
    if (!r)
        return LN_NO_MEMORY;
    r->memory = memory;
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
    ln_give(memory, reference->heads, reference->room * sizeof *reference->heads);
    ln_give(memory, reference, sizeof *reference);
}

size_t ln_reference_count(const struct ln_reference *reference)
{
    return reference->kept;
}

/* ---- records ---- */

/* `words` has room for two per call. */
static struct record record_of(const struct ln_reference *r, const struct ln_explored_history *history, uint64_t *words)
{
    struct record record = { .stuck = history->stuck, .next = NOBODY };
    memset(words, 0, 2 * r->calls * sizeof *words);
    for (size_t i = 0; i < history->count; i++) {
        const struct ln_explored_event *event = &history->events[i];
        unsigned at = r->start[event->lane] + ln_progress_of(record.done, event->lane);
        assert(at < r->calls);
        if (event->is_return) {
            words[r->calls + at] = event->result + UINT64_C(1);
            record.done += ln_progress_one(event->lane);
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
    return ln_progress_of(record->done, lane) + (record->open >> lane & 1);
}

/* Is the first weaker than the second: are its completed operations there with their results, is nothing else there,
 * and is what is there in its order? Open operations may be missing or completed in the second. */
static bool weaker(const struct ln_reference *r, const struct record *a, const uint64_t *words, const struct record *b,
                   const uint64_t *others)
{
    if (!ln_progress_covers(b->done, a->done))
        return false;
    for (unsigned lane = 0; lane <= r->test.threads; lane++) {
        if (called(b, lane) > called(a, lane))
            return false;
        for (unsigned k = 0; k < called(b, lane); k++) {
            unsigned at = r->start[lane] + k;
            if (!ln_progress_covers(others[at], words[at]))
                return false;
            if (k < ln_progress_of(a->done, lane) && words[r->calls + at] != others[r->calls + at])
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

/* Among those that are alike. */
static bool allowed_in_chain(const struct ln_reference *r, const struct record *record, const uint64_t *words)
{
    uint32_t at = r->room ? r->heads[record->hash & (r->room - 1)] : NOBODY;
    for (; at != NOBODY; at = r->records.at[at].next)
        if (alike(record, &r->records.at[at]) && weaker(r, record, words, &r->records.at[at], words_of(r, at)))
            return true;
    return false;
}

bool ln_reference_allows(const struct ln_reference *reference, const struct ln_explored_history *history,
                         bool classical)
{
    uint64_t words[2 * LN_TEST_ALL_CALLS];
    struct record record = record_of(reference, history, words);
    if (allowed_in_chain(reference, &record, words))
        return true;
    if (!record.open || (record.stuck && !classical))
        return false;
    for (size_t bucket = 0; bucket < reference->room; bucket++)
        for (uint32_t at = reference->heads[bucket]; at != NOBODY; at = reference->records.at[at].next)
            if (weaker(reference, &record, words, &reference->records.at[at], words_of(reference, at)))
                return true;
    return false;
}

/* ---- adding ---- */

static bool grow(struct ln_reference *r)
{
    size_t room = r->room ? 2 * r->room : 64;
    uint32_t *heads;
    if (r->kept < r->room)
        return true;
    heads = ln_take(r->memory, room * sizeof *heads);
    if (!heads)
        return false;
    memset(heads, 0xff, room * sizeof *heads);
    for (size_t bucket = 0; bucket < r->room; bucket++)
        for (uint32_t at = r->heads[bucket], next; at != NOBODY; at = next) {
            uint32_t *head = &heads[r->records.at[at].hash & (room - 1)];
            next = r->records.at[at].next;
            r->records.at[at].next = *head;
            *head = at;
        }
    ln_give(r->memory, r->heads, r->room * sizeof *r->heads);
    r->heads = heads;
    r->room = room;
    return true;
}

/* Those that are weaker than this one are no longer needed. */
static void drop_weaker(struct ln_reference *r, const struct record *record, const uint64_t *words)
{
    for (uint32_t *link = &r->heads[record->hash & (r->room - 1)]; *link != NOBODY;) {
        struct record *other = &r->records.at[*link];
        if (alike(record, other) && weaker(r, other, words_of(r, *link), record, words)) {
            *link = other->next;
            r->kept--;
        } else {
            link = &other->next;
        }
    }
}

enum ln_status ln_reference_add(struct ln_reference *reference, const struct ln_explored_history *history)
{
    uint64_t words[2 * LN_TEST_ALL_CALLS];
    struct record record = record_of(reference, history, words);
    size_t length = 2 * reference->calls;
    uint32_t *head;
    if (allowed_in_chain(reference, &record, words))
        return LN_OK;
    if (!grow(reference) ||
        !ln_vec_reserve(&reference->words, reference->memory, reference->words.length + length) ||
        !ln_vec_reserve(&reference->records, reference->memory, reference->records.length + 1))
        return LN_NO_MEMORY;
    drop_weaker(reference, &record, words);
    memcpy(reference->words.at + reference->words.length, words, length * sizeof *words);
    reference->words.length += length;
    head = &reference->heads[record.hash & (reference->room - 1)];
    record.next = *head;
    *head = (uint32_t)reference->records.length;
    reference->records.at[reference->records.length++] = record;
    reference->kept++;
    return LN_OK;
}
