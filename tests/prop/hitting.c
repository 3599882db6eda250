/* Strong hitting families of small random histories against their definitions, and what is decided with them against
 * the oracle.
 *
 * hitting COUNT [SEED]
 *
 * Of each history: the families of depth 1 to 3 are those of Algorithm 1 as it is printed, all different, all linear
 * extensions, and some schedule of theirs strongly hits every tuple of so many operations (Definitions 4.1 and 4.4);
 * each family holds the one before, and that of depth n is all linear extensions (Proposition 4.3). The smallest depth
 * with a witness, the number of witnesses and the linearizability depth (Definition 4.2) are those that trying everything
 * gives. Families that are wrong on purpose must be caught. */
#include "check/check.h"
#include "check/hitting/depth.h"
#include "check/hitting/schedules.h"
#include "check/hitting/true_depth.h"
#include "spec/parts.h"
#include "spec/possible_states.h"
#include "support/shapes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 8, MOST_SCHEDULES = 50000, DEPTHS = 3 };

struct listed {
    size_t count;
    uint8_t at[MOST_SCHEDULES][MOST];
};

static struct listed families[DEPTHS + 1], orders, printed;

struct game {
    struct ln_memory memory;
    struct ln_budget budget;
    const struct ln_history *history;
    const struct ln_spec *spec;
    struct ln_spec product;
    struct ln_problem problem;
    struct ln_window window;
    struct ln_family family;
    uint32_t n;
    bool before[MOST][MOST]; /* by the history itself */
    bool pending;
    uint64_t number, seed;
    const char *shape;
};

static void complain(const struct game *game, const char *message)
{
    fprintf(stderr, "%s, seed %llu, history %llu: %s\n", game->shape, (unsigned long long)game->seed,
            (unsigned long long)game->number, message);
    print_history(game->history);
    exit(1);
}

static uint32_t operation_of(const struct game *game, uint32_t element)
{
    return game->window.ops.at[game->family.ops.at[element]].operation;
}

/* ---- lists of schedules ---- */

static bool lists(const struct listed *listed, const uint8_t *schedule, uint32_t n)
{
    for (size_t i = 0; i < listed->count; i++)
        if (memcmp(listed->at[i], schedule, n) == 0)
            return true;
    return false;
}

static void list(struct listed *listed, const uint8_t *schedule, uint32_t n)
{
    if (listed->count == MOST_SCHEDULES)
        abort();
    memcpy(listed->at[listed->count++], schedule, n);
}

static bool is_extension(const struct game *game, const uint8_t *schedule)
{
    for (uint32_t i = 0; i < game->n; i++)
        for (uint32_t j = 0; j <= i; j++)
            if (game->before[schedule[i]][schedule[j]] || (j < i && schedule[i] == schedule[j]))
                return false;
    return true;
}

static void list_orders(struct game *game, uint8_t *schedule, uint32_t length)
{
    if (length == game->n) {
        list(&orders, schedule, game->n);
        return;
    }
    for (uint32_t x = 0; x < game->n; x++) {
        bool may = true;
        for (uint32_t i = 0; i < length; i++)
            may = may && schedule[i] != x && !game->before[x][schedule[i]];
        for (uint32_t y = 0; y < game->n && may; y++)
            may = !game->before[y][x] || memchr(schedule, (int)y, length) != NULL;
        if (may) {
            schedule[length] = (uint8_t)x;
            list_orders(game, schedule, length + 1);
        }
    }
}

static void list_family(struct game *game, uint32_t depth, struct listed *listed)
{
    struct ln_schedules schedules;
    bool found = true;
    ln_schedules_init(&schedules, &game->family);
    listed->count = 0;
    if (ln_schedules_start(&schedules, depth, &game->budget))
        abort();
    while (!ln_schedules_next(&schedules, &found) && found) {
        uint32_t elements[MOST];
        uint8_t schedule[MOST];
        if (ln_schedules_write(&schedules, elements))
            abort();
        for (uint32_t i = 0; i < game->n; i++)
            schedule[i] = (uint8_t)elements[i];
        if (!is_extension(game, schedule))
            complain(game, "a schedule goes against real time");
        if (lists(listed, schedule, game->n))
            complain(game, "a schedule comes twice");
        list(listed, schedule, game->n);
    }
    if (found || listed->count != schedules.count)
        complain(game, "the schedules were not counted");
    ln_schedules_fini(&schedules);
}

/* ---- Algorithm 1 as it is printed ---- */

