/* First in, first out, when nobody looks and nobody finds it empty.
 *
 * The same rule and the same witness as in queue.c, where they are explained. Without looks and absences each bound of a
 * value is the place of an event, so that all orders by which values are looked up are in the events already: nothing is
 * sorted and little is stored. Linear. */
#include "check/pattern/run.h"

#include <assert.h>

enum { STATE, ORDER, INSIDE, LEAVING, LEFT };

/* The members in the order of the events that bound them. Their insertions' calls order the members themselves. */
struct bound_lists {
    uint32_t *inside;  /* by R: when it must be inside */
    uint32_t *leaving; /* by the call of its removal, */
    uint32_t *left;    /* by its return: both only of those that are removed */
    uint32_t inside_count, leaving_count, left_count;
};

/* The member that an event is about, or LN_NO_OP. A removal that has not returned and took nothing noted another thing
 * than a member. */
static uint32_t member_at(const struct ln_run *run, uint32_t operation)
{
    uint32_t v = run->noted.at[operation];
    if (v >= run->members.length)
        return LN_NO_OP;
    return run->members.at[v].insert == operation || run->members.at[v].removal == operation ? v : LN_NO_OP;
}

/* BP2, on the way: of the values that must be inside by now, only the one that leaves last can have been overtaken. */
static enum ln_status list_members(struct ln_run *run, struct bound_lists *lists)
{
    uint32_t latest = 0, last = LN_NO_OP;
    for (uint32_t place = 0; place < run->horizon; place++) {
        uint32_t event = run->events[place], operation = ln_event_operation(event), v = member_at(run, operation);
        const struct ln_run_member *member;
        if (v == LN_NO_OP)
            continue;
        member = &run->members.at[v];
        assert(lists->inside_count <= v + run->members.length);
        if (ln_event_is_return(event)) {
            if (member->first_return == place) {
                lists->inside[lists->inside_count++] = v;
                last = last == LN_NO_OP || member->remove_call > latest ? v : last;
                latest = run->members.at[last].remove_call;
            }
            if (member->remove_return == place)
                lists->left[lists->left_count++] = v;
        } else if (member->removal == operation) {
            lists->leaving[lists->leaving_count++] = v;
        } else if (last != LN_NO_OP && member->remove_return < latest) {
            return ln_run_accuse(run, "BP2", last, v);
        }
    }
    assert(lists->inside_count <= run->members.length && lists->left_count <= lists->leaving_count);
    return ln_run_pay(run, run->horizon);
}

/* ---- the order of the values ---- */

enum { MAY_ENTER = 1, MAY_LEAVE = 2, PLACED = 4 };

struct ordering {
    struct ln_run *run;
    const struct bound_lists *lists;
    uint32_t *state; /* per member */
    uint32_t *order; /* those that have their place, then those that may be next */
    uint32_t ready;
    uint32_t must_enter, must_leave, may_enter, may_leave; /* how far each list was used */
    bool rest_may_leave;
};

static void allow(struct ordering *o, uint32_t v, uint32_t what)
{
    assert(!(o->state[v] & what) && !(o->state[v] & PLACED));
    o->state[v] |= what;
    if (o->state[v] == (MAY_ENTER | MAY_LEAVE))
        o->order[o->ready++] = v;
}

/* The first remaining member of a list, from `from` on. */
static uint32_t skip_placed(const struct ordering *o, const uint32_t *list, uint32_t count, uint32_t from)
{
    while (from < count && o->state[list[from]] & PLACED)
        from++;
    return from;
}

