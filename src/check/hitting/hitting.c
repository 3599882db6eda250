/* Trying the schedules of strong d-hitting families, for d = 1, 2, ... (Ozkan, Majumdar, Niksic: Checking
 * Linearizability Using Hitting Families, PPoPP 2019; the families are in check/hitting/family.h).
 *
 * No family is ever held, nor is a schedule replayed from its start. A schedule of depth d is one of depth d-1 of what
 * remains when the set above some x is cut off, and then the segment of x. So for each set R that remains (a downset),
 * chain and number k of elements still to be chosen
 *
 *     reach(R, 0) = the states after R in the order of the chain,
 *     reach(R, k) = the union over x in R of the states after the segment of x, from those of reach(R without it, k-1),
 *
 * and the family of depth d has a witness iff reach(all, d-1) has a state for some chain. Prefixes with the same set that
 * lead to the same states are one: (d-1)! tuples and more share each. What was found is remembered in a cache of bounded
 * size, exactly (no fingerprints), and found again when it was thrown out. The order of R is that of all without what
 * was cut off, so where that went wrong before the first element that is missing, R goes wrong too.
 *
 * Families grow with d, and that of depth n is all schedules (Proposition 4.3: the depth is at most n). So no witness at
 * d = n means that there is none. With k >= |R| - 1 elements to choose, R is in all its orders, whatever the chain: the
 * search over all downsets that this comes to, O(downsets * n) steps times states, is what d = n costs.
 *
 * Pending operations are maximal elements: they precede nothing. Where a schedule has one, the object may do it, with any
 * result, or not; the family is one of all operations, and a schedule is a witness if some choice of the pending ones
 * makes it one. A spec with several successors is followed to all of them: a schedule is a witness if the object can go
 * along with it. In a stuck problem pending operations take no effect and only states that make the stuck one wait
 * count. */
#include "check/hitting/hitting.h"

#include "check/hitting/schedules.h"
#include "check/search/states.h"

#include <assert.h>
#include <string.h>

enum { CACHE_MOST = 48 << 20, DEEPEST = 1024 }; /* bytes; families beyond that depth are not tried */
enum { ANY_CHAIN = UINT32_MAX };                /* for sets that are in all their orders */

struct reached {
    size_t start;
    uint32_t count;
};

/* A state on the way, where it came from, and whether the pending operation was left out to get there. */
struct arrival {
    uint32_t state, from;
    bool skipped;
};

struct ln_hitting {
    struct ln_memory *memory;
    struct ln_window window;
    struct ln_family family;
    struct ln_schedules schedules;
    struct ln_states states;
    const struct ln_problem *problem;
    struct ln_budget *budget;
    struct ln_intern keys;         /* set, chain and k */
    LN_VEC(struct reached) values; /* per key */
    LN_VEC(uint32_t) lists;        /* the states of the values */
    LN_VEC(uint32_t) stack;        /* states that are being worked with */
    LN_VEC(uint32_t) next;
    LN_VEC(uint64_t) sets; /* per level of the recursion, and the key */
    /* of the schedule of depth 1: how many of its elements the object can do, and the states before each of them */
    uint32_t passed;
    LN_VEC(uint32_t) base_lists;
    LN_VEC(size_t) base_starts;
    LN_VEC(struct arrival) arrivals;
    LN_VEC(uint32_t) witness;  /* elements; those left out are UINT32_MAX */
    LN_VEC(uint32_t) furthest; /* elements: the longest part of a chain's order that the object can do */
    uint64_t steps, patience;
    int64_t fuel;
};

enum ln_status ln_hitting_new(struct ln_hitting **out, struct ln_memory *memory)
{
    struct ln_hitting *hitting = ln_take_zeroed(memory, sizeof *hitting);
    if (!hitting)
        return LN_NO_MEMORY;
    hitting->memory = memory;
    ln_window_init(&hitting->window, memory);
    ln_family_init(&hitting->family, memory);
    ln_schedules_init(&hitting->schedules, &hitting->family);
    ln_states_init(&hitting->states, memory);
    ln_intern_init(&hitting->keys, memory);
    *out = hitting;
    return LN_OK;
}