static uint32_t place_of(const uint8_t *schedule, uint32_t length, uint32_t x)
{
    uint32_t place = 0;
    while (place < length && schedule[place] != x)
        place++;
    return place;
}

static bool is_concurrent(const struct game *game, uint32_t a, uint32_t b)
{
    return !game->before[a][b] && !game->before[b][a];
}

/* Lines 11 to 23: right before the first of the last run of inserted elements of the tuple, from index `least` on, that
 * are all concurrent with it; at the end when there is none. */
static uint32_t late_place(const struct game *game, const uint8_t *schedule, uint32_t length, const uint32_t *tuple,
                           uint32_t size, uint32_t least, uint32_t op)
{
    uint32_t place = length;
    for (uint32_t j = size; j-- > least;) {
        uint32_t at = place_of(schedule, length, tuple[j]);
        if (at == length)
            continue;
        if (!is_concurrent(game, tuple[j], op))
            break;
        place = at;
    }
    return place;
}

static uint32_t early_place(const struct game *game, const uint8_t *schedule, uint32_t length, uint32_t op)
{
    uint32_t place = length;
    while (place > 0 && !game->before[schedule[place - 1]][op])
        place--;
    return place;
}

static void build(const struct game *game, uint32_t chain, const uint32_t *tuple, uint32_t size, uint8_t *schedule)
{
    for (uint32_t op = 0; op < game->n; op++) { /* elements are numbered topologically */
        uint32_t place, i = 0;
        while (i < size && tuple[i] != op)
            i++;
        if (i < size)
            place = late_place(game, schedule, op, tuple, size, i + 1, op);
        else if (game->family.chain.at[op] == chain)
            place = late_place(game, schedule, op, tuple, size, 0, op);
        else
            place = early_place(game, schedule, op, op);
        memmove(schedule + place + 1, schedule + place, op - place);
        schedule[place] = (uint8_t)op;
    }
}

static bool is_skipped(const struct game *game, const uint32_t *tuple, uint32_t size)
{
    for (uint32_t i = 0; i < size; i++)
        for (uint32_t j = i + 1; j < size; j++)
            if (tuple[i] == tuple[j] || game->before[tuple[j]][tuple[i]])
                return true;
    return false;
}

/* The next tuple, counting in base n; false after the last. */
static bool next_tuple(uint32_t *tuple, uint32_t size, uint32_t n)
{
    for (uint32_t i = 0; i < size; i++) {
        if (++tuple[i] < n)
            return true;
        tuple[i] = 0;
    }
    return false;
}

static void list_printed(const struct game *game, uint32_t depth)
{
    uint32_t tuple[MOST] = { 0 };
    printed.count = 0;
    do {
        if (is_skipped(game, tuple, depth - 1))
            continue;
        for (uint32_t chain = 0; chain < game->family.chains; chain++) {
            uint8_t schedule[MOST];
            build(game, chain, tuple, depth - 1, schedule);
            if (!lists(&printed, schedule, game->n))
                list(&printed, schedule, game->n);
        }
    } while (next_tuple(tuple, depth - 1, game->n));
}

/* ---- Definitions 4.1 and 4.4 ---- */

static bool strongly_hits(const struct game *game, const uint8_t *schedule, const uint32_t *tuple, uint32_t depth)
{
    for (uint32_t i = 0; i < depth; i++) {
        for (uint32_t p = place_of(schedule, game->n, tuple[i]); p < game->n; p++) {
            bool above = false;
            for (uint32_t j = i; j < depth; j++)
                above |= schedule[p] == tuple[j] || game->before[tuple[j]][schedule[p]];
            if (!above)
                return false;
        }
    }
    return true;
}

static bool hits_all(const struct game *game, const struct listed *listed, uint32_t depth)
{
    uint32_t tuple[MOST] = { 0 };
    do {
        size_t s = 0;
        while (s < listed->count && !strongly_hits(game, listed->at[s], tuple, depth))
            s++;
        if (s == listed->count)
            return false;
    } while (next_tuple(tuple, depth, game->n));
    return true;
}

static bool holds_all(const struct listed *greater, const struct listed *listed, uint32_t n)
{
    for (size_t i = 0; i < listed->count; i++)
        if (!lists(greater, listed->at[i], n))
            return false;
    return true;
}

