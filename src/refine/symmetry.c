/* Symmetry reduction of refinement checking (refinement paper, Algorithms 4.2 and 4.3; Theorems 3 to 5).
 *
 * What a process can do depends on the shared memory, its local state and its class, so processes of one class may
 * change places in the implementation; in the specification they may anyway. Both sides change by the same permutation
 * (Theorem 3). The paper sorts the implementation's state and takes any permutation that does so, or tries them all;
 * here those that are tied after sorting are told apart through the set, exactly (ties.c): a product state is stored
 * once for each orbit.
 *
 * Sorting moves one process from one place to another, so few permutations occur, and few patterns of ties: what they
 * make of a set is remembered. */
#include "refine/symmetry.h"

#include <assert.h>
#include <string.h>

void ln_symmetry_init(struct ln_symmetry *symmetry, struct ln_sets *sets, const struct ln_system *system,
                      struct ln_memory *memory)
{
    *symmetry = (struct ln_symmetry){ .sets = sets, .processes = (uint32_t)system->classes.length };
    assert(symmetry->processes <= LN_MOST_PROCESSES);
    for (uint32_t p = 0; p < symmetry->processes; p++) {
        symmetry->before[p] = (uint8_t)p;
        for (uint32_t q = 0; q < p; q++)
            if (system->classes.at[q] == system->classes.at[p])
                symmetry->before[p] = (uint8_t)q;
        symmetry->any |= symmetry->before[p] != p;
    }
    ln_intern_init(&symmetry->orders, memory);
    ln_memo_init(&symmetry->permuted, memory);
    ln_memo_init(&symmetry->untied, memory);
}

void ln_symmetry_fini(struct ln_symmetry *symmetry)
{
    ln_intern_fini(&symmetry->orders);
    ln_memo_fini(&symmetry->permuted);
    ln_memo_fini(&symmetry->untied);
}

/* Sorts the locals of each class; process p comes from from[p]. False when nothing changed. */
static bool sort_locals(const struct ln_symmetry *symmetry, uint32_t *locals, uint32_t *from)
{
    bool moved = false;
    for (uint32_t p = 0; p < symmetry->processes; p++) {
        uint32_t local = locals[p], at = p;
        from[p] = p;
        for (uint32_t q; (q = symmetry->before[at]) != at && locals[q] > local; at = q) {
            locals[at] = locals[q];
            from[at] = from[q];
        }
        moved |= at != p;
        locals[at] = local;
        from[at] = p;
    }
    return moved;
}

static enum ln_status permute(struct ln_symmetry *symmetry, const uint32_t *from, uint32_t *set)
{
    uint32_t order, old = *set;
    enum ln_status status;
    if (!ln_intern_add(&symmetry->orders, from, symmetry->processes * sizeof *from, &order))
        return LN_NO_MEMORY;
    if (ln_memo_get(&symmetry->permuted, old, order, set))
        return LN_OK;
    status = ln_sets_permute(symmetry->sets, old, from, set);
    return !status && !ln_memo_put(&symmetry->permuted, old, order, *set) ? LN_NO_MEMORY : status;
}

/* Ties are runs of equal locals: a bit for each process that is tied with the one before it. */
static uint64_t find_ties(const struct ln_symmetry *symmetry, const uint32_t *locals, uint8_t *group)
{
    uint64_t ties = 0;
    for (uint32_t p = 0; p < symmetry->processes; p++) {
        uint32_t q = symmetry->before[p];
        group[p] = (uint8_t)p;
        assert(q <= p && locals[q] <= locals[p]);
        if (q == p || locals[q] != locals[p])
            continue;
        group[p] = group[q];
        ties |= UINT64_C(1) << p;
    }
    return ties;
}

enum ln_status ln_symmetry_canonical(struct ln_symmetry *symmetry, uint32_t *set, uint32_t *locals)
{
    uint32_t from[LN_MOST_PROCESSES], old;
    uint8_t group[LN_MOST_PROCESSES];
    enum ln_status status = LN_OK;
    uint64_t ties;
    if (!symmetry->any)
        return LN_OK;
    if (sort_locals(symmetry, locals, from))
        status = permute(symmetry, from, set);
    ties = find_ties(symmetry, locals, group);
    old = *set;
    if (status || !ties || ln_memo_get(&symmetry->untied, old, ties, set))
        return status;
    status = ln_sets_untie(symmetry->sets, old, group, set);
    return !status && !ln_memo_put(&symmetry->untied, old, ties, *set) ? LN_NO_MEMORY : status;
}
