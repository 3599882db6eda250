/* Last in, first out.
 *
 * The times that values spend inside must nest or be apart. A value that is not critical goes in and out within one gap
 * and is in nobody's way. Of the critical ones, look at a connected piece of the union of their gaps R+1 .. C: exactly
 * one of them is around all others of the piece, so its push must reach a gap at or before the piece's left edge and its
 * pop one at or after the right edge. Any that can may be it. So, in any order: a value may be taken away when its push
 * and its pop are each open in a gap that no remaining value covers, and each look at it in a gap that no other one
 * covers. Violated exactly when some cannot be taken away:
 *
 *   BP2   values block each other: no order of them nests
 *   BP3   nothing was found although something was inside all the time
 *
 * (Own rule, found with and tested against the oracle; Abdulla et al. 2025 show why rules for pairs of values are wrong.)
 *
 * Gaps between the same ends of critical intervals are one class. Structures: how many values cover each class, by a
 * tree that finds those that become free; the spans of pushes, pops and looks that wait for a free class; with looks,
 * also the classes that one value alone covers, and which it is, by sums of numbers. O(n log n).
 *
 * The witness pushes a value in the last free gap up to R when it is taken away and pops it in the first free one from
 * C+1 on. In a gap come pops, of what was taken away later first; what found nothing, values that are not critical,
 * looks at values that stay; pushes, of what was taken away earlier first. A look stands beside its value's push or pop
 * if it is open there. */
#include "check/pattern/gaps.h"
#include "check/pattern/run.h"
#include "check/pattern/trees.h"

#include <assert.h>
#include <string.h>

/* clang-format off */
enum { CLASS, CLASS_START, NEEDS, LOW, ADD, PUSHES, POPS, LOOKS, OWN_LOOKS, POP_ORDER, LOOK_ORDER, UPTO, TAKEN, GAPS,
       EMPTY_GAP, LOOK_GAP };
/* clang-format on */

/* Spans that wait: those that start at class c or before stand at places below upto[c]. */
struct waiting {
    struct ln_spans spans;
    const uint32_t *order; /* place -> item; NULL: the same */
    uint32_t *upto;
};

struct stack {
    struct ln_run *run;
    uint32_t count;        /* members */
    uint32_t *class_of;    /* of each gap */
    uint32_t *class_start; /* its first gap */
    uint32_t classes;
    struct ln_gaps open; /* classes that no remaining value covers */
    struct ln_levels levels;
    struct ln_sums sums;
    struct waiting pushes, pops, looks;
    struct ln_spans own; /* the looks again, grouped by value */
    const uint32_t *look_starts, *look_sorted;
    uint32_t *needs; /* per member: how much of it waits */
    uint32_t *taken; /* members in the order in which they are taken away */
    uint32_t taken_count, ready_count;
    uint32_t *enters, *leaves, *look_gap, *empty_gap;
};

static const struct ln_run_member *member_at(const struct stack *stack, uint32_t v)
{
    return &stack->run->members.at[v];
}

/* ---- classes ---- */

static enum ln_status find_classes(struct stack *stack)
{
    struct ln_run *run = stack->run;
    uint32_t gaps = run->horizon + 2, now = 0;
    stack->class_of = ln_run_zeroed_room(run, CLASS, gaps);
    stack->class_start = ln_run_room(run, CLASS_START, 2 * (size_t)stack->count + 2);
    if (!stack->class_of || !stack->class_start)
        return LN_NO_MEMORY;
    for (uint32_t v = 0; v < stack->count; v++)
        if (ln_member_critical(member_at(stack, v))) {
            stack->class_of[member_at(stack, v)->first_return + 1] = 1;
            stack->class_of[ln_member_right(member_at(stack, v)) + 1] = 1;
        }
    stack->class_start[0] = 0;
    for (uint32_t gap = 0; gap < gaps; gap++) {
        if (stack->class_of[gap])
            stack->class_start[++now] = gap;
        stack->class_of[gap] = now;
    }
    stack->classes = now + 1;
    assert(now <= 2 * stack->count);
    stack->class_start[stack->classes] = gaps;
    return ln_run_pay(run, gaps);
}

