/* Linearizability depth (Ozkan, Majumdar, Niksic, PPoPP 2019, Definition 4.2): the smallest d such that for some tuple
 * of d operations every schedule that strongly hits it is a witness.
 *
 * A schedule strongly hits x0..x(d-1) iff it is any order of S, then x0 and any order of S0, ..., x(d-1) and any order of
 * S(d-1), where Si holds what xi is the last of the tuple to precede, and S what none does (check/hitting/family.h; a tuple in
 * which a later element precedes an earlier one is hit just when it is without the earlier one). With the downsets
 * D0 = S, D1 = D0 + x0 + S0, ...: each but the first comes from the one before by adding a set with a least element.
 * So this is a shortest path through the downsets. A step may only be taken if no order of what it adds goes wrong, from
 * any states that orders of what was before may have led to.
 *
 * A place on the path is a downset with a bundle: the set of the possible states (themselves sets, where the object has
 * choices) after each of its orders. Breadth first, places once each. Exponential in how many operations are concurrent:
 * given up after MOST places or growths. */
#include "check/hitting/true_depth.h"

#include <assert.h>
#include <string.h>

enum { MOST = 1 << 19 };
#define BAD UINT32_MAX /* the bundle of a downset some order of which goes wrong */

/* Downsets, each with a bundle, in the order in which they were found. */
struct places {
    struct ln_intern sets;
    LN_VEC(uint32_t) bundles;
};

struct depths {
    struct ln_downsets *downsets;
    struct ln_memory *memory;
    struct ln_budget *budget;
    struct ln_intern bundles; /* lists of possible states */
    struct ln_intern visited; /* places: a downset and its bundle */
    struct places grown;      /* from one place, by one element of the tuple */
    LN_VEC(uint32_t) next;    /* a bundle in the making */
    LN_VEC(uint64_t) set;     /* a downset in the making */
    uint64_t growths;
    int64_t fuel;
};

static size_t words_of(const struct depths *depths)
{
    return depths->downsets->family.words;
}

static const uint64_t *set_of(const struct places *places, uint32_t place)
{
    return (const uint64_t *)(const void *)places->sets.entries.at[place].at;
}

/* ---- bundles ---- */

static enum ln_status number_bundle(struct depths *depths, uint32_t *bundle)
{
    depths->next.length = ln_unify(depths->next.at, depths->next.length);
    return ln_intern_add(&depths->bundles, depths->next.at, depths->next.length * sizeof *depths->next.at, bundle)
               ? LN_OK
               : LN_NO_MEMORY;
}

static enum ln_status add_bundle(struct depths *depths, uint32_t bundle)
{
    const struct ln_interned *entry = &depths->bundles.entries.at[bundle];
    const uint32_t *at = (const uint32_t *)(const void *)entry->at;
    for (size_t i = 0; i < entry->length / sizeof *at; i++)
        if (!ln_vec_push(&depths->next, depths->memory, at[i]))
            return LN_NO_MEMORY;
    return LN_OK;
}

/* From wherever the bundle may be; *after is BAD when that goes wrong from somewhere. */
static enum ln_status step(struct depths *depths, uint32_t bundle, uint32_t element, uint32_t *after)
{
    struct ln_interned entry;
    enum ln_status status = LN_OK;
    *after = BAD;
    if (bundle == BAD)
        return LN_OK;
    entry = depths->bundles.entries.at[bundle];
    assert(entry.length);
    depths->next.length = 0;
    for (size_t i = 0; i < entry.length / sizeof(uint32_t) && !status; i++) {
        uint32_t possible = ((const uint32_t *)(const void *)entry.at)[i];
        status = ln_downsets_step(depths->downsets, possible, element, &possible);
        if (!status && possible == LN_NO_STATES)
            return LN_OK;
        if (!status && !ln_vec_push(&depths->next, depths->memory, possible))
            status = LN_NO_MEMORY;
    }
    return status ? status : number_bundle(depths, after);
}

/* ---- growing by one element of the tuple ---- */

/* The downset in the making was reached, with that bundle. */
static enum ln_status reach(struct depths *depths, uint32_t bundle)
{
    struct places *grown = &depths->grown;
    uint32_t place;
    enum ln_status status;
    if (!ln_intern_add(&grown->sets, depths->set.at, words_of(depths) * sizeof(uint64_t), &place))
        return LN_NO_MEMORY;
    assert(place <= grown->bundles.length);
    if (place == grown->bundles.length)
        return ln_vec_push(&grown->bundles, depths->memory, bundle) ? LN_OK : LN_NO_MEMORY;
    if (bundle == BAD || grown->bundles.at[place] == BAD) {
        grown->bundles.at[place] = BAD;
        return LN_OK;
    }
    depths->next.length = 0;
    status = add_bundle(depths, bundle);
    if (!status)
        status = add_bundle(depths, grown->bundles.at[place]);
    return status ? status : number_bundle(depths, &grown->bundles.at[place]);
}

static enum ln_status grow_by(struct depths *depths, uint32_t place, uint32_t element)
{
    uint32_t after;
    enum ln_status status = step(depths, depths->grown.bundles.at[place], element, &after);
    if (status)
        return status;
    memcpy(depths->set.at, set_of(&depths->grown, place), words_of(depths) * sizeof(uint64_t));
    depths->set.at[element / 64] |= UINT64_C(1) << (element % 64);
    return reach(depths, after);
}

/* Everything that comes from the first place in `grown` by adding elements out of `allowed`, in all orders; downsets come
 * in the order of their sizes, so each is complete when it is its turn. */
