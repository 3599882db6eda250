/* A walk over the tuples of a family from their ends (check/hitting/family.h), depth first, chain after chain. What was cut off
 * so far is the end of the schedule; an end that was met before at the same level has nothing new below it, and is left
 * at once. The sum of a number per element and place is a fingerprint that grows with the end.
 *
 * Time: at most m n^(d-1) schedules, n each. Memory: d sets, the segments of one chain, and the fingerprints. */
#include "check/hitting/schedules.h"

#include "base/hash.h"

#include <assert.h>

void ln_schedules_init(struct ln_schedules *schedules, struct ln_family *family)
{
    *schedules = (struct ln_schedules){ .family = family };
    ln_wordset_init(&schedules->seen, family->memory);
}

void ln_schedules_fini(struct ln_schedules *schedules)
{
    struct ln_memory *memory = schedules->family->memory;
    ln_vec_fini(&schedules->sets, memory);
    ln_vec_fini(&schedules->chosen, memory);
    ln_vec_fini(&schedules->prints, memory);
    ln_wordset_fini(&schedules->seen);
}

static uint64_t *set_of(const struct ln_schedules *schedules, uint32_t level)
{
    assert(level < schedules->depth);
    return schedules->sets.at + level * schedules->family->words;
}

static void enter(struct ln_schedules *schedules, uint32_t level)
{
    assert(level < schedules->depth);
    schedules->level = level;
    schedules->chosen.at[level] = UINT32_MAX;
    schedules->complete = level + 1 == schedules->depth;
}

static void begin_chain(struct ln_schedules *schedules)
{
    struct ln_family *family = schedules->family;
    for (size_t i = 0; i < family->words; i++)
        schedules->sets.at[i] = family->all.at[i];
    schedules->prints.at[0] = 0;
    enter(schedules, 0);
    ln_family_choose(family, schedules->chain);
}

enum ln_status ln_schedules_start(struct ln_schedules *schedules, uint32_t depth, struct ln_budget *budget)
{
    struct ln_memory *memory = schedules->family->memory;
    assert(depth && depth <= schedules->family->count);
    schedules->budget = budget;
    schedules->depth = depth;
    schedules->chain = 0;
    schedules->count = schedules->work = 0;
    schedules->walk++;
    ln_wordset_clear(&schedules->seen);
    if (!ln_vec_reserve(&schedules->sets, memory, depth * schedules->family->words) ||
        !ln_vec_reserve(&schedules->chosen, memory, depth) || !ln_vec_reserve(&schedules->prints, memory, depth))
        return LN_NO_MEMORY;
    begin_chain(schedules);
    return LN_OK;
}

/* Of those elements of a sequence that are in the set, from `place` on. */
static uint64_t sum_up(const uint32_t *at, uint32_t count, const uint64_t *set, uint32_t place)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < count; i++)
        if (ln_set_has(set, at[i]))
            sum += ln_mix(((uint64_t)at[i] << 32 | place++) + UINT64_C(0x9e3779b97f4a7c15));
    return sum;
}

/* The same for the segment of x, or for what remains in the end if that is the number of elements: of small families
 * most were asked for before. */
static uint64_t fingerprint(struct ln_schedules *schedules, uint32_t x, const uint32_t *at, uint32_t count,
                            const uint64_t *set, uint32_t place)
{
    uint64_t name = schedules->walk << 16 | (uint64_t)schedules->chain << 8 | x; /* where they fit into a word */
    uint64_t mixed = set[0] * UINT64_C(0x9e3779b97f4a7c15) + name * UINT64_C(0xd6e8feb86659fd93);
    struct ln_print *known = &schedules->known[mixed >> (64 - LN_PRINTS_BITS)];
    assert(schedules->family->words > 1 || (x < 256 && schedules->chain < 256));
    if (schedules->family->words > 1)
        return sum_up(at, count, set, place);
    if (known->set != set[0] || known->name != name)
        *known = (struct ln_print){ set[0], name, sum_up(at, count, set, place) };
    return known->print;
}

static enum ln_status is_new(struct ln_schedules *schedules, uint64_t print, bool *is)
{
    size_t before = schedules->seen.words.length;
    if (before >= LN_SCHEDULES_MOST)
        return LN_STOPPED;
    if (!ln_wordset_add(&schedules->seen, print))
        return LN_NO_MEMORY;
    *is = schedules->seen.words.length > before;
    return LN_OK;
}

