#include "counting/collection.h"

#include "base/hash.h"
#include "counting/complete.h"
#include "base/table.h"

#include <assert.h>
#include <string.h>

/* A value that went in, perhaps, and did not come out. */
struct watched {
    ln_value value;
    uint64_t start, end; /* bounds of its insertion */
    uint32_t copies;     /* insertions that were called, minus removals that returned it */
    uint32_t generation; /* other than in slots of insertions that belong to an earlier value */
    bool inside;         /* its insertion has returned; it counts in `counts` */
    bool repeated;       /* there were several at a time: only their number is kept */
};

struct open_slot {
    uint64_t start;
    ln_value argument;
    uint32_t item, generation; /* what it inserts, when that is watched */
    uint16_t method;
    bool open;
};

/* A value that went in and came out, for telling what a type was made of. */
struct finished {
    ln_value value; /* LN_VALUE_NONE: none yet */
    uint64_t start, end, removal_start, removal_end;
};

enum { FINISHED = 64 };

struct ln_collection {
    struct ln_memory *memory;
    const struct ln_spec *spec;
    const uint8_t *roles; /* of the spec's methods */
    uint64_t forgotten;   /* ln_bounds_forgotten, and */
    uint32_t last;        /* ln_bounds_last, as they are now */
    struct ln_collection_options options;
    struct ln_exclusions table;
    struct ln_bounds bounds;
    struct ln_collection_finding finding;

    LN_VEC(struct open_slot) slots;
    LN_VEC(struct watched) items;
    LN_VEC(uint32_t) free;
    struct ln_table by_value;
    uint64_t class_mask, class_seed;

    struct ln_type_set past;            /* types of what is finished */
    struct finished finished[FINISHED]; /* the latest, in a ring */
    uint32_t next_finished;
    uint64_t counts[LN_ELEMENTS_INTERVALS];  /* values inside, by the interval of their insertion */
    uint32_t inside;                         /* one bit for each count that is not 0 */
    uint64_t taking[LN_ELEMENTS_MOST_K + 1]; /* removals that have not returned, by the bound of their call */
    uint64_t insertions_open, insertions_called;
    bool stirred; /* values inside have other types than before */
    bool unsure;  /* some result is not known: how many values are inside cannot be told */
    struct ln_collection_statistics statistics;
};

/* ---- beginning and end ---- */

enum ln_status ln_collection_new(struct ln_collection **out, const struct ln_spec *spec, const struct ln_ocl *ocl,
                                 const struct ln_collection_options *options, struct ln_memory *memory,
                                 const char **declined)
{
    struct ln_collection *c;
    enum ln_status status = LN_OK;
    *out = NULL;
    *declined = ln_op_label_is_collection(spec) ? NULL : "this object is no collection";
    if (*declined)
        return LN_OK;
    assert(options->k <= LN_ELEMENTS_MOST_K);
    c = ln_take_zeroed(memory, sizeof *c);
    if (!c)
        return LN_NO_MEMORY;
    c->memory = memory;
    c->spec = spec;
    c->roles = spec->class->roles;
    c->options = *options;
    ln_table_init(&c->by_value, memory);
    ln_exclusions_init(&c->table, ocl, options->k, memory);
    ln_collection_clear(c);
    if (options->complete)
        status = ln_complete_sets(spec, options->k, memory, &c->table);
    if (status)
        ln_collection_free(c);
    else
        *out = c;
    return status;
}

void ln_collection_free(struct ln_collection *c)
{
    if (!c)
        return;
    ln_exclusions_fini(&c->table);
    ln_table_fini(&c->by_value);
    ln_vec_fini(&c->slots, c->memory);
    ln_vec_fini(&c->items, c->memory);
    ln_vec_fini(&c->free, c->memory);
    ln_give(c->memory, c, sizeof *c);
}

void ln_collection_clear(struct ln_collection *c)
{
    ln_table_fini(&c->by_value);
    c->items.length = c->free.length = c->slots.length = 0;
    c->bounds = (struct ln_bounds){ .k = c->options.k };
    c->forgotten = c->last = 0;
    for (uint32_t i = 0; i < FINISHED; i++)
        c->finished[i].value = LN_VALUE_NONE;
    c->finding = (struct ln_collection_finding){ 0 };
    c->class_mask = 0;
    c->class_seed = ln_mix(c->options.seed);
    memset(&c->past, 0, sizeof c->past);
    memset(c->counts, 0, sizeof c->counts);
    memset(c->taking, 0, sizeof c->taking);
    c->inside = 0;
    c->insertions_open = c->insertions_called = 0;
    c->stirred = c->unsure = false;
    c->statistics = (struct ln_collection_statistics){ 0 };
}