/* How many values cover each class. With looks the numbers are one less, so that zero means one value alone. */
static enum ln_status count_covers(struct stack *stack)
{
    struct ln_run *run = stack->run;
    uint32_t size = ln_tree_size(stack->classes), words = (uint32_t)ln_gaps_words(stack->classes);
    int32_t covers = 0, *low;
    bool looks = run->looks.length > 0;
    stack->levels.low = (int32_t *)ln_run_zeroed_room(run, LOW, 2 * (size_t)size);
    stack->levels.add = (int32_t *)ln_run_room(run, ADD, size);
    stack->levels.size = size;
    if (!stack->levels.low || !stack->levels.add || !ln_vec_reserve(&run->bits, run->memory, words))
        return LN_NO_MEMORY;
    ln_gaps_init(&stack->open, run->bits.at, stack->classes, false);
    low = stack->levels.low + size;
    for (uint32_t v = 0; v < stack->count; v++)
        if (ln_member_critical(member_at(stack, v))) {
            low[stack->class_of[member_at(stack, v)->first_return + 1]]++;
            low[stack->class_of[ln_member_right(member_at(stack, v)) + 1]]--;
        }
    for (uint32_t c = 0; c < size; c++) {
        covers += c < stack->classes ? low[c] : 0;
        if (c < stack->classes && covers == 0)
            ln_gaps_add(&stack->open, c);
        low[c] = c >= stack->classes || covers == 0 ? LN_LEVEL_NEVER : covers - looks;
    }
    ln_levels_build(&stack->levels);
    return ln_run_pay(run, 4 * (size_t)size);
}

static enum ln_status sum_covers(struct stack *stack)
{
    struct ln_run *run = stack->run;
    if (!ln_vec_reserve(&run->sums, run->memory, stack->classes + 2U))
        return LN_NO_MEMORY;
    stack->sums = (struct ln_sums){ run->sums.at, stack->classes };
    memset(run->sums.at, 0, (stack->classes + 2U) * sizeof *run->sums.at);
    for (uint32_t v = 0; v < stack->count; v++)
        if (ln_member_critical(member_at(stack, v)))
            ln_sums_add(&stack->sums, stack->class_of[member_at(stack, v)->first_return + 1],
                        stack->class_of[ln_member_right(member_at(stack, v))], v + 1);
    return LN_OK;
}

/* ---- what waits ---- */

static bool is_open(const struct stack *stack, uint32_t from_gap, uint32_t to_gap)
{
    int64_t class = ln_gaps_from(&stack->open, stack->class_of[from_gap]);
    return class != LN_NO_GAP && class <= stack->class_of[to_gap];
}

static uint32_t *clear_ends(struct stack *stack, struct ln_spans *spans, unsigned room, size_t count)
{
    spans->size = ln_tree_size(count);
    spans->end = ln_run_zeroed_room(stack->run, room, 2 * (size_t)spans->size);
    return spans->end ? spans->end + spans->size : NULL;
}

/* upto[c] from how many spans start at each class. */
static void sum_up(struct stack *stack, uint32_t *upto)
{
    for (uint32_t c = 1; c < stack->classes; c++)
        upto[c] += upto[c - 1];
}

/* Members stand in the order of their pushes' calls already. */
static enum ln_status wait_for_pushes(struct stack *stack, uint32_t *upto)
{
    uint32_t *end = clear_ends(stack, &stack->pushes.spans, PUSHES, stack->count);
    if (!end)
        return LN_NO_MEMORY;
    stack->pushes.upto = upto;
    for (uint32_t v = 0; v < stack->count; v++) {
        const struct ln_run_member *member = member_at(stack, v);
        upto[stack->class_of[member->insert_call + 1]]++;
        if (!ln_member_critical(member) || is_open(stack, member->insert_call + 1, member->first_return))
            continue;
        end[v] = stack->class_of[member->first_return] + 1;
        stack->needs[v]++;
    }
    sum_up(stack, upto);
    ln_spans_build(&stack->pushes.spans);
    return LN_OK;
}