void ln_hitting_free(struct ln_hitting *hitting)
{
    struct ln_memory *memory;
    if (!hitting)
        return;
    memory = hitting->memory;
    ln_schedules_fini(&hitting->schedules);
    ln_family_fini(&hitting->family);
    ln_window_fini(&hitting->window);
    ln_states_fini(&hitting->states);
    ln_intern_fini(&hitting->keys);
    ln_vec_fini(&hitting->values, memory);
    ln_vec_fini(&hitting->lists, memory);
    ln_vec_fini(&hitting->stack, memory);
    ln_vec_fini(&hitting->next, memory);
    ln_vec_fini(&hitting->sets, memory);
    ln_vec_fini(&hitting->base_lists, memory);
    ln_vec_fini(&hitting->base_starts, memory);
    ln_vec_fini(&hitting->arrivals, memory);
    ln_vec_fini(&hitting->witness, memory);
    ln_vec_fini(&hitting->furthest, memory);
    ln_give(memory, hitting, sizeof *hitting);
}

/* ---- stepping ---- */

static bool is_pending(const struct ln_hitting *hitting, uint32_t element)
{
    return hitting->window.ops.at[hitting->family.ops.at[element]].ret == LN_NEVER;
}

static enum ln_status step(struct ln_hitting *hitting, uint32_t state, uint32_t element, struct ln_moves *moves)
{
    uint32_t label = hitting->window.ops.at[hitting->family.ops.at[element]].label;
    if (++hitting->steps > hitting->patience || ln_budget_spent(hitting->budget, &hitting->fuel, 4))
        return LN_STOPPED;
    return ln_states_step(&hitting->states, state, label, &hitting->window.labels.at[label], moves);
}

/* The states on the stack from `start` on become those after the element. */
static enum ln_status advance(struct ln_hitting *hitting, size_t start, uint32_t element)
{
    enum ln_status status = LN_OK;
    bool pending = is_pending(hitting, element);
    assert(start <= hitting->stack.length);
    hitting->next.length = 0;
    for (size_t i = start; i < hitting->stack.length && !status; i++) {
        struct ln_moves moves;
        status = step(hitting, hitting->stack.at[i], element, &moves);
        for (uint32_t m = 0; !status && m < moves.count; m++)
            if (!ln_vec_push(&hitting->next, hitting->memory, moves.at[m]))
                status = LN_NO_MEMORY;
        if (!status && pending && !ln_vec_push(&hitting->next, hitting->memory, hitting->stack.at[i]))
            status = LN_NO_MEMORY;
    }
    if (status)
        return status;
    hitting->next.length = ln_unify(hitting->next.at, hitting->next.length);
    if (!ln_vec_reserve(&hitting->stack, hitting->memory, start + hitting->next.length + 1))
        return LN_NO_MEMORY;
    hitting->stack.length = start + hitting->next.length;
    for (size_t i = 0; i < hitting->next.length; i++)
        hitting->stack.at[start + i] = hitting->next.at[i];
    return LN_OK;
}

/* The same for those elements of a sequence that are in the set. */
static enum ln_status advance_all(struct ln_hitting *hitting, size_t start, const uint32_t *at, uint32_t count,
                                  const uint64_t *set)
{
    enum ln_status status = LN_OK;
    for (uint32_t i = 0; i < count && !status && hitting->stack.length > start; i++)
        if (ln_set_has(set, at[i]))
            status = advance(hitting, start, at[i]);
    return status;
}

static enum ln_status push_all(struct ln_hitting *hitting, const uint32_t *at, size_t count)
{
    if (!ln_vec_reserve(&hitting->stack, hitting->memory, hitting->stack.length + count + 1))
        return LN_NO_MEMORY;
    for (size_t i = 0; i < count; i++)
        hitting->stack.at[hitting->stack.length++] = at[i];
    return LN_OK;
}

static enum ln_status push_initial(struct ln_hitting *hitting)
{
    struct ln_moves initial;
    enum ln_status status = ln_states_initial(&hitting->states, &initial);
    return status ? status : push_all(hitting, initial.at, initial.count);
}

/* ---- a chain ---- */

static enum ln_status keep_base(struct ln_hitting *hitting, uint32_t place)
{
    assert(place <= hitting->family.count);
    hitting->passed = place;
    for (size_t i = 0; i < hitting->stack.length; i++)
        if (!ln_vec_push(&hitting->base_lists, hitting->memory, hitting->stack.at[i]))
            return LN_NO_MEMORY;
    hitting->base_starts.at[place + 1] = hitting->base_lists.length;
    return LN_OK;
}