/* Cuts off what is above x, unless it comes to the same as before. */
static enum ln_status descend(struct ln_schedules *schedules, uint32_t x)
{
    struct ln_family *family = schedules->family;
    uint32_t level = schedules->level, count, left;
    const uint64_t *set = set_of(schedules, level);
    const uint32_t *segment;
    enum ln_status status = ln_family_segment(family, x, &segment, &count);
    uint64_t print;
    bool deeper = true;
    assert(level + 1 < schedules->depth && x < family->count && ln_set_has(set, x));
    if (status)
        return status;
    schedules->chosen.at[level] = x;
    left = ln_family_cut(family, set, x, set_of(schedules, level + 1));
    print = schedules->prints.at[level] + fingerprint(schedules, x, segment, count, set, left);
    schedules->prints.at[level + 1] = print;
    if (level + 2 < schedules->depth)
        status = is_new(schedules, ln_mix(print + (level + 1) + ((uint64_t)schedules->chain << 32)), &deeper);
    if (!status && deeper)
        enter(schedules, level + 1);
    return status;
}

/* The tuple is complete: is the schedule new? */
static enum ln_status finish(struct ln_schedules *schedules, bool *found)
{
    const struct ln_family *family = schedules->family;
    uint32_t level = schedules->depth - 1;
    uint64_t print = schedules->prints.at[level] +
                     fingerprint(schedules, family->count, family->base.at, family->count, set_of(schedules, level), 0);
    enum ln_status status;
    assert(schedules->complete && schedules->level == level);
    schedules->complete = false;
    status = is_new(schedules, print, found);
    schedules->count += !status && *found;
    return status;
}

static void back(struct ln_schedules *schedules)
{
    if (schedules->level > 0)
        schedules->level--;
    else if (++schedules->chain < schedules->family->chains)
        begin_chain(schedules);
}

enum ln_status ln_schedules_next(struct ln_schedules *schedules, bool *found)
{
    struct ln_family *family = schedules->family;
    enum ln_status status = LN_OK;
    *found = false;
    while (!status && !*found && schedules->chain < family->chains) {
        uint32_t level = schedules->level, x = family->count;
        schedules->work += 16 + family->count;
        if (schedules->work > LN_SCHEDULES_WORK ||
            ln_budget_spent(schedules->budget, &schedules->fuel, 16 + family->count / 2))
            return LN_STOPPED;
        if (schedules->complete)
            status = finish(schedules, found);
        else if (level + 1 < schedules->depth)
            x = ln_family_next(family, set_of(schedules, level), schedules->chosen.at[level] + 1);
        if (x < family->count)
            status = descend(schedules, x);
        else if (!status && !*found) /* what was found stays to be looked at */
            back(schedules);
    }
    return status;
}

enum ln_status ln_schedules_write(struct ln_schedules *schedules, uint32_t *out)
{
    struct ln_family *family = schedules->family;
    enum ln_status status = LN_OK;
    const uint64_t *rest = set_of(schedules, schedules->depth - 1);
    for (uint32_t i = 0; i < family->count; i++)
        if (ln_set_has(rest, family->base.at[i]))
            *out++ = family->base.at[i];
    for (uint32_t level = schedules->depth - 1; level-- > 0 && !status;) {
        const uint32_t *segment;
        uint32_t count = 0;
        status = ln_family_segment(family, schedules->chosen.at[level], &segment, &count);
        for (uint32_t i = 0; i < count && !status; i++)
            if (ln_set_has(set_of(schedules, level), segment[i]))
                *out++ = segment[i];
    }
    return status;
}

enum ln_status ln_schedules_count(struct ln_schedules *schedules, uint32_t depth, struct ln_budget *budget,
                                  uint64_t *count, bool *counted)
{
    enum ln_status status = ln_schedules_start(schedules, depth, budget);
    bool found = true;
    while (!status && found)
        status = ln_schedules_next(schedules, &found);
    *count = schedules->count;
    *counted = !status;
    return status == LN_STOPPED ? LN_OK : status;
}
