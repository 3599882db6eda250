/* Work inside a step that does not end.
 *
 * A run that comes back to where it was goes round for ever, if nothing was chosen on the way. That is looked for where
 * code jumps back: one place is remembered at a time, the next after twice as many jumps (Brent 1980), so that whatever
 * is repeated is found within a few rounds, and work that ends is never taken for work that does not.
 *
 * Where something was chosen, another choice may lead out. The places that are jumped back to after a choice are the
 * nodes of a graph, which all runs from one place make together. A run that comes to a known node is over, since what
 * follows is tried from there anyway; so the runs are as many as the edges, not as the paths. When all have been made,
 * a node from which no end can be reached is one from which no choice leads out.
 *
 * What a place is: the instruction, whether it is in an atomic block, the registers that are live, and all memory. */
#include "steps/machine.h"

#include <assert.h>
#include <string.h>

void ln_rounds_fini(struct ln_rounds *rounds)
{
    struct ln_memory *memory = rounds->memory;
    if (!memory)
        return;
    ln_give(memory, rounds->bytes, 2 * rounds->room);
    ln_intern_fini(&rounds->places);
    ln_vec_fini(&rounds->ways, memory);
    ln_vec_fini(&rounds->ends, memory);
    ln_vec_fini(&rounds->edges, memory);
    *rounds = (struct ln_rounds){ 0 };
}

/* ---- places ---- */

static bool make_room(struct ln_machine *m)
{
    const struct ln_program *program = m->program;
    struct ln_rounds *rounds = &m->rounds;
    size_t room = 4 * sizeof(uint32_t) + program->registers * sizeof(uint64_t) + program->own_image.length +
                  program->image.length + program->blocks.length;
    if (rounds->memory)
        return true;
    rounds->bytes = ln_take(program->memory, 2 * room);
    if (!rounds->bytes)
        return false;
    rounds->memory = program->memory;
    rounds->room = room;
    ln_intern_init(&rounds->places, program->memory);
    return true;
}

static uint8_t *append(uint8_t *to, const void *bytes, size_t length)
{
    if (length)
        memcpy(to, bytes, length);
    return to + length;
}

/* Where the machine is, in `to`; its length. */
static size_t write_place(const struct ln_machine *m, uint32_t atomic, uint8_t *to)
{
    const struct ln_program *program = m->program;
    const uint32_t *live = program->live.at + program->live_at.at[m->pc];
    const uint32_t head[4] = { m->pc, atomic, m->pointed, 0 };
    uint8_t *start = to;
    assert(program->live_at.at[m->pc]); /* else nobody knows what lives there */
    to = append(to, head, sizeof head);
    for (uint32_t i = 1; i <= live[0]; i++)
        to = append(to, &m->registers[live[i]], sizeof(uint64_t));
    to = append(to, m->own, program->own_image.length);
    to = append(to, m->memory, program->image.length);
    to = append(to, m->blocks, program->blocks.length);
    assert((size_t)(to - start) <= m->rounds.room);
    return (size_t)(to - start);
}

/* ---- without choices ---- */

static bool is_next(const void *bytes, size_t length, const uint8_t **at)
{
    bool same = !length || memcmp(*at, bytes, length) == 0;
    *at += length;
    return same;
}

/* Is the machine where it was? Mostly some register tells that it is not, so nothing is copied. */
static bool is_remembered(const struct ln_machine *m, uint32_t atomic)
{
    const struct ln_program *program = m->program;
    const uint32_t *live = program->live.at + program->live_at.at[m->pc];
    const uint32_t head[4] = { m->pc, atomic, m->pointed, 0 };
    const uint8_t *at = m->rounds.bytes + m->rounds.room;
    if (!is_next(head, sizeof head, &at))
        return false;
    for (uint32_t i = 1; i <= live[0]; i++)
        if (!is_next(&m->registers[live[i]], sizeof(uint64_t), &at))
            return false;
    return is_next(m->own, program->own_image.length, &at) && is_next(m->memory, program->image.length, &at) &&
           is_next(m->blocks, program->blocks.length, &at);
}

