#include "refine/sets.h"

#include <assert.h>
#include <string.h>

static enum ln_status no_memory(struct ln_sets *sets)
{
    return ln_fail(sets->meaning->error, LN_NO_MEMORY, "out of memory");
}

void ln_sets_init(struct ln_sets *sets, struct ln_meaning *meaning, const struct ln_system *system,
                  struct ln_memory *memory)
{
    *sets = (struct ln_sets){ .meaning = meaning,
                              .system = system,
                              .memory = memory,
                              .processes = system->options.processes,
                              .words = system->options.processes + 1 };
    ln_intern_init(&sets->sets, memory);
    ln_intern_init(&sets->seen, memory);
    ln_memo_init(&sets->steps, memory);
}

void ln_sets_fini(struct ln_sets *sets)
{
    ln_intern_fini(&sets->sets);
    ln_intern_fini(&sets->seen);
    ln_vec_fini(&sets->members, sets->memory);
    ln_memo_fini(&sets->steps);
}

/* ---- making a set ---- */

static void begin(struct ln_sets *sets)
{
    ln_intern_clear(&sets->seen);
    sets->members.length = 0;
}

static bool add_member(struct ln_sets *sets, const uint32_t *member)
{
    size_t before = sets->seen.entries.length;
    uint32_t number;
    assert(sets->members.length == before * sets->words);
    if (!ln_intern_add(&sets->seen, member, sets->words * sizeof *member, &number))
        return false;
    if (number < before)
        return true;
    for (uint32_t w = 0; w < sets->words; w++)
        if (!ln_vec_push(&sets->members, sets->memory, member[w]))
            return false;
    return true;
}

/* Every call of a member may take effect. */
static enum ln_status effects_of(struct ln_sets *sets, size_t at, uint32_t *member)
{
    struct ln_meaning *meaning = sets->meaning;
    for (uint32_t p = 1; p < sets->words; p++) {
        uint32_t state = sets->members.at[at], phase = sets->members.at[at + p];
        struct ln_outcomes outcomes;
        enum ln_status status;
        if (!ln_phase_is_call(meaning, phase))
            continue;
        status = ln_meaning_of(meaning, state, phase - 1, p - 1, &outcomes);
        if (status)
            return status;
        for (uint32_t i = 0; i < outcomes.count; i++) {
            struct ln_outcome_of outcome = meaning->outcomes.at[outcomes.start + i];
            memcpy(member, sets->members.at + at, sets->words * sizeof *member);
            member[0] = outcome.state;
            member[p] = outcome.phase;
            if (!add_member(sets, member))
                return no_memory(sets);
        }
    }
    return LN_OK;
}

/* Sorting rows of a length known only now, without a word of global state: a heap sort. */
static void swap_rows(uint32_t *rows, size_t i, size_t j, size_t words)
{
    for (size_t w = 0; w < words; w++) {
        uint32_t kept = rows[i * words + w];
        rows[i * words + w] = rows[j * words + w];
        rows[j * words + w] = kept;
    }
}

static void sift(uint32_t *rows, size_t root, size_t end, size_t words)
{
    size_t bytes = words * sizeof *rows;
    for (size_t child; (child = root * 2 + 1) < end; root = child) {
        if (child + 1 < end && memcmp(rows + child * words, rows + (child + 1) * words, bytes) < 0)
            child++;
        if (memcmp(rows + root * words, rows + child * words, bytes) >= 0)
            return;
        swap_rows(rows, root, child, words);
    }
}

static void sort_rows(uint32_t *rows, size_t count, size_t words)
{
    for (size_t i = count / 2; i-- > 0;)
        sift(rows, i, count, words);
    for (size_t end = count; end-- > 1;) {
        swap_rows(rows, 0, end, words);
        assert(end + 1 == count || memcmp(rows + end * words, rows + (end + 1) * words, words * sizeof *rows) <= 0);
        sift(rows, 0, end, words);
    }
}

