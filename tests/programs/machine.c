#include "programs/machine.h"

#include <string.h>

enum { LOCAL_MOST = 500 /* local statements in a row */, VALUE_MOST = 100 };

static const struct operation *operation_of(const struct machine *machine, const struct world *world, unsigned t)
{
    const struct program *program = machine->program;
    return &program->operation[program->call[t][world->thread[t].next]];
}

static bool has_ended(const struct machine *machine, const struct world *world, unsigned t)
{
    return t >= machine->program->threads || world->thread[t].next == machine->program->calls[t];
}

/* ---- what is local ---- */

/* Null is not touched. */
static bool is_local(const struct statement *s, const struct thread *thread)
{
    switch ((enum statement_kind)s->kind) {
    case READ_NODE:
    case WRITE_NODE:
    case REALLOCATE: return !thread->p;
    case RELEASE: return !(s->other ? thread->q : thread->p);
    default: return s->kind < LOAD;
    }
}

static bool is_loop(enum statement_kind kind)
{
    return kind == REPEAT || kind == FOREVER;
}

/* How deep in loops the statement is, and where the innermost one begins. */
static unsigned loops_around(const struct operation *operation, unsigned at, unsigned *innermost)
{
    unsigned depth = 0;
    for (unsigned i = 0; i < at; i++)
        if (is_loop(operation->at[i].kind) && program_end_of(operation, i) > at) {
            depth++;
            *innermost = i;
        }
    return depth;
}

static unsigned block_of_end(const struct operation *operation, unsigned end)
{
    unsigned at = end;
    while (at-- > 0)
        if ((operation->at[at].kind == IF || is_loop(operation->at[at].kind)) && program_end_of(operation, at) == end)
            return at;
    return 0;
}

/* At the END of a block: where to go on. */
static unsigned after_end(const struct operation *operation, struct thread *thread, unsigned end)
{
    unsigned begin = block_of_end(operation, end), unused = 0;
    unsigned depth = loops_around(operation, begin, &unused);
    if (operation->at[begin].kind == IF)
        return end + 1;
    if (operation->at[begin].kind == FOREVER)
        return begin + 1;
    if (++thread->turn[depth] < operation->at[begin].c)
        return begin + 1;
    thread->turn[depth] = 0;
    return end + 1;
}

static unsigned break_out(const struct operation *operation, struct thread *thread, unsigned at)
{
    unsigned begin = 0, depth = loops_around(operation, at, &begin);
    if (!depth)
        return at + 1;
    thread->turn[depth - 1] = 0;
    return program_end_of(operation, begin) + 1;
}

static unsigned run_local(const struct operation *operation, struct thread *thread)
{
    const struct statement *s = &operation->at[thread->at];
    bool is_so = (thread->r[s->r] == s->c) != s->other;
    unsigned next = thread->at + 1u;
    switch ((enum statement_kind)s->kind) {
    case SUM: thread->r[s->r] = (int16_t)((thread->r[s->r] + s->c) & 3); break;
    case SET: thread->r[s->r] = s->c; break;
    case IF: return is_so ? next : program_end_of(operation, thread->at) + 1;
    case REPEAT: return s->c ? next : program_end_of(operation, thread->at) + 1;
    case END: return after_end(operation, thread, thread->at);
    case BREAK_IF: return is_so ? break_out(operation, thread, thread->at) : next;
    case RETURN_IF: return is_so ? operation->count : next;
    case SCRATCH: thread->scratch = s->other ? s->c : thread->scratch ^ 1; break;
    case BACK_OFF: thread->delay = (uint8_t)(thread->delay == 0 ? 1 : thread->delay < 4 ? thread->delay * 2 : 4); break;
    default: break;
    }
    return next;
}

static enum outcome run_to_step(const struct machine *machine, struct world *world, unsigned t)
{
    const struct operation *operation = operation_of(machine, world, t);
    struct thread *thread = &world->thread[t];
    for (unsigned done = 0; thread->at < operation->count && is_local(&operation->at[thread->at], thread); done++) {
        if (done == LOCAL_MOST)
            return HAS_NO_STEPS;
        thread->yielded |= machine->how.wrong == WRONG_YIELD && operation->at[thread->at].kind == YIELD;
        thread->at = (uint8_t)run_local(operation, thread);
    }
    return WENT_ON;
}

