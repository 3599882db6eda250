/* What is true of a drawn model, from the definitions and by listing everything.
 *
 * A step: all that a process can do from where it rests until it rests again, as a graph of configurations. From each
 * of them there has to be an end (it rests, waits, is cut or fails): else the step goes round for ever, a violation.
 * A node: a state of the implementation with all that the specification may be in after the same calls and returns. A
 * return that no member of that set allows is a violation. So is a node with pending calls from which no return can
 * be reached without a new call, unless the specification makes each of the calls wait. */
#include "base/intern.h"
#include "support/drawn_model.h"

#include <stdlib.h>
#include <string.h>

enum { CALLS = DRAWN_OPERATIONS * DRAWN_VALUES, MOST_NODES = 3000, MOST_CONFIGS = 512, MOST_RESULTS = 512, IDLE = -1 };

struct process {
    int8_t call, at, r[3], kept, done;
};

struct world {
    int8_t x[DRAWN_VARIABLES], lock;
    struct process processes[DRAWN_PROCESSES];
};

/* ---- one step ---- */

struct config {
    struct world world;
    int8_t moved, block;
};

struct step {
    struct config configs[MOST_CONFIGS];
    uint32_t count, next[MOST_CONFIGS][3], nexts[MOST_CONFIGS];
    bool ends[MOST_CONFIGS], rests[MOST_CONFIGS];
    bool cut, fault, endless;
};

/* ---- the specification ---- */

/* What a process is about: nothing (0), a call (1 + its number), or a result (RESULT + it). */
enum { RESULT = 64 };

struct member {
    int8_t y[DRAWN_VARIABLES];
    uint8_t phase[DRAWN_PROCESSES];
};

struct serial {
    struct {
        int8_t y[DRAWN_VARIABLES];
        uint8_t result;
    } at[MOST_RESULTS];
    uint32_t count;
    bool waits;
};

struct oracle {
    const struct drawn_model *model;
    enum drawn_mistake mistake;
    struct ln_memory *memory;
    struct ln_intern nodes, sets;
    LN_VEC(struct member) members; /* of the set being made */
    LN_VEC(uint32_t) from, to;     /* invisible steps between nodes */
    LN_VEC(uint8_t) good;          /* per node: some call may return, or nobody looks further */
    bool called[DRAWN_OPERATIONS], returned[DRAWN_OPERATIONS], was_cut[DRAWN_OPERATIONS];
    bool any_effect; /* some call returned, and had not failed */
    bool violated, large;
    struct step step;
    struct serial serial;
};

struct node {
    struct world world;
    uint32_t set;
};

/* ---- calls ---- */

static uint32_t operation_of(const struct drawn_model *model, uint32_t call, uint32_t *value)
{
    for (uint32_t i = 0;; i++) {
        uint32_t count = model->operations[i].values ? model->operations[i].values : 1;
        *value = call;
        if (call < count)
            return i;
        call -= count;
    }
}

static uint32_t call_count(const struct drawn_model *model)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < model->count; i++)
        count += model->operations[i].values ? model->operations[i].values : 1;
    return count;
}

/* Roles go to processes in the order in which they are first named, and around. */
static uint32_t process_of_role(const struct drawn_model *model, uint8_t role)
{
    uint8_t first = 0;
    for (uint32_t i = 0; i < model->count && !first; i++)
        first = model->operations[i].role;
    return (role != first) % model->processes;
}

static bool may_call(const struct oracle *o, uint32_t operation, uint32_t process)
{
    const struct drawn_operation *called = &o->model->operations[operation];
    if (o->mistake == DRAWN_NO_ROLES)
        return true;
    if (called->role)
        return process_of_role(o->model, called->role) == process;
    for (uint32_t i = 0; called->others && i < o->model->count; i++)
        if (o->model->operations[i].role && process_of_role(o->model, o->model->operations[i].role) == process)
            return false;
    return true;
}

/* Results as numbers: null, truths, numbers, failure. */
enum { NULL_RESULT, TRUTH_RESULT, NUMBER_RESULT = TRUTH_RESULT + 2, FAILURE = NUMBER_RESULT + 3 };