static void check_families(struct game *game)
{
    uint32_t depths = game->n < DEPTHS ? game->n : DEPTHS;
    for (uint32_t d = 1; d <= depths; d++) {
        list_family(game, d, &families[d]);
        list_printed(game, d);
        if (families[d].count != printed.count || !holds_all(&printed, &families[d], game->n))
            complain(game, "the family is not that of Algorithm 1");
        if (!hits_all(game, &families[d], d))
            complain(game, "a tuple is not strongly hit");
        if (d > 1 && !holds_all(&families[d], &families[d - 1], game->n))
            complain(game, "a family lacks a schedule of the one before");
    }
    list_family(game, game->n, &printed);
    if (printed.count != orders.count)
        complain(game, "the family of depth n is not all orders");
}

/* ---- witnesses ---- */

/* Can the object go along, with some of the pending operations? */
static bool accepts(const struct game *game, const uint8_t *schedule, uint32_t from, const struct ln_possible *possible)
{
    struct ln_possible next;
    struct ln_invocation in;
    bool accepted;
    if (from == game->n)
        return true;
    if (game->window.ops.at[game->family.ops.at[schedule[from]]].ret == LN_NEVER &&
        accepts(game, schedule, from + 1, possible))
        return true;
    ln_possible_init(&next, possible->now.memory);
    in = ln_invocation_of(game->history, operation_of(game, schedule[from]));
    if (!ln_next_copy(&next.now, &possible->now) || !ln_possible_step(&next, game->problem.spec, &in))
        abort();
    accepted = next.now.states.length && accepts(game, schedule, from + 1, &next);
    ln_possible_fini(&next);
    return accepted;
}

static bool is_witness(struct game *game, const uint8_t *schedule)
{
    struct ln_possible possible;
    bool accepted;
    ln_possible_init(&possible, &game->memory);
    if (!ln_possible_start(&possible, game->problem.spec))
        abort();
    accepted = accepts(game, schedule, 0, &possible);
    ln_possible_fini(&possible);
    return accepted;
}

/* The smallest depth whose family has a witness; 0 when none has. */
static uint32_t least_depth(struct game *game)
{
    for (uint32_t d = 1; d <= game->n; d++) {
        struct listed *listed = d <= DEPTHS ? &families[d] : &printed;
        if (d > DEPTHS)
            list_family(game, d, listed);
        for (size_t i = 0; i < listed->count; i++)
            if (is_witness(game, listed->at[i]))
                return d;
    }
    return 0;
}

static void check_verdict(struct game *game, uint32_t depth, uint32_t least)
{
    struct ln_check_options how = { .algorithm = LN_ALGORITHM_HITTING, .depth = depth };
    struct ln_outcome outcome;
    struct ln_error error = { 0 };
    enum ln_verdict right = least && least <= depth ? LN_HOLDS : depth >= game->n ? LN_VIOLATED : LN_UNKNOWN;
    ln_outcome_init(&outcome, &game->memory);
    if (ln_check(game->history, game->spec, &how, &game->budget, &outcome, &error))
        complain(game, error.message);
    if (outcome.verdict != right)
        complain(game, "a family was not tried as it should be");
    if (right == LN_HOLDS && outcome.hitting.depth != least)
        complain(game, "the witness is not of the least depth");
    if (right != LN_VIOLATED && game->n && outcome.hitting.depth <= DEPTHS &&
        (!outcome.hitting.counted || outcome.hitting.schedules != families[outcome.hitting.depth].count))
        complain(game, "the schedules were not counted right");
    ln_outcome_fini(&outcome);
}

/* ---- Definition 4.2 ---- */

static uint32_t depth_by_definition(const struct game *game, const bool *witnesses)
{
    for (uint32_t d = 1; d <= game->n; d++) {
        uint32_t tuple[MOST] = { 0 };
        do {
            bool all = true;
            for (size_t i = 0; i < orders.count && all; i++)
                all = witnesses[i] || !strongly_hits(game, orders.at[i], tuple, d);
            if (all)
                return d;
        } while (next_tuple(tuple, d, game->n));
    }
    return 0;
}

static void check_depth(struct game *game)
{
    static bool witnesses[MOST_SCHEDULES];
    enum { SMALL = 5 };
    struct ln_depth_options how = { .max_depth = DEPTHS, .count = true, .true_depth = true, .extensions = true };
    struct ln_depth_facts facts;
    struct ln_depth *depth = NULL;
    struct ln_error error = { 0 };
    uint64_t count = 0;
    if (ln_depth_new(&depth, &game->memory) ||
        ln_depth_measure(depth, game->history, game->spec, &how, &game->budget, &facts, &error))
        complain(game, error.message);
    ln_depth_free(depth);
    for (size_t i = 0; i < orders.count; i++)
        count += witnesses[i] = is_witness(game, orders.at[i]);
    if (!facts.extensions.orders_counted || facts.extensions.orders != orders.count)
        complain(game, "the orders were not counted right");
    if (!facts.extensions.witnesses_counted || facts.extensions.witnesses != count)
        complain(game, "the witnesses were not counted right");
    if (game->n && game->n <= SMALL &&
        (!facts.true_depth_known || facts.true_depth != depth_by_definition(game, witnesses)))
        complain(game, "the linearizability depth is not right");
}