/* ---- nodes ---- */

static enum outcome touch(const struct machine *machine, const struct memory *memory, uint8_t node)
{
    if (memory->node[node].state == LIVE || machine->how.wrong == WRONG_FREE)
        return WENT_ON;
    return machine->how.reuse == REUSE_NEVER ? FAULT : IS_UNDEFINED;
}

static uint8_t take_freed(struct memory *memory, unsigned index)
{
    uint8_t node = memory->free[index];
    memory->freed--;
    memmove(&memory->free[index], &memory->free[index + 1], memory->freed - index);
    memory->free[memory->freed] = 0;
    return node;
}

static uint8_t new_node(const struct machine *machine, struct memory *memory, unsigned way)
{
    uint8_t node;
    if (machine->how.reuse == REUSE_LIFO && memory->freed)
        node = take_freed(memory, memory->freed - 1u);
    else if (machine->how.reuse == REUSE_ANY && way < memory->freed)
        node = take_freed(memory, way);
    else if (memory->made + 1 < NODES)
        node = ++memory->made;
    else
        return 0;
    memory->node[node].state = LIVE;
    return node;
}

static enum outcome release(struct memory *memory, uint8_t node)
{
    if (memory->node[node].state == FREED)
        return FAULT;
    memory->node[node].state = FREED;
    memory->free[memory->freed++] = node;
    return WENT_ON;
}

static enum outcome allocate(const struct machine *machine, struct memory *memory, struct thread *thread,
                             const struct statement *s, unsigned way)
{
    if (thread->phase == 1) {
        memory->node[thread->p].value = s->c;
        thread->phase = 2;
        return WENT_ON;
    }
    thread->p = new_node(machine, memory, way);
    thread->phase = 1;
    return thread->p ? WENT_ON : IS_UNDEFINED;
}

/* A new block, the old one read, and freed. */
static enum outcome reallocate(const struct machine *machine, struct memory *memory, struct thread *thread)
{
    enum outcome outcome;
    switch (thread->phase++) {
    case 0: thread->kept = new_node(machine, memory, 0); return thread->kept ? WENT_ON : IS_UNDEFINED;
    case 1: memory->node[thread->kept].value = memory->node[thread->p].value; return touch(machine, memory, thread->p);
    default:
        outcome = release(memory, thread->p);
        thread->p = (uint8_t)thread->kept;
        thread->kept = 0;
        return outcome;
    }
}

static enum outcome act_on_node(const struct machine *machine, struct memory *memory, struct thread *thread,
                                const struct statement *s)
{
    int16_t *value = &memory->node[thread->p].value;
    if (s->kind == READ_NODE)
        thread->r[s->r] = *value;
    else
        *value = thread->r[s->r];
    return touch(machine, memory, thread->p);
}

static void act_on_slot(struct memory *memory, struct thread *thread, const struct statement *s)
{
    uint8_t *slot = &memory->slot[s->v], was = *slot;
    switch ((enum statement_kind)s->kind) {
    case SEE: thread->p = was; break;
    case PUBLISH: *slot = thread->p; break;
    case TAKE:
        *slot = 0;
        thread->p = was;
        break;
    case REPLACE:
        *slot = thread->p;
        thread->q = was;
        break;
    default:
        thread->r[1] = was == thread->p;
        *slot = was == thread->p ? 0 : was;
        break;
    }
}

/* ---- variables ---- */