/* ---- findings ---- */

static void add_part(struct ln_collection *c, uint32_t type, ln_value value)
{
    struct ln_collection_finding *f = &c->finding;
    if (f->part_count < LN_COLLECTION_INVOLVED)
        f->parts[f->part_count++] = (struct ln_collection_part){ ln_type_parts(&c->table.types, type), value };
}

static void accuse(struct ln_collection *c, const char *pattern)
{
    assert(!c->finding.violated || c->finding.over);
    c->finding.violated = c->finding.over = true;
    c->finding.pattern = pattern;
}

static uint32_t place_of(const struct ln_collection *c, uint64_t bound)
{
    assert(c->forgotten == ln_bounds_forgotten(&c->bounds) && bound <= c->bounds.length);
    return bound > c->forgotten ? (uint32_t)(bound - c->forgotten) : 0;
}

static uint32_t interval_number(const struct ln_collection *c, uint64_t start, uint64_t end)
{
    return c->table.types.number[place_of(c, start)][place_of(c, end)];
}

static uint32_t number_until_now(const struct ln_collection *c, uint64_t start)
{
    return c->table.types.number[place_of(c, start)][c->last];
}

/* A value that is inside and whose insertion has the interval. */
static ln_value example_inside(const struct ln_collection *c, uint32_t interval)
{
    for (size_t i = 0; i < c->items.length; i++) {
        const struct watched *w = &c->items.at[i];
        if (w->copies && w->inside && interval_number(c, w->start, w->end) == interval)
            return w->value;
    }
    return LN_VALUE_NONE;
}

static ln_value example_finished(const struct ln_collection *c, uint32_t type)
{
    for (uint32_t i = 0; i < FINISHED; i++) {
        const struct finished *f = &c->finished[i];
        if (!ln_same(f->value, LN_VALUE_NONE) &&
            ln_type_of_gone(&c->table.types, interval_number(c, f->start, f->end),
                            interval_number(c, f->removal_start, f->removal_end)) == type)
            return f->value;
    }
    return LN_VALUE_NONE;
}

/* What is not past is inside. */
static void add_other(struct ln_collection *c, uint32_t type)
{
    ln_value value = ln_type_set_has(&c->past, type) ? example_finished(c, type)
                                                     : example_inside(c, type % c->table.types.intervals);
    add_part(c, type, value);
}

/* ---- the set of types ---- */

static uint32_t earliest_taking(const struct ln_collection *c)
{
    uint32_t at = 0;
    while (at <= c->options.k && !c->taking[at])
        at++;
    return at;
}

/* The type of values inside whose insertion has the interval: as they are when nothing is being removed, else as if
 * removed by the earliest removal. */
static uint32_t type_inside(const struct ln_collection *c, uint32_t interval)
{
    const struct ln_types *types = &c->table.types;
    uint32_t earliest = earliest_taking(c);
    return earliest > c->options.k ? ln_type_of_left(types, interval)
                                   : ln_type_of_gone(types, interval, types->number[earliest][c->last]);
}

static struct ln_type_set types_inside(const struct ln_collection *c)
{
    struct ln_type_set set = { { 0 } };
    uint32_t from = type_inside(c, 0); /* the others follow */
    uint64_t bits = c->inside;
    set.words[from >> 6] = bits << (from & 63);
    if ((from & 63) > 64 - LN_ELEMENTS_INTERVALS)
        set.words[(from >> 6) + 1] = bits >> (64 - (from & 63));
    return set;
}

static struct ln_type_set all_types(const struct ln_collection *c, const struct ln_type_set *inside)
{
    struct ln_type_set all = *inside;
    for (uint32_t w = 0; w < c->table.types.words; w++)
        all.words[w] |= c->past.words[w];
    return all;
}

