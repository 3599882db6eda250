/* Awaits: a loop that waits for others is recognised by a state that comes back.
 *
 * When a thread is about to read, at the same place of the code, with the same registers, the same stack and the same
 * private memory as before, and all that it has read in between is still there, then it will do the same again, and
 * for ever, until somebody writes what it reads. So it is parked until then. This is exact: a loop that counts its
 * turns or looks at the clock is never taken for one that waits (see rt_retry), and nobody needs to be told of loops.
 *
 * What must not be part of such a turn: anything that others can see (rt_effect), and anything that the thread learns
 * but from memory (rt_unforeseen). Taking a lock and letting go of it again comes to nothing, unless somebody only tries
 * to take it and would see it held, so a loop that polls under a lock is an await, too; but the thread is parked only
 * where it holds no lock that it lets go of in its turn. A wait for a signal that ended by time comes to nothing as
 * well, for it may end so again: when that has led to where it was, the thread is parked in that wait, until it is
 * signalled or something changes that it reads.
 *
 * To look so closely costs, so it is done only for a thread that is suspected (rt_wary): a read has seen what it saw
 * the last time, or many reads in a row have seen nothing change. The state that is compared with is taken anew after
 * 8, 16, 32, ... reads (Brent's cycle detection), so turns of any length are found. */
#include "explore/runtime/access.h"

enum { READS = 128, WRITES = 64, STACK_MOST = 1 << 14, LOOKS = 8, REFUSED = 2 };

struct piece {
    uintptr_t address;
    uint64_t value;
    uint32_t length; /* 1, 2, 4 or 8 */
};

/* Since the state was taken. */
struct turn {
    bool woken;   /* it began when the thread had been parked, and went on */
    bool spoiled; /* something that was read has changed, or there is too much to remember */
    uintptr_t pc;
    struct registers registers;
    uint32_t looks, looks_most; /* reads; then the state is taken anew */
    uint32_t refused;           /* reads at which it was not, as more locks were held than before */
    unsigned lowest;            /* the fewest locks that it has held */
    uint32_t read_count, write_count, stack_size;
    struct piece reads[READS];
    struct piece writes[WRITES]; /* to private memory and locks, with what was there at first */
    uint64_t stack[STACK_MOST / 8];
};

bool rt_wary STATE;
struct registers rt_registers STATE;

_Static_assert(sizeof(struct registers) == 64, "as entry.h has it");

const char *rt_await_start(void)
{
    struct turn *turns = rt_map(FIBERS * sizeof *turns);
    if (!turns)
        return "there is no memory to watch loops with";
    for (unsigned i = 0; i < FIBERS; i++)
        state.fibers[i].turn = &turns[i];
    return NULL;
}

static uintptr_t stack_top(const struct fiber *fiber)
{
    return (uintptr_t)state.region.stacks + (fiber->index + 1) * state.region.stack_size;
}

static bool on_own_stack(const struct fiber *fiber, uintptr_t address)
{
    return stack_top(fiber) - address - 1 < state.region.stack_size;
}

/* ---- what a turn reads and writes ---- */

static uint32_t piece_of(size_t length)
{
    return length >= 8 ? 8 : length >= 4 ? 4 : length >= 2 ? 2 : 1;
}

static uint64_t now_at(const struct piece *piece)
{
    return rt_load((const volatile void *)piece->address, piece->length);
}

/* The piece as it was first seen in this turn; NULL: there are too many. */
static const struct piece *remember(struct piece *pieces, uint32_t *count, uint32_t most, struct piece piece)
{
    for (uint32_t i = 0; i < *count; i++)
        if (pieces[i].address == piece.address && pieces[i].length == piece.length)
            return &pieces[i];
    if (*count == most)
        return NULL;
    piece.value = now_at(&piece);
    pieces[*count] = piece;
    return &pieces[(*count)++];
}

/* Nobody but the thread itself has changed it: what counts is what is there when the turn ends. */
static bool is_own_doing(const struct turn *turn, const struct piece *piece)
{
    const struct ln_word *word = rt_word(piece->address);
    if (!word || word->mask & LN_WORD_SHARED)
        return false;
    for (uint32_t i = 0; i < turn->write_count; i++)
        if (turn->writes[i].address == piece->address)
            return true;
    return on_own_stack(state.current, piece->address);
}

static void record_reads(struct turn *turn, uintptr_t address, size_t length)
{
    while (length && !turn->spoiled) {
        struct piece piece = { address, 0, piece_of(length) };
        const struct piece *first = remember(turn->reads, &turn->read_count, READS, piece);
        turn->spoiled = !first || (first->value != now_at(first) && !is_own_doing(turn, first));
        address += piece.length;
        length -= piece.length;
    }
}

static void record_writes(struct turn *turn, uintptr_t address, size_t length)
{
    while (length && !turn->spoiled) {
        struct piece piece = { address, 0, piece_of(length) };
        turn->spoiled = !remember(turn->writes, &turn->write_count, WRITES, piece);
        address += piece.length;
        length -= piece.length;
    }
}

static bool are_unchanged(const struct piece *pieces, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (pieces[i].value != now_at(&pieces[i]))
            return false;
    return true;
}

