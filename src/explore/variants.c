#include "explore/variants.h"

#include "explore/automaton.h"
#include "explore/calls_made.h"

#include <assert.h>
#include <string.h>

/* ---- making them ---- */

struct making {
    struct ln_variants *variants;
    const struct ln_explored_object *object;
    const struct ln_test *test;
    uint8_t place[LN_TEST_LANES][LN_TEST_LANE_CALLS];
    uint8_t order[LN_TEST_THREADS][LN_TEST_CALLS]; /* the other way round */
};

static bool is_async(const struct making *making, unsigned thread, unsigned index)
{
    return making->object->operations[making->test->thread[thread].calls[index].operation].async;
}

/* A call that has returned, and is not asynchronous, comes before all that its thread calls later. */
static bool may_come_next(const struct making *making, unsigned thread, unsigned index, uint32_t placed)
{
    if (placed >> index & 1)
        return false;
    for (unsigned i = 0; i < index; i++)
        if (!(placed >> i & 1) && !is_async(making, thread, i))
            return false;
    return true;
}

static void add(struct making *making)
{
    struct ln_variants *variants = making->variants;
    struct ln_variant *variant = &variants->at[variants->count];
    bool same = true;
    if (variants->count == LN_VARIANTS_MOST) {
        variants->all = false;
        return;
    }
    variant->test = *making->test;
    variant->observation = NULL;
    memcpy(variant->place, making->place, sizeof variant->place);
    for (unsigned t = 0; t < making->test->threads; t++) {
        for (unsigned i = 0; i < making->test->thread[t].count; i++) {
            variant->test.thread[t].calls[i] = making->test->thread[t].calls[making->order[t][i]];
            same &= making->order[t][i] == i;
        }
    }
    variants->count += !same;
    assert(variants->count <= LN_VARIANTS_MOST);
}

static void place_calls(struct making *making, unsigned thread, unsigned at, uint32_t placed)
{
    if (thread == making->test->threads) {
        add(making);
        return;
    }
    if (at == making->test->thread[thread].count) {
        place_calls(making, thread + 1, 0, 0);
        return;
    }
    for (unsigned i = 0; i < making->test->thread[thread].count && making->variants->all; i++) {
        if (!may_come_next(making, thread, i, placed))
            continue;
        making->order[thread][at] = (uint8_t)i;
        making->place[thread][i] = (uint8_t)at;
        place_calls(making, thread, at + 1, placed | 1u << i);
    }
}

void ln_variants_make(struct ln_variants *variants, const struct ln_explored_object *object, const struct ln_test *test)
{
    struct making making = { .variants = variants, .object = object, .test = test };
    variants->count = 0;
    variants->all = true;
    for (unsigned lane = 0; lane < LN_TEST_LANES; lane++)
        for (unsigned i = 0; i < LN_TEST_LANE_CALLS; i++)
            making.place[lane][i] = (uint8_t)i;
    place_calls(&making, 0, 0, 0);
}

/* ---- judging by them ---- */

/* What has ended in a lane ends with an operation that is not asynchronous; those before it keep their order. */
static uint64_t calls_made_in(const struct ln_variant *variant, uint64_t calls_made)
{
    uint64_t there = 0;
    for (unsigned lane = 0; lane < LN_TEST_LANES; lane++) {
        unsigned ended = ln_calls_made_of(calls_made, lane);
        if (ended)
            there = ln_calls_made_set(there, lane, variant->place[lane][ended - 1] + 1u);
    }
    return there;
}

static bool explains(const struct ln_variant *variant, const struct ln_wanted *original)
{
    struct ln_observation *observation = variant->observation;
    struct ln_wanted *wanted = observation->wanted;
    for (unsigned lane = 0; lane <= variant->test.threads; lane++) {
        for (unsigned i = 0; i < ln_test_lane_calls(&variant->test, lane); i++) {
            unsigned place = variant->place[lane][i];
            assert(place < ln_test_lane_calls(&variant->test, lane));
            wanted->result[lane][place] = original->result[lane][i];
            wanted->before[lane][place] = calls_made_in(variant, original->before[lane][i]);
        }
    }
    assert(!original->waiting);
    wanted->least = wanted->most = original->least;
    wanted->waiting = 0;
    return ln_automaton_search(observation, wanted, NULL);
}

bool ln_variants_explain(const struct ln_variants *variants, struct ln_observation *observation,
                         const struct ln_explored_history *history)
{
    assert(!history->stuck);
    ln_wanted_init(observation->wanted, observation, history, true);
    for (unsigned i = 0; i < variants->count; i++)
        if (variants->at[i].observation && explains(&variants->at[i], observation->wanted))
            return true;
    return false;
}