static void look_ahead(struct ordering *o)
{
    const struct bound_lists *lists = o->lists;
    const struct ln_run_member *members = o->run->members.at;
    uint32_t n = (uint32_t)o->run->members.length, enter = LN_NO_OP, leave = LN_NO_OP;
    o->must_enter = skip_placed(o, lists->inside, lists->inside_count, o->must_enter);
    o->must_leave = skip_placed(o, lists->left, lists->left_count, o->must_leave);
    if (o->must_enter < lists->inside_count)
        enter = members[lists->inside[o->must_enter]].first_return;
    if (o->must_leave < lists->left_count)
        leave = members[lists->left[o->must_leave]].remove_return;
    for (; o->may_enter < n && members[o->may_enter].insert_call < enter; o->may_enter++)
        allow(o, o->may_enter, MAY_ENTER);
    for (; o->may_leave < lists->leaving_count && members[lists->leaving[o->may_leave]].remove_call < leave;
         o->may_leave++)
        allow(o, lists->leaving[o->may_leave], MAY_LEAVE);
    if (leave != LN_NO_OP || o->rest_may_leave)
        return;
    /* All that remain are never removed, as far as is known. */
    o->rest_may_leave = true;
    for (uint32_t v = 0; v < n; v++)
        if (members[v].removal == LN_NO_OP)
            allow(o, v, MAY_LEAVE);
}

static enum ln_status order_values(struct ln_run *run, const struct bound_lists *lists, const uint32_t **order)
{
    uint32_t n = (uint32_t)run->members.length;
    struct ordering o = {
        .run = run, .lists = lists, .state = ln_run_zeroed_room(run, STATE, n), .order = ln_run_room(run, ORDER, n)
    };
    if (!o.state || !o.order)
        return LN_NO_MEMORY;
    for (uint32_t placed = 0; placed < n; placed++) {
        /* Who stands ready stays ready: the bounds only grow. */
        if (placed == o.ready)
            look_ahead(&o);
        if (placed == o.ready)
            return LN_INTERNAL; /* without BP2 there always is one */
        assert(!(o.state[o.order[placed]] & PLACED));
        o.state[o.order[placed]] |= PLACED;
    }
    *order = o.order;
    return ln_run_pay(run, 4 * (size_t)n);
}

/* ---- the witness ---- */

/* Values enter and leave in the same order, each as early as it can; who enters comes first. */
static enum ln_status write_order(struct ln_run *run, const uint32_t *order)
{
    uint32_t n = (uint32_t)run->members.length, entering = 0, leaving = 0, enter = 0, inside = 0, leave = 0;
    if (!ln_vec_reserve(&run->order, run->memory, 2 * (size_t)n + 1))
        return LN_NO_MEMORY;
    while (leaving < n) {
        assert(leaving <= entering && entering <= n);
        const struct ln_run_member *member = &run->members.at[order[leaving]];
        uint32_t at = leave, call = entering < n ? run->members.at[order[entering]].insert_call + 1 : 0;
        inside = inside > member->insert_call + 1 ? inside : member->insert_call + 1;
        at = at > inside ? at : inside;
        at = at > member->remove_call + 1 ? at : member->remove_call + 1;
        if (entering < n && (entering == leaving || (enter > call ? enter : call) <= at)) {
            enter = enter > call ? enter : call;
            if (enter <= run->horizon)
                run->order.at[run->order.length++] = run->members.at[order[entering]].insert;
            entering++;
            continue;
        }
        leave = at;
        if (leave <= run->horizon && member->removal != LN_NO_OP)
            run->order.at[run->order.length++] = member->removal;
        leaving++;
    }
    assert(run->order.length <= 2 * (size_t)n);
    return ln_run_pay(run, 2 * (size_t)n);
}

enum ln_status ln_decide_plain_queue(struct ln_run *run)
{
    size_t n = run->members.length;
    struct bound_lists lists = { .inside = ln_run_room(run, INSIDE, n),
                                 .leaving = ln_run_room(run, LEAVING, n),
                                 .left = ln_run_room(run, LEFT, n) };
    const uint32_t *order;
    enum ln_status status = LN_NO_MEMORY;
    assert(!run->looks.length && !run->absences.length);
    if (lists.inside && lists.leaving && lists.left)
        status = list_members(run, &lists);
    if (status || run->pattern || !run->wants_order)
        return status;
    status = order_values(run, &lists, &order);
    return status ? status : write_order(run, order);
}