static void act_on_variable(struct memory *memory, struct thread *thread, const struct statement *s, unsigned way)
{
    int16_t *x = &memory->x[s->v], *r = &thread->r[s->r], was = *x;
    switch ((enum statement_kind)s->kind) {
    case STORE: *x = *r; break;
    case PUT: *x = s->c; break;
    case FETCH_ADD: *x = (int16_t)(was + s->c); break;
    case FETCH_OR: *x = (int16_t)(was | s->c); break;
    case EXCHANGE: *x = s->c; break;
    case CAS:
    case WEAK_CAS:
        thread->r[1] = was == thread->r[0] && way == 0;
        if (thread->r[1])
            *x = (int16_t)((thread->r[0] + s->c) & 3);
        return;
    default: break;
    }
    if (s->kind != STORE && s->kind != PUT)
        *r = was;
}

/* ---- pairs ---- */

/* A word is read, and then written. */
static void copy_pair(struct memory *memory, struct thread *thread, const struct statement *s)
{
    unsigned word = thread->phase / 2;
    if (thread->phase++ % 2 == 0) {
        thread->kept = memory->pair[1 - s->v][word];
        return;
    }
    memory->pair[s->v][word] = thread->kept;
    thread->kept = 0;
}

static void act_on_pair(struct memory *memory, struct thread *thread, const struct statement *s)
{
    switch ((enum statement_kind)s->kind) {
    case FILL: memory->pair[s->v][thread->phase++] = s->c; break;
    case COPY: copy_pair(memory, thread, s); break;
    default: thread->r[s->r] = memory->pair[s->v][s->other]; break;
    }
}

/* ---- primitives ---- */

static bool any_reader(const struct memory *memory)
{
    for (unsigned t = 0; t < THREADS; t++)
        if (memory->readers[t])
            return true;
    return false;
}

/* Is there anything to wait for? */
static bool is_free(const struct memory *memory, const struct thread *thread, const struct statement *s, unsigned t)
{
    switch ((enum statement_kind)s->kind) {
    case LOCK:
    case TRY_LOCK: return !memory->mutex;
    case WAIT: return thread->phase == 0 || (!(memory->asleep >> t & 1) && !memory->mutex);
    case READ_LOCK:
    case TRY_READ_LOCK: return !memory->writer;
    case WRITE_LOCK:
    case TRY_WRITE_LOCK: return !memory->writer && !any_reader(memory);
    case SPIN_LOCK:
    case SPIN_TRY_LOCK: return !memory->spin;
    case SEM_WAIT:
    case SEM_TRY_WAIT: return memory->semaphore > 0;
    case ONCE: return thread->phase > 0 || memory->once != 1;
    default: return true;
    }
}

static void hold(struct memory *memory, enum statement_kind kind, unsigned t)
{
    uint8_t who = (uint8_t)(t + 1);
    switch (kind) {
    case LOCK:
    case TRY_LOCK: memory->mutex = who; break;
    case READ_LOCK:
    case TRY_READ_LOCK: memory->readers[t]++; break;
    case WRITE_LOCK:
    case TRY_WRITE_LOCK: memory->writer = who; break;
    case SPIN_LOCK:
    case SPIN_TRY_LOCK: memory->spin = who; break;
    default: memory->semaphore--; break;
    }
}

static enum outcome act_on_lock(struct memory *memory, struct thread *thread, const struct statement *s, unsigned t)
{
    bool can = is_free(memory, thread, s, t);
    if (can)
        hold(memory, s->kind, t);
    switch ((enum statement_kind)s->kind) {
    case TRY_LOCK:
    case TRY_READ_LOCK:
    case TRY_WRITE_LOCK:
    case SPIN_TRY_LOCK:
    case SEM_TRY_WAIT: thread->r[s->r] = can; break;
    default: break;
    }
    return WENT_ON;
}

static enum outcome unlock(struct memory *memory, enum statement_kind kind, unsigned t)
{
    uint8_t who = (uint8_t)(t + 1);
    if (kind == UNLOCK) {
        if (memory->mutex != who)
            return FAULT;
        memory->mutex = 0;
    } else if (kind == SPIN_UNLOCK) {
        if (memory->spin != who)
            return IS_UNDEFINED;
        memory->spin = 0;
    } else if (memory->writer == who) {
        memory->writer = 0;
    } else if (memory->readers[t]) {
        memory->readers[t]--;
    } else {
        return IS_UNDEFINED;
    }
    return WENT_ON;
}