static uint8_t result_of(const struct drawn_body *body, const int8_t *r)
{
    int8_t word = r[body->out];
    switch ((enum drawn_result)body->result) {
    case DRAWN_NOTHING: return NULL_RESULT;
    case DRAWN_TRUTH: return (uint8_t)(TRUTH_RESULT + (word & 1));
    case DRAWN_NUMBER: break;
    case DRAWN_EMPTY:
        if (!word)
            return NULL_RESULT;
        break;
    case DRAWN_FAILING:
        if (word == 2)
            return FAILURE;
    }
    return (uint8_t)(NUMBER_RESULT + word);
}

static void begin(const struct drawn_body *body, int8_t *r, uint32_t value, uint32_t process)
{
    r[0] = (int8_t)value;
    r[1] = (int8_t)(body->thread ? process : 0);
    r[2] = 0;
}

/* ---- memory: the same statements for both sides ---- */

static void access_memory(const struct drawn_statement *s, int8_t *x, int8_t *r)
{
    int8_t was = r[s->a], *word = &x[s->v];
    switch ((enum drawn_kind)s->kind) {
    case DRAWN_LOAD: r[s->a] = *word; break;
    case DRAWN_STORE: *word = was; break;
    case DRAWN_PUT: *word = (int8_t)s->c; break;
    case DRAWN_SWAP:
        r[s->a] = *word;
        *word = (int8_t)s->c;
        break;
    case DRAWN_CAS: {
        bool same = *word == was;
        if (same)
            *word = (int8_t)((was + s->c) % 3);
        r[s->b] = same;
        break;
    }
    case DRAWN_SUM: r[s->a] = (int8_t)((was + s->c) % 3); break;
    default: break;
    }
}

/* ---- steps ---- */

static void add_config(struct oracle *o, uint32_t from, const struct config *config)
{
    struct step *step = &o->step;
    uint32_t k = 0;
    while (k < step->count && memcmp(&step->configs[k], config, sizeof *config) != 0)
        k++;
    if (k == MOST_CONFIGS) {
        o->large = true;
        return;
    }
    if (k == step->count) {
        step->configs[step->count++] = *config;
        step->nexts[k] = 0;
        step->ends[k] = step->rests[k] = false;
    }
    if (from != UINT32_MAX)
        step->next[from][step->nexts[from]++] = k;
}

static void choose(struct oracle *o, uint32_t from, const struct drawn_statement *s, uint32_t process)
{
    for (uint32_t pick = 0; pick <= s->c; pick++) {
        struct config next = o->step.configs[from];
        next.world.processes[process].r[s->a] = (int8_t)pick;
        next.world.processes[process].at++;
        add_config(o, from, &next);
    }
}

/* One statement of that process; true: that is an end. */
static bool run_statement(struct step *step, struct config *config, uint32_t process, const struct drawn_statement *s)
{
    struct world *w = &config->world;
    struct process *p = &w->processes[process];
    int8_t was = p->r[s->a];
    switch ((enum drawn_kind)s->kind) {
    case DRAWN_AWAIT: return was == s->c;
    case DRAWN_ASSUME: step->cut |= was == s->c; return was == s->c;
    case DRAWN_LOCK:
        if (w->lock)
            return true;
        w->lock = 1;
        break;
    case DRAWN_UNLOCK:
        step->fault |= !w->lock;
        if (!w->lock)
            return true;
        w->lock = 0;
        break;
    case DRAWN_KEEP: p->kept = was; break;
    case DRAWN_RECALL: p->r[s->a] = p->kept; break;
    case DRAWN_ATOMIC: config->block = 1; break;
    case DRAWN_END: config->block = 0; break;
    default: access_memory(s, w->x, p->r);
    }
    return false;
}

static void expand_config(struct oracle *o, uint32_t k, uint32_t process, const struct drawn_body *body)
{
    struct step *step = &o->step;
    struct config next = step->configs[k];
    struct process *p = &next.world.processes[process];
    const struct drawn_statement *s = &body->statements[p->at];
    bool is_step = p->at < body->count && drawn_is_step(s->kind) && !next.block;
    if (p->at == body->count || (is_step && next.moved)) {
        step->rests[k] = step->ends[k] = true;
        return;
    }
    next.moved |= is_step;
    if (s->kind == DRAWN_CHOOSE) {
        choose(o, k, s, process);
        return;
    }
    step->ends[k] = run_statement(step, &next, process, s);
    if (step->ends[k])
        return;
    if (s->kind == DRAWN_BACK && p->r[s->a] == s->c)
        p->at = (int8_t)s->to;
    else
        p->at = (int8_t)(p->at + 1 + (s->kind == DRAWN_SKIP && p->r[s->a] == s->c));
    add_config(o, k, &next);
}