/* Up to the first pending one, of which it is not said whether it took effect. */
static void keep_furthest(struct ln_hitting *hitting)
{
    const uint32_t *base = hitting->family.base.at;
    uint32_t length = 0;
    assert(hitting->passed <= hitting->family.base.length);
    while (length < hitting->passed && !is_pending(hitting, base[length]))
        length++;
    if (length <= hitting->furthest.length)
        return;
    memcpy(hitting->furthest.at, base, length * sizeof *base);
    hitting->furthest.length = length;
}

/* Follows the schedule of depth 1 as far as the object can. */
static enum ln_status choose(struct ln_hitting *hitting, uint32_t chain)
{
    struct ln_family *family = &hitting->family;
    enum ln_status status;
    ln_family_choose(family, chain);
    hitting->stack.length = hitting->base_lists.length = 0;
    hitting->base_starts.at[0] = 0;
    status = push_initial(hitting);
    if (!status)
        status = keep_base(hitting, 0);
    for (uint32_t place = 0; place < family->count && !status; place++) {
        status = advance(hitting, 0, family->base.at[place]);
        if (status || !hitting->stack.length)
            break;
        status = keep_base(hitting, place + 1);
    }
    keep_furthest(hitting);
    hitting->stack.length = 0;
    return status;
}

/* ---- sets ---- */

static uint64_t *set_at(struct ln_hitting *hitting, uint32_t level)
{
    return hitting->sets.at + level * (hitting->family.words + 1); /* the last word is the rest of the key */
}

/* In the order of the chain, from the first element that is missing on: before that it is what was done already. */
static enum ln_status reach_in_order(struct ln_hitting *hitting, const uint64_t *set)
{
    const struct ln_family *family = &hitting->family;
    size_t start = hitting->stack.length, from;
    uint32_t place = 0;
    enum ln_status status;
    while (place <= hitting->passed && place < family->count && ln_set_has(set, family->base.at[place]))
        place++;
    if (place > hitting->passed)
        return LN_OK;
    from = hitting->base_starts.at[place];
    assert(from <= hitting->base_starts.at[place + 1] &&
           hitting->base_starts.at[place + 1] <= hitting->base_lists.length);
    if (from == hitting->base_starts.at[place + 1]) /* not even a state to start from */
        return LN_OK;
    status = push_all(hitting, hitting->base_lists.at + from, hitting->base_starts.at[place + 1] - from);
    if (status || place == family->count)
        return status;
    return advance_all(hitting, start, family->base.at + place, family->count - place, set);
}

static bool remember(struct ln_hitting *hitting, const uint64_t *key, size_t start)
{
    struct reached value = { hitting->lists.length, (uint32_t)(hitting->stack.length - start) };
    size_t bytes = (hitting->family.words + 1) * sizeof *key;
    uint32_t id;
    if (hitting->keys.entries.length * (bytes + 64) + hitting->lists.length * sizeof(uint32_t) > CACHE_MOST) {
        ln_intern_clear(&hitting->keys);
        hitting->values.length = hitting->lists.length = value.start = 0;
    }
    if (!ln_intern_add(&hitting->keys, key, bytes, &id))
        return false;
    if (id == hitting->values.length && !ln_vec_push(&hitting->values, hitting->memory, value))
        return false;
    hitting->values.at[id] = value;
    assert(hitting->values.length == hitting->keys.entries.length);
    for (size_t i = start; i < hitting->stack.length; i++)
        if (!ln_vec_push(&hitting->lists, hitting->memory, hitting->stack.at[i]))
            return false;
    return true;
}

static enum ln_status reach(struct ln_hitting *hitting, uint32_t level, uint32_t count, uint32_t k);

/* The states after the set at the level, ending with the segment of x: onto the stack. */
static enum ln_status reach_by(struct ln_hitting *hitting, uint32_t level, uint32_t k, uint32_t x)
{
    struct ln_family *family = &hitting->family;
    size_t start = hitting->stack.length;
    const uint32_t *segment;
    uint32_t length, left = ln_family_cut(family, set_at(hitting, level), x, set_at(hitting, level + 1));
    enum ln_status status = reach(hitting, level + 1, left, k - 1);
    if (status || hitting->stack.length == start)
        return status;
    status = ln_family_segment(family, x, &segment, &length);
    return status ? status : advance_all(hitting, start, segment, length, set_at(hitting, level));
}

