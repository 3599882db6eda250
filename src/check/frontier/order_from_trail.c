/* The steps of a trail are the operations that were taken. Those that were had at no cost stand between them: the way
 * is walked once more, and each is given its place where it became optional, unless it is taken after all.
 *
 * Before the k-th step there is room for those that leave the state as it is (place 3k), then for those that the step
 * overwrites (3k + 1), then comes the step (3k + 2). Within a place they stand in the order of their calls. */
#include "check/frontier/order_from_trail.h"

#include <assert.h>
#include <string.h>

#define NOWHERE UINT32_MAX

struct unwinding {
    struct ln_open *open;
    const struct ln_spec *spec;
    const struct ln_trail *trail;
    struct ln_configuration now;
    uint32_t step;    /* index into the trail's path of the next step */
    uint32_t *places; /* per operation of the window */
};

static void place_all(struct unwinding *unwinding, uint64_t bits, uint32_t place)
{
    for (; bits; bits &= bits - 1) {
        uint32_t op = unwinding->open->holder[__builtin_ctzll(bits)];
        if (unwinding->open->window->ops.at[op].ret != LN_NEVER)
            unwinding->places[op] = place;
    }
}

static enum ln_status take(struct unwinding *unwinding, const struct ln_trail_step *step)
{
    struct ln_configuration *now = &unwinding->now;
    unsigned place = ln_open_place(&unwinding->open->window->ops.at[step->op]);
    uint64_t overwritten = ln_open_overwritten(unwinding->open, now, place), before = now->optional;
    enum ln_status status = ln_open_take(unwinding->open, place, step->state, now);
    assert(unwinding->open->all >> place & 1);
    place_all(unwinding, overwritten, unwinding->step * 3 + 1);
    unwinding->places[step->op] = unwinding->step * 3 + 2;
    unwinding->step++;
    place_all(unwinding, now->optional & ~before & ~overwritten, unwinding->step * 3);
    return status;
}

static enum ln_status pass(struct unwinding *unwinding, uint32_t event)
{
    struct ln_open *open = unwinding->open;
    struct ln_configuration *now = &unwinding->now;
    uint32_t op = ln_event_operation(event);
    enum ln_status status;
    if (ln_event_is_return(event)) {
        ln_open_return(open, op);
        now->done &= ~ln_open_bit(open, op);
        now->optional &= ~ln_open_bit(open, op);
        return LN_OK;
    }
    ln_open_call(open, unwinding->spec, op);
    status = ln_open_called(open, op, now);
    place_all(unwinding, now->optional & ln_open_bit(open, op), unwinding->step * 3);
    return status;
}

static enum ln_status walk(struct unwinding *unwinding, uint32_t end)
{
    const struct ln_window *window = unwinding->open->window;
    const struct ln_trail *trail = unwinding->trail;
    enum ln_status status = LN_OK;
    for (uint32_t e = 0; e <= end && !status; e++) {
        while (unwinding->step < trail->path.length && !status) {
            const struct ln_trail_step *step = &trail->steps.at[trail->path.at[unwinding->step]];
            if (step->event != e)
                break;
            status = take(unwinding, step);
        }
        if (e < end && !status)
            status = pass(unwinding, window->events.at[e]);
    }
    return status;
}

/* Sorts the operations by their places. `starts` has a word per place and one more, all zero. */
static bool write_order(const struct unwinding *unwinding, uint32_t *starts, size_t places, struct ln_outcome *outcome)
{
    const struct ln_window *window = unwinding->open->window;
    uint32_t count = 0;
    for (size_t op = 0; op < window->ops.length; op++)
        if (unwinding->places[op] != NOWHERE)
            starts[unwinding->places[op] + 1]++, count++;
    for (size_t i = 1; i < places; i++)
        starts[i] += starts[i - 1];
    if (!ln_vec_reserve(&outcome->order, outcome->memory, outcome->order.length + count))
        return false;
    for (size_t op = 0; op < window->ops.length; op++)
        if (unwinding->places[op] != NOWHERE)
            outcome->order.at[outcome->order.length + starts[unwinding->places[op]]++] = window->ops.at[op].operation;
    assert(starts[places - 1] == count);
    outcome->order.length += count;
    return true;
}

enum ln_status ln_order_from_trail(struct ln_open *open, const struct ln_spec *spec, struct ln_trail *trail,
                                   uint32_t last, uint32_t end, struct ln_outcome *outcome)
{
    struct ln_memory *memory = trail->memory;
    struct unwinding unwinding = { .open = open, .spec = spec, .trail = trail, .step = 1 };
    size_t ops = open->window->ops.length, places;
    uint32_t *starts;
    enum ln_status status = ln_trail_follow(trail, last) ? LN_OK : LN_NO_MEMORY;
    if (status)
        return status;
    places = trail->path.length * 3 + 2;
    assert(trail->path.length && trail->steps.at[trail->path.at[0]].op == LN_NO_STEP);
    unwinding.now.state = trail->steps.at[trail->path.at[0]].state;
    unwinding.places = ln_take(memory, ops * sizeof *unwinding.places);
    starts = ln_take_zeroed(memory, places * sizeof *starts);
    if ((ops && !unwinding.places) || !starts)
        status = LN_NO_MEMORY;
    for (size_t op = 0; op < ops && !status; op++)
        unwinding.places[op] = NOWHERE;
    if (!status)
        status = walk(&unwinding, end);
    assert(status || unwinding.step == trail->path.length); /* every step was taken */
    if (!status && !write_order(&unwinding, starts, places, outcome))
        status = LN_NO_MEMORY;
    ln_give(memory, unwinding.places, ops * sizeof *unwinding.places);
    ln_give(memory, starts, places * sizeof *starts);
    return status;
}