static bool can_end(const struct step *step, uint32_t k)
{
    for (uint32_t i = 0; i < step->nexts[k]; i++)
        if (step->ends[step->next[k][i]])
            return true;
    return step->ends[k];
}

/* All that the process can do from there: `calls` when it only comes to its first step. */
static void make_step(struct oracle *o, const struct world *world, uint32_t process, const struct drawn_body *body,
                      bool calls)
{
    struct step *step = &o->step;
    struct config first;
    memset(&first, 0, sizeof first);
    first.world = *world;
    first.moved = calls;
    step->count = 0;
    step->cut = step->fault = step->endless = false;
    add_config(o, UINT32_MAX, &first);
    for (uint32_t k = 0; k < step->count && !o->large; k++)
        expand_config(o, k, process, body);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t k = 0; k < step->count; k++)
            if (!step->ends[k] && can_end(step, k))
                changed = step->ends[k] = true;
    }
    for (uint32_t k = 0; k < step->count; k++)
        step->endless |= !step->ends[k];
}

/* ---- what the specification may do ---- */

static void run_serial(struct oracle *o, const struct drawn_body *body, uint32_t at, const int8_t *y, const int8_t *r)
{
    struct serial *serial = &o->serial;
    int8_t memory[DRAWN_VARIABLES], registers[3];
    memcpy(memory, y, sizeof memory);
    memcpy(registers, r, sizeof registers);
    for (; at < body->count; at++) {
        const struct drawn_statement *s = &body->statements[at];
        bool same = registers[s->a] == s->c;
        if (s->kind == DRAWN_CHOOSE) {
            for (uint32_t pick = 0; pick <= (o->mistake == DRAWN_FIRST_CHOICE ? 0 : s->c); pick++) {
                registers[s->a] = (int8_t)pick;
                run_serial(o, body, at + 1, memory, registers);
            }
            return;
        }
        if (s->kind == DRAWN_AWAIT && same)
            serial->waits = true;
        if ((s->kind == DRAWN_AWAIT || s->kind == DRAWN_ASSUME) && same)
            return;
        access_memory(s, memory, registers);
        at += s->kind == DRAWN_SKIP && same;
    }
    if (serial->count == MOST_RESULTS) {
        o->large = true;
        return;
    }
    memcpy(serial->at[serial->count].y, memory, sizeof memory);
    serial->at[serial->count++].result = result_of(body, registers);
}

static void make_serial(struct oracle *o, const int8_t *y, uint32_t call, uint32_t process)
{
    uint32_t value, operation = operation_of(o->model, call, &value);
    const struct drawn_body *body = &o->model->operations[operation].specification;
    int8_t r[3];
    begin(body, r, value, o->mistake == DRAWN_NO_NUMBER ? 0 : process);
    o->serial.count = 0;
    o->serial.waits = false;
    run_serial(o, body, 0, y, r);
}

/* ---- sets ---- */

static void add_member(struct oracle *o, const struct member *member)
{
    for (size_t m = 0; m < o->members.length; m++)
        if (memcmp(&o->members.at[m], member, sizeof *member) == 0)
            return;
    if (!ln_vec_push(&o->members, o->memory, *member))
        abort();
}

static bool is_call(uint8_t phase)
{
    return phase && phase < RESULT;
}

static int compare_members(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(struct member));
}

/* Calls that are pending may take effect in any order. */
static uint32_t close_set(struct oracle *o)
{
    uint32_t set;
    for (size_t m = 0; m < o->members.length; m++)
        for (uint32_t p = 0; p < o->model->processes; p++) {
            struct member member = o->members.at[m];
            if (!is_call(member.phase[p]))
                continue;
            make_serial(o, member.y, member.phase[p] - 1u, p);
            for (uint32_t i = 0; i < o->serial.count; i++) {
                memcpy(member.y, o->serial.at[i].y, sizeof member.y);
                member.phase[p] = (uint8_t)(RESULT + o->serial.at[i].result);
                add_member(o, &member);
            }
        }
    if (o->members.length)
        qsort(o->members.at, o->members.length, sizeof *o->members.at, compare_members);
    if (!ln_intern_add(&o->sets, o->members.length ? (const void *)o->members.at : "",
                       o->members.length * sizeof *o->members.at, &set))
        abort();
    return set;
}