/* The type was just added to what there is. */
static void look_at(struct ln_collection *c, uint32_t type, ln_value value, const struct ln_type_set *inside)
{
    struct ln_type_set all;
    const char *name;
    uint32_t other;
    if (c->finding.violated || c->table.types.free[type])
        return;
    all = all_types(c, inside);
    if (!ln_is_excluded(&c->table, type, &all, &other))
        return;
    name = other == LN_NO_TYPE ? NULL : ln_exclusion_name(&c->table, type, other);
    accuse(c, name ? name : "complete");
    add_part(c, type, value);
    for (uint32_t t = 0; t < c->table.types.count && other == LN_NO_TYPE; t++)
        if (t != type && ln_type_set_has(&all, t))
            add_other(c, t);
    if (other != type && other != LN_NO_TYPE)
        add_other(c, other);
}

static void add_past(struct ln_collection *c, uint32_t type, ln_value value)
{
    struct ln_type_set inside;
    if (ln_type_set_has(&c->past, type) || c->table.types.free[type])
        return;
    inside = types_inside(c);
    look_at(c, type, value, &inside);
    ln_type_set_add(&c->past, type);
}

/* All types of values inside, when the earliest removal that they may have been taken by is another. */
static void look_inside(struct ln_collection *c)
{
    struct ln_type_set now = types_inside(c);
    for (uint32_t w = 0; w < c->table.types.words && !c->finding.violated; w++)
        for (uint64_t left = now.words[w]; left && !c->finding.violated; left &= left - 1) {
            uint32_t type = 64 * w + (uint32_t)__builtin_ctzll(left);
            look_at(c, type, LN_VALUE_NONE, &now);
            if (c->finding.violated)
                c->finding.parts[0].value = example_inside(c, type % c->table.types.intervals);
        }
}

/* True when there was none of that interval. */
static bool count_inside(struct ln_collection *c, uint32_t interval)
{
    assert((c->inside >> interval & 1) == (c->counts[interval] != 0));
    c->inside |= UINT32_C(1) << interval;
    return c->counts[interval]++ == 0;
}

static void uncount_inside(struct ln_collection *c, const struct watched *w)
{
    uint32_t interval = interval_number(c, w->start, w->end);
    assert(!w->inside || c->counts[interval]);
    if (w->inside && !--c->counts[interval])
        c->inside &= ~(UINT32_C(1) << interval);
}

/* One more bound was opened than are kept: the two oldest become one. */
static void shift(struct ln_collection *c)
{
    const struct ln_types *types = &c->table.types;
    struct ln_type_set older = { { 0 } };
    uint32_t inside = c->inside & 1;
    for (uint32_t w = 0; w < types->words; w++)
        for (uint64_t left = c->past.words[w]; left; left &= left - 1) {
            uint32_t to = types->older[64 * w + (uint32_t)__builtin_ctzll(left)];
            if (to != LN_NO_TYPE)
                ln_type_set_add(&older, to);
        }
    c->past = older;
    for (uint32_t left = c->inside & ~UINT32_C(1); left; left &= left - 1) { /* [0,0] stays; others move down */
        uint32_t i = (uint32_t)__builtin_ctz(left), to = types->older_interval[i];
        assert(to < i);
        c->counts[to] += c->counts[i];
        c->counts[i] = 0;
        inside |= UINT32_C(1) << to;
    }
    c->inside = inside;
    c->taking[0] += c->options.k ? c->taking[1] : 0;
    for (uint32_t at = 1; at <= c->options.k; at++)
        c->taking[at] = at < c->options.k ? c->taking[at + 1] : 0;
}

static void open_bound(struct ln_collection *c)
{
    c->forgotten = ln_bounds_forgotten(&c->bounds);
    c->last = ln_bounds_last(&c->bounds);
    assert(c->last <= c->options.k);
    if (c->forgotten)
        shift(c);
}

/* ---- watched values ---- */

static bool is_of_class(const struct ln_collection *c, ln_value value)
{
    return !c->class_mask || !(ln_mix(value.word ^ c->class_seed) & c->class_mask);
}

static uint32_t find_watched(const struct ln_collection *c, ln_value value)
{
    uint64_t hash = ln_mix(value.word);
    uint32_t item;
    LN_TABLE_FIND(item, &c->by_value, hash, ln_same(c->items.at[item].value, value));
    return item;
}

static void forget(struct ln_collection *c, uint32_t item)
{
    struct watched *w = &c->items.at[item];
    ln_table_remove(&c->by_value, ln_mix(w->value.word), item);
    w->copies = 0;
    w->generation++;
    assert(c->free.length < c->free.room);
    c->free.at[c->free.length++] = item; /* there is room for all of them */
}