static enum ln_status wait_for_pops(struct stack *stack, uint32_t *upto)
{
    struct ln_run *run = stack->run;
    uint32_t *end = clear_ends(stack, &stack->pops.spans, POPS, stack->count);
    uint32_t *order = ln_run_room(run, POP_ORDER, stack->count), *key = ln_run_room(run, LN_ROOM_KEY, stack->count);
    uint32_t *counts = ln_run_room(run, LN_ROOM_COUNTS, stack->classes + 1U);
    if (!end || !order || !key || !counts)
        return LN_NO_MEMORY;
    for (uint32_t v = 0; v < stack->count; v++) {
        key[v] = stack->class_of[ln_member_right(member_at(stack, v)) + 1];
        upto[key[v]]++;
    }
    ln_sort_by_key(key, stack->count, stack->classes, counts, order);
    for (uint32_t i = 0; i < stack->count; i++) {
        const struct ln_run_member *member = member_at(stack, order[i]);
        if (!ln_member_critical(member) || is_open(stack, ln_member_right(member) + 1, member->remove_return))
            continue;
        end[i] = stack->class_of[member->remove_return] + 1;
        stack->needs[order[i]]++;
    }
    sum_up(stack, upto);
    ln_spans_build(&stack->pops.spans);
    stack->pops.order = order;
    stack->pops.upto = upto;
    return LN_OK;
}

/* Twice: by start, for classes that nobody covers; by value and start, for those that only that value covers. */
static enum ln_status wait_for_looks(struct stack *stack, uint32_t *upto)
{
    struct ln_run *run = stack->run;
    uint32_t n = (uint32_t)run->looks.length;
    uint32_t *end = clear_ends(stack, &stack->looks.spans, LOOKS, n);
    uint32_t *own = clear_ends(stack, &stack->own, OWN_LOOKS, n);
    uint32_t *order = ln_run_room(run, LOOK_ORDER, n), *key = ln_run_room(run, LN_ROOM_KEY, n);
    uint32_t *counts = ln_run_room(run, LN_ROOM_COUNTS, stack->classes + 1U);
    if (!end || !own || !order || !key || !counts)
        return LN_NO_MEMORY;
    for (uint32_t i = 0; i < n; i++) {
        key[i] = stack->class_of[run->looks.at[i].call + 1];
        upto[key[i]]++;
    }
    ln_sort_by_key(key, n, stack->classes, counts, order);
    for (uint32_t i = 0; i < n; i++)
        end[i] = stack->class_of[run->looks.at[order[i]].ret] + 1;
    for (uint32_t i = 0; i < n; i++)
        own[i] = stack->class_of[run->looks.at[stack->look_sorted[i]].ret] + 1;
    for (uint32_t i = 0; i < n; i++) {
        const struct ln_sighting *look = &run->looks.at[order[i]];
        if (!ln_member_critical(member_at(stack, look->value)) || is_open(stack, look->call + 1, look->ret))
            end[i] = 0;
        else
            stack->needs[look->value]++;
        stack->look_gap[order[i]] = end[i] ? LN_NO_OP : 0;
    }
    sum_up(stack, upto);
    ln_spans_build(&stack->looks.spans);
    ln_spans_build(&stack->own);
    stack->looks.order = order;
    stack->looks.upto = upto;
    return ln_run_pay(run, 8 * (size_t)n);
}