static enum ln_status grow(struct depths *depths, const uint64_t *allowed)
{
    const struct ln_family *family = &depths->downsets->family;
    enum ln_status status = LN_OK;
    assert(depths->grown.bundles.length == 1);
    for (uint32_t place = 0; place < depths->grown.bundles.length && !status; place++) {
        if (ln_budget_spent(depths->budget, &depths->fuel, 16 + family->count) || ++depths->growths > MOST)
            return LN_STOPPED;
        for (uint32_t x = ln_family_next(family, allowed, 0); x < family->count && !status;
             x = ln_family_next(family, allowed, x + 1))
            if (ln_downsets_may_add(depths->downsets, set_of(&depths->grown, place), x))
                status = grow_by(depths, place, x);
    }
    return status;
}

/* A first place: the set and x. */
static enum ln_status begin_with(struct depths *depths, const uint64_t *set, uint32_t x, uint32_t bundle)
{
    ln_intern_clear(&depths->grown.sets);
    depths->grown.bundles.length = 0;
    memcpy(depths->set.at, set, words_of(depths) * sizeof *set);
    depths->set.at[x / 64] |= UINT64_C(1) << (x % 64);
    return reach(depths, bundle);
}

/* ---- the path ---- */

/* Adds what has grown, where it is good, to the places to go on from. *whole: all operations are among it. */
static enum ln_status visit(struct depths *depths, bool *whole)
{
    const struct ln_family *family = &depths->downsets->family;
    size_t bytes = (words_of(depths) + 1) * sizeof(uint64_t);
    for (uint32_t i = 0; i < depths->grown.bundles.length; i++) {
        uint32_t visited;
        if (depths->grown.bundles.at[i] == BAD)
            continue;
        memcpy(depths->set.at, set_of(&depths->grown, i), words_of(depths) * sizeof(uint64_t));
        depths->set.at[words_of(depths)] = depths->grown.bundles.at[i];
        *whole |= memcmp(depths->set.at, family->all.at, words_of(depths) * sizeof(uint64_t)) == 0;
        if (!ln_intern_add(&depths->visited, depths->set.at, bytes, &visited))
            return LN_NO_MEMORY;
    }
    return depths->visited.entries.length > MOST ? LN_STOPPED : LN_OK;
}

/* One element of the tuple after the place: any that may come next opens a segment of what is above it. */
static enum ln_status go_on(struct depths *depths, uint32_t place, bool *whole)
{
    const struct ln_family *family = &depths->downsets->family;
    const uint64_t *from = (const uint64_t *)(const void *)depths->visited.entries.at[place].at;
    enum ln_status status = LN_OK;
    assert(place < depths->visited.entries.length);
    for (uint32_t x = 0; x < family->count && !status && !*whole; x++) {
        uint32_t bundle;
        if (!ln_downsets_may_add(depths->downsets, from, x))
            continue;
        status = step(depths, (uint32_t)from[family->words], x, &bundle);
        if (status || bundle == BAD)
            continue;
        status = begin_with(depths, from, x, bundle);
        if (!status)
            status = grow(depths, ln_family_above(family, x));
        if (!status)
            status = visit(depths, whole);
    }
    return status;
}

static enum ln_status start(struct depths *depths, bool *whole)
{
    uint32_t possible, bundle;
    enum ln_status status = ln_downsets_initial(depths->downsets, &possible);
    if (!status && !ln_vec_reserve(&depths->set, depths->memory, words_of(depths) + 1))
        status = LN_NO_MEMORY;
    if (status || possible == LN_NO_STATES)
        return status;
    memset(depths->set.at, 0, words_of(depths) * sizeof *depths->set.at);
    depths->next.length = 0;
    if (!ln_vec_push(&depths->next, depths->memory, possible))
        return LN_NO_MEMORY;
    status = number_bundle(depths, &bundle);
    if (!status)
        status = reach(depths, bundle);
    if (!status)
        status = grow(depths, depths->downsets->family.all.at);
    return status ? status : visit(depths, whole);
}

static enum ln_status find(struct depths *depths, uint32_t *depth)
{
    bool whole = false;
    enum ln_status status = start(depths, &whole);
    uint32_t place = 0;
    for (uint32_t d = 1; !status && place < depths->visited.entries.length; d++) {
        uint32_t end = (uint32_t)depths->visited.entries.length;
        for (; place < end && !status && !whole; place++)
            status = go_on(depths, place, &whole);
        if (whole && !status)
            *depth = d;
        if (whole)
            break;
    }
    return status;
}

enum ln_status ln_true_depth(struct ln_downsets *downsets, struct ln_budget *budget, uint32_t *depth, bool *known)
{
    struct depths depths = { .downsets = downsets, .memory = downsets->memory, .budget = budget };
    enum ln_status status;
    *depth = 0;
    ln_intern_init(&depths.bundles, depths.memory);
    ln_intern_init(&depths.visited, depths.memory);
    ln_intern_init(&depths.grown.sets, depths.memory);
    status = find(&depths, depth);
    *known = !status;
    ln_intern_fini(&depths.bundles);
    ln_intern_fini(&depths.visited);
    ln_intern_fini(&depths.grown.sets);
    ln_vec_fini(&depths.grown.bundles, depths.memory);
    ln_vec_fini(&depths.next, depths.memory);
    ln_vec_fini(&depths.set, depths.memory);
    return status == LN_STOPPED ? LN_OK : status;
}