/* Half of the class, until few enough are left. */
static void halve_class(struct ln_collection *c)
{
    size_t most = c->options.most_watched ? c->options.most_watched : c->by_value.count;
    do {
        c->class_mask = 2 * c->class_mask + 1;
        c->statistics.classes++;
        for (uint32_t i = 0; i < c->items.length; i++) {
            const struct watched *w = &c->items.at[i];
            if (!w->copies || is_of_class(c, w->value))
                continue;
            uncount_inside(c, w);
            forget(c, i);
        }
    } while (c->by_value.count >= most && c->class_mask != UINT64_MAX);
}

static bool take_item(struct ln_collection *c, uint32_t *item)
{
    struct watched none = { .value = LN_VALUE_NONE };
    if (c->free.length) {
        *item = c->free.at[--c->free.length];
        assert(!c->items.at[*item].copies);
        return true;
    }
    *item = (uint32_t)c->items.length;
    return ln_vec_reserve(&c->free, c->memory, c->items.length + 1) && ln_vec_push(&c->items, c->memory, none);
}

/* False when memory is refused: then fewer are watched. */
static bool watch(struct ln_collection *c, struct open_slot *slot)
{
    struct watched *w;
    uint32_t item = find_watched(c, slot->argument);
    if (item != LN_NO_ITEM) {
        w = &c->items.at[item];
        assert(w->copies);
        uncount_inside(c, w);
        w->inside = false;
        w->repeated = true;
        w->copies++;
        c->statistics.repeated++;
        return true;
    }
    if (!ln_table_reserve(&c->by_value, c->by_value.count + 1) || !take_item(c, &item))
        return false;
    ln_table_put(&c->by_value, ln_mix(slot->argument.word), item);
    w = &c->items.at[item];
    *w = (struct watched){ .value = slot->argument, .start = slot->start, .copies = 1, .generation = w->generation };
    slot->item = item;
    slot->generation = w->generation;
    return true;
}

static void begin_insertion(struct ln_collection *c, struct open_slot *slot)
{
    c->insertions_open++;
    c->insertions_called++;
    slot->item = LN_NO_OP;
    if (c->options.most_watched && c->by_value.count >= c->options.most_watched)
        halve_class(c);
    while (is_of_class(c, slot->argument)) {
        if (watch(c, slot))
            return;
        halve_class(c);
    }
    c->statistics.unwatched++;
}

/* The watched value that the slot inserts, unless it came out already or there are several. */
static struct watched *watched_by(struct ln_collection *c, const struct open_slot *slot)
{
    struct watched *w = slot->item == LN_NO_OP ? NULL : &c->items.at[slot->item];
    return w && w->copies && w->generation == slot->generation && !w->repeated ? w : NULL;
}

/* ---- returns ---- */

static void end_insertion(struct ln_collection *c, const struct open_slot *slot)
{
    struct watched *w = watched_by(c, slot);
    struct ln_type_set inside;
    uint32_t interval;
    assert(c->insertions_open);
    c->insertions_open--;
    c->statistics.insertions++;
    if (!w)
        return;
    assert(!w->inside && w->start <= c->bounds.length);
    w->inside = true;
    w->end = c->bounds.length;
    interval = number_until_now(c, w->start);
    if (!count_inside(c, interval))
        return;
    inside = types_inside(c);
    look_at(c, type_inside(c, interval), w->value, &inside);
}

static void accuse_removal(struct ln_collection *c, uint32_t removal, ln_value value)
{
    const struct ln_types *types = &c->table.types;
    accuse(c, "rv");
    add_part(c, ln_type_of_gone(types, types->number[c->options.k][c->options.k], removal), value);
}

/* It came out; its removal has the interval from `start` to now. What was inserted before something was removed had its
 * effect by then, whether the insertion has returned or not. */