static enum ln_status wait_for_all(struct stack *stack)
{
    struct ln_run *run = stack->run;
    size_t classes = stack->classes;
    uint32_t *upto = ln_run_zeroed_room(run, UPTO, (run->looks.length ? 3 : 2) * classes);
    uint32_t *gaps = ln_run_room(run, GAPS, 2 * (size_t)stack->count);
    enum ln_status status = LN_NO_MEMORY;
    stack->needs = ln_run_zeroed_room(run, NEEDS, stack->count);
    stack->taken = ln_run_room(run, TAKEN, stack->count);
    stack->look_gap = ln_run_room(run, LOOK_GAP, run->looks.length);
    if (upto && gaps && stack->needs && stack->taken && stack->look_gap) {
        stack->enters = gaps;
        stack->leaves = gaps + stack->count;
        status = ln_group_looks(run, &stack->look_starts, &stack->look_sorted);
    }
    if (!status)
        status = wait_for_pushes(stack, upto);
    if (!status)
        status = wait_for_pops(stack, upto + classes);
    if (!status && run->looks.length)
        status = sum_covers(stack);
    if (!status && run->looks.length)
        status = wait_for_looks(stack, upto + 2 * classes);
    return status ? status : ln_run_pay(run, 16 * (size_t)stack->count);
}

/* ---- taking away ---- */

static void satisfy(struct stack *stack, uint32_t v)
{
    assert(stack->needs[v]);
    if (--stack->needs[v] == 0)
        stack->taken[stack->ready_count++] = v;
}

static uint32_t take_waiting(struct waiting *waiting, uint32_t class)
{
    uint32_t place = ln_spans_take(&waiting->spans, 0, waiting->upto[class], class);
    return place == UINT32_MAX || !waiting->order ? place : waiting->order[place];
}

/* No remaining value covers the class any more. */
static void open_class(struct stack *stack, uint32_t class)
{
    struct ln_run *run = stack->run;
    uint32_t found;
    ln_gaps_add(&stack->open, class);
    while ((found = take_waiting(&stack->pushes, class)) != UINT32_MAX)
        satisfy(stack, found);
    while ((found = take_waiting(&stack->pops, class)) != UINT32_MAX)
        satisfy(stack, found);
    while (run->looks.length && (found = take_waiting(&stack->looks, class)) != UINT32_MAX)
        if (stack->look_gap[found] == LN_NO_OP) {
            stack->look_gap[found] = 0; /* it will stand beside its value's push or pop */
            satisfy(stack, run->looks.at[found].value);
        }
}

/* One value alone covers the class: looks at it that are open there may happen there. */
static void single_class(struct stack *stack, uint32_t class)
{
    uint32_t v = (uint32_t)ln_sums_at(&stack->sums, class) - 1, place;
    uint32_t to = stack->look_starts[v];
    assert(v < stack->count);
    /* The group is in the order of calls: those called by the end of the class. */
    for (uint32_t low = to, high = stack->look_starts[v + 1]; low < high; to = low) {
        uint32_t middle = low + (high - low) / 2;
        if (stack->class_of[stack->run->looks.at[stack->look_sorted[middle]].call + 1] <= class)
            low = middle + 1;
        else
            high = middle;
    }
    while ((place = ln_spans_take(&stack->own, stack->look_starts[v], to, class)) != UINT32_MAX) {
        uint32_t look = stack->look_sorted[place], call = stack->run->looks.at[look].call;
        if (stack->look_gap[look] != LN_NO_OP)
            continue;
        stack->look_gap[look] = call + 1 > stack->class_start[class] ? call + 1 : stack->class_start[class];
        satisfy(stack, v);
    }
}

/* With looks each class is found twice: when one value alone covers it, and when none does. */
static void harvest(struct stack *stack)
{
    uint32_t class;
    while ((class = ln_levels_zero(&stack->levels)) != UINT32_MAX) {
        if (stack->run->looks.length && ln_sums_at(&stack->sums, class) != 0) {
            ln_levels_set(&stack->levels, class, 1);
            single_class(stack, class);
        } else {
            ln_levels_set(&stack->levels, class, LN_LEVEL_NEVER);
            open_class(stack, class);
        }
    }
}