/* To let go of the mutex and to sleep is one step, to be awake and take it again another one. */
static enum outcome sleep_or_wake(struct memory *memory, struct thread *thread, unsigned t)
{
    uint8_t who = (uint8_t)(t + 1);
    if (thread->phase++) {
        memory->mutex = who;
        return WENT_ON;
    }
    if (memory->mutex != who)
        return FAULT;
    memory->mutex = 0;
    memory->asleep |= (uint8_t)(1u << t);
    return WENT_ON;
}

static void wake(struct memory *memory, bool all, unsigned way)
{
    unsigned set = memory->asleep;
    for (; !all && way; way--)
        set &= set - 1;
    memory->asleep = all ? 0 : (uint8_t)(memory->asleep & ~(set & (0u - set)));
}

/* That it has run is written with the last step: between the two nobody could have told. */
static void run_once(struct memory *memory, struct thread *thread)
{
    switch (thread->phase++) {
    case 0:
        if (memory->once == 2)
            thread->phase = 3;
        else
            memory->once = 1;
        break;
    case 1: thread->kept = memory->x[0]; break;
    default:
        memory->x[0] = (int16_t)(thread->kept + 1);
        memory->once = 2;
        thread->kept = 0;
        break;
    }
}

/* ---- steps ---- */

static unsigned bits(unsigned set)
{
    unsigned count = 0;
    for (; set; set &= set - 1)
        count++;
    return count;
}

static bool is_waiting_statement(enum statement_kind kind)
{
    switch (kind) {
    case LOCK:
    case WAIT:
    case READ_LOCK:
    case WRITE_LOCK:
    case SPIN_LOCK:
    case SEM_WAIT:
    case ONCE: return true;
    default: return false;
    }
}

/* Of the statement the thread is at; 0: it has to wait. */
static unsigned ways_of_statement(const struct machine *machine, const struct world *world, unsigned t)
{
    const struct operation *operation = operation_of(machine, world, t);
    const struct memory *memory = &world->memory;
    const struct thread *thread = &world->thread[t];
    const struct statement *s = &operation->at[thread->at];
    if (thread->at == operation->count)
        return 1;
    if (is_waiting_statement(s->kind))
        return is_free(memory, thread, s, t);
    if (s->kind == WEAK_CAS)
        return machine->how.weak_may_fail && memory->x[s->v] == thread->r[0] ? 2 : 1;
    if (s->kind == SIGNAL && memory->asleep)
        return bits(memory->asleep);
    if (s->kind == ALLOCATE && thread->phase == 0 && machine->how.reuse == REUSE_ANY)
        return memory->freed + 1u;
    return 1;
}

/* WRONG_YIELD: somebody who could go on has yielded. */
static bool is_kept_out(const struct machine *machine, const struct world *world, unsigned t)
{
    for (unsigned u = 0; u < machine->program->threads; u++)
        if (u != t && world->thread[u].yielded && world->thread[u].called && ways_of_statement(machine, world, u))
            return true;
    return false;
}

unsigned machine_ways(const struct machine *machine, const struct world *world, unsigned t)
{
    unsigned ways;
    if (has_ended(machine, world, t) || (world->running && world->running != t + 1))
        return 0;
    if (machine->how.wrong == WRONG_YIELD && is_kept_out(machine, world, t))
        return 0;
    ways = ways_of_statement(machine, world, t);
    return ways || world->thread[t].called ? ways : 1; /* to be called is a step, if there is none behind it */
}

/* How many steps the statement is. */
static unsigned phases_of(const struct statement *s)
{
    switch ((enum statement_kind)s->kind) {
    case ALLOCATE:
    case FILL:
    case WAIT: return 2;
    case COPY: return 4;
    case REALLOCATE:
    case ONCE: return 3;
    default: return 0;
    }
}

