/* Who runs next.
 *
 * What counts as a preemption: a switch away from a thread that could go on with its operation. Switches between two
 * calls of a thread are counted apart: serial executions are made of them, and there are far fewer of them. Switches are
 * free where the thread has ended or waits; where it yields they cost what one between two calls does.
 *
 * A preemption just before an access to x, while which nobody touches x (or, if it is a read, writes it), leads to the
 * same as a preemption before the thread's next access: that one is tried anyway, so the run is given up there
 * (LN_END_REDUNDANT), and with it all that would follow. Not so when the operation returns first: then more would be
 * ordered. The histories that are found stay the same.
 *
 * A thread whose loop waits for others is parked until they change what it reads (await.c); it is one of those that
 * cannot go on. A loop that counts its turns may wait, or may end by itself (a bounded retry): after LN_RETRIES turns in
 * which nothing has changed, both are tried, one letting all others go first until something changes, the other going
 * on for LN_RUN_DOWN turns. Those turns are no points: before them the thread could have been interrupted LN_RETRIES times.
 *
 * Stuck is a run in which no thread can go on. When all that can have gone on for very long, each in its turn (fairness,
 * Musuvathi and Qadeer, PLDI 2008), whether they end cannot be told, and the run is given up. */
#include "explore/runtime/access.h"

#include <stdarg.h>
#include <stdio.h>

enum { LOOPS = 256, STACK_LOOKED_AT = 4096, LAST_TURNS = 100 };

/* Loops that did not end by themselves, by a hash of where a thread was when it came to them, and with what. What is known
 * of them says which options are worth a try, never which there are, nor how long they are tried: a schedule means the
 * same to whoever knows nothing of them. */
static STATE uint64_t endless[LOOPS];

static uint64_t mix_in(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 29;
}

static uint64_t loop_of(const struct fiber *fiber, uintptr_t pc)
{
    const struct registers *now = &rt_registers;
    uintptr_t top = (uintptr_t)state.region.stacks + (fiber->index + 1) * state.region.stack_size;
    uint64_t hash = mix_in(mix_in(pc, fiber->index), fiber->at);
    hash = mix_in(mix_in(mix_in(hash, now->rbx), now->rbp), now->r12);
    hash = mix_in(mix_in(mix_in(hash, now->r13), now->r14), now->r15);
    if (now->stack_pointer && top - now->stack_pointer <= STACK_LOOKED_AT)
        for (uintptr_t at = now->stack_pointer & ~(uintptr_t)7; at < top; at += 8)
            hash = mix_in(hash, *(const uint64_t *)at);
    return hash;
}

