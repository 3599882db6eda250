/* The manual-reset event of examples/explore/reset_event.c in steps (naive.h), with its slip and without. */
#include "naive/naive.h"

enum { SET = 1, WAITER = 2 };
enum { SEEN, NEXT, DONE, EPOCH = SEEN };

static enum naive_outcome at(struct naive_locals *locals, int pc)
{
    locals->pc = pc;
    return NAIVE_GOES_ON;
}

static bool swap_state(union naive_memory *memory, int old, int new)
{
    if (memory->event.state != old)
        return false;
    memory->event.state = new;
    return true;
}

/* ---- wait ---- */

enum { W_LOCK, W_SEE, W_SEE_AGAIN, W_SWAP, W_EPOCH, W_SLEEP, W_WAKE, W_SAME_EPOCH, W_UNLOCK };

static unsigned wait_ways(const union naive_memory *memory, const struct naive_locals *locals)
{
    switch (locals->pc) {
    case W_LOCK: return !memory->event.held;
    case W_WAKE: return !memory->event.held && !(memory->event.sleeping >> locals->thread & 1);
    default: return 1;
    }
}

static enum naive_outcome wait_in_steps(union naive_memory *memory, struct naive_locals *locals, bool fixed)
{
    int *l = locals->at;
    switch (locals->pc) {
    case W_LOCK: memory->event.held = true; return at(locals, W_SEE);
    case W_SEE:
        l[SEEN] = memory->event.state;
        l[NEXT] = l[SEEN] + WAITER;
        return at(locals, l[SEEN] & SET ? W_UNLOCK : fixed ? W_SWAP : W_SEE_AGAIN);
    case W_SEE_AGAIN: l[NEXT] = memory->event.state + WAITER; return at(locals, W_SWAP);
    case W_SWAP: return at(locals, swap_state(memory, l[SEEN], l[NEXT]) ? W_EPOCH : W_SEE);
    case W_EPOCH: l[EPOCH] = memory->event.epoch; return at(locals, W_SLEEP);
    case W_SLEEP:
        memory->event.held = false;
        memory->event.sleeping |= 1u << locals->thread;
        return at(locals, W_WAKE);
    case W_WAKE: memory->event.held = true; return at(locals, W_SAME_EPOCH);
    case W_SAME_EPOCH: return at(locals, memory->event.epoch == l[EPOCH] ? W_SLEEP : W_UNLOCK);
    default: memory->event.held = false; return NAIVE_RETURNS;
    }
}

static enum naive_outcome wait_slip(union naive_memory *memory, struct naive_locals *locals, unsigned way)
{
    (void)way;
    return wait_in_steps(memory, locals, false);
}

static enum naive_outcome wait_fixed(union naive_memory *memory, struct naive_locals *locals, unsigned way)
{
    (void)way;
    return wait_in_steps(memory, locals, true);
}

/* ---- set and reset ---- */

enum { S_SEE, S_SWAP, S_LOCK, S_SWAP_LOCKED, S_EPOCH, S_NEXT_EPOCH, S_BROADCAST, S_UNLOCK };

static unsigned set_ways(const union naive_memory *memory, const struct naive_locals *locals)
{
    return locals->pc != S_LOCK || !memory->event.held;
}

static enum naive_outcome set(union naive_memory *memory, struct naive_locals *locals, unsigned way)
{
    int *l = locals->at;
    (void)way;
    switch (locals->pc) {
    case S_SEE:
        l[SEEN] = memory->event.state;
        return l[SEEN] & SET ? NAIVE_RETURNS : at(locals, l[SEEN] == 0 ? S_SWAP : S_LOCK);
    case S_SWAP: return swap_state(memory, 0, SET) ? NAIVE_RETURNS : at(locals, S_SEE);
    case S_LOCK: memory->event.held = true; return at(locals, S_SWAP_LOCKED);
    case S_SWAP_LOCKED: l[DONE] = swap_state(memory, l[SEEN], SET); return at(locals, l[DONE] ? S_EPOCH : S_UNLOCK);
    case S_EPOCH: l[NEXT] = memory->event.epoch; return at(locals, S_NEXT_EPOCH);
    case S_NEXT_EPOCH: memory->event.epoch = l[NEXT] + 1; return at(locals, S_BROADCAST);
    case S_BROADCAST: memory->event.sleeping = 0; return at(locals, S_UNLOCK);
    default: memory->event.held = false; return l[DONE] ? NAIVE_RETURNS : at(locals, S_SEE);
    }
}

static enum naive_outcome reset(union naive_memory *memory, struct naive_locals *locals, unsigned way)
{
    (void)locals, (void)way;
    swap_state(memory, SET, 0);
    return NAIVE_RETURNS;
}

const struct naive_object naive_event_objects[] = {
    { "reset_event",
      { { "wait", false, wait_ways, wait_slip }, { "set", false, set_ways, set }, { "reset", false, NULL, reset } } },
    { "reset_event-fixed",
      { { "wait", false, wait_ways, wait_fixed }, { "set", false, set_ways, set }, { "reset", false, NULL, reset } } },
    { NULL, { { 0 } } },
};