static enum outcome act(const struct machine *machine, struct world *world, unsigned t, unsigned way)
{
    struct memory *memory = &world->memory;
    struct thread *thread = &world->thread[t];
    const struct statement *s = &operation_of(machine, world, t)->at[thread->at];
    switch ((enum statement_kind)s->kind) {
    case FILL:
    case COPY:
    case HALF: act_on_pair(memory, thread, s); break;
    case ALLOCATE: return allocate(machine, memory, thread, s, way);
    case REALLOCATE: return reallocate(machine, memory, thread);
    case RELEASE: return release(memory, s->other ? thread->q : thread->p);
    case READ_NODE:
    case WRITE_NODE: return act_on_node(machine, memory, thread, s);
    case SEE:
    case PUBLISH:
    case TAKE:
    case REPLACE:
    case CLAIM: act_on_slot(memory, thread, s); break;
    case UNLOCK:
    case RW_UNLOCK:
    case SPIN_UNLOCK: return unlock(memory, s->kind, t);
    case WAIT: return sleep_or_wake(memory, thread, t);
    case SIGNAL: wake(memory, false, way); break;
    case BROADCAST: wake(memory, true, 0); break;
    case SEM_POST: memory->semaphore++; break;
    case SEM_VALUE: thread->r[s->r] = memory->semaphore; break;
    case ONCE: run_once(memory, thread); break;
    default:
        if (s->kind >= LOCK)
            return act_on_lock(memory, thread, s, t);
        act_on_variable(memory, thread, s, way);
        if (memory->x[s->v] > VALUE_MOST)
            return IS_UNDEFINED;
        break;
    }
    return WENT_ON;
}

static enum outcome prepare(const struct machine *machine, struct world *world, unsigned t)
{
    struct thread *thread = &world->thread[t];
    uint8_t next = thread->next;
    memset(thread, 0, sizeof *thread);
    thread->next = next;
    return has_ended(machine, world, t) ? WENT_ON : run_to_step(machine, world, t);
}

static void call(const struct machine *machine, struct world *world, unsigned t)
{
    unsigned id = t * CALLS + world->thread[t].next;
    world->thread[t].called = true;
    world->history.at[id].fate = PENDING;
    world->history.at[id].before = world->returned;
    if (machine->serial)
        world->running = (uint8_t)(t + 1);
}

static enum outcome finish(const struct machine *machine, struct world *world, unsigned t)
{
    const struct operation *operation = operation_of(machine, world, t);
    unsigned id = t * CALLS + world->thread[t].next;
    world->history.at[id].fate = RETURNED;
    world->history.at[id].has_result = operation->returns;
    world->history.at[id].result = operation->returns ? world->thread[t].r[operation->out] : 0;
    world->returned |= (uint16_t)(1u << id);
    world->running = 0;
    world->thread[t].next++;
    return prepare(machine, world, t);
}

enum outcome machine_step(const struct machine *machine, struct world *world, unsigned t, unsigned way)
{
    const struct operation *operation = operation_of(machine, world, t);
    struct thread *thread = &world->thread[t];
    bool can = ways_of_statement(machine, world, t) > 0;
    enum outcome outcome;
    if (!thread->called)
        call(machine, world, t);
    if (!can)
        return WENT_ON;
    if (thread->at < operation->count) {
        unsigned phases = phases_of(&operation->at[thread->at]);
        outcome = act(machine, world, t, way);
        if (outcome != WENT_ON)
            return outcome;
        if (thread->phase < phases)
            return WENT_ON;
        thread->phase = 0;
        thread->at++;
        outcome = run_to_step(machine, world, t);
        if (outcome != WENT_ON)
            return outcome;
    }
    return thread->at == operation->count ? finish(machine, world, t) : WENT_ON;
}

enum outcome machine_begin(const struct machine *machine, struct world *world)
{
    enum outcome outcome = WENT_ON;
    memset(world, 0, sizeof *world);
    world->memory.semaphore = machine->program->posted;
    for (unsigned t = 0; t < machine->program->threads && outcome == WENT_ON; t++)
        outcome = prepare(machine, world, t);
    return outcome;
}
