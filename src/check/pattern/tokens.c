/* From operations in gaps to one order: a stable counting sort. */
#include "check/pattern/run.h"

#include <assert.h>
#include <string.h>

enum ln_status ln_begin_tokens(struct ln_run *run)
{
    size_t most = 2 * run->members.length + run->looks.length + run->absences.length;
    run->tokens.length = 0;
    return ln_vec_reserve(&run->tokens, run->memory, most) ? LN_OK : LN_NO_MEMORY;
}

enum ln_status ln_order_tokens(struct ln_run *run)
{
    size_t gaps = run->horizon + 2U, count = run->tokens.length;
    uint32_t *starts = ln_run_zeroed_room(run, LN_ROOM_COUNTS, gaps);
    if (!starts || !ln_vec_reserve(&run->order, run->memory, count + 1))
        return LN_NO_MEMORY;
    for (size_t i = 0; i < count; i++)
        starts[run->tokens.at[i].call + 1]++;
    for (size_t g = 1; g < gaps; g++)
        starts[g] += starts[g - 1];
    for (size_t i = 0; i < count; i++)
        run->order.at[starts[run->tokens.at[i].call]++] = run->tokens.at[i].operation;
    assert(starts[run->horizon] == count || !count);
    run->order.length = count;
    return ln_run_pay(run, count);
}
