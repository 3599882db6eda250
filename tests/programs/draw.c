/* Draws programs out of phrases: what people write with locks, flags, nodes and the like, in right order or nearly, and
 * then changes a little. Two variables and small constants, so that operations have to do with each other. */
#include "programs/program.h"

#include <string.h>

uint32_t random_below(struct random *random, uint32_t limit)
{
    uint64_t x = random->state += 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return (uint32_t)((x ^ x >> 31) >> 33) % limit;
}

static bool one_in(struct random *random, uint32_t n)
{
    return random_below(random, n) == 0;
}

/* ---- questions ---- */

static bool begins_block(enum statement_kind kind)
{
    return kind == IF || kind == REPEAT || kind == FOREVER;
}

unsigned program_end_of(const struct operation *operation, unsigned at)
{
    unsigned depth = 0;
    for (unsigned i = at; i < operation->count; i++) {
        depth += begins_block(operation->at[i].kind);
        depth -= operation->at[i].kind == END;
        if (!depth)
            return i;
    }
    return operation->count;
}

bool program_has(const struct program *program, enum statement_kind kind)
{
    for (unsigned o = 0; o < program->operations; o++)
        for (unsigned i = 0; i < program->operation[o].count; i++)
            if (program->operation[o].at[i].kind == kind)
                return true;
    return false;
}

bool program_allocates(const struct program *program)
{
    return program_has(program, ALLOCATE);
}

/* With larger alignment it is another kind of block. */
bool program_may_reuse(const struct program *program)
{
    for (unsigned o = 0; o < program->operations; o++)
        for (unsigned i = 0; i < program->operation[o].count; i++) {
            const struct statement *s = &program->operation[o].at[i];
            if (s->kind == REALLOCATE || (s->kind == ALLOCATE && s->how > 4))
                return false;
        }
    return program_allocates(program) && program_has(program, RELEASE);
}

/* ---- phrases ---- */

struct drawing {
    struct random *random;
    struct operation *operation;
    uint8_t v, w, c, slot;
};

static struct statement *say(struct drawing *d, enum statement_kind kind)
{
    static struct statement nowhere;
    struct operation *operation = d->operation;
    struct statement *s = operation->count < STATEMENTS ? &operation->at[operation->count++] : &nowhere;
    *s = (struct statement){ .kind = (uint8_t)kind, .v = d->v, .c = d->c };
    return s;
}

static void say_yield(struct drawing *d)
{
    say(d, YIELD)->how = (uint8_t)random_below(d->random, 4);
}

/* What a loop does between two turns. */
static void say_pause(struct drawing *d)
{
    switch (random_below(d->random, 8)) {
    case 0:
    case 1: say_yield(d); break;
    case 2: say(d, SCRATCH)->other = one_in(d->random, 2); break;
    case 3: say(d, BACK_OFF); break;
    case 4:
        say(d, SCRATCH);
        say_yield(d);
        break;
    default: break;
    }
}

/* For ever, or a few times. */
static void say_loop(struct drawing *d)
{
    if (one_in(d->random, 2))
        say(d, FOREVER);
    else
        say(d, REPEAT)->c = (uint8_t)(1 + random_below(d->random, 3));
}

static void say_break(struct drawing *d, unsigned r, unsigned c, bool unless)
{
    struct statement *s = say(d, BREAK_IF);
    s->r = (uint8_t)r;
    s->c = (uint8_t)c;
    s->other = unless;
}

static void say_if(struct drawing *d, unsigned r, unsigned c, bool unless)
{
    say_break(d, r, c, unless);
    d->operation->at[d->operation->count - 1].kind = IF;
}

static void say_load(struct drawing *d, unsigned r)
{
    struct statement *s = say(d, LOAD);
    s->r = (uint8_t)r;
    s->other = one_in(d->random, 4);
}

static void increment(struct drawing *d)
{
    if (one_in(d->random, 3))
        say_yield(d);
    say_load(d, 0);
    say(d, SUM)->c = 1;
    if (one_in(d->random, 4))
        say_yield(d);
    say(d, STORE);
}

static void access_once(struct drawing *d)
{
    static const uint8_t kinds[] = { LOAD, LOAD, STORE, PUT, PUT, FETCH_ADD, FETCH_OR, EXCHANGE, CAS, WEAK_CAS };
    say(d, kinds[random_below(d->random, sizeof kinds)])->r = (uint8_t)random_below(d->random, 2);
}

