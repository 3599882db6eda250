#include "check/frontier/antichain.h"

#include <assert.h>
#include <string.h>

enum { MOST_COMPARED = 256 };

void ln_antichain_init(struct ln_antichain *set, const uint64_t *earlier, struct ln_memory *memory)
{
    *set = (struct ln_antichain){ .memory = memory, .earlier = earlier };
    ln_table_init(&set->index, memory);
}

void ln_antichain_fini(struct ln_antichain *set)
{
    ln_vec_fini(&set->list, set->memory);
    ln_vec_fini(&set->next, set->memory);
    ln_table_fini(&set->index);
}

void ln_antichain_clear(struct ln_antichain *set)
{
    set->list.length = set->next.length = 0;
    memset(set->heads, 0, sizeof set->heads);
    set->indexed = false;
}

/* ---- which stands for which ---- */

/* Of equal operations a has done those of `done` and b those of `undone`: whenever b takes one of `done`, a can take
 * one of `undone` if each of these has its own equal one there that returns before it (Hall's condition; the sets of
 * those that return before are nested). */
static bool can_exchange(uint64_t done, uint64_t undone, const uint64_t *earlier)
{
    assert(!(done & undone));
    for (uint64_t left = undone; left; left &= left - 1) {
        uint64_t before = earlier[__builtin_ctzll(left)];
        if (!(before & done))
            return false;
        if (__builtin_popcountll(before & done) < 1 + __builtin_popcountll(before & undone))
            return false;
    }
    return __builtin_popcountll(done) == __builtin_popcountll(undone);
}

bool ln_configuration_covers(const struct ln_configuration *a, const struct ln_configuration *b,
                             const uint64_t *earlier)
{
    uint64_t differ = ((a->done ^ b->done) | (a->optional ^ b->optional)) & ~a->optional;
    if (a->state != b->state)
        return false;
    if (!differ)
        return true;
    return !(differ & b->optional) && can_exchange(differ & a->done, differ & b->done, earlier);
}

/* ---- equal ones, where comparing with all would take long ---- */

static uint64_t hash_of(const struct ln_configuration *c)
{
    return ln_mix(c->done + ln_mix(c->optional + ln_mix(c->state)));
}

static bool is_there(const struct ln_antichain *set, const struct ln_configuration *c, uint64_t hash)
{
    const struct ln_configuration *list = set->list.at;
    uint32_t at;
    LN_TABLE_FIND(at, &set->index, hash,
                  list[at].done == c->done && list[at].optional == c->optional && list[at].state == c->state);
    return at != LN_NO_ITEM;
}

static bool make_index(struct ln_antichain *set)
{
    ln_table_clear(&set->index);
    if (!ln_table_reserve(&set->index, set->list.length + 1))
        return false;
    for (uint32_t i = 0; i < set->list.length; i++)
        if (set->list.at[i].state != LN_ANTICHAIN_GONE)
            ln_table_put(&set->index, hash_of(&set->list.at[i]), i);
    set->indexed = true;
    return true;
}

/* ---- adding ---- */

/* Compares with those of the same state, the latest first; *many when there are more than are compared. */
static bool is_covered(struct ln_antichain *set, const struct ln_configuration *c, bool *many)
{
    uint32_t *link = &set->heads[c->state % LN_ANTICHAIN_HEADS];
    for (unsigned compared = 0; *link; compared++) {
        struct ln_configuration *have = &set->list.at[*link - 1];
        assert(have->state != LN_ANTICHAIN_GONE); /* those are linked no more */
        if (compared == MOST_COMPARED) {
            *many = true;
            return false;
        }
        if (ln_configuration_covers(have, c, set->earlier))
            return true;
        if (ln_configuration_covers(c, have, set->earlier)) {
            have->state = LN_ANTICHAIN_GONE;
            *link = set->next.at[*link - 1];
        } else {
            link = &set->next.at[*link - 1];
        }
    }
    return false;
}

bool ln_antichain_add(struct ln_antichain *set, const struct ln_configuration *c, bool *added)
{
    uint32_t *head = &set->heads[c->state % LN_ANTICHAIN_HEADS];
    bool many = false;
    uint64_t hash;
    assert(c->state != LN_ANTICHAIN_GONE && !(c->done & c->optional));
    *added = false;
    if (is_covered(set, c, &many))
        return true;
    if (many && !set->indexed && !make_index(set))
        return false;
    hash = set->indexed ? hash_of(c) : 0;
    if (set->indexed && is_there(set, c, hash))
        return true;
    if (set->list.length >= LN_ANTICHAIN_GONE - 1 ||
        (set->indexed && !ln_table_reserve(&set->index, set->index.count + 1)) ||
        !ln_vec_push(&set->next, set->memory, *head) || !ln_vec_push(&set->list, set->memory, *c))
        return false;
    if (set->indexed)
        ln_table_put(&set->index, hash, (uint32_t)set->list.length - 1);
    *head = (uint32_t)set->list.length;
    assert(set->list.length == set->next.length);
    *added = true;
    return true;
}