static enum ln_status reach_by_any(struct ln_hitting *hitting, uint32_t level, uint32_t k)
{
    const struct ln_family *family = &hitting->family;
    size_t start = hitting->stack.length;
    enum ln_status status = LN_OK;
    uint32_t x = ln_family_next(family, set_at(hitting, level), 0);
    for (; x < family->count && !status; x = ln_family_next(family, set_at(hitting, level), x + 1)) {
        if (++hitting->steps > hitting->patience ||
            ln_budget_spent(hitting->budget, &hitting->fuel, 4 + (int64_t)family->words))
            return LN_STOPPED;
        status = reach_by(hitting, level, k, x);
    }
    hitting->stack.length = start + ln_unify(hitting->stack.at + start, hitting->stack.length - start);
    return status;
}

/* How many elements need to be chosen from a set to have it in all its orders. */
static uint32_t enough(uint32_t count, uint32_t k)
{
    return count == 0 ? 0 : k < count ? k : count - 1;
}

/* The states after the set at the level, which has `count` elements, with k of them chosen: onto the stack. */
static enum ln_status reach(struct ln_hitting *hitting, uint32_t level, uint32_t count, uint32_t k)
{
    uint64_t *key = set_at(hitting, level);
    size_t start = hitting->stack.length;
    uint32_t known, chain = k + 1 >= count ? ANY_CHAIN : hitting->family.chosen;
    enum ln_status status;
    k = enough(count, k);
    if (k == 0)
        return reach_in_order(hitting, key);
    key[hitting->family.words] = (uint64_t)chain << 32 | k;
    known = ln_intern_find(&hitting->keys, key, (hitting->family.words + 1) * sizeof *key);
    if (known != UINT32_MAX) {
        struct reached value = hitting->values.at[known];
        assert(value.start + value.count <= hitting->lists.length);
        return value.count ? push_all(hitting, hitting->lists.at + value.start, value.count) : LN_OK;
    }
    status = reach_by_any(hitting, level, k);
    if (!status && !remember(hitting, key, start))
        status = LN_NO_MEMORY;
    return status;
}

/* ---- the witness ---- */

static bool is_goal(const struct ln_hitting *hitting, uint32_t state)
{
    const struct ln_problem *problem = hitting->problem;
    struct ln_invocation in;
    if (problem->stuck == LN_NO_OP)
        return true;
    in = ln_invocation_of(problem->history, problem->stuck);
    return problem->spec->class->blocks &&
           problem->spec->class->blocks(problem->spec, ln_states_borrow(&hitting->states, state), &in);
}

static bool arrive(struct ln_hitting *hitting, size_t layer, struct arrival arrival)
{
    for (size_t i = layer; i < hitting->arrivals.length; i++)
        if (hitting->arrivals.at[i].state == arrival.state)
            return true;
    return ln_vec_push(&hitting->arrivals, hitting->memory, arrival);
}

/* One more layer of arrivals, after the element; the one before begins at `layer`. */
static enum ln_status arrive_after(struct ln_hitting *hitting, size_t layer, uint32_t element)
{
    size_t end = hitting->arrivals.length;
    enum ln_status status = LN_OK;
    for (size_t i = layer; i < end && !status; i++) {
        uint32_t state = hitting->arrivals.at[i].state;
        struct ln_moves moves;
        status = step(hitting, state, element, &moves);
        for (uint32_t m = 0; !status && m < moves.count; m++)
            if (!arrive(hitting, end, (struct arrival){ moves.at[m], (uint32_t)i, false }))
                status = LN_NO_MEMORY;
        if (!status && is_pending(hitting, element) &&
            !arrive(hitting, end, (struct arrival){ state, (uint32_t)i, true }))
            status = LN_NO_MEMORY;
    }
    return status;
}

/* A witness as far as it is traced back: from `end` on, where the state is `target`. */
struct traced {
    uint32_t target, end;
    bool found; /* the latest part of it */
};

/* Do the elements of a sequence that are in the set lead from one of the states on the stack, from `start` on, to the
 * target? Then they are put before the end, and the target is where they start from. */
