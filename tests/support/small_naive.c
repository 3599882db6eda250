/* The naive interpreter of small programs: all schedules, all choices, nothing but what has been said of a step. States
 * are told apart together with the history that led to them, so that a history is built once. */
#include "base/intern.h"
#include "support/shapes.h"
#include "support/small_program.h"

#include <stdlib.h>
#include <string.h>

enum { EVENTS = 2 * SMALL_PROCESSES * SMALL_CALLS + 2, MOST_STATES = 60000, IDLE = 255 };

struct event {
    uint8_t process, operation;
    bool returns;
    int32_t value;
};

struct process {
    uint8_t operation; /* or IDLE */
    uint8_t at;        /* statement, `count` before the return */
    uint8_t round, done;
    int32_t r[2];
};

struct world {
    int32_t x[SMALL_VARIABLES + 1]; /* the last one is the lock */
    struct process processes[SMALL_PROCESSES];
    uint32_t count;
    struct event events[EVENTS];
};

struct naive {
    const struct small_program *small;
    struct ln_memory *memory;
    struct ln_intern seen, histories;
    uint64_t decided;
    enum small_verdict verdict;
};

static void visit(struct naive *n, const struct world *world);

/* ---- histories ---- */

static ln_value value_of(const struct small_operation *operation, int32_t word)
{
    if (operation->result == SMALL_NOTHING || (operation->result == SMALL_TAKEN && !word))
        return LN_VALUE_NULL;
    return operation->result == SMALL_TRUTH ? ln_bool(word & 1) : ln_small(word);
}

static void add_event(const struct naive *n, struct ln_history *history, struct ln_spec *spec,
                      const struct event *event)
{
    const struct small_operation *operation = &n->small->operations[event->operation];
    ln_value args[2] = { ln_small(operation->argument), ln_small((operation->argument + 1) & 3) };
    struct ln_call_text text = {
        .process = ln_small(event->process), .key = LN_VALUE_NONE, .args = args, .arity = operation->arity
    };
    enum ln_spec_fault fault;
    struct ln_error error;
    uint32_t index;
    if (event->returns) {
        if (ln_history_return(history, text.process, LN_COMPLETED, value_of(operation, event->value), &index, &error) ||
            ln_spec_bind_result(spec, history, index, &fault, &error))
            abort();
        return;
    }
    if (ln_values_string(&history->values, operation->name, strlen(operation->name), &text.f) ||
        ln_history_call(history, &text, &index, &error) || ln_spec_bind_call(spec, history, index, &fault, &error))
        abort();
}

/* The key is zeroed memory with nothing but the events, and whether it is stuck. */
static void judge(struct naive *n, const struct world *world, bool stuck)
{
    struct {
        uint32_t count;
        bool stuck;
        struct event events[EVENTS];
    } key;
    size_t before = n->histories.entries.length;
    struct ln_history history;
    struct ln_error error;
    struct ln_spec spec;
    uint32_t number, line;
    memset(&key, 0, sizeof key);
    key.count = world->count;
    key.stuck = stuck;
    memcpy(key.events, world->events, sizeof key.events);
    if (!ln_intern_add(&n->histories, &key, sizeof key, &number) || ln_history_init(&history, n->memory))
        abort();
    if (number >= before) {
        if (ln_spec_parse(&spec, n->small->spec, &history.values, &error))
            abort();
        for (uint32_t i = 0; i < world->count; i++)
            add_event(n, &history, &spec, &world->events[i]);
        history.stuck = stuck;
        if (ln_history_seal(&history, &line, &error))
            abort();
        n->decided++;
        if (oracle(&history, &spec, n->memory) == LN_VIOLATED)
            n->verdict = SMALL_VIOLATED;
    }
    ln_history_fini(&history);
}

/* ---- statements ---- */

static bool is_step(const struct small_statement *s)
{
    switch ((enum small_kind)s->kind) {
    case SMALL_SUM:
    case SMALL_SKIP:
    case SMALL_AGAIN:
    case SMALL_CHOOSE:
    case SMALL_AWAIT: return false;
    default: return true;
    }
}

static void begin(const struct small_operation *operation, struct process *p)
{
    p->at = 0;
    p->r[0] = operation->arity ? operation->argument : 0;
    p->r[1] = 0;
}

/* One statement. False: the step cannot be taken. */
static bool run_one(struct naive *n, struct world *w, struct process *p, const struct small_statement *s)
{
    int32_t *x = &w->x[s->v], *lock = &w->x[SMALL_VARIABLES], was = p->r[s->a];
    switch ((enum small_kind)s->kind) {
    case SMALL_LOAD: p->r[s->a] = *x; break;
    case SMALL_STORE: *x = p->r[s->a]; break;
    case SMALL_PUT: *x = s->c; break;
    case SMALL_SUM: p->r[s->a] = (was + s->c) & 3; break;
    case SMALL_CAS:
        p->r[s->b] = *x == was;
        if (*x == was)
            *x = (was + s->c) & 3;
        break;
    case SMALL_FETCH:
        p->r[s->a] = *x;
        *x += s->c;
        break;
    case SMALL_AWAIT: return was != s->c;
    case SMALL_LOCK:
        if (*lock)
            return false;
        *lock = 1;
        break;
    case SMALL_UNLOCK:
        if (!*lock)
            n->verdict = SMALL_VIOLATED; /* a fault */
        *lock = 0;
        break;
    case SMALL_CHOOSE: /* its caller's */
    case SMALL_SKIP:
    case SMALL_AGAIN:
    case SMALL_STEP:
    case SMALL_TOGETHER: break;
    }
    return true;
}