static const struct member *members_of(const struct oracle *o, uint32_t set, size_t *count)
{
    const struct ln_interned *found = ln_intern_at(&o->sets, set);
    *count = found->length / sizeof(struct member);
    return (const struct member *)(const void *)found->at;
}

static uint32_t set_after_call(struct oracle *o, uint32_t set, uint32_t process, uint32_t call)
{
    size_t count;
    const struct member *members = members_of(o, set, &count);
    o->members.length = 0;
    for (size_t m = 0; m < count; m++) {
        struct member member = members[m];
        member.phase[process] = (uint8_t)(1 + call);
        add_member(o, &member);
    }
    return close_set(o);
}

/* A failed call has had no effect. */
static uint32_t set_after_return(struct oracle *o, uint32_t set, uint32_t process, uint8_t result)
{
    size_t count;
    const struct member *members = members_of(o, set, &count);
    o->members.length = 0;
    for (size_t m = 0; m < count; m++) {
        struct member member = members[m];
        if (result == FAILURE ? !is_call(member.phase[process]) : member.phase[process] != RESULT + result)
            continue;
        member.phase[process] = 0;
        add_member(o, &member);
    }
    return close_set(o);
}

/* ---- nodes ---- */

static uint32_t add_node(struct oracle *o, const struct world *world, uint32_t set)
{
    struct node node;
    uint32_t number;
    memset(&node, 0, sizeof node);
    node.world = *world;
    node.set = set;
    if (!ln_intern_add(&o->nodes, &node, sizeof node, &number))
        abort();
    if (number == o->good.length && !ln_vec_push(&o->good, o->memory, 0))
        abort();
    o->large |= number > MOST_NODES;
    return number;
}

static void note_step(struct oracle *o, uint32_t operation)
{
    o->was_cut[operation] |= o->step.cut;
    o->violated |= o->step.fault || (o->step.endless && o->mistake != DRAWN_NO_LOOPS);
}

static void call(struct oracle *o, const struct node *node, uint32_t process, uint32_t number)
{
    uint32_t value, operation = operation_of(o->model, number, &value), set = UINT32_MAX;
    const struct drawn_body *body = &o->model->operations[operation].object;
    struct world world = node->world;
    struct process *p = &world.processes[process];
    if (!may_call(o, operation, process))
        return;
    p->call = (int8_t)number;
    p->at = 0;
    begin(body, p->r, value, process);
    make_step(o, &world, process, body, true);
    note_step(o, operation);
    for (uint32_t k = 0; k < o->step.count; k++) {
        if (!o->step.rests[k])
            continue;
        o->called[operation] = true;
        if (set == UINT32_MAX)
            set = set_after_call(o, node->set, process, number);
        add_node(o, &o->step.configs[k].world, set);
    }
}

static void give_back(struct oracle *o, uint32_t from, const struct node *node, uint32_t process, uint32_t operation)
{
    const struct drawn_body *body = &o->model->operations[operation].object;
    struct world world = node->world;
    struct process *p = &world.processes[process];
    uint8_t result = result_of(body, p->r);
    uint32_t set = set_after_return(o, node->set, process, result);
    o->returned[operation] = true;
    o->any_effect |= result != FAILURE;
    o->good.at[from] = true;
    o->violated |= o->members.length == 0;
    p->call = IDLE;
    p->at = p->r[0] = p->r[1] = p->r[2] = 0;
    p->done = (int8_t)(p->done + (o->model->calls != 0));
    add_node(o, &world, set);
}