static enum ln_status trace(struct ln_hitting *hitting, size_t start, const uint32_t *at, uint32_t count,
                            const uint64_t *set, struct traced *traced)
{
    size_t layer = 0, i;
    enum ln_status status = LN_OK;
    uint32_t place = traced->end;
    hitting->arrivals.length = 0;
    for (i = start; i < hitting->stack.length && !status; i++)
        if (!arrive(hitting, 0, (struct arrival){ hitting->stack.at[i], 0, false }))
            status = LN_NO_MEMORY;
    for (i = 0; i < count && !status; i++) {
        size_t before = hitting->arrivals.length;
        if (!ln_set_has(set, at[i]))
            continue;
        status = arrive_after(hitting, layer, at[i]);
        layer = before;
    }
    for (i = layer; i < hitting->arrivals.length && hitting->arrivals.at[i].state != traced->target;)
        i++;
    traced->found = !status && i < hitting->arrivals.length;
    for (uint32_t j = count; traced->found && j-- > 0;) {
        if (!ln_set_has(set, at[j]))
            continue;
        assert(place);
        hitting->witness.at[--place] = hitting->arrivals.at[i].skipped ? UINT32_MAX : at[j];
        i = hitting->arrivals.at[i].from;
    }
    if (traced->found) {
        traced->target = hitting->arrivals.at[i].state;
        traced->end = place;
    }
    return status;
}

/* The last segment of a schedule that leads to the target, if it is that of x. */
static enum ln_status trace_by(struct ln_hitting *hitting, uint32_t level, uint32_t k, uint32_t x,
                               struct traced *traced)
{
    struct ln_family *family = &hitting->family;
    size_t start = hitting->stack.length;
    const uint32_t *segment;
    uint32_t length, left = ln_family_cut(family, set_at(hitting, level), x, set_at(hitting, level + 1));
    enum ln_status status = reach(hitting, level + 1, left, k - 1);
    traced->found = false;
    if (!status && hitting->stack.length > start) {
        status = ln_family_segment(family, x, &segment, &length);
        if (!status)
            status = trace(hitting, start, segment, length, set_at(hitting, level), traced);
    }
    hitting->stack.length = start;
    return status;
}

/* From its end: segment after segment, then what remains. */
static enum ln_status trace_witness(struct ln_hitting *hitting, uint32_t k, uint32_t target)
{
    const struct ln_family *family = &hitting->family;
    struct traced traced = { target, family->count, true };
    uint32_t level = 0;
    enum ln_status status = LN_OK;
    for (k = enough(traced.end, k); k > 0 && !status && traced.found; k = enough(traced.end, k - 1), level++) {
        uint32_t x = ln_family_next(family, set_at(hitting, level), 0);
        for (traced.found = false; x < family->count && !status && !traced.found;
             x = ln_family_next(family, set_at(hitting, level), x + 1))
            status = trace_by(hitting, level, k, x, &traced);
    }
    if (!status && traced.found)
        status = push_initial(hitting);
    if (!status && traced.found)
        status = trace(hitting, 0, family->base.at, family->count, set_at(hitting, level), &traced);
    assert(status || !traced.found || traced.end == 0); /* the schedule is complete */
    return status || traced.found ? status : LN_INTERNAL;
}

static enum ln_status report_witness(const struct ln_hitting *hitting, struct ln_outcome *outcome)
{
    const struct ln_family *family = &hitting->family;
    outcome->order.length = 0;
    if (!ln_vec_reserve(&outcome->order, outcome->memory, (size_t)family->count + 1))
        return LN_NO_MEMORY;
    for (uint32_t i = 0; i < family->count; i++)
        if (hitting->witness.at[i] != UINT32_MAX)
            outcome->order.at[outcome->order.length++] = hitting->window.ops.at[family->ops.at[hitting->witness.at[i]]]
                                                             .operation;
    return LN_OK;
}

/* ---- all depths ---- */