static bool is_endless(uint64_t loop)
{
    return endless[loop % LOOPS] == loop;
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

/* All that can go on have gone on for long, and no call has returned since. */
static bool goes_on(void)
{
    if (state.alone)
        return state.current->turns >= TURNS_ALONE;
    for (uint32_t set = state.enabled; set; set &= set - 1)
        if (state.fibers[lowest(set)].turns < TURNS_MOST)
            return false;
    return true;
}

static void count_point(void)
{
    rt_announced_done(state.current);
    state.idle = 0;
    if (UNLIKELY(++state.step >= POINTS_MOST) && (!state.alone || state.step >= POINTS_ALONE))
        rt_end(LN_END_LONG);
    state.shared->beat++;
}

/* The thread goes on as if it had had no choice, which is also what it does where none is given. */
static bool stays(const struct ln_choice *choice, const struct fiber *fiber)
{
    return choice->by == fiber->index && choice->chosen == fiber->index &&
           (choice->kind == LN_CHOOSE_PREEMPT || choice->kind == LN_CHOOSE_SWITCH) && state.how.strategy != LN_DELAYS &&
           state.how.strategy != LN_RANDOM;
}

/* Until when points pass unlooked at: to the next choice that is given, or for long if none is left to be made. */
static void look_ahead(const struct fiber *fiber)
{
    const struct ln_shared *shared = state.shared;
    uint32_t until = state.turn_start + LN_TURN;
    while (state.at < shared->depth && stays(&shared->choices[state.at], fiber))
        state.at++;
    if (state.at < shared->depth) {
        if (shared->choices[state.at].step < until)
            until = shared->choices[state.at].step;
    } else if (state.left && !state.alone) {
        until = 0;
    }
    state.quiet_until = rt_wary || fiber->redundant ? 0 : until < POINTS_MOST ? until : POINTS_MOST;
}

/* ---- choices ---- */

static uint64_t random_next(void)
{
    uint64_t x = state.random += 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

/* The first option, or what the search says; the others are left for later, as far as they are worth it. */
static unsigned take_some(enum ln_choice_kind kind, unsigned first, uint32_t others, uint32_t worth)
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
    others &= worth;
    if (!others)
        return first;
    if (shared->depth == LN_CHOICES)
        rt_end(LN_END_LONG);
    choice = &shared->choices[shared->depth];
    *choice = (struct ln_choice){
        .step = state.step, .kind = (uint8_t)kind, .chosen = (uint8_t)first, .rest = others, .by = state.current->index
    };
    if (state.how.strategy == LN_RANDOM || (state.how.strategy == LN_SERIAL && state.how.seed)) {
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

static unsigned take(enum ln_choice_kind kind, unsigned first, uint32_t others)
{
    return take_some(kind, first, others, others);
}

unsigned rt_choose(enum ln_choice_kind kind, unsigned count)
{
    if (count < 2)
        return 0;
    if (count > 32)
        count = 32;
    count_point();
    rt_unforeseen();
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

static struct fiber *choose_some(unsigned first, uint32_t others, uint32_t worth)
{
    unsigned chosen;
    others &= ~(1u << first);
    chosen = state.how.strategy == LN_DELAYS ? take_delays(LN_CHOOSE_THREAD, first, others)
                                             : take_some(LN_CHOOSE_THREAD, first, others, worth);
    return &state.fibers[chosen];
}

static struct fiber *choose_free(unsigned first, uint32_t others)
{
    return choose_some(first, others, others);
}

/* ---- points ---- */

/* Goes to another thread if the search says so; each time costs one of what is left. True: it did. */
static bool offer(enum ln_choice_kind kind, unsigned *left)
{
    struct fiber *fiber = state.current, *next;
    uint32_t others = state.enabled & ~bit_of(fiber);
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

/* How many words of it others have touched, or, if it is a read, written. */
static size_t touched_since(struct touch touch, uint64_t clock)
{
    size_t count = 0;
    for (uintptr_t at = touch.address & ~(uintptr_t)7; at < touch.address + touch.length; at += 8) {
        const struct ln_word *word = rt_word(at);
        count += !word || (touch.writes ? word->touched : word->written) > clock;
    }
    return count;
}

/* `loop`: which one; 0: not known. */
static void run_down(struct fiber *fiber, uint64_t loop)
{
    fiber->runs_down = true;
    fiber->run_down_left = LN_RUN_DOWN;
    fiber->loop = loop;
}

/* Nobody else can go on: one of those that rest does, as long as its loop has turns left. */
static uint32_t resume(const struct fiber *after)
{
    uint32_t fresh = 0;
    struct fiber *fiber;
    for (uint32_t set = state.resting; set; set &= set - 1)
        if (!state.fibers[lowest(set)].exhausted)
            fresh |= set & -set;
    if (!fresh)
        return 0;
    fiber = &state.fibers[turn_after(after->index, fresh)];
    rt_unpark(fiber);
    run_down(fiber, 0);
    return bit_of(fiber);
}

/* Others have not come to their end; they may wait now, and be woken. */
static bool has_company(const struct fiber *fiber)
{
    for (unsigned i = 0; i < state.threads; i++)
        if (i != fiber->index && state.fibers[i].at < state.test->calls[i])
            return true;
    return false;
}

/* It has run for long, and may go on for ever: others have their turn. The first time, that it stays is tried as well. */
static void give_way(struct fiber *fiber)
{
    uint32_t others = state.alone ? 0 : state.enabled & ~bit_of(fiber);
    struct fiber *next;
    state.turn_start = state.step;
    if (!others && !state.alone)
        others = resume(fiber);
    state.long_turns = true;
    if (fiber->turns == LN_TURNS - 1 && !state.alone && has_company(fiber))
        rt_note_long(LN_LONG_CALL, 0);
    if (++fiber->turns >= TURNS_MOST && goes_on())
        rt_end(LN_END_LONG);
    if (!others || fiber->stays)
        return;
    next = &state.fibers[turn_after(fiber->index, others)];
    if (fiber->turns == 1)
        next = choose_some(next->index, bit_of(fiber), bit_of(fiber));
    fiber->stays = next == fiber;
    if (!fiber->stays)
        rt_switch_to(next);
}

/* An access in parts that was interrupted could have been interrupted in its middle, at the same price. That leads
 * elsewhere if it writes and others look at any of it, or if it reads and others write two words of it (or any of a few
 * bytes): with one, what it reads is what it reads before or after that. */
static void preempt(struct fiber *fiber, struct touch touch)
{
    uint64_t clock = state.clock;
    size_t touched;
    if (!offer(LN_CHOOSE_PREEMPT, &state.left))
        return;
    touched = touched_since(touch, clock);
    fiber->redundant = !touched && state.how.strategy == LN_PREEMPTIONS;
    fiber->disturbed = touched > 0;
    fiber->halfway = touch.parts && touched > (!touch.writes && touch.length > 8);
}

/* The next of the turns in which nothing changes? */
static bool is_retry(const struct fiber *fiber, struct touch touch)
{
    uintptr_t entered = rt_registers.stack_pointer;
    uintptr_t pc = entered ? *(const uintptr_t *)entered - 1 : 0;
    const struct seen *seen = &fiber->seen[(pc ^ pc >> 4) % SEEN];
    return pc && (!touch.writes || state.only_reads) && seen->pc == pc && seen->turns >= LN_RETRIES &&
           seen->address == touch.address && seen->changes == state.changes && seen->at == fiber->at &&
           touch.length <= 8 && seen->value == rt_load((const void *)touch.address, touch.length);
}

void rt_point_slow(struct touch touch)
{
    struct fiber *fiber = state.current;
    bool fresh = fiber->fresh;
    state.step--;
    if (UNLIKELY(rt_wary)) {
        rt_announced_done(fiber);
        if (is_retry(fiber, touch)) {
            fiber->redundant = false; /* it cannot be interrupted here instead */
            state.idle = 0;
            state.shared->beat++;
            return;
        }
    }
    count_point();
    if (fiber->redundant && fiber->turns < LN_TURNS)
        rt_end(LN_END_REDUNDANT);
    fiber->fresh = fiber->redundant = fiber->halfway = false;
    if (fresh && !touch.parts)
        ;
    else if (UNLIKELY(state.step - state.turn_start > LN_TURN))
        give_way(fiber);
    else if (state.left && !state.alone && fiber->turns < LN_TURNS)
        preempt(fiber, touch);
    look_ahead(state.current);
}

/* ---- waiting ---- */

/* The next one after a thread that cannot go on; NULL: there is none. */
static struct fiber *next_free(const struct fiber *fiber, bool may_stay)
{
    uint32_t able = state.enabled, others = able & ~bit_of(fiber);
    if (!others && !(able && may_stay))
        others = resume(fiber);
    if (others && !may_stay)
        able = others;
    if (!(able | others))
        return NULL;
    return choose_free(turn_after(fiber->index, others ? others : able), able | others);
}

static _Noreturn void end_stuck(void)
{
    rt_end(state.resting ? LN_END_LIVELOCK : LN_END_DEADLOCK);
}

static void rest(struct fiber *fiber, struct fiber *next, uintptr_t pc)
{
    fiber->waits_at = pc;
    state.enabled &= ~bit_of(fiber);
    state.resting |= bit_of(fiber);
    rt_switch_to(next);
}

/* It had all its turns, and goes round still. */
static void run_out(struct fiber *fiber, uintptr_t pc)
{
    uint32_t others = state.enabled & ~bit_of(fiber);
    if (fiber->loop)
        endless[fiber->loop % LOOPS] = fiber->loop;
    rt_note_long(LN_LONG_ENDLESS, pc);
    if (others && !state.alone)
        rt_end(LN_END_UNFAIR);
    fiber->exhausted = true;
    others = state.alone ? 0 : resume(fiber);
    if (!others)
        rt_end(LN_END_LIVELOCK);
    rest(fiber, &state.fibers[lowest(others)], pc);
}

/* While it holds a lock others may wait just for that: then it has a few turns more, to let go of it. */
static void count_turns(struct fiber *fiber, uintptr_t pc, uint32_t turns)
{
    uint32_t last = fiber->run_down_left > LAST_TURNS ? LAST_TURNS : 0;
    fiber->run_down_left = fiber->run_down_left - last > turns ? fiber->run_down_left - turns : last;
    if (fiber->run_down_left == 0 || (fiber->run_down_left <= LAST_TURNS && !fiber->held))
        run_out(fiber, pc);
}

/* It goes round a loop: whether others go first, or it goes on until the loop ends. */
static struct fiber *others_or_down(struct fiber *fiber, uintptr_t pc)
{
    uint32_t others = state.enabled & ~bit_of(fiber);
    uint64_t loop = loop_of(fiber, pc);
    struct fiber *next = fiber;
    if (others && !state.alone)
        next = choose_some(turn_after(fiber->index, others), others | bit_of(fiber),
                           others | (is_endless(loop) ? 0 : bit_of(fiber)));
    if (next == fiber)
        run_down(fiber, loop);
    return next;
}

/* A wait that ends by time is a turn of a loop if it did so before, and nothing has changed since. */
void rt_block(const void *waits_for, bool timed)
{
    struct fiber *fiber = state.current, *next;
    bool again = timed && fiber->timed_out_at == state.changes;
    if (again && fiber->runs_down) {
        count_turns(fiber, fiber->waits_at, 1);
        return;
    }
    count_point();
    fiber->waits_for = waits_for;
    fiber->fresh = fiber->redundant = false;
    if (!timed)
        state.enabled &= ~bit_of(fiber);
    if (state.alone && !timed)
        rt_end(LN_END_DEADLOCK);
    if (state.alone && !again)
        return;
    next = again ? others_or_down(fiber, fiber->waits_at) : next_free(fiber, timed);
    if (!next)
        end_stuck();
    if (next != fiber)
        rt_switch_to(next);
    rt_stamp(rt_word((uintptr_t)waits_for), true); /* what it does now it did not do when it came here */
}

void rt_park(uintptr_t pc, uintptr_t address, bool again)
{
    struct fiber *fiber = state.current, *next;
    rt_settle();
    /* Whoever is chosen now could have been chosen instead of it, at the same cost unless that grows with the place in turn. */
    if (again && state.how.strategy != LN_DELAYS && !state.alone && state.enabled & ~bit_of(fiber))
        rt_end(LN_END_REDUNDANT);
    if (UNLIKELY(state.tracing) && !fiber->waits_for)
        rt_trace(LN_STEP_SPIN, pc, (const void *)address, 0);
    count_point();
    fiber->waits_at = pc;
    fiber->awaits = address;
    fiber->fresh = fiber->redundant = false;
    state.enabled &= ~bit_of(fiber);
    state.parked |= bit_of(fiber);
    if (state.alone)
        rt_end(LN_END_DEADLOCK);
    next = next_free(fiber, false);
    if (!next)
        end_stuck();
    rt_switch_to(next);
    state.woken &= ~bit_of(fiber);
}

void rt_unpark(struct fiber *fiber)
{
    fiber->runs_down = fiber->exhausted = false;
    state.parked &= ~bit_of(fiber);
    state.woken &= ~bit_of(fiber);
    state.resting &= ~bit_of(fiber);
    state.enabled |= bit_of(fiber);
}

void rt_retry(uintptr_t pc, uint32_t turns)
{
    struct fiber *fiber = state.current, *next;
    if (fiber->runs_down) {
        count_turns(fiber, pc, turns);
        return;
    }
    if (state.enabled & ~bit_of(fiber) && !state.alone) {
        count_point();
        fiber->redundant = false;
    }
    next = others_or_down(fiber, pc);
    if (next != fiber)
        rest(fiber, next, pc);
}

/* Alone it may take as long as it likes to compute something (who comes to no point at all for seconds is told to
 * hang), but not to go round with atomics, which are for others. */
void rt_idle(uintptr_t pc)
{
    enum { TURNS = LN_RUN_DOWN / 1000 }; /* of a loop with so many accesses */
    bool atomics = state.idle_atomics;
    state.idle = 0;
    state.idle_atomics = false;
    if (!state.alone && state.enabled & ~bit_of(state.current))
        rt_retry(pc, TURNS);
    else if (atomics && ++state.current->turns >= TURNS_MOST)
        rt_end(LN_END_LONG);
}

/* Time passes. A switch here costs what one between two calls does; once in a call, that is enough of a hint. */
void rt_yield(void)
{
    unsigned *left = state.how.strategy == LN_PREEMPTIONS ? &state.switches_left : &state.left;
    struct fiber *fiber = state.current;
    if (fiber->yielded)
        return;
    fiber->yielded = true;
    count_point();
    if (!state.alone && *left)
        offer(LN_CHOOSE_SWITCH, left);
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

void rt_apart(void)
{
    if (state.how.strategy != LN_SERIAL)
        return;
    if (state.how.switches)
        rt_between();
    else if (state.threads > 1)
        state.run->left_out |= LN_LEFT_OUT_ENDS;
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
        next = next_free(fiber, false);
        if (next)
            rt_leave_to(next);
        if (any_waits())
            end_stuck();
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