static void two_accesses(struct drawing *d)
{
    access_once(d);
    d->v = d->w;
    access_once(d);
}

static void swap_loop(struct drawing *d)
{
    say_loop(d);
    say_load(d, 0);
    say(d, one_in(d->random, 6) ? WEAK_CAS : CAS)->c = 1;
    say_break(d, 1, 1, false);
    say_pause(d);
    say(d, END);
}

static void wait_for_value(struct drawing *d)
{
    say_loop(d);
    say_load(d, 1);
    say_break(d, 1, d->c, one_in(d->random, 4));
    if (one_in(d->random, 6))
        d->operation->at[d->operation->count - 1].kind = RETURN_IF;
    say_pause(d);
    say(d, END);
}

/* Only who has seen something waits, mostly for what nobody writes. */
static void wait_if(struct drawing *d)
{
    say_load(d, 0);
    say_if(d, 0, 1, false);
    d->v = d->w;
    wait_for_value(d);
    say(d, END);
}

static void signal_value(struct drawing *d)
{
    say(d, PUT)->c = 1;
    if (one_in(d->random, 2))
        say(d, PUT)->c = 0;
}

/* Loops until `kind` says that it got it; what is done with the lock; then it lets go. */
static void try_until(struct drawing *d, enum statement_kind kind, enum statement_kind release)
{
    say_loop(d);
    say(d, kind)->r = 1;
    say_break(d, 1, 1, false);
    say_pause(d);
    say(d, END);
    say_if(d, 1, 1, false);
    access_once(d);
    say(d, release);
    say(d, END);
}

static void spin_section(struct drawing *d)
{
    struct statement *s;
    say(d, FOREVER);
    s = say(d, EXCHANGE);
    s->r = 1;
    s->c = 1;
    say_break(d, 1, 0, false);
    say_pause(d);
    say(d, END);
    s = say(d, LOAD);
    s->v = d->w;
    s = say(d, SUM);
    s->c = 1;
    s = say(d, STORE);
    s->v = d->w;
    say(d, PUT)->c = 0;
}

static void section(struct drawing *d, enum statement_kind lock, enum statement_kind release)
{
    say(d, lock);
    if (one_in(d->random, 2))
        increment(d);
    else
        two_accesses(d);
    if (!one_in(d->random, 12))
        say(d, release);
}

static void any_section(struct drawing *d)
{
    static const uint8_t pairs[][2] = { { LOCK, UNLOCK },          { LOCK, UNLOCK },           { READ_LOCK, RW_UNLOCK },
                                        { WRITE_LOCK, RW_UNLOCK }, { SPIN_LOCK, SPIN_UNLOCK }, { SEM_WAIT, SEM_POST } };
    const uint8_t *pair = pairs[random_below(d->random, sizeof pairs / sizeof *pairs)];
    section(d, pair[0], pair[1]);
}

static void any_try(struct drawing *d)
{
    static const uint8_t pairs[][2] = { { TRY_LOCK, UNLOCK },
                                        { TRY_READ_LOCK, RW_UNLOCK },
                                        { TRY_WRITE_LOCK, RW_UNLOCK },
                                        { SPIN_TRY_LOCK, SPIN_UNLOCK },
                                        { SEM_TRY_WAIT, SEM_POST } };
    const uint8_t *pair = pairs[random_below(d->random, sizeof pairs / sizeof *pairs)];
    try_until(d, pair[0], pair[1]);
}

static void poll_under_lock(struct drawing *d)
{
    static const uint8_t pairs[][2] = { { LOCK, UNLOCK }, { READ_LOCK, RW_UNLOCK }, { SPIN_LOCK, SPIN_UNLOCK } };
    const uint8_t *pair = pairs[random_below(d->random, sizeof pairs / sizeof *pairs)];
    say_loop(d);
    say(d, pair[0]);
    say_load(d, 1);
    say(d, pair[1]);
    say_break(d, 1, 1, false);
    say_pause(d);
    say(d, END);
}

static void wait_on_condition(struct drawing *d)
{
    bool once_only = one_in(d->random, 4);
    say(d, LOCK);
    if (!once_only)
        say(d, FOREVER);
    say_load(d, 1);
    if (once_only)
        say_if(d, 1, 1, true);
    else
        say_break(d, 1, 1, false);
    say(d, WAIT);
    say(d, END);
    if (one_in(d->random, 2))
        say(d, PUT)->c = 0;
    say(d, UNLOCK);
}