/* ---- the state ---- */

/* Was the runtime entered from there, so that the registers are those of that moment? */
static bool is_entered_from(uintptr_t pc)
{
    uintptr_t at = rt_registers.stack_pointer;
    return at && on_own_stack(state.current, at) && *(const uintptr_t *)at - 1 == pc;
}

static void begin_turn(struct fiber *fiber, uintptr_t pc)
{
    struct turn *turn = fiber->turn;
    const uint64_t *stack = (const uint64_t *)rt_registers.stack_pointer;
    size_t size = stack_top(fiber) - rt_registers.stack_pointer;
    if (fiber->held > turn->lowest && ++turn->refused < REFUSED)
        return;
    fiber->records = size <= STACK_MOST;
    if (!fiber->records)
        return;
    turn->refused = 0;
    turn->spoiled = turn->woken = false;
    turn->pc = pc;
    turn->registers = rt_registers;
    turn->looks = turn->read_count = turn->write_count = 0;
    turn->lowest = fiber->held;
    turn->stack_size = (uint32_t)size;
    for (size_t i = 0; i < size / 8; i++)
        turn->stack[i] = stack[i];
}

static bool is_same_state(const struct turn *turn)
{
    const struct registers *then = &turn->registers, *now = &rt_registers;
    const uint64_t *stack = (const uint64_t *)now->stack_pointer;
    if (then->rounding != now->rounding || then->rounding_87 != now->rounding_87)
        return false;
    if (then->stack_pointer != now->stack_pointer || then->rbx != now->rbx || then->rbp != now->rbp ||
        then->r12 != now->r12 || then->r13 != now->r13 || then->r14 != now->r14 || then->r15 != now->r15)
        return false;
    for (size_t i = 0; i < turn->stack_size / 8; i++)
        if (turn->stack[i] != stack[i])
            return false;
    return are_unchanged(turn->writes, turn->write_count);
}

static void stamp(uintptr_t address, size_t length)
{
    for (uintptr_t at = address & ~(uintptr_t)7; at < address + length; at += 8)
        rt_stamp(rt_word(at), false);
}

/* The thread is where it was: does it wait? */
static bool is_waiting(struct fiber *fiber, uintptr_t pc)
{
    struct turn *turn = fiber->turn;
    if (fiber->held > turn->lowest) {
        fiber->records = false; /* not here: somewhere else in its turn it holds less */
        return false;
    }
    if (turn->spoiled || !are_unchanged(turn->reads, turn->read_count)) {
        begin_turn(fiber, pc);
        return false;
    }
    return true;
}

/* Is it where it was one turn ago, to go round for ever? */
static bool comes_back(struct fiber *fiber, uintptr_t pc)
{
    struct turn *turn = fiber->turn;
    if (!is_entered_from(pc))
        return false;
    if (fiber->records && turn->pc == pc && is_same_state(turn))
        return is_waiting(fiber, pc);
    if (!fiber->records) {
        begin_turn(fiber, pc);
    } else if (++turn->looks == turn->looks_most) {
        turn->looks_most *= 2;
        begin_turn(fiber, pc);
    }
    return false;
}

static void park(struct fiber *fiber, uintptr_t pc, uintptr_t address)
{
    struct turn *turn = fiber->turn;
    rt_park(pc, address, turn->woken);
    begin_turn(fiber, pc);
    turn->looks_most = LOOKS;
    turn->woken = true;
}

void rt_watch(uintptr_t pc, uintptr_t address, size_t length)
{
    struct fiber *fiber = state.current;
    if (comes_back(fiber, pc)) {
        park(fiber, pc, address);
        stamp(address, length); /* it reads when it goes on */
    }
    if (fiber->records)
        record_reads(fiber->turn, address, length);
}

bool rt_wait_for_signal(const void *waits_for, bool timed, uintptr_t pc)
{
    struct fiber *fiber = state.current;
    state.shared->waits = true;
    fiber->signalled = false;
    fiber->timed = timed;
    fiber->waits_at = pc;
    if (timed && comes_back(fiber, pc)) {
        fiber->waits_for = waits_for;
        park(fiber, pc, (uintptr_t)waits_for);
        rt_stamp(rt_word((uintptr_t)waits_for), true);
    } else {
        rt_block(waits_for, timed);
    }
    fiber->timed = false;
    fiber->waits_for = NULL;
    if (fiber->signalled)
        rt_unforeseen();
    else
        fiber->timed_out_at = state.changes;
    return fiber->signalled;
}

void rt_read_range(uintptr_t address, size_t length)
{
    if (state.current->records)
        record_reads(state.current->turn, address, length);
}

/* ---- suspicion ---- */

static void become_wary(struct fiber *fiber)
{
    if (rt_wary)
        return;
    rt_wary = true;
    fiber->records = false;
    fiber->turn->looks_most = LOOKS;
    fiber->turn->refused = 0;
    fiber->turn->lowest = fiber->held;
    state.quiet_until = 0;
}

void rt_suspect(void)
{
    become_wary(state.current);
}