/* Is there a witness among the schedules of the chosen chain? */
static enum ln_status try_chain(struct ln_hitting *hitting, uint32_t depth, struct ln_outcome *outcome, bool *found)
{
    uint32_t target = 0;
    enum ln_status status = reach(hitting, 0, hitting->family.count, depth - 1);
    assert(depth);
    *found = false;
    for (size_t i = 0; i < hitting->stack.length && !status && !*found; i++) {
        target = hitting->stack.at[i];
        *found = is_goal(hitting, target);
    }
    hitting->stack.length = 0;
    if (status || !*found)
        return status;
    status = trace_witness(hitting, depth - 1, target);
    return status ? status : report_witness(hitting, outcome);
}

static enum ln_status try_depth(struct ln_hitting *hitting, uint32_t depth, struct ln_outcome *outcome, bool *found)
{
    const struct ln_family *family = &hitting->family;
    uint32_t chains = depth < family->count ? family->chains : 1; /* all orders are there, whatever the chain */
    uint64_t told = hitting->steps;
    enum ln_status status = LN_OK;
    *found = false;
    for (uint32_t chain = 0; chain < chains && !status && !*found; chain++) {
        status = choose(hitting, chain);
        if (!status)
            status = try_chain(hitting, depth, outcome, found);
        ln_progress_add(hitting->budget->progress, hitting->steps - told, hitting->passed);
        told = hitting->steps;
    }
    return status;
}

static enum ln_status start(struct ln_hitting *hitting, const struct ln_problem *problem, uint32_t depth,
                            struct ln_budget *budget)
{
    struct ln_family *family = &hitting->family;
    enum ln_status status = ln_family_fill(family, &hitting->window);
    size_t words = family->words + 1, count = (size_t)family->count + 2;
    assert(depth);
    hitting->problem = problem;
    hitting->budget = budget;
    hitting->steps = 0;
    hitting->furthest.length = 0;
    ln_intern_clear(&hitting->keys);
    hitting->values.length = hitting->lists.length = 0;
    ln_states_reset(&hitting->states, problem->spec, budget, (uint32_t)hitting->window.labels.length);
    if (status || !ln_vec_reserve(&hitting->sets, hitting->memory, (depth + 1) * words) ||
        !ln_vec_reserve(&hitting->base_starts, hitting->memory, count) ||
        !ln_vec_reserve(&hitting->witness, hitting->memory, count) ||
        !ln_vec_reserve(&hitting->furthest, hitting->memory, count))
        return LN_NO_MEMORY;
    memcpy(set_at(hitting, 0), family->all.at, family->words * sizeof *family->all.at);
    return LN_OK;
}

/* Of what is certain: a prefix of a schedule linearises all that returned before the first return that it lacks. */
static void report_furthest(struct ln_hitting *hitting, struct ln_outcome *outcome)
{
    const struct ln_family *family = &hitting->family;
    const struct ln_window_op *ops = hitting->window.ops.at;
    uint32_t first = LN_NO_OP;
    assert(hitting->furthest.length <= family->count);
    outcome->order.length = 0;
    if (!ln_vec_reserve(&outcome->order, outcome->memory, hitting->furthest.length + 1))
        return;
    for (uint32_t i = 0; i < family->count; i++)
        hitting->witness.at[i] = 0;
    for (size_t i = 0; i < hitting->furthest.length; i++)
        hitting->witness.at[hitting->furthest.at[i]] = 1;
    for (uint32_t i = 0; i < family->count; i++) {
        uint32_t op = family->ops.at[i];
        if (!hitting->witness.at[i] && ops[op].ret != LN_NEVER && (first == LN_NO_OP || ops[op].ret < ops[first].ret))
            first = op;
    }
    if (first == LN_NO_OP)
        return;
    for (size_t i = 0; i < hitting->furthest.length; i++)
        outcome->order.at[outcome->order.length++] = ops[family->ops.at[hitting->furthest.at[i]]].operation;
    outcome->stopped_at = ops[first].operation;
}

static enum ln_status try_all(struct ln_hitting *hitting, uint32_t depth, struct ln_outcome *outcome, bool *found)
{
    enum ln_status status = LN_OK;
    *found = false;
    for (uint32_t d = 1; d <= depth && !status && !*found; d++) {
        status = try_depth(hitting, d, outcome, found);
        if (!status)
            outcome->hitting.depth = d;
    }
    return status;
}