static void take_away(struct stack *stack, uint32_t v)
{
    const struct ln_run_member *member = member_at(stack, v);
    uint32_t right = ln_member_right(member);
    uint32_t enters = (uint32_t)ln_gaps_upto(&stack->open, stack->class_of[member->first_return]);
    uint32_t leaves = (uint32_t)ln_gaps_from(&stack->open, stack->class_of[right + 1]);
    uint32_t from = stack->class_of[member->first_return + 1], to = stack->class_of[right];
    assert(enters < stack->classes && leaves < stack->classes && from <= to);
    assert(ln_member_critical(member) && stack->needs[v] == 0);
    stack->enters[v] = stack->class_of[member->first_return] == enters ? member->first_return
                                                                       : stack->class_start[enters + 1] - 1;
    stack->leaves[v] = stack->class_of[right + 1] == leaves ? right + 1 : stack->class_start[leaves];
    if (stack->run->looks.length)
        ln_sums_add(&stack->sums, from, to, -(int64_t)(v + 1));
    ln_levels_lower(&stack->levels, from, to);
    harvest(stack);
}

static enum ln_status take_all_away(struct stack *stack, uint32_t *left)
{
    enum ln_status status = LN_OK;
    uint32_t critical = 0;
    for (uint32_t v = 0; v < stack->count; v++) {
        critical += ln_member_critical(member_at(stack, v));
        if (ln_member_critical(member_at(stack, v)) && stack->needs[v] == 0)
            stack->taken[stack->ready_count++] = v;
    }
    if (stack->run->looks.length)
        harvest(stack);
    while (stack->taken_count < stack->ready_count && !status) {
        take_away(stack, stack->taken[stack->taken_count++]);
        status = ln_run_pay(stack->run, 64);
    }
    assert(stack->taken_count <= critical && stack->ready_count <= critical);
    *left = critical - stack->taken_count;
    return status;
}

/* ---- what to say of values that are left ---- */

/* The first connected piece of what is left: a small choice of values that cover it, the rest of the piece as a second
 * guess. */
static enum ln_status accuse_left(struct stack *stack)
{
    struct ln_run *run = stack->run;
    uint32_t *left = ln_run_zeroed_room(run, LOW, stack->count), first = UINT32_MAX, last = 0;
    enum ln_status status = left ? LN_OK : LN_NO_MEMORY;
    run->pattern = "BP2";
    for (uint32_t v = 0; v < stack->count && !status; v++)
        left[v] = ln_member_critical(member_at(stack, v));
    for (uint32_t i = 0; i < stack->taken_count && !status; i++)
        left[stack->taken[i]] = 0;
    for (uint32_t v = 0; v < stack->count && !status; v++)
        if (left[v] && member_at(stack, v)->first_return < first)
            first = member_at(stack, v)->first_return;
    assert(status || first != UINT32_MAX);
    for (uint32_t c = stack->class_of[first + 1]; !status && ln_gaps_from(&stack->open, c) != (int64_t)c; c++)
        last = stack->class_start[c + 1] - 1;
    if (!status)
        status = ln_accuse_cover(run, first + 1, last, left);
    run->accused_few = run->accused.length;
    for (uint32_t v = 0; v < stack->count && !status; v++)
        if (left[v] && member_at(stack, v)->first_return < last)
            status = ln_run_accuse_more(run, v);
    return status;
}

/* ---- the witness ---- */

enum beside { BESIDE_PUSH, BESIDE_POP, BESIDE_NOTHING };

static enum beside beside_what(const struct stack *stack, const struct ln_sighting *look)
{
    uint32_t v = look->value;
    if (look->call < stack->enters[v] && stack->enters[v] <= look->ret)
        return BESIDE_PUSH;
    return look->call < stack->leaves[v] && stack->leaves[v] <= look->ret ? BESIDE_POP : BESIDE_NOTHING;
}