static void go_on(struct oracle *o, uint32_t from, const struct node *node, uint32_t process)
{
    uint32_t value, operation = operation_of(o->model, (uint32_t)node->world.processes[process].call, &value);
    const struct drawn_body *body = &o->model->operations[operation].object;
    if (node->world.processes[process].at == body->count) {
        give_back(o, from, node, process, operation);
        return;
    }
    make_step(o, &node->world, process, body, false);
    note_step(o, operation);
    o->good.at[from] |= o->step.cut;
    for (uint32_t k = 0; k < o->step.count; k++)
        if (o->step.rests[k] && (!ln_vec_push(&o->from, o->memory, from) ||
                                 !ln_vec_push(&o->to, o->memory, add_node(o, &o->step.configs[k].world, node->set))))
            abort();
}

static void expand(struct oracle *o, uint32_t number)
{
    struct node node = *(const struct node *)(const void *)ln_intern_at(&o->nodes, number)->at;
    for (uint32_t p = 0; p < o->model->processes; p++) {
        if (node.world.processes[p].call != IDLE)
            go_on(o, number, &node, p);
        else if (!o->model->calls || node.world.processes[p].done < (int8_t)o->model->calls)
            for (uint32_t c = 0; c < call_count(o->model); c++)
                call(o, &node, p, c);
    }
}

/* ---- calls that never return ---- */

static bool waits(struct oracle *o, const struct member *member, uint32_t process)
{
    for (uint32_t p = 0; p < o->model->processes; p++)
        if (member->phase[p] >= RESULT)
            return false;
    make_serial(o, member->y, member->phase[process] - 1u, process);
    return !o->serial.count && o->serial.waits;
}

static bool may_wait(struct oracle *o, uint32_t set, uint32_t process)
{
    size_t count;
    const struct member *members = members_of(o, set, &count);
    for (size_t m = 0; m < count; m++)
        if (waits(o, &members[m], process))
            return true;
    return false;
}

static bool is_excused(struct oracle *o, uint32_t number)
{
    const struct node *node = (const struct node *)(const void *)ln_intern_at(&o->nodes, number)->at;
    for (uint32_t p = 0; p < o->model->processes; p++)
        if (node->world.processes[p].call != IDLE && !may_wait(o, node->set, p))
            return false;
    return true;
}

static void look_for_stuck(struct oracle *o)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t e = 0; e < o->from.length; e++)
            if (!o->good.at[o->from.at[e]] && o->good.at[o->to.at[e]]) {
                o->good.at[o->from.at[e]] = true;
                changed = true;
            }
    }
    for (uint32_t n = 0; n < o->good.length; n++)
        o->violated |= !o->good.at[n] && !is_excused(o, n);
}

/* ---- all of it ---- */

static enum drawn_verdict conclude(const struct oracle *o)
{
    if (o->large)
        return DRAWN_TOO_LARGE;
    if (o->violated)
        return DRAWN_VIOLATED;
    if (o->mistake == DRAWN_ALL_SEEN)
        return DRAWN_HOLDS;
    for (uint32_t i = 0; i < o->model->count; i++)
        if (!o->called[i] || (!o->returned[i] && o->was_cut[i]))
            return DRAWN_UNSEEN;
    return o->any_effect ? DRAWN_HOLDS : DRAWN_UNSEEN;
}

enum drawn_verdict drawn_decide(const struct drawn_model *model, enum drawn_mistake mistake, struct ln_memory *memory)
{
    static struct oracle o;
    const struct member nothing = { { 0 }, { 0 } };
    enum drawn_verdict verdict;
    struct world world;
    o = (struct oracle){ .model = model, .mistake = mistake, .memory = memory };
    ln_intern_init(&o.nodes, memory);
    ln_intern_init(&o.sets, memory);
    memset(&world, 0, sizeof world);
    for (uint32_t p = 0; p < DRAWN_PROCESSES; p++)
        world.processes[p].call = IDLE;
    add_member(&o, &nothing);
    add_node(&o, &world, close_set(&o));
    for (uint32_t n = 0; n < o.good.length && !o.large && !o.violated; n++)
        expand(&o, n);
    if (!o.large && !o.violated && mistake != DRAWN_NEVER_STUCK)
        look_for_stuck(&o);
    verdict = conclude(&o);
    ln_intern_fini(&o.nodes);
    ln_intern_fini(&o.sets);
    ln_vec_fini(&o.members, memory);
    ln_vec_fini(&o.from, memory);
    ln_vec_fini(&o.to, memory);
    ln_vec_fini(&o.good, memory);
    return verdict;
}
