#include "report/orders.h"

#include "report/letters.h"
#include "spec/possible_states.h"

#include <assert.h>
#include <string.h>

enum { MOST_STEPS = 20000, WIDEST_CALL = 40, WIDEST_STATE = 60 };

struct walking {
    const struct ln_core_view *view;
    struct ln_orders_found *found;
    struct ln_memory *memory;
    struct ln_order order;
    uint32_t placed; /* bits */
    unsigned steps;
    bool failed;
};

/* ---- the states after an order ---- */

static bool replay(const struct ln_core_view *view, const struct ln_order *order, size_t count,
                   struct ln_possible *states)
{
    bool kept = ln_possible_start(states, &view->spec);
    for (size_t i = 0; i < count && kept; i++) {
        struct ln_invocation in = ln_invocation_of(&view->history, order->ops[i]);
        in.optional = false;
        kept = ln_possible_step(states, &view->spec, &in);
    }
    return kept;
}

static bool same_states(const struct ln_possible *a, const struct ln_possible *b)
{
    return a->now.states.length == b->now.states.length && a->now.bytes.length == b->now.bytes.length &&
           (!a->now.bytes.length || memcmp(a->now.bytes.at, b->now.bytes.at, a->now.bytes.length) == 0);
}

/* ---- finding them ---- */

static bool ends_alike(struct walking *walking, const struct ln_order *a, const struct ln_order *b)
{
    struct ln_possible mine, other;
    bool alike;
    ln_possible_init(&mine, walking->memory);
    ln_possible_init(&other, walking->memory);
    walking->failed |= !replay(walking->view, a, a->count, &mine) || !replay(walking->view, b, b->count, &other);
    alike = !walking->failed && same_states(&mine, &other);
    ln_possible_fini(&mine);
    ln_possible_fini(&other);
    return alike;
}

/* Of those that end alike the longest is kept. */
static void keep(struct walking *walking)
{
    struct ln_orders_found *found = walking->found;
    size_t place;
    for (size_t i = 0; i < found->count; i++) {
        if (!ends_alike(walking, &found->orders[i], &walking->order))
            continue;
        if (found->orders[i].count >= walking->order.count)
            return;
        for (found->count--; i < found->count; i++)
            found->orders[i] = found->orders[i + 1];
    }
    for (place = found->count; place && found->orders[place - 1].count < walking->order.count;)
        place--;
    if (place == LN_ORDERS_SHOWN)
        return;
    found->count += found->count < LN_ORDERS_SHOWN;
    for (size_t i = found->count - 1; i > place; i--)
        found->orders[i] = found->orders[i - 1];
    assert(place < found->count && found->count <= LN_ORDERS_SHOWN);
    found->orders[place] = walking->order;
}

static bool may_come_next(const struct walking *walking, uint32_t op)
{
    const struct ln_history *core = &walking->view->history;
    assert(core->operations.length <= 32); /* a bit each */
    if (walking->placed >> op & 1 || op == walking->view->stuck)
        return false;
    for (uint32_t i = 0; i < core->operations.length; i++) {
        bool placed = walking->placed >> i & 1;
        if (placed && ln_history_precedes(core, op, i))
            return false;
        if (!placed && i != walking->view->stuck && !core->operations.at[i].optional &&
            ln_history_precedes(core, i, op))
            return false;
    }
    return true;
}

/* Every order that cannot be made longer is seen. */
static void walk(struct walking *walking)
{
    bool longest = true;
    if (++walking->steps > MOST_STEPS || walking->failed)
        return;
    for (uint32_t op = 0; op < walking->view->history.operations.length; op++) {
        struct ln_possible states;
        bool possible;
        if (!may_come_next(walking, op))
            continue;
        assert(walking->order.count < sizeof walking->order.ops / sizeof *walking->order.ops);
        walking->order.ops[walking->order.count++] = op;
        ln_possible_init(&states, walking->memory);
        walking->failed |= !replay(walking->view, &walking->order, walking->order.count, &states);
        possible = states.now.states.length > 0;
        ln_possible_fini(&states);
        if (possible) {
            longest = false;
            walking->placed |= UINT32_C(1) << op;
            walk(walking);
            walking->placed &= ~(UINT32_C(1) << op);
        }
        walking->order.count--;
    }
    if (longest)
        keep(walking);
}