static enum ln_status end(struct ln_sets *sets, bool close, uint32_t *set)
{
    uint32_t *member = ln_take(sets->memory, sets->words * sizeof *member);
    enum ln_status status = member ? LN_OK : no_memory(sets);
    size_t count;
    for (size_t at = 0; close && at < sets->members.length && !status; at += sets->words)
        status = effects_of(sets, at, member);
    ln_give(sets->memory, member, sets->words * sizeof *member);
    if (status)
        return status;
    count = sets->members.length / sets->words;
    assert(count * sets->words == sets->members.length);
    sort_rows(sets->members.at, count, sets->words);
    if (count > sets->largest)
        sets->largest = count;
    /* The empty set has no bytes, which may be anywhere. */
    return ln_intern_add(&sets->sets, count ? sets->members.at : (void *)sets, sets->members.length * sizeof(uint32_t),
                         set)
               ? LN_OK
               : no_memory(sets);
}

enum ln_status ln_sets_initial(struct ln_sets *sets, uint32_t *set)
{
    struct ln_outcomes outcomes;
    enum ln_status status;
    uint32_t *member;
    begin(sets);
    status = end(sets, false, set); /* the empty one is number 0 */
    assert(status || *set == LN_EMPTY_SET);
    if (!status)
        status = ln_meaning_initial(sets->meaning, &outcomes);
    if (status)
        return status;
    member = ln_take_zeroed(sets->memory, sets->words * sizeof *member);
    if (!member)
        return no_memory(sets);
    for (uint32_t i = 0; i < outcomes.count && !status; i++) {
        member[0] = sets->meaning->outcomes.at[outcomes.start + i].state;
        status = add_member(sets, member) ? LN_OK : no_memory(sets);
    }
    ln_give(sets->memory, member, sets->words * sizeof *member);
    return status ? status : end(sets, false, set);
}

/* ---- actions ---- */

static enum ln_status call(struct ln_sets *sets, uint32_t *member, uint32_t process, const struct ln_label *label)
{
    assert(!member[1 + process]); /* it is about nothing yet */
    member[1 + process] = 1 + label->call;
    return add_member(sets, member) ? LN_OK : no_memory(sets);
}

static bool may_return(const struct ln_meaning *meaning, uint32_t phase, uint32_t wanted)
{
    if (wanted == LN_FAILED_PHASE)
        return ln_phase_is_call(meaning, phase);
    if (wanted == LN_ANY_PHASE)
        return phase && !ln_phase_is_call(meaning, phase);
    return phase == wanted;
}

/* Which operation it is, members know. */
static uint32_t operation_of(const struct ln_meaning *meaning, uint32_t phase)
{
    if (ln_phase_is_call(meaning, phase))
        return meaning->program->calls.at[phase - 1].operation;
    assert(phase && phase - 1 - meaning->program->calls.length < meaning->done.length);
    return meaning->done.at[phase - 1 - meaning->program->calls.length].operation;
}

static enum ln_status give_back(struct ln_sets *sets, uint32_t *member, uint32_t process, const struct ln_label *label)
{
    uint32_t wanted;
    enum ln_status status = ln_meaning_phase(sets->meaning, operation_of(sets->meaning, member[1 + process]),
                                             label->value, &wanted);
    if (status || !may_return(sets->meaning, member[1 + process], wanted))
        return status;
    member[1 + process] = 0;
    return add_member(sets, member) ? LN_OK : no_memory(sets);
}

static enum ln_status take_effect(struct ln_sets *sets, uint32_t *member, uint32_t process,
                                  const struct ln_label *label)
{
    struct ln_meaning *meaning = sets->meaning;
    uint32_t operation = meaning->program->calls.at[label->call].operation, wanted;
    struct ln_outcomes outcomes;
    enum ln_status status = ln_meaning_of(meaning, member[0], label->call, process, &outcomes);
    if (!status)
        status = ln_meaning_phase(meaning, operation, label->value, &wanted);
    if (status)
        return status;
    if (wanted == LN_FAILED_PHASE)
        return add_member(sets, member) ? LN_OK : no_memory(sets);
    for (uint32_t i = 0; i < outcomes.count; i++) {
        struct ln_outcome_of outcome = meaning->outcomes.at[outcomes.start + i];
        if (!may_return(meaning, outcome.phase, wanted))
            continue;
        member[0] = outcome.state;
        if (!add_member(sets, member))
            return no_memory(sets);
    }
    return LN_OK;
}

