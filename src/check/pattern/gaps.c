#include "check/pattern/gaps.h"

#include <assert.h>
#include <string.h>

static size_t words_for(size_t bits)
{
    return (bits + 63) / 64;
}

size_t ln_gaps_words(uint32_t count)
{
    size_t all = 0, words = count;
    do {
        words = words_for(words);
        all += words;
    } while (words > 1);
    return all;
}

void ln_gaps_init(struct ln_gaps *gaps, uint64_t *words, uint32_t count, bool full)
{
    size_t bits = count;
    *gaps = (struct ln_gaps){ .count = count };
    do {
        size_t here = words_for(bits);
        memset(words, full ? 0xff : 0, here * sizeof *words);
        if (full && bits % 64)
            words[here - 1] = (UINT64_C(1) << bits % 64) - 1;
        assert(gaps->height < LN_GAP_LEVELS);
        gaps->levels[gaps->height++] = words;
        words += here;
        bits = here;
    } while (bits > 1);
}

void ln_gaps_remove(struct ln_gaps *gaps, uint32_t gap)
{
    assert(gap < gaps->count);
    for (unsigned level = 0; level < gaps->height; level++) {
        uint64_t *word = &gaps->levels[level][gap / 64];
        *word &= ~(UINT64_C(1) << gap % 64);
        if (*word)
            return;
        gap /= 64;
    }
}

void ln_gaps_add(struct ln_gaps *gaps, uint32_t gap)
{
    assert(gap < gaps->count);
    for (unsigned level = 0; level < gaps->height; level++, gap /= 64)
        gaps->levels[level][gap / 64] |= UINT64_C(1) << gap % 64;
}

/* The least gap below the bit `at` of a level. */
static int64_t descend_least(const struct ln_gaps *gaps, unsigned level, uint64_t at)
{
    while (level > 0)
        at = at * 64 + (uint64_t)__builtin_ctzll(gaps->levels[--level][at]);
    assert(at < gaps->count);
    return (int64_t)at;
}

static int64_t descend_greatest(const struct ln_gaps *gaps, unsigned level, uint64_t at)
{
    while (level > 0)
        at = at * 64 + 63 - (uint64_t)__builtin_clzll(gaps->levels[--level][at]);
    assert(at < gaps->count);
    return (int64_t)at;
}

int64_t ln_gaps_from(const struct ln_gaps *gaps, uint32_t gap)
{
    uint64_t at = gap, bits = gaps->count;
    for (unsigned level = 0; level < gaps->height && at < bits; level++) {
        uint64_t word = gaps->levels[level][at / 64] & (UINT64_MAX << at % 64);
        if (word)
            return descend_least(gaps, level, at / 64 * 64 + (uint64_t)__builtin_ctzll(word));
        at = at / 64 + 1;
        bits = words_for(bits);
    }
    return LN_NO_GAP;
}

int64_t ln_gaps_upto(const struct ln_gaps *gaps, uint32_t gap)
{
    uint64_t at = gap;
    assert(gap < gaps->count);
    for (unsigned level = 0; level < gaps->height; level++) {
        uint64_t word = gaps->levels[level][at / 64] & (UINT64_MAX >> (63 - at % 64));
        if (word)
            return descend_greatest(gaps, level, at / 64 * 64 + 63 - (uint64_t)__builtin_clzll(word));
        if (at / 64 == 0)
            break;
        at = at / 64 - 1;
    }
    return LN_NO_GAP;
}
