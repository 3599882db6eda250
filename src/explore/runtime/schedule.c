/* Who runs next.
 *
 * What counts as a preemption: a switch away from a thread that could go on with its operation. Switches between two
 * calls of a thread are counted apart: serial executions are made of them, and there are far fewer of them. Switches are
 * free where the thread has ended, waits, yields or spins.
 *
 * A preemption just before an access to x, while which nobody touches x (or, if it is a read, writes it), leads to the
 * same as a preemption before the thread's next access: that one is tried anyway, so the run is given up there
 * (LN_END_REDUNDANT), and with it all that would follow. Not so when the operation returns first: then more would be
 * ordered. The histories that are found stay the same.
 *
 * Fairness (Musuvathi and Qadeer, PLDI 2008): a thread that yields, or goes round a loop in which nothing changes, lets
 * all others go first until something changes that it has read. Whether the loop would end by itself is tried as well
 * (a bounded retry): the thread then stays, for SPIN_MOST points; a loop that never ended in a few tries is not tried
 * again. When all threads that are left only spin they take turns, and a run with more than POINTS_MOST points is a
 * livelock as far as can be told. */
#include "explore/runtime/access.h"

#include <stdarg.h>
#include <stdio.h>

enum { TURN_MOST = 1000, LOOPS = 64, TRIES = 8 };

/* Loops that were left to end by themselves. */
static STATE struct loop {
    uintptr_t pc;
    unsigned tries;
    bool ends;
} loops[LOOPS];

static struct loop *loop_at(uintptr_t pc)
{
    struct loop *loop = &loops[(pc ^ pc >> 6) % LOOPS];
    if (loop->pc != pc)
        *loop = (struct loop){ .pc = pc };
    return loop;
}

static uint32_t bit_of(const struct fiber *fiber)
{
    return 1u << fiber->index;
}

static unsigned lowest(uint32_t set)
{
    return (unsigned)__builtin_ctz(set);
}

void rt_end(enum ln_end end)
{
    state.run->end = end;
    rt_exit_to_main();
}

void rt_fault(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(state.shared->fault, sizeof state.shared->fault, format, arguments);
    va_end(arguments);
    if (state.tracing)
        rt_trace(LN_STEP_FAULT, 0, NULL, 0);
    rt_end(LN_END_FAULT);
}

static void count_point(void)
{
    state.idle = 0;
    if (UNLIKELY(++state.step >= POINTS_MOST))
        rt_end(LN_END_LIVELOCK);
    state.shared->beat++;
}

/* The thread goes on as if it had had no choice. */
static bool stays(const struct ln_choice *choice, const struct fiber *fiber)
{
    return choice->by == fiber->index && choice->chosen == fiber->index &&
           (choice->kind == LN_CHOOSE_PREEMPT || choice->kind == LN_CHOOSE_SWITCH) &&
           state.how.strategy != LN_DELAYS;
}

/* Until when points pass unlooked at: to the next choice that is given, or for long if none is left to be made. */
static void look_ahead(const struct fiber *fiber)
{
    const struct ln_shared *shared = state.shared;
    uint32_t until = state.turn_start + TURN_MOST;
    while (state.at < shared->depth && stays(&shared->choices[state.at], fiber))
        state.at++;
    if (state.at < shared->depth) {
        if (shared->choices[state.at].step < until)
            until = shared->choices[state.at].step;
    } else if (state.left && !state.alone) {
        until = 0;
    }
    state.quiet_until = fiber->committed || fiber->redundant ? 0 : until < POINTS_MOST ? until : POINTS_MOST;
}

/* ---- choices ---- */