/* Goes on with process p: while local work lasts, while `together` statements are one step, and for one more step if
 * `step`. Visits where it comes to rest; true when there is such a place. */
static bool run(struct naive *n, const struct world *from, uint32_t number, bool step, uint32_t together)
{
    struct world w = *from;
    struct process *p = &w.processes[number];
    const struct small_operation *operation = &n->small->operations[p->operation];
    for (;;) {
        const struct small_statement *s = &operation->statements[p->at];
        bool rests = p->at == operation->count || (is_step(s) && !step && !together);
        if (rests) {
            visit(n, &w);
            return true;
        }
        if (is_step(s) && !together)
            step = false;
        if (s->kind == SMALL_TOGETHER)
            together = 3;
        if (s->kind == SMALL_CHOOSE) {
            struct world other = w;
            bool first, second;
            p->r[s->a] = 0;
            other.processes[number].r[s->a] = 1;
            p->at++;
            other.processes[number].at++;
            together -= together != 0;
            first = run(n, &w, number, step, together);
            second = run(n, &other, number, step, together);
            return first || second;
        }
        if (!run_one(n, &w, p, s))
            return false;
        together -= together != 0;
        if (s->kind == SMALL_AGAIN && !p->round && p->r[s->a] == s->c) {
            p->round++;
            begin(operation, p);
            continue;
        }
        p->at = (uint8_t)(p->at + 1 + (s->kind == SMALL_SKIP && p->r[s->a] == s->c));
    }
}

static void add(struct world *w, uint32_t process, bool returns, int32_t value)
{
    w->events[w->count++] = (struct event){ (uint8_t)process, w->processes[process].operation, returns, value };
}

static void call(struct naive *n, const struct world *world, uint32_t number, uint32_t operation)
{
    struct world w = *world;
    struct process *p = &w.processes[number];
    p->operation = (uint8_t)operation;
    p->round = 0;
    begin(&n->small->operations[operation], p);
    add(&w, number, false, 0);
    run(n, &w, number, false, 0);
}

static bool go_on(struct naive *n, const struct world *world, uint32_t number)
{
    const struct process *p = &world->processes[number];
    const struct small_operation *operation = &n->small->operations[p->operation];
    struct world w = *world;
    if (p->at < operation->count)
        return run(n, world, number, true, 0);
    add(&w, number, true, operation->result == SMALL_NOTHING ? 0 : p->r[operation->out]);
    memset(&w.processes[number], 0, sizeof w.processes[number]);
    w.processes[number].operation = IDLE;
    w.processes[number].done = (uint8_t)(p->done + 1);
    visit(n, &w);
    return true;
}

/* Without a call nothing can happen, though something is pending: stuck, unless it may be. When nothing is pending, the
 * history is whole. */
static void visit(struct naive *n, const struct world *world)
{
    size_t before = n->seen.entries.length;
    bool moved = false, pending = false;
    uint32_t number;
    if (n->verdict != SMALL_HOLDS)
        return;
    if (!ln_intern_add(&n->seen, world, sizeof *world, &number))
        abort();
    if (number < before)
        return;
    if (number > MOST_STATES) {
        n->verdict = SMALL_TOO_LARGE;
        return;
    }
    for (uint32_t p = 0; p < n->small->processes; p++)
        if (world->processes[p].operation != IDLE) {
            pending = true;
            moved |= go_on(n, world, p);
        }
    if (!moved)
        judge(n, world, pending);
    for (uint32_t p = 0; p < n->small->processes; p++)
        for (uint32_t o = 0; world->processes[p].operation == IDLE && o < n->small->count; o++)
            if (world->processes[p].done < n->small->calls && n->small->operations[o].processes >> p & 1)
                call(n, world, p, o);
}

enum small_verdict small_decide(const struct small_program *small, struct ln_memory *memory, uint64_t *histories)
{
    struct naive n = { .small = small, .memory = memory, .verdict = SMALL_HOLDS };
    struct world world;
    memset(&world, 0, sizeof world);
    for (uint32_t p = 0; p < SMALL_PROCESSES; p++)
        world.processes[p].operation = IDLE;
    ln_intern_init(&n.seen, memory);
    ln_intern_init(&n.histories, memory);
    visit(&n, &world);
    *histories += n.decided;
    ln_intern_fini(&n.seen);
    ln_intern_fini(&n.histories);
    return n.verdict;
}