static void signal_condition(struct drawing *d)
{
    bool locked = !one_in(d->random, 4);
    if (locked)
        say(d, LOCK);
    say(d, PUT)->c = 1;
    say(d, one_in(d->random, 2) ? SIGNAL : BROADCAST);
    if (locked)
        say(d, UNLOCK);
}

static void semaphore(struct drawing *d)
{
    static const uint8_t kinds[] = { SEM_WAIT, SEM_WAIT, SEM_POST, SEM_POST, SEM_TRY_WAIT, SEM_VALUE };
    say(d, kinds[random_below(d->random, sizeof kinds)]);
}

static void once(struct drawing *d)
{
    say(d, ONCE);
    d->v = 0;
    if (one_in(d->random, 2))
        say_load(d, 0);
}

/* ---- phrases with pairs ---- */

static void fill_pair(struct drawing *d)
{
    struct statement *s = say(d, FILL);
    s->v = d->slot;
    s->c = (uint8_t)(1 + random_below(d->random, 2));
}

static void copy_pair(struct drawing *d)
{
    say(d, COPY)->v = d->slot;
}

static void say_half(struct drawing *d, unsigned r, bool second)
{
    struct statement *s = say(d, HALF);
    s->v = d->slot;
    s->r = (uint8_t)r;
    s->other = second;
}

static void look_at_half(struct drawing *d)
{
    say_half(d, random_below(d->random, 2), one_in(d->random, 2));
}

/* What is returned says whether they are the same, mostly. */
static void look_at_both(struct drawing *d)
{
    bool second = one_in(d->random, 2);
    say_half(d, 0, second);
    say_half(d, 1, !second);
    say_if(d, 0, 1, false);
    say_break(d, 1, 1, true);
    d->operation->at[d->operation->count - 1].kind = RETURN_IF;
    say(d, SET)->c = 3;
    say(d, END);
}

/* ---- phrases with nodes ---- */

static struct statement *say_slot(struct drawing *d, enum statement_kind kind)
{
    struct statement *s = say(d, kind);
    s->v = d->slot;
    return s;
}

static void make_node(struct drawing *d)
{
    struct statement *s = say(d, ALLOCATE);
    s->how = (uint8_t)random_below(d->random, 7);
    s->c = (uint8_t)(1 + random_below(d->random, 2));
    say_slot(d, one_in(d->random, 2) ? PUBLISH : REPLACE);
    if (d->operation->at[d->operation->count - 1].kind == REPLACE)
        say(d, RELEASE)->other = true;
    if (one_in(d->random, 6))
        say(d, one_in(d->random, 2) ? READ_NODE : WRITE_NODE);
}

static void take_node(struct drawing *d)
{
    say_slot(d, TAKE);
    if (one_in(d->random, 2))
        say(d, READ_NODE);
    say(d, RELEASE);
    if (one_in(d->random, 12))
        say(d, READ_NODE);
}

static void look_at_node(struct drawing *d)
{
    say_slot(d, SEE);
    if (one_in(d->random, 5))
        say_yield(d);
    say(d, one_in(d->random, 3) ? WRITE_NODE : READ_NODE);
}

static void claim_node(struct drawing *d)
{
    say_slot(d, SEE);
    say_slot(d, CLAIM);
    say_if(d, 1, 1, false);
    say(d, READ_NODE);
    say(d, RELEASE);
    say(d, END);
}

static void move_node(struct drawing *d)
{
    say_slot(d, TAKE);
    say(d, REALLOCATE);
    say_slot(d, PUBLISH);
}

static void wait_for_node(struct drawing *d)
{
    say_loop(d);
    say_slot(d, SEE);
    say(d, READ_NODE);
    say_break(d, 0, 0, true);
    say_pause(d);
    say(d, END);
}

typedef void phrase(struct drawing *d);