static enum ln_ran compare(struct ln_machine *m, uint32_t atomic)
{
    struct ln_rounds *rounds = &m->rounds;
    assert(rounds->jumps < rounds->next);
    if (++rounds->jumps == rounds->next) {
        write_place(m, atomic, rounds->bytes + rounds->room);
        rounds->choices = m->choices.count;
        rounds->next *= 2;
        rounds->jumps = 0;
        return LN_RAN;
    }
    if (rounds->next == 1 || rounds->choices != m->choices.count)
        return LN_RAN;
    return is_remembered(m, atomic) ? LN_RAN_ENDLESS : LN_RAN;
}

/* ---- with choices ---- */

static bool add_place(struct ln_rounds *rounds, const struct ln_choices *choices)
{
    assert(rounds->ways.length == rounds->ends.length);
    return ln_vec_push(&rounds->ways, rounds->memory, *choices) && ln_vec_push(&rounds->ends, rounds->memory, 0);
}

/* Number 0 stands for the beginning: it has no bytes that any place has. */
static bool add_beginning(struct ln_rounds *rounds)
{
    const struct ln_choices none = { 0 };
    uint32_t number;
    return rounds->ways.length || (ln_intern_add(&rounds->places, "", 0, &number) && add_place(rounds, &none));
}

/* Choices that are given lead where runs before have been; only behind them something may be new. */
static enum ln_ran arrive(struct ln_machine *m, uint32_t atomic)
{
    struct ln_rounds *rounds = &m->rounds;
    size_t length = write_place(m, atomic, rounds->bytes);
    bool repeats = m->choices.count < m->given, known;
    uint32_t number;
    if (!add_beginning(rounds) || !ln_intern_add(&rounds->places, rounds->bytes, length, &number))
        return LN_RAN_NO_MEMORY;
    known = number < rounds->ways.length;
    assert(number <= rounds->ways.length);
    if (!known && !add_place(rounds, &m->choices))
        return LN_RAN_NO_MEMORY;
    if (!repeats && !ln_vec_push(&rounds->edges, rounds->memory, ((struct ln_round_edge){ rounds->place, number })))
        return LN_RAN_NO_MEMORY;
    rounds->place = number;
    rounds->decided = m->choices.count;
    return known && !repeats ? LN_RAN_ROUND : LN_RAN;
}

enum ln_ran ln_rounds_jump(struct ln_machine *m, uint32_t atomic)
{
    if (m->making || !m->program->live_at.at[m->pc])
        return LN_RAN;
    if (!make_room(m))
        return LN_RAN_NO_MEMORY;
    return m->choices.count > m->rounds.decided ? arrive(m, atomic) : compare(m, atomic);
}

/* ---- all choices ---- */

void ln_choices_begin(struct ln_machine *m)
{
    struct ln_rounds *rounds = &m->rounds;
    m->given = 0;
    rounds->begins_ends = false;
    if (!rounds->ways.length)
        return;
    ln_intern_clear(&rounds->places);
    rounds->ways.length = rounds->ends.length = rounds->edges.length = 0;
}

static void note_end(struct ln_rounds *rounds)
{
    assert(!rounds->place || rounds->place < rounds->ends.length);
    if (rounds->place)
        rounds->ends.at[rounds->place] = true;
    else
        rounds->begins_ends = true;
}

bool ln_choices_next(struct ln_machine *m, enum ln_ran ran)
{
    struct ln_choices *choices = &m->choices;
    if (ran != LN_RAN_ROUND)
        note_end(&m->rounds);
    for (uint32_t i = choices->count; i-- > 0;)
        if (choices->pick[i] + 1 < choices->of[i]) {
            choices->pick[i]++;
            m->given = i + 1;
            return true;
        }
    m->given = 0;
    return false;
}

bool ln_choices_endless(struct ln_machine *m, struct ln_choices *choices)
{
    struct ln_rounds *rounds = &m->rounds;
    if (!rounds->ways.length)
        return false;
    rounds->ends.at[0] |= rounds->begins_ends;
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < rounds->edges.length; i++) {
            struct ln_round_edge edge = rounds->edges.at[i];
            assert(edge.from < rounds->ends.length && edge.to < rounds->ends.length);
            if (rounds->ends.at[edge.to] && !rounds->ends.at[edge.from]) {
                rounds->ends.at[edge.from] = true;
                changed = true;
            }
        }
    }
    for (size_t i = 0; i < rounds->ends.length; i++)
        if (!rounds->ends.at[i]) {
            *choices = rounds->ways.at[i];
            return true;
        }
    return false;
}