enum ln_status ln_hitting_count(struct ln_hitting *hitting, uint32_t depth, struct ln_budget *budget, uint64_t *count,
                                bool *counted)
{
    *count = hitting->family.count == 0; /* nothing to order: one way */
    *counted = true;
    if (!hitting->family.count)
        return LN_OK;
    depth = depth < hitting->family.count ? depth : hitting->family.count;
    return ln_schedules_count(&hitting->schedules, depth, budget, count, counted);
}

/* Of a stuck history each pending operation is a problem of its own. */
static void add_use(struct ln_hitting_use *use, const struct ln_hitting_use *before)
{
    if (!before->used)
        return;
    use->depth = use->depth > before->depth ? use->depth : before->depth;
    use->schedules += before->schedules;
    use->counted &= before->counted;
}

/* All that was tried is tried for nothing when patience ends. */
static enum ln_status decline(struct ln_outcome *outcome, enum ln_reason reason, const char *why)
{
    outcome->verdict = LN_UNKNOWN;
    outcome->reason = reason;
    outcome->declined = why;
    return LN_OK;
}

static enum ln_status run(struct ln_hitting *hitting, const struct ln_problem *problem, uint32_t depth,
                          struct ln_budget *budget, struct ln_outcome *outcome)
{
    enum ln_status status = ln_window_fill(&hitting->window, problem);
    uint32_t operations = (uint32_t)hitting->window.ops.length;
    bool found = false;
    hitting->steps = 0;
    if (!status && operations > LN_FAMILY_MOST_OPERATIONS)
        return decline(outcome, LN_REASON_METHOD, "there are more than 16384 operations");
    depth = depth < DEEPEST ? depth : DEEPEST;
    depth = depth < operations ? depth : operations ? operations : 1;
    if (!status)
        status = start(hitting, problem, depth, budget);
    if (status)
        return status;
    status = try_all(hitting, depth, outcome, &found);
    outcome->configurations += hitting->steps;
    if (!status && found)
        outcome->verdict = LN_HOLDS;
    else if (!status && depth >= operations)
        outcome->verdict = LN_VIOLATED;
    else if (!status)
        outcome->reason = LN_REASON_METHOD;
    if (outcome->verdict == LN_UNKNOWN)
        report_furthest(hitting, outcome);
    if (status == LN_STOPPED && ln_budget_why(budget) == LN_STOP_NONE)
        return decline(outcome, LN_REASON_BOUND, "there are too many schedules");
    return status;
}

enum ln_status ln_hitting_run(struct ln_hitting *hitting, const struct ln_problem *problem, uint32_t depth,
                              struct ln_budget *budget, struct ln_outcome *outcome)
{
    struct ln_hitting_use before = outcome->hitting;
    enum ln_status status;
    outcome->methods = LN_METHOD_HITTING;
    outcome->verdict = LN_UNKNOWN;
    outcome->hitting = (struct ln_hitting_use){ .used = true };
    hitting->patience = UINT64_MAX;
    status = run(hitting, problem, depth, budget, outcome);
    if (status == LN_NO_MEMORY)
        ln_budget_stop(budget, LN_STOP_MEMORY);
    if (!status && !outcome->declined && outcome->verdict != LN_VIOLATED &&
        ln_hitting_count(hitting, outcome->hitting.depth, budget, &outcome->hitting.schedules,
                         &outcome->hitting.counted))
        outcome->hitting.counted = false; /* the verdict stands without it */
    add_use(&outcome->hitting, &before);
    return status == LN_STOPPED || status == LN_NO_MEMORY ? LN_OK : status;
}

enum ln_status ln_hitting_try(struct ln_hitting *hitting, const struct ln_problem *problem, uint32_t depth,
                              uint64_t patience, struct ln_budget *budget, struct ln_outcome *outcome)
{
    enum ln_status status;
    outcome->methods = LN_METHOD_HITTING;
    outcome->verdict = LN_UNKNOWN;
    hitting->patience = patience;
    status = run(hitting, problem, depth, budget, outcome);
    if (!status && outcome->verdict == LN_UNKNOWN && !outcome->declined)
        decline(outcome, LN_REASON_METHOD, "no schedule of low depth is a witness");
    if (status == LN_NO_MEMORY && ln_budget_why(budget) == LN_STOP_NONE)
        return decline(outcome, LN_REASON_MEMORY, "there are too many schedules");
    return status == LN_STOPPED || status == LN_NO_MEMORY ? LN_OK : status;
}