/* Each theme is a set of phrases that have to do with each other; the first operation mostly begins with the first. */
static phrase *const themes[][8] = {
    { increment, access_once, two_accesses, increment, access_once, say_yield, swap_loop, two_accesses },
    { wait_for_value, signal_value, wait_if, access_once, signal_value, say_yield, increment, two_accesses },
    { swap_loop, spin_section, spin_section, access_once, wait_for_value, swap_loop, increment, signal_value },
    { any_section, any_try, any_section, any_try, signal_value, any_section, poll_under_lock, wait_for_value },
    { wait_on_condition, signal_condition, wait_on_condition, signal_condition, any_section, access_once,
      signal_condition, once },
    { semaphore, semaphore, any_try, once, increment, semaphore, any_section, once },
    { fill_pair, copy_pair, look_at_both, fill_pair, look_at_half, copy_pair, any_section, look_at_both },
    { make_node, take_node, look_at_node, make_node, claim_node, take_node, move_node, wait_for_node },
    { make_node, take_node, look_at_node, make_node, claim_node, any_section, say_yield, wait_for_value },
};

/* ---- programs ---- */

static void draw_operation(struct operation *operation, phrase *const *theme, bool first, struct random *random)
{
    struct drawing d = { .random = random, .operation = operation };
    unsigned phrases = 1 + one_in(random, 3);
    operation->count = 0;
    for (; phrases && operation->count < STATEMENTS - 12; phrases--) {
        d.v = (uint8_t)random_below(random, 2);
        d.w = (uint8_t)random_below(random, VARIABLES);
        d.c = (uint8_t)(one_in(random, 3) ? random_below(random, 3) : 1);
        d.slot = (uint8_t)(one_in(random, 4) ? 1 : 0);
        theme[first ? 0 : random_below(random, 8)](&d);
        first = false;
    }
    operation->returns = !one_in(random, 4);
    operation->out = (uint8_t)random_below(random, 2);
}

/* A statement is dropped, doubled or gets a yield before it. */
static void change(struct operation *operation, struct random *random)
{
    unsigned at = operation->count ? random_below(random, operation->count) : 0;
    struct statement *s = &operation->at[at];
    if (!operation->count || begins_block(s->kind) || s->kind == END)
        return;
    if (one_in(random, 3)) {
        memmove(s, s + 1, (operation->count - at - 1u) * sizeof *s);
        operation->count--;
    } else if (operation->count < STATEMENTS) {
        memmove(s + 1, s, (operation->count - at) * sizeof *s);
        operation->count++;
        if (s->kind == ALLOCATE || one_in(random, 2))
            *s = (struct statement){ .kind = YIELD, .how = (uint8_t)random_below(random, 4) };
    }
}

static void draw_test(struct program *program, struct random *random)
{
    program->threads = (uint8_t)(one_in(random, 4) ? 3 : 2);
    for (unsigned t = 0; t < program->threads; t++) {
        program->calls[t] = (uint8_t)(program->threads == 3 || one_in(random, 2) ? 1 : 2);
        for (unsigned i = 0; i < program->calls[t]; i++)
            program->call[t][i] = (uint8_t)random_below(random, program->operations);
    }
    if (one_in(random, 2))
        program->call[0][0] = 0;
    if (program->threads == 2)
        program->call[1][0] = (uint8_t)((program->call[0][0] + random_below(random, 3)) % program->operations);
}

/* What is exchanged has to be atomic. */
static void make_atomic(struct program *program)
{
    for (unsigned o = 0; o < program->operations; o++)
        for (unsigned i = 0; i < program->operation[o].count; i++) {
            const struct statement *s = &program->operation[o].at[i];
            if (s->kind >= FETCH_ADD && s->kind <= WEAK_CAS)
                program->plain &= (uint8_t) ~(1u << s->v);
        }
}

void program_draw(struct program *program, struct random *random)
{
    phrase *const *theme = themes[random_below(random, sizeof themes / sizeof *themes)];
    memset(program, 0, sizeof *program);
    program->operations = (uint8_t)(2 + random_below(random, 2));
    for (unsigned i = 0; i < program->operations; i++) {
        draw_operation(&program->operation[i], theme, i == 0 && !one_in(random, 4), random);
        if (one_in(random, 4))
            change(&program->operation[i], random);
    }
    program->plain = (uint8_t)(one_in(random, 2) ? random_below(random, 8) : 0);
    make_atomic(program);
    program->width = (uint8_t)(one_in(random, 2) ? random_below(random, 2) : random_below(random, 4));
    program->plain_node = one_in(random, 2);
    program->on_heap = one_in(random, 2);
    program->posted = (uint8_t)random_below(random, 2);
    program->optimise = (uint8_t)random_below(random, 3);
    program->clang = one_in(random, 5);
    draw_test(program, random);
}
