/* Objects whose steps are few (naive.h). What is one step in the C code that they stand for is said beside each. */
#include "naive/naive.h"

static enum naive_outcome goes_on(struct naive_locals *locals)
{
    locals->pc++;
    return NAIVE_GOES_ON;
}

static enum naive_outcome returns(struct naive_locals *locals, int value)
{
    locals->result = (struct naive_value){ true, value };
    return NAIVE_RETURNS;
}

/* ---- counters (examples/explore) ---- */

/* counter1.c: read the count, write it. */
static enum naive_outcome inc_unlocked(union naive_memory *memory, struct naive_locals *locals, unsigned way)
{
    (void)way;
    if (locals->pc == 0) {
        locals->at[0] = memory->counter.count;
        return goes_on(locals);
    }
    memory->counter.count = locals->at[0] + 1;
    return NAIVE_RETURNS;
}

static enum naive_outcome get_unlocked(union naive_memory *memory, struct naive_locals *locals, unsigned way)
{
    (void)way;
    return returns(locals, memory->counter.count);
}

/* counter2.c: with a mutex, the first step waits while it is held. */
static unsigned lock_ways(const union naive_memory *memory, const struct naive_locals *locals)
{
    return locals->pc > 0 || !memory->counter.held;
}

/* Lock, read, write, unlock. */
static enum naive_outcome inc_locked(union naive_memory *memory, struct naive_locals *locals, unsigned way)
{
    (void)way;
    switch (locals->pc) {
    case 0: memory->counter.held = true; return goes_on(locals);
    case 1: locals->at[0] = memory->counter.count; return goes_on(locals);
    case 2: memory->counter.count = locals->at[0] + 1; return goes_on(locals);
    default: memory->counter.held = false; return NAIVE_RETURNS;
    }
}

/* Lock, read, unlock. */
static enum naive_outcome get_locked(union naive_memory *memory, struct naive_locals *locals, unsigned way)
{
    (void)way;
    switch (locals->pc) {
    case 0: memory->counter.held = true; return goes_on(locals);
    case 1: locals->at[0] = memory->counter.count; return goes_on(locals);
    default: memory->counter.held = false; return returns(locals, locals->at[0]);
    }
}

/* Lock, read. */
static enum naive_outcome get_and_keep(union naive_memory *memory, struct naive_locals *locals, unsigned way)
{
    (void)way;
    if (locals->pc == 0) {
        memory->counter.held = true;
        return goes_on(locals);
    }
    return returns(locals, memory->counter.count);
}

/* tas_lock_counter.c: as with a mutex, but to try and fail is an access too. Once it has failed (at[1]), trying again
 * in vain changes nothing, so it waits until it would succeed. */
static unsigned spin_ways(const union naive_memory *memory, const struct naive_locals *locals)
{
    return locals->pc > 0 || !locals->at[1] || !memory->counter.held;
}

static bool spins(const union naive_memory *memory, struct naive_locals *locals)
{
    locals->at[1] = locals->pc == 0 && memory->counter.held;
    return locals->at[1];
}

static enum naive_outcome inc_spinning(union naive_memory *memory, struct naive_locals *locals, unsigned way)
{
    return spins(memory, locals) ? NAIVE_GOES_ON : inc_locked(memory, locals, way);
}

static enum naive_outcome get_spinning(union naive_memory *memory, struct naive_locals *locals, unsigned way)
{
    return spins(memory, locals) ? NAIVE_GOES_ON : get_locked(memory, locals, way);
}

/* ---- two cells that are written and read one after the other (examples/explore/pair.c) ---- */

static enum naive_outcome write_pair(union naive_memory *memory, struct naive_locals *locals, unsigned way)
{
    (void)way;
    memory->pair.cell[locals->pc] = locals->argument;
    return locals->pc == 1 ? NAIVE_RETURNS : goes_on(locals);
}

static enum naive_outcome read_pair(union naive_memory *memory, struct naive_locals *locals, unsigned way)
{
    (void)way;
    if (locals->pc == 0) {
        locals->at[0] = memory->pair.cell[0];
        return goes_on(locals);
    }
    return returns(locals, 10 * locals->at[0] + memory->pair.cell[1]);
}

/* ---- the queue that is not willing to wait (examples/explore/timed_queue.c) ---- */

static unsigned queue_lock_ways(const union naive_memory *memory, const struct naive_locals *locals)
{
    return locals->pc > 0 || !memory->queue.held;
}

/* Lock, read `added`, write it, write the ring, unlock. */
static enum naive_outcome add_timed(union naive_memory *memory, struct naive_locals *locals, unsigned way)
{
    (void)way;
    switch (locals->pc) {
    case 0: memory->queue.held = true; return goes_on(locals);
    case 1: locals->at[0] = memory->queue.added; return goes_on(locals);
    case 2: memory->queue.added = locals->at[0] + 1; return goes_on(locals);
    case 3: memory->queue.ring[locals->at[0]] = locals->argument; return goes_on(locals);
    default: memory->queue.held = false; return NAIVE_RETURNS;
    }
}

/* While the lock is held: time out, or begin to wait (at[2]) and time out later. */
static unsigned poll_ways(const union naive_memory *memory, const struct naive_locals *locals)
{
    return locals->pc == 0 && memory->queue.held && !locals->at[2] ? 2 : 1;
}

/* Lock or time out; read `taken` and `added`, write `taken`, read the ring, unlock. */
static enum naive_outcome poll_timed(union naive_memory *memory, struct naive_locals *locals, unsigned way)
{
    switch (locals->pc) {
    case 0:
        locals->at[2] = way == 1;
        if (memory->queue.held)
            return locals->at[2] ? NAIVE_GOES_ON : NAIVE_RETURNS;
        memory->queue.held = true;
        return goes_on(locals);
    case 1: locals->at[0] = memory->queue.taken; return goes_on(locals);
    case 2: locals->pc = memory->queue.added == locals->at[0] ? 5 : 3; return NAIVE_GOES_ON;
    case 3: memory->queue.taken = locals->at[0] + 1; return goes_on(locals);
    case 4:
        locals->at[1] = memory->queue.ring[locals->at[0]];
        locals->pc = 6;
        return NAIVE_GOES_ON;
    case 5: memory->queue.held = false; return NAIVE_RETURNS;
    default: memory->queue.held = false; return returns(locals, locals->at[1]);
    }
}

const struct naive_object naive_simple_objects[] = {
    { "counter1", { { "inc", false, NULL, inc_unlocked }, { "get", false, NULL, get_unlocked } } },
    { "counter2", { { "inc", false, lock_ways, inc_locked }, { "get", false, lock_ways, get_and_keep } } },
    { "mutex_counter", { { "inc", false, lock_ways, inc_locked }, { "get", false, lock_ways, get_locked } } },
    { "tas_lock_counter", { { "inc", false, spin_ways, inc_spinning }, { "get", false, spin_ways, get_spinning } } },
    { "pair", { { "write", true, NULL, write_pair }, { "read", false, NULL, read_pair } } },
    { "timed_queue", { { "add", true, queue_lock_ways, add_timed }, { "poll", false, poll_ways, poll_timed } } },
    { NULL, { { 0 } } },
};