void rt_suspect_unseen(void)
{
    if (!rt_wary)
        rt_registers.stack_pointer = 0; /* they were not noted down when the runtime was entered this time */
    become_wary(state.current);
}

void rt_same(uintptr_t pc, struct seen *seen)
{
    rt_suspect_unseen();
    if (seen->pc != pc || seen->turns < LN_RETRIES)
        return;
    if (seen->turns == LN_RETRIES)
        rt_note_long(LN_LONG_RETRY, pc);
    rt_retry(pc, 1);
}

void rt_effect(void)
{
    struct fiber *fiber = state.current;
    rt_wary = false;
    fiber->records = false;
    fiber->runs_down = fiber->exhausted = false;
    fiber->still = 0;
}

void rt_unforeseen(void)
{
    state.current->records = false;
}

void rt_await_reset(struct fiber *fiber)
{
    fiber->records = false;
    fiber->wary = fiber->runs_down = fiber->exhausted = fiber->stays = fiber->yielded = false;
    fiber->still = 0;
    fiber->watch = 0;
    fiber->turns = 0;
    if (fiber == state.current)
        rt_wary = false;
}

void rt_private(uintptr_t pc, uintptr_t address, size_t length, bool writes)
{
    struct fiber *fiber = state.current;
    if (state.idle >= IDLE_MOST)
        rt_idle(pc);
    if (writes) {
        if (fiber->records && !on_own_stack(fiber, address))
            record_writes(fiber->turn, address, length);
    } else if (state.idle >= IDLE) {
        rt_look(pc, address, length, length <= 8 ? rt_load((const void *)address, length) : 0);
    }
}

static bool is_tried(const void *lock)
{
    const struct ln_word *word = rt_word((uintptr_t)lock);
    return word && word->mask & LN_WORD_TRIED;
}

void rt_lock_changes(const void *lock, int held)
{
    struct fiber *fiber = state.current;
    struct turn *turn = fiber->turn;
    fiber->held = held < 0 && !fiber->held ? 0 : (unsigned)((int)fiber->held + held);
    if (fiber->held < turn->lowest)
        turn->lowest = fiber->held;
    if (is_tried(lock))
        fiber->records = false; /* others see it */
    else if (fiber->records)
        record_writes(turn, (uintptr_t)lock, 8);
}

void rt_lock_tried(const void *lock)
{
    struct ln_word *word = rt_word((uintptr_t)lock);
    if (!word || word->mask & LN_WORD_TRIED)
        return;
    rt_learn(word, LN_WORD_TRIED);
    state.shared->learned = true;
}

/* ---- changes ---- */

/* What is on a stack before it is first written is left over from other runs: there every write counts as a change. */
static bool is_on_stacks(uintptr_t address)
{
    return address - state.area < FIBERS * state.region.stack_size;
}

static bool has_changed(const struct announced *was)
{
    const uint64_t *now = (const uint64_t *)was->address;
    if (was->length > 16 || is_on_stacks(was->address))
        return true;
    if (was->length == 16)
        return now[0] != was->before[0] || now[1] != was->before[1];
    return rt_load(now, was->length) != was->before[0];
}

void rt_announced_done(struct fiber *fiber)
{
    struct announced was = fiber->announced;
    if (LIKELY(!was.length))
        return;
    fiber->announced.length = 0;
    if (has_changed(&was)) {
        rt_changed(was.address, was.length);
        return;
    }
    /* It wrote what was there: as long as it is, that comes to nothing, as if it had been read. */
    fiber->watch |= rt_watch_bits(was.address, was.length);
    if (fiber->records)
        record_reads(fiber->turn, was.address, was.length);
}

static bool has_news(const struct turn *turn, uintptr_t address, size_t length)
{
    for (uint32_t i = 0; i < turn->read_count; i++) {
        const struct piece *piece = &turn->reads[i];
        if ((!address || (piece->address < address + length && address < piece->address + piece->length)) &&
            piece->value != now_at(piece))
            return true;
    }
    return false;
}

void rt_notice(uintptr_t address, size_t length)
{
    uint64_t bits = address && length <= 8 ? rt_watch_bits(address, length) : UINT64_MAX;
    for (uint32_t set = state.parked | state.resting; set; set &= set - 1) {
        struct fiber *fiber = &state.fibers[__builtin_ctz(set)];
        bool is_parked = state.parked >> fiber->index & 1;
        if (is_parked ? has_news(fiber->turn, address, length) : (fiber->watch & bits) != 0) {
            rt_unpark(fiber);
            state.woken |= (uint32_t)is_parked << fiber->index;
        }
    }
}

/* A lock that somebody took and let go of, a flag that was set and cleared: whoever would go on with that has had the
 * choice. Else two threads that poll under one lock would wake each other for ever. */
void rt_settle(void)
{
    for (uint32_t set = state.woken; set; set &= set - 1) {
        const struct fiber *fiber = &state.fibers[__builtin_ctz(set)];
        if (!has_news(fiber->turn, 0, 0)) {
            state.enabled &= ~(1u << fiber->index);
            state.parked |= 1u << fiber->index;
            state.woken &= ~(1u << fiber->index);
        }
    }
}