static enum ln_status make(struct ln_sets *sets, uint32_t set, uint32_t process, uint32_t label, uint32_t *to)
{
    const struct ln_label *what = ln_system_label(sets->system, label);
    struct ln_interned from = *ln_intern_at(&sets->sets, set);
    size_t bytes = sets->words * sizeof(uint32_t);
    uint32_t *member = ln_take(sets->memory, bytes);
    enum ln_status status = member ? LN_OK : no_memory(sets);
    assert(what->kind == LN_LABEL_CALL || what->kind == LN_LABEL_RETURN || what->kind == LN_LABEL_POINT);
    begin(sets);
    for (size_t at = 0; at < from.length && !status; at += bytes) {
        memcpy(member, from.at + at, bytes);
        if (what->kind == LN_LABEL_CALL)
            status = call(sets, member, process, what);
        else if (what->kind == LN_LABEL_RETURN)
            status = give_back(sets, member, process, what);
        else
            status = take_effect(sets, member, process, what);
    }
    ln_give(sets->memory, member, bytes);
    return status ? status : end(sets, what->kind == LN_LABEL_CALL, to);
}

enum ln_status ln_sets_step(struct ln_sets *sets, uint32_t set, uint32_t process, uint32_t label, uint32_t *to)
{
    uint64_t what = (uint64_t)label << 32 | process;
    enum ln_status status;
    assert(set != LN_EMPTY_SET && process < sets->processes);
    if (ln_memo_get(&sets->steps, set, what, to))
        return LN_OK;
    status = make(sets, set, process, label, to);
    if (!status && !ln_memo_put(&sets->steps, set, what, *to))
        status = no_memory(sets);
    return status;
}

/* ---- other processes in the same places ---- */

enum ln_status ln_sets_permute(struct ln_sets *sets, uint32_t set, const uint32_t *from, uint32_t *to)
{
    struct ln_interned old = *ln_intern_at(&sets->sets, set);
    const uint32_t *members = (const uint32_t *)(const void *)old.at;
    size_t words = old.length / sizeof *members;
    if (!ln_vec_reserve(&sets->members, sets->memory, words + 1))
        return no_memory(sets);
    for (size_t at = 0; at < words; at += sets->words) {
        sets->members.at[at] = members[at];
        for (uint32_t p = 0; p < sets->processes; p++) {
            assert(from[p] < sets->processes);
            sets->members.at[at + 1 + p] = members[at + 1 + from[p]];
        }
    }
    sets->members.length = words;
    return end(sets, false, to);
}

/* ---- waiting ---- */

static bool waits(const struct ln_sets *sets, const uint32_t *member, uint32_t process)
{
    for (uint32_t p = 1; p < sets->words; p++)
        if (member[p] && !ln_phase_is_call(sets->meaning, member[p]))
            return false;
    assert(ln_phase_is_call(sets->meaning, member[1 + process]));
    return ln_meaning_blocks(sets->meaning, member[0], member[1 + process] - 1, process);
}

bool ln_sets_justify_waiting(const struct ln_sets *sets, uint32_t set)
{
    struct ln_interned from = *ln_intern_at(&sets->sets, set);
    const uint32_t *members = (const uint32_t *)(const void *)from.at;
    size_t count = from.length / sizeof(uint32_t) / sets->words;
    assert(set != LN_EMPTY_SET);
    for (uint32_t p = 0; p < sets->processes; p++) {
        bool justified = !members[1 + p];
        for (size_t m = 0; m < count && !justified; m++)
            justified = waits(sets, members + m * sets->words, p);
        if (!justified)
            return false;
    }
    return count != 0;
}
