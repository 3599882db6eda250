/* Treiber's stack of examples/explore/treiber.c in steps (naive.h), with several ways to use freed nodes again:
 *
 *   push: allocate, write the data, { read the top, write next, compare and swap the top }
 *   pop:  { read the top: 0, return null; read next, compare and swap the top }, read the data, free
 *
 * treiber-lifo   the node freed last
 * treiber-fifo   the one that is free the longest; POOL of them are there from the beginning
 * treiber-any    each free one, or a new one
 * treiber-never  always a new one; allocating and freeing are no steps, and to read what is freed is a fault
 *
 * To free a node twice is always a fault. A fault ends the run. */
#include "naive/naive.h"

enum { POOL = 2 };

/* ---- memory ---- */

static int take_freed(union naive_memory *memory, int index)
{
    int node = memory->stack.free[index];
    memory->stack.freed--;
    for (int i = index; i < memory->stack.freed; i++)
        memory->stack.free[i] = memory->stack.free[i + 1];
    memory->stack.free[memory->stack.freed] = 0;
    memory->stack.dead[node] = false;
    return node;
}

static int allocate_new(union naive_memory *memory, unsigned way)
{
    (void)way;
    return ++memory->stack.made;
}

static int allocate_fifo(union naive_memory *memory, unsigned way)
{
    if (memory->stack.made == 0)
        while (memory->stack.made < POOL)
            memory->stack.free[memory->stack.freed++] = allocate_new(memory, way);
    return memory->stack.freed ? take_freed(memory, 0) : allocate_new(memory, way);
}

static int allocate_lifo(union naive_memory *memory, unsigned way)
{
    return memory->stack.freed ? take_freed(memory, memory->stack.freed - 1) : allocate_new(memory, way);
}

/* Each freed one, or a new one. */
static int allocate_any(union naive_memory *memory, unsigned way)
{
    return (int)way < memory->stack.freed ? take_freed(memory, (int)way) : allocate_new(memory, way);
}

static unsigned any_ways(const union naive_memory *memory, const struct naive_locals *locals)
{
    return locals->pc == 0 ? (unsigned)memory->stack.freed + 1 : 1;
}

/* False: it was freed before. */
static bool release(union naive_memory *memory, int node)
{
    if (memory->stack.dead[node])
        return false;
    memory->stack.dead[node] = true;
    memory->stack.free[memory->stack.freed++] = node;
    return true;
}

/* ---- operations ---- */

static enum naive_outcome at(struct naive_locals *locals, int pc)
{
    locals->pc = pc;
    return NAIVE_GOES_ON;
}

static bool swap_top(union naive_memory *memory, int old, int new)
{
    if (memory->stack.top != old)
        return false;
    memory->stack.top = new;
    return true;
}

enum { NODE, TOP, NEXT };

static enum naive_outcome push(union naive_memory *memory, struct naive_locals *locals)
{
    int *l = locals->at;
    switch (locals->pc) {
    case 1: memory->stack.data[l[NODE]] = locals->argument; return at(locals, 2);
    case 2: l[TOP] = memory->stack.top; return at(locals, 3);
    case 3: memory->stack.next[l[NODE]] = l[TOP]; return at(locals, 4);
    default: return swap_top(memory, l[TOP], l[NODE]) ? NAIVE_RETURNS : at(locals, 2);
    }
}

static enum naive_outcome pop(union naive_memory *memory, struct naive_locals *locals, unsigned way)
{
    int *l = locals->at;
    (void)way;
    switch (locals->pc) {
    case 0: l[TOP] = memory->stack.top; return l[TOP] ? at(locals, 1) : NAIVE_RETURNS;
    case 1: l[NEXT] = memory->stack.next[l[TOP]]; return at(locals, 2);
    case 2: return at(locals, swap_top(memory, l[TOP], l[NEXT]) ? 3 : 0);
    case 3: locals->result = (struct naive_value){ true, memory->stack.data[l[TOP]] }; return at(locals, 4);
    default: return release(memory, l[TOP]) ? NAIVE_RETURNS : NAIVE_FAULTS;
    }
}

/* The same without reuse. */

static enum naive_outcome push_never(union naive_memory *memory, struct naive_locals *locals, unsigned way)
{
    if (locals->pc == 0) {
        locals->at[NODE] = allocate_new(memory, way);
        locals->pc = 1;
    }
    return push(memory, locals);
}

static enum naive_outcome pop_never(union naive_memory *memory, struct naive_locals *locals, unsigned way)
{
    enum naive_outcome outcome;
    if ((locals->pc == 1 || locals->pc == 3) && memory->stack.dead[locals->at[TOP]])
        return NAIVE_FAULTS;
    outcome = pop(memory, locals, way);
    return outcome == NAIVE_GOES_ON && locals->pc == 4 ? pop(memory, locals, way) : outcome;
}

/* The same with it. */
#define PUSH(reuse)                                                                                               \
    static enum naive_outcome push_##reuse(union naive_memory *memory, struct naive_locals *locals, unsigned way) \
    {                                                                                                             \
        if (locals->pc > 0)                                                                                       \
            return push(memory, locals);                                                                          \
        locals->at[NODE] = allocate_##reuse(memory, way);                                                         \
        return at(locals, 1);                                                                                     \
    }
PUSH(fifo)
PUSH(lifo)
PUSH(any)

const struct naive_object naive_treiber_objects[] = {
    { "treiber-lifo", { { "push", true, NULL, push_lifo }, { "pop", false, NULL, pop } } },
    { "treiber-fifo", { { "push", true, NULL, push_fifo }, { "pop", false, NULL, pop } } },
    { "treiber-any", { { "push", true, any_ways, push_any }, { "pop", false, NULL, pop } } },
    { "treiber-never", { { "push", true, NULL, push_never }, { "pop", false, NULL, pop_never } } },
    { NULL, { { 0 } } },
};
