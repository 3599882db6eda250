#include "check/pattern/run.h"

#include <assert.h>
#include <string.h>

void ln_run_init(struct ln_run *run, struct ln_memory *memory)
{
    *run = (struct ln_run){ .memory = memory, .accused_operation = LN_NO_OP };
    ln_value_ids_init(&run->ids, memory);
}

void ln_run_fini(struct ln_run *run)
{
    struct ln_memory *memory = run->memory;
    ln_vec_fini(&run->members, memory);
    ln_vec_fini(&run->looks, memory);
    ln_vec_fini(&run->absences, memory);
    ln_vec_fini(&run->takings, memory);
    ln_vec_fini(&run->noted, memory);
    ln_vec_fini(&run->accused, memory);
    ln_vec_fini(&run->accused_absences, memory);
    ln_vec_fini(&run->order, memory);
    ln_vec_fini(&run->tokens, memory);
    ln_vec_fini(&run->bits, memory);
    ln_vec_fini(&run->sums, memory);
    for (size_t i = 0; i < LN_ROOMS; i++)
        ln_vec_fini(&run->rooms[i], memory);
    ln_value_ids_fini(&run->ids);
}

uint32_t *ln_run_room(struct ln_run *run, unsigned room, size_t count)
{
    assert(room < LN_ROOMS);
    return ln_vec_reserve(&run->rooms[room], run->memory, count + 1) ? run->rooms[room].at : NULL;
}

uint32_t *ln_run_zeroed_room(struct ln_run *run, unsigned room, size_t count)
{
    uint32_t *at = ln_run_room(run, room, count);
    if (at)
        memset(at, 0, count * sizeof *at);
    return at;
}

void ln_run_leave(struct ln_run *run, unsigned room)
{
    enum { SMALL = 1 << 16 };
    if (run->rooms[room].room > SMALL)
        ln_vec_fini(&run->rooms[room], run->memory);
}

enum ln_status ln_run_pay(struct ln_run *run, size_t cost)
{
    return ln_budget_spent(run->budget, &run->fuel, (int64_t)cost) ? LN_STOPPED : LN_OK;
}

enum ln_status ln_run_accuse_more(struct ln_run *run, uint32_t member)
{
    if (member == LN_NO_OP)
        return LN_OK;
    assert(member < run->members.length);
    return ln_vec_push(&run->accused, run->memory, member) ? LN_OK : LN_NO_MEMORY;
}

enum ln_status ln_run_accuse(struct ln_run *run, const char *pattern, uint32_t a, uint32_t b)
{
    enum ln_status status = ln_run_accuse_more(run, a);
    run->pattern = pattern;
    return status ? status : ln_run_accuse_more(run, b);
}

enum ln_status ln_run_accuse_absence(struct ln_run *run, const char *pattern, uint32_t absence)
{
    assert(absence < run->absences.length);
    run->pattern = pattern;
    return ln_vec_push(&run->accused_absences, run->memory, absence) ? LN_OK : LN_NO_MEMORY;
}

void ln_sort_by_key(const uint32_t *key, size_t count, uint32_t bound, uint32_t *counts, uint32_t *sorted)
{
    memset(counts, 0, (bound + 1U) * sizeof *counts);
    for (size_t i = 0; i < count; i++)
        counts[key[i] + 1]++;
    for (uint32_t k = 1; k < bound; k++)
        counts[k] += counts[k - 1];
    for (size_t i = 0; i < count; i++)
        sorted[counts[key[i]]++] = (uint32_t)i;
}

enum ln_status ln_group_looks(struct ln_run *run, const uint32_t **starts, const uint32_t **sorted)
{
    size_t n = run->looks.length, members = run->members.length;
    uint32_t *key = ln_run_room(run, LN_ROOM_KEY, n), *by_call = ln_run_room(run, LN_ROOM_BY_CALL, n);
    uint32_t *counts = ln_run_room(run, LN_ROOM_COUNTS, run->horizon + 3U);
    uint32_t *grouped = ln_run_room(run, LN_ROOM_LOOKS, n);
    uint32_t *start = ln_run_zeroed_room(run, LN_ROOM_LOOK_STARTS, members + 2);
    if (!key || !by_call || !counts || !grouped || !start)
        return LN_NO_MEMORY;
    for (size_t i = 0; i < n; i++) {
        key[i] = run->looks.at[i].call;
        start[run->looks.at[i].value + 2]++;
    }
    if (n)
        ln_sort_by_key(key, n, run->horizon + 2, counts, by_call);
    for (size_t v = 2; v < members + 2; v++)
        start[v] += start[v - 1];
    for (size_t i = 0; i < n; i++)
        grouped[start[run->looks.at[by_call[i]].value + 1]++] = by_call[i];
    assert(start[members] == n);
    *starts = start;
    *sorted = grouped;
    return ln_run_pay(run, n);
}