static void end_removal(struct ln_collection *c, const struct open_slot *slot, ln_value value)
{
    uint32_t item = find_watched(c, value), removal = number_until_now(c, slot->start), type;
    struct watched *w;
    bool unheard_of = item == LN_NO_ITEM && is_of_class(c, value);
    if (++c->statistics.removals > c->insertions_called || unheard_of)
        accuse_removal(c, removal, value);
    if (item == LN_NO_ITEM)
        return;
    w = &c->items.at[item];
    assert(w->copies);
    type = ln_type_of_gone(&c->table.types, interval_number(c, w->start, w->inside ? w->end : c->bounds.length),
                           removal);
    uncount_inside(c, w);
    if (!w->repeated) {
        c->finished[c->next_finished++ % FINISHED] = (struct finished){ value, w->start,
                                                                        w->inside ? w->end : c->bounds.length,
                                                                        slot->start, c->bounds.length };
        add_past(c, type, value);
    }
    if (!--w->copies)
        forget(c, item);
}

static void end_nothing(struct ln_collection *c, const struct open_slot *slot)
{
    c->statistics.empties++;
    add_past(c, ln_type_of_empty(number_until_now(c, slot->start)), LN_VALUE_NONE);
}

/* Nothing is open and as much came out as went in: nothing is inside, and any class will do. */
static void look_for_rest(struct ln_collection *c)
{
    if (!c->class_mask || c->insertions_open || earliest_taking(c) <= c->options.k || c->unsure ||
        c->statistics.insertions != c->statistics.removals)
        return;
    c->class_mask = 0;
    c->class_seed = ln_mix(c->class_seed + 1);
    c->statistics.classes++;
}

static bool is_removal(const struct ln_collection *c, const struct open_slot *slot)
{
    return c->roles[slot->method] == LN_ROLE_REMOVE;
}

/* A removal is over: when it was the earliest, what is inside was taken later than it might have been, if at all. */
static void stop_taking(struct ln_collection *c, const struct open_slot *slot)
{
    uint32_t place = place_of(c, slot->start);
    assert(c->taking[place]);
    if (!--c->taking[place] && earliest_taking(c) > place && c->inside)
        c->stirred = true;
}

static void settle_inside(struct ln_collection *c)
{
    if (c->stirred)
        look_inside(c);
    c->stirred = false;
}

static void returned(struct ln_collection *c, const struct open_slot *slot, const struct ln_op_label *label)
{
    if (is_removal(c, slot))
        stop_taking(c, slot);
    switch (label->kind) {
    case LN_OP_PUSH: end_insertion(c, slot); break;
    case LN_OP_POP: end_removal(c, slot, label->value); break;
    case LN_OP_EMPTY: end_nothing(c, slot); break;
    case LN_OP_IMPOSSIBLE: accuse(c, "impossible"); break;
    case LN_OP_OTHER:
    case LN_OP_NONE: break;
    }
    settle_inside(c);
}

/* ---- events ---- */

static void decline(struct ln_collection *c, const char *why)
{
    c->finding.declined = why;
    c->finding.over = true;
}

static enum ln_status settle(struct ln_collection *c)
{
    if (c->table.failed)
        decline(c, "memory was refused");
    return c->table.failed ? LN_NO_MEMORY : LN_OK;
}

enum ln_status ln_collection_call(struct ln_collection *c, uint32_t number, uint16_t method, ln_value argument)
{
    struct open_slot none = { .open = false }, *slot;
    enum ln_role role = (enum ln_role)c->roles[method];
    if (c->finding.over)
        return LN_OK;
    while (c->slots.length <= number)
        if (!ln_vec_push(&c->slots, c->memory, none)) {
            decline(c, "memory was refused");
            return LN_NO_MEMORY;
        }
    if (ln_bounds_call(&c->bounds))
        open_bound(c);
    c->statistics.events++;
    c->statistics.open++;
    slot = &c->slots.at[number];
    assert(!slot->open);
    *slot = (struct open_slot){
        .start = c->bounds.length, .argument = argument, .item = LN_NO_OP, .method = method, .open = true
    };
    if (role == LN_ROLE_INSERT)
        begin_insertion(c, slot);
    else if (role == LN_ROLE_REMOVE)
        c->taking[c->last]++;
    else if (role == LN_ROLE_OTHER)
        decline(c, "it has operations that no formula covers");
    return LN_OK;
}

/* As ln_op_label_returned, which sees to the rest. */
static struct ln_op_label label_of(const struct ln_collection *c, const struct open_slot *slot, ln_value result)
{
    enum ln_role role = (enum ln_role)c->roles[slot->method];
    if (role == LN_ROLE_INSERT && ln_same(result, LN_VALUE_NONE))
        return (struct ln_op_label){ .kind = LN_OP_PUSH, .value = slot->argument };
    if (role == LN_ROLE_REMOVE && (result.word & 7) != (LN_VALUE_NULL.word & 7))
        return (struct ln_op_label){ .kind = LN_OP_POP, .value = result };
    return ln_op_label_returned(c->spec, slot->method, slot->argument, result);
}