static bool place_looks(struct stack *stack, uint32_t v, enum beside beside)
{
    struct ln_run *run = stack->run;
    bool placed = true;
    for (uint32_t i = stack->look_starts[v]; i < stack->look_starts[v + 1] && placed; i++) {
        const struct ln_sighting *look = &run->looks.at[stack->look_sorted[i]];
        uint32_t gap = beside == BESIDE_PUSH  ? stack->enters[v]
                       : beside == BESIDE_POP ? stack->leaves[v]
                                              : stack->look_gap[stack->look_sorted[i]];
        if (beside_what(stack, look) == beside)
            placed = ln_place(run, gap, look->operation);
    }
    return placed;
}

static bool place_uncritical(struct stack *stack, uint32_t v)
{
    struct ln_run *run = stack->run;
    const struct ln_run_member *member = member_at(stack, v);
    bool placed = ln_place(run, member->first_return, member->insert);
    for (uint32_t i = stack->look_starts[v]; i < stack->look_starts[v + 1] && placed; i++)
        placed = ln_place(run, member->first_return, run->looks.at[stack->look_sorted[i]].operation);
    return placed && ln_place(run, member->first_return, member->removal);
}

static bool place_all(struct stack *stack)
{
    struct ln_run *run = stack->run;
    bool placed = true;
    for (uint32_t i = stack->taken_count; i-- > 0 && placed;) {
        uint32_t v = stack->taken[i];
        placed = place_looks(stack, v, BESIDE_POP) && ln_place(run, stack->leaves[v], member_at(stack, v)->removal);
    }
    for (size_t a = 0; a < run->absences.length && placed; a++)
        placed = ln_place(run, stack->empty_gap[a], run->absences.at[a].operation);
    for (uint32_t v = 0; v < stack->count && placed; v++)
        placed = ln_member_critical(member_at(stack, v)) ? place_looks(stack, v, BESIDE_NOTHING)
                                                         : place_uncritical(stack, v);
    for (uint32_t i = 0; i < stack->taken_count && placed; i++) {
        uint32_t v = stack->taken[i];
        placed = ln_place(run, stack->enters[v], member_at(stack, v)->insert) && place_looks(stack, v, BESIDE_PUSH);
    }
    return placed;
}

/* The witness needs none of them. */
static void leave_trees(struct ln_run *run)
{
    static const unsigned rooms[] = { CLASS, CLASS_START, NEEDS,     LOW,        ADD,  PUSHES,     POPS,
                                      LOOKS, OWN_LOOKS,   POP_ORDER, LOOK_ORDER, UPTO, LN_ROOM_KEY };
    for (size_t i = 0; i < sizeof rooms / sizeof *rooms; i++)
        ln_run_leave(run, rooms[i]);
}

enum ln_status ln_decide_stack(struct ln_run *run)
{
    struct stack stack = { .run = run,
                           .count = (uint32_t)run->members.length,
                           .empty_gap = ln_run_room(run, EMPTY_GAP, run->absences.length) };
    uint32_t left = 0;
    enum ln_status status = stack.empty_gap ? ln_find_empty_gaps(run, stack.empty_gap) : LN_NO_MEMORY;
    if (!status && !run->pattern)
        status = find_classes(&stack);
    if (!status && !run->pattern)
        status = count_covers(&stack);
    if (!status && !run->pattern)
        status = wait_for_all(&stack);
    if (!status && !run->pattern)
        status = take_all_away(&stack, &left);
    if (!status && left)
        return accuse_left(&stack);
    if (status || run->pattern || !run->wants_order)
        return status;
    leave_trees(run);
    return !ln_begin_tokens(run) && place_all(&stack) ? ln_order_tokens(run) : LN_NO_MEMORY;
}