/* ---- all together ---- */

/* False: there is nothing to order, or it is stuck. */
static bool prepare(struct game *game)
{
    const struct ln_history *history = game->history;
    game->product = ln_spec_product(game->spec);
    game->problem = (struct ln_problem){ history, game->spec, history->events.at, history->events.length, LN_NO_OP, 0 };
    if (ln_spec_several_objects(game->spec, history))
        game->problem.spec = &game->product;
    game->pending = false;
    if (history->stuck || ln_window_fill(&game->window, &game->problem) || ln_family_fill(&game->family, &game->window))
        return false;
    game->n = game->family.count;
    for (uint32_t i = 0; i < game->n; i++) {
        game->pending |= history->operations.at[operation_of(game, i)].fate == LN_PENDING;
        for (uint32_t j = 0; j < game->n; j++)
            game->before[i][j] = ln_history_precedes(history, operation_of(game, i), operation_of(game, j));
    }
    orders.count = 0;
    return game->n > 0 && game->n <= MOST;
}

static void check_one(struct game *game)
{
    uint8_t schedule[MOST];
    uint32_t least;
    if (!prepare(game))
        return;
    list_orders(game, schedule, 0);
    check_families(game);
    least = least_depth(game);
    if ((least > 0) != (oracle(game->history, game->spec, &game->memory) == LN_HOLDS))
        complain(game, "the families do not agree with the oracle");
    for (uint32_t depth = 1; depth <= game->n; depth++)
        check_verdict(game, depth, least);
    if (!game->pending && game->window.ops.length == game->history->operations.length)
        check_depth(game);
}

/* Families without what makes them hit: all operations early, or the elements of the tuple in any order. */
static bool catches_wrong(struct game *game)
{
    uint8_t schedule[MOST];
    struct listed *wrong = &printed;
    if (!prepare(game) || game->n < 3)
        return false;
    wrong->count = 0;
    build(game, game->family.chains, NULL, 0, schedule);
    list(wrong, schedule, game->n);
    if (hits_all(game, wrong, 1))
        return false;
    list_family(game, 1, wrong);
    return !hits_all(game, wrong, 2);
}

static void run_shape(const struct shape *shape, uint64_t count, uint64_t seed, uint64_t *caught)
{
    struct ln_rng rng = { seed };
    for (uint64_t i = 0; i < count; i++) {
        struct game game = { .number = i, .seed = seed, .shape = shape->spec };
        struct ln_history history;
        struct ln_values values;
        struct ln_spec spec;
        ln_memory_init(&game.memory, UINT64_MAX);
        ln_budget_init(&game.budget, &game.memory, 0, NULL);
        ln_values_init(&values, &game.memory);
        shape_draw(shape, &rng, &game.memory, &values, &spec, &history);
        game.history = &history;
        game.spec = &spec;
        ln_window_init(&game.window, &game.memory);
        ln_family_init(&game.family, &game.memory);
        check_one(&game);
        *caught += catches_wrong(&game);
        ln_window_fini(&game.window);
        ln_family_fini(&game.family);
        ln_history_fini(&history);
        ln_values_fini(&values);
        if (atomic_load(&game.memory.used))
            complain(&game, "memory is still taken");
    }
}

int main(int argc, char **argv)
{
    uint64_t count = argc > 1 ? strtoull(argv[1], NULL, 10) : 10000, seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    uint64_t caught = 0, each = count / shape_count + 1;
    printf("seed %llu\n", (unsigned long long)seed);
    for (size_t s = 0; s < shape_count; s++)
        run_shape(&shapes[s], each, seed + s, &caught);
    printf("%llu histories: families, verdicts, counts and depths are right\n",
           (unsigned long long)(each * shape_count));
    if (caught * 20 < count) {
        fprintf(stderr, "families that are wrong on purpose were caught in %llu histories only\n",
                (unsigned long long)caught);
        return 1;
    }
    return 0;
}