static uint64_t random_next(void)
{
    uint64_t x = state.random += 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

/* The first option, or what the search says; the others are left for later. */
static unsigned take(enum ln_choice_kind kind, unsigned first, uint32_t others)
{
    struct ln_shared *shared = state.shared;
    struct ln_choice *choice;
    state.quiet_until = 0;
    if (state.at < shared->depth) {
        choice = &shared->choices[state.at];
        if (choice->step > state.step)
            return first; /* there was no choice then: what is offered may have been learned since */
        state.at++;
        if (choice->step < state.step || choice->kind != kind)
            rt_end(LN_END_DIVERGED);
        if (choice->chosen != first && !(others >> choice->chosen & 1))
            rt_end(LN_END_DIVERGED);
        return choice->chosen;
    }
    if (!others)
        return first;
    if (shared->depth == LN_CHOICES)
        rt_end(LN_END_LIVELOCK);
    choice = &shared->choices[shared->depth];
    *choice = (struct ln_choice){ .step = state.step, .kind = (uint8_t)kind, .chosen = (uint8_t)first, .rest = others,
                                   .by = state.current->index };
    if (state.how.strategy == LN_RANDOM) {
        unsigned nth = (unsigned)(random_next() % (unsigned)(1 + __builtin_popcount(others)));
        for (; nth > 1; nth--)
            others &= others - 1;
        if (nth)
            choice->chosen = (uint8_t)lowest(others);
        choice->rest = 0;
    }
    shared->depth++;
    state.at++;
    return choice->chosen;
}

unsigned rt_choose(enum ln_choice_kind kind, unsigned count)
{
    if (count < 2)
        return 0;
    if (count > 32)
        count = 32;
    count_point();
    return take(kind, 0, (uint32_t)((1ull << count) - 2));
}

/* Those of `set` in the order of their turns, from the one behind `from` on. */
static unsigned turn_after(unsigned from, uint32_t set)
{
    uint32_t behind = set & ~((2u << from) - 1);
    return lowest(behind ? behind : set);
}

/* Delay-bounded: the n-th in turn costs n. */
static unsigned take_delays(enum ln_choice_kind kind, unsigned first, uint32_t others)
{
    unsigned most = (unsigned)__builtin_popcount(others), thread = first, delays;
    if (most > state.left)
        most = state.left;
    delays = take(kind, 0, (uint32_t)((2ull << most) - 2));
    state.left -= delays;
    state.shared->preemptions += delays;
    for (others |= 1u << first; delays; delays--)
        thread = turn_after(thread, others);
    return thread;
}

static struct fiber *choose_free(unsigned first, uint32_t others)
{
    unsigned chosen;
    others &= ~(1u << first);
    chosen = state.how.strategy == LN_DELAYS ? take_delays(LN_CHOOSE_THREAD, first, others)
                                             : take(LN_CHOOSE_THREAD, first, others);
    return &state.fibers[chosen];
}

/* ---- points ---- */

/* Goes to another thread if the search says so; each time costs one of what is left. True: it did. */
static bool offer(enum ln_choice_kind kind, unsigned *left)
{
    struct fiber *fiber = state.current, *next;
    uint32_t others = state.enabled & ~state.yielded & ~bit_of(fiber);
    if (!others)
        return false;
    if (state.how.strategy == LN_DELAYS) {
        next = &state.fibers[take_delays(kind, fiber->index, others)];
    } else {
        next = &state.fibers[take(kind, fiber->index, others)];
        if (next != fiber) {
            state.shared->preemptions += kind == LN_CHOOSE_PREEMPT;
            *left -= state.how.strategy == LN_PREEMPTIONS;
        }
    }
    if (next == fiber)
        return false;
    state.preempted = true;
    rt_switch_to(next);
    return true;
}

static bool touched_since(struct touch touch, uint64_t clock)
{
    for (uintptr_t at = touch.address & ~(uintptr_t)7; at < touch.address + touch.length; at += 8) {
        const struct ln_word *word = rt_word(at);
        if (!word || (touch.writes ? word->touched : word->written) > clock)
            return true;
    }
    return false;
}

static void preempt(struct fiber *fiber, struct touch touch)
{
    uint64_t clock = state.clock;
    if (offer(LN_CHOOSE_PREEMPT, &state.left) && state.how.strategy == LN_PREEMPTIONS)
        fiber->redundant = !touched_since(touch, clock);
}

void rt_point_slow(struct touch touch)
{
    struct fiber *fiber = state.current;
    bool fresh = fiber->fresh;
    state.step--;
    count_point();
    if (fiber->redundant)
        rt_end(LN_END_REDUNDANT);
    fiber->fresh = false;
    if (UNLIKELY(fiber->committed)) {
        if (fresh || state.step < fiber->commit_end)
            return;
        loop_at(fiber->commit_pc)->tries++;
        rt_end(LN_END_UNFAIR);
    }
    if (fresh || state.alone)
        ;
    else if (UNLIKELY(state.step - state.turn_start > TURN_MOST))
        rt_yield(0);
    else if (state.left)
        preempt(fiber, touch);
    look_ahead(state.current);
}

void rt_loop_ended(struct fiber *fiber)
{
    if (fiber->committed) {
        loop_at(fiber->commit_pc)->ends = true;
        fiber->committed = false;
    }
}

/* ---- letting others go first ---- */

void rt_unyield(uint64_t watch)
{
    for (uint32_t set = state.yielded; set; set &= set - 1) {
        const struct fiber *fiber = &state.fibers[lowest(set)];
        if (!fiber->watch || fiber->watch & watch)
            state.yielded &= ~bit_of(fiber);
    }
}

/* Nobody else is left but those that spin as well: in turn. */
static void take_turns(struct fiber *fiber)
{
    uint32_t others = state.enabled & ~bit_of(fiber);
    state.turn_start = state.step;
    if (others)
        rt_switch_to(&state.fibers[turn_after(fiber->index, others)]);
}

/* The thread goes round a loop and has changed nothing. `loop`: which may end by itself, or NULL. */
static void let_others_go(uintptr_t pc, const struct loop *loop)
{
    struct fiber *fiber = state.current, *next;
    uint32_t others = state.enabled & ~state.yielded & ~bit_of(fiber);
    bool may_stay = loop && (loop->ends || loop->tries < TRIES);
    count_point();
    if (fiber->spins)
        rt_end(LN_END_REDUNDANT); /* whoever is chosen now could have been chosen instead of it */
    fiber->redundant = false;
    next = !others ? NULL
                   : choose_free(turn_after(fiber->index, others), may_stay ? others | bit_of(fiber) : others);
    if (next == fiber) {
        fiber->committed = true;
        fiber->commit_end = state.step + SPIN_MOST;
        fiber->commit_pc = pc;
        return;
    }
    state.yielded |= bit_of(fiber);
    if (next)
        rt_switch_to(next);
    else
        take_turns(fiber);
    fiber->watch = 0;
    fiber->spins = (state.enabled & ~state.yielded & ~bit_of(fiber)) != 0;
}

void rt_yield(uintptr_t pc)
{
    if (!state.alone && !state.current->committed)
        let_others_go(pc, loop_at(pc));
    else
        count_point();
}

void rt_idle(void)
{
    if (!state.alone && !state.current->committed)
        let_others_go(0, NULL);
    else
        count_point();
}

void rt_spin(uintptr_t pc, struct seen *seen)
{
    seen->turns = 0;
    if (!state.alone && !state.current->committed)
        let_others_go(pc, loop_at(pc));
}

/* ---- waiting ---- */

/* The next one after a thread that cannot go on; NULL: there is none. */
static struct fiber *next_free(const struct fiber *fiber, bool may_stay)
{
    uint32_t able = state.enabled & ~state.yielded, others;
    if (!(able & ~bit_of(fiber)))
        able = state.enabled;
    if (!may_stay && able & ~bit_of(fiber))
        able &= ~bit_of(fiber);
    if (!able)
        return NULL;
    others = able & ~bit_of(fiber);
    return choose_free(turn_after(fiber->index, others ? others : able), able);
}

void rt_block(const void *waits_for, bool timed)
{
    struct fiber *fiber = state.current, *next;
    bool again = timed && fiber->timed_out_at == state.changes;
    count_point();
    fiber->waits_for = waits_for;
    fiber->fresh = fiber->redundant = fiber->spins = false;
    if (!timed)
        state.enabled &= ~bit_of(fiber);
    if (state.alone) {
        if (!timed)
            rt_end(LN_END_DEADLOCK);
        return;
    }
    next = next_free(fiber, !again);
    if (!next)
        rt_end(LN_END_DEADLOCK);
    if (next != fiber)
        rt_switch_to(next);
}

void rt_wake(const void *waits_for)
{
    for (unsigned i = 0; i < state.threads; i++)
        if (state.fibers[i].waits_for == waits_for)
            state.enabled |= 1u << i;
}

void rt_hold(const void *waits_for)
{
    for (unsigned i = 0; i < state.threads; i++)
        if (state.fibers[i].waits_for == waits_for && !state.fibers[i].timed)
            state.enabled &= ~(1u << i);
}

/* ---- beginning and end ---- */

/* Between two calls of a thread. */
void rt_between(void)
{
    struct fiber *fiber = state.current, *next;
    unsigned *left = state.how.strategy == LN_PREEMPTIONS ? &state.switches_left : &state.left;
    if (fiber->index == MAIN)
        return;
    count_point();
    if (state.how.strategy == LN_SERIAL) {
        next = choose_free(fiber->index, state.enabled);
        if (next != fiber)
            rt_switch_to(next);
    } else if (*left) {
        offer(LN_CHOOSE_SWITCH, left);
    }
}

static bool any_waits(void)
{
    for (unsigned i = 0; i < state.threads; i++)
        if (state.fibers[i].at < state.test->calls[i])
            return true;
    return false;
}

void rt_finish(void)
{
    struct fiber *fiber = state.current, *next = NULL;
    const struct ln_run_test *test = state.test;
    fiber->at = test->calls[fiber->index];
    if (fiber->index != MAIN) {
        state.enabled &= ~bit_of(fiber);
        count_point();
        next = state.enabled ? next_free(fiber, false) : NULL;
        if (next)
            rt_leave_to(next);
        if (any_waits())
            rt_end(LN_END_DEADLOCK);
        if (test->has_main && test->before < test->calls[MAIN])
            rt_leave_to(&state.fibers[MAIN]);
    }
    rt_end(LN_END_FULL);
}

void rt_first(void)
{
    struct fiber *fiber = state.current, *next;
    count_point();
    state.alone = state.how.strategy == LN_SERIAL;
    next = choose_free(lowest(state.enabled), state.enabled);
    if (next != fiber)
        rt_switch_to(next);
}