bool ln_orders_find(const struct ln_judged *finding, struct ln_orders_found *found, struct ln_memory *memory)
{
    struct ln_core_view view;
    struct walking walking = { .view = &view, .found = found, .memory = memory };
    found->count = 0;
    if (finding->core->ops.length >= LN_ORDERS_OPERATIONS)
        return true;
    walking.failed = ln_core_view_init(&view, finding->history, finding->spec, finding->core) != LN_OK;
    if (!walking.failed)
        walk(&walking);
    ln_core_view_fini(&view);
    return !walking.failed;
}

/* ---- telling ---- */

static void write_states(const struct ln_core_view *view, const struct ln_possible *states, struct ln_str *out)
{
    struct ln_str text;
    ln_str_init(&text, out->memory);
    for (size_t i = 0; i < states->now.states.length && text.length < WIDEST_STATE; i++) {
        if (i)
            ln_str_text(&text, " or ");
        view->spec.class->write_state(&view->spec, &view->history.values, ln_next_state(&states->now, i), &text);
    }
    ln_letters_write(out, ln_str_borrow(&text), text.length, WIDEST_STATE, "...");
    ln_str_fini(&text);
}

static size_t write_call(const struct ln_judged *finding, uint32_t op, struct ln_str *out)
{
    struct ln_str text;
    size_t columns;
    ln_str_init(&text, out->memory);
    ln_history_write_operation(finding->history, finding->core->ops.at[op].operation, &text);
    ln_letters_write(out, ln_str_borrow(&text), text.length, WIDEST_CALL, "...");
    columns = ln_letters_columns(ln_str_borrow(&text), text.length);
    ln_str_fini(&text);
    return columns < WIDEST_CALL ? columns : WIDEST_CALL;
}

static void pad(struct ln_str *out, size_t from, size_t to)
{
    while (from++ < to)
        ln_str_char(out, ' ');
}

static void write_order(const struct ln_judged *finding, const struct ln_core_view *view, const struct ln_order *order,
                        size_t width, struct ln_str *out)
{
    struct ln_possible states;
    uint32_t placed = 0;
    ln_possible_init(&states, out->memory);
    for (size_t i = 0; i <= order->count && !out->failed; i++) {
        if (i) {
            ln_str_format(out, "    %2zu  ", i);
            pad(out, write_call(finding, order->ops[i - 1], out), width + 2);
            assert(!(placed >> order->ops[i - 1] & 1));
            placed |= UINT32_C(1) << order->ops[i - 1];
        } else {
            ln_str_text(out, "        ");
            pad(out, 0, width + 2);
        }
        out->failed |= !replay(view, order, i, &states);
        write_states(view, &states, out);
        ln_str_char(out, '\n');
    }
    for (uint32_t op = 0; op < finding->core->ops.length; op++) {
        if (placed >> op & 1 || view->history.operations.at[op].optional)
            continue;
        ln_str_text(out, "        ");
        pad(out, write_call(finding, op, out), width + 2);
        ln_str_text(out, "cannot follow\n");
    }
    ln_possible_fini(&states);
}

static size_t widest(const struct ln_judged *finding, struct ln_memory *memory)
{
    struct ln_str text;
    size_t most = 0;
    for (uint32_t op = 0; op < finding->core->ops.length; op++) {
        size_t columns;
        ln_str_init(&text, memory);
        columns = write_call(finding, op, &text);
        most = columns > most ? columns : most;
        ln_str_fini(&text);
    }
    return most;
}

void ln_orders_write(const struct ln_judged *finding, const struct ln_orders_found *found, struct ln_str *out)
{
    struct ln_core_view view;
    if (ln_core_view_init(&view, finding->history, finding->spec, finding->core)) {
        out->failed = true;
    } else {
        for (size_t i = 0; i < found->count; i++) {
            ln_str_text(out, i ? "\n  Or:\n" : "\n  The furthest that one can get, with the state after each step:\n");
            write_order(finding, &view, &found->orders[i], widest(finding, out->memory), out);
        }
    }
    ln_core_view_fini(&view);
}