enum ln_status ln_collection_return(struct ln_collection *c, uint32_t number, ln_value result)
{
    struct open_slot *slot;
    struct ln_op_label label;
    if (c->finding.over)
        return LN_OK;
    if (number >= c->slots.length || !c->slots.at[number].open)
        return LN_USAGE;
    slot = &c->slots.at[number];
    label = label_of(c, slot, result);
    c->statistics.events++;
    if (label.pending) { /* it is not known what it did: as if it had not returned */
        c->unsure = true;
        slot->open = false;
        return LN_OK;
    }
    if (label.kind == LN_OP_NONE && c->roles[slot->method] == LN_ROLE_INSERT)
        return ln_collection_fail(c, number);
    assert(c->statistics.open);
    c->statistics.open--;
    slot->open = false;
    returned(c, slot, &label);
    ln_bounds_return(&c->bounds);
    look_for_rest(c);
    return settle(c);
}

/* A value whose insertion had no effect is not inside: if it came out, there is no telling where from. */
static void undo_insertion(struct ln_collection *c, const struct open_slot *slot)
{
    uint32_t item = find_watched(c, slot->argument);
    assert(c->insertions_open && c->insertions_called);
    c->insertions_open--;
    c->insertions_called--;
    if (item == LN_NO_ITEM ? is_of_class(c, slot->argument) : c->statistics.removals > c->insertions_called)
        accuse(c, "rv");
    else if (item != LN_NO_ITEM && !--c->items.at[item].copies) {
        uncount_inside(c, &c->items.at[item]);
        forget(c, item);
    }
}

enum ln_status ln_collection_fail(struct ln_collection *c, uint32_t number)
{
    struct open_slot *slot;
    if (c->finding.over)
        return LN_OK;
    if (number >= c->slots.length || !c->slots.at[number].open)
        return LN_USAGE;
    slot = &c->slots.at[number];
    slot->open = false;
    c->statistics.open--;
    if (is_removal(c, slot))
        stop_taking(c, slot);
    else if (c->roles[slot->method] == LN_ROLE_INSERT)
        undo_insertion(c, slot);
    settle_inside(c);
    return settle(c);
}

/* ---- telling ---- */

const struct ln_collection_finding *ln_collection_finding(const struct ln_collection *c)
{
    return &c->finding;
}

struct ln_collection_statistics ln_collection_statistics(const struct ln_collection *c)
{
    struct ln_collection_statistics statistics = c->statistics;
    statistics.bounds = c->bounds.length;
    statistics.inside = c->by_value.count;
    statistics.share = (uint32_t)(c->class_mask + 1 ? c->class_mask + 1 : UINT32_MAX);
    return statistics;
}

static void write_interval(struct ln_interval interval, struct ln_str *out)
{
    ln_str_format(out, "[%u,%u]", interval.first, interval.last);
}

void ln_collection_write(const struct ln_collection *c, struct ln_str *out)
{
    const struct ln_types *types = &c->table.types;
    const char *between = "";
    for (uint32_t i = 0; i < types->intervals; i++) {
        if (!c->counts[i])
            continue;
        ln_str_format(out, "%sinside, in ", between);
        write_interval(types->interval[i], out);
        ln_str_format(out, ": %llu", (unsigned long long)c->counts[i]);
        between = "; ";
    }
    for (uint32_t at = 0; at <= c->options.k; at++)
        if (c->taking[at]) {
            ln_str_format(out, "%sbeing removed since %u: %llu", between, at, (unsigned long long)c->taking[at]);
            between = "; ";
        }
    for (uint32_t type = 0; type < types->count; type++) {
        struct ln_type_parts parts = ln_type_parts(types, type);
        if (!ln_type_set_has(&c->past, type))
            continue;
        ln_str_text(out, between);
        ln_str_text(out, parts.is_empty ? "found empty " : "in ");
        write_interval(parts.insertion, out);
        if (parts.is_gone) {
            ln_str_text(out, " out ");
            write_interval(parts.removal, out);
        }
        between = "; ";
    }
}
