/* The interpreter of step graphs. What it does is memoised by its callers, so it is written to be right, not fast. */
#include "steps/machine.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static uint64_t mask(unsigned width)
{
    return width >= 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
}

static int64_t sign(uint64_t value, unsigned width)
{
    uint64_t top = UINT64_C(1) << (width - 1);
    value &= mask(width);
    return (int64_t)((value ^ top) - top);
}

static uint64_t get(const struct ln_machine *m, const struct ln_operand *operand)
{
    assert(operand->kind != LN_REGISTER || operand->value < m->program->registers);
    switch ((enum ln_operand_kind)operand->kind) {
    case LN_CONSTANT: break;
    case LN_REGISTER: return m->registers[operand->value];
    case LN_THE_OBJECT: return m->program->object;
    }
    return operand->value;
}

static void set(struct ln_machine *m, uint32_t to, unsigned width, uint64_t value)
{
    assert(to == LN_NO_REGISTER || to < m->program->registers);
    if (to != LN_NO_REGISTER)
        m->registers[to] = value & mask(width);
}

static bool fault(struct ln_machine *m, const char *what)
{
    snprintf(m->fault, sizeof m->fault, "%s", what);
    return false;
}

/* ---- memory ---- */

static bool fault_at(struct ln_machine *m, uint64_t address, const char *what)
{
    if (address < 4096)
        snprintf(m->fault, sizeof m->fault, "null pointer");
    else
        snprintf(m->fault, sizeof m->fault, "%s", what);
    return false;
}

/* Where the bytes are; NULL after a fault. */
static uint8_t *locate(struct ln_machine *m, uint64_t address, unsigned bytes)
{
    const struct ln_region *region;
    size_t own = m->program->own_image.length;
    if (address >= LN_OWN_BASE && address - LN_OWN_BASE + bytes <= own)
        return m->own + (address - LN_OWN_BASE);
    region = ln_program_region(m->program, address);
    if (!region) {
        fault_at(m, address, "access outside of any object");
        return NULL;
    }
    if (address - LN_SHARED_BASE + bytes > region->offset + region->size) {
        fault_at(m, address, "access beyond the end of an object");
        return NULL;
    }
    if (region->pool != LN_ANY_POOL && m->blocks[region->block] != LN_BLOCK_TAKEN &&
        !(m->program->lax && m->blocks[region->block] == LN_BLOCK_FREED)) {
        fault_at(m, address,
                 m->blocks[region->block] == LN_BLOCK_FREED ? "use after free"
                                                            : "access to memory that was never allocated");
        return NULL;
    }
    return m->memory + (address - LN_SHARED_BASE);
}

static uint64_t fetch(const uint8_t *at, unsigned bytes)
{
    uint64_t value = 0;
    assert(bytes && bytes <= sizeof value);
    memcpy(&value, at, bytes);
    return value;
}

static uint64_t update(enum ln_update how, uint64_t old, uint64_t with, unsigned width)
{
    switch (how) {
    case LN_EXCHANGE: return with;
    case LN_FETCH_ADD: return old + with;
    case LN_FETCH_SUB: return old - with;
    case LN_FETCH_AND: return old & with;
    case LN_FETCH_OR: return old | with;
    case LN_FETCH_XOR: return old ^ with;
    case LN_FETCH_NAND: return ~(old & with);
    case LN_FETCH_MAX: return sign(old, width) > sign(with, width) ? old : with;
    case LN_FETCH_MIN: return sign(old, width) < sign(with, width) ? old : with;
    case LN_FETCH_UMAX: return old > with ? old : with;
    case LN_FETCH_UMIN: return old < with ? old : with;
    }
    return old;
}

static uint32_t choose(struct ln_machine *m, uint32_t of)
{
    struct ln_choices *choices = &m->choices;
    uint32_t at = choices->count;
    m->too_many |= (of >= 2 && at == LN_MOST_CHOICES) || of > LN_MOST_OPTIONS;
    if (of < 2 || m->too_many)
        return 0;
    if (at >= m->given)
        choices->pick[at] = 0;
    assert(at < LN_MOST_CHOICES && choices->pick[at] < of);
    choices->of[at] = of;
    choices->count++;
    return choices->pick[at];
}

static void note(struct ln_machine *m, uint64_t address, uint64_t old, uint64_t now, bool reads, bool writes)
{
    m->access.at = m->pc;
    m->access.address = address;
    m->access.old = old;
    m->access.now = now;
    m->access.reads = reads;
    m->access.writes = writes;
    m->access.success = true;
}

static void tell(struct ln_machine *m)
{
    if (m->observe)
        m->observe(m->context, m);
}

static bool access_memory(struct ln_machine *m, const struct ln_instruction *i)
{
    unsigned bytes = (i->width + 7u) / 8;
    uint64_t address = get(m, &i->a), b = get(m, &i->b) & mask(i->width), c = get(m, &i->c) & mask(i->width), old, now;
    uint8_t *at = locate(m, address, bytes);
    bool success = true;
    if (!at)
        return false;
    old = now = fetch(at, bytes) & mask(i->width);
    switch (i->code) {
    case LN_LOAD: break;
    case LN_STORE: now = b; break;
    case LN_UPDATE: now = update(i->how, old, b, i->width) & mask(i->width); break;
    default:
        success = old == b && !(i->weak && choose(m, 2));
        if (success)
            now = c;
    }
    if (i->code != LN_LOAD)
        memcpy(at, &now, bytes);
    if (i->code != LN_STORE)
        set(m, i->to, i->width, old);
    set(m, i->to2, 1, success);
    if (!i->own) {
        note(m, address, old, now, i->code != LN_STORE, i->code != LN_LOAD && success);
        m->access.operands[0] = b;
        m->access.operands[1] = c;
        m->access.success = success;
        tell(m);
    }
    return true;
}

/* ---- blocks ---- */

static enum ln_ran make_block(struct ln_machine *m, const struct ln_instruction *i, uint64_t size)
{
    uint32_t pool, region;
    assert(m->making == m->program);
    if (size > 1 << 20)
        return fault(m, "an allocation of more than a megabyte"), LN_RAN_FAULT;
    if (!ln_program_pool(m->making, (uint32_t)size, i->other, &pool) ||
        !ln_program_add_block(m->making, pool, LN_BLOCK_TAKEN, &region))
        return LN_RAN_NO_MEMORY;
    m->making->regions.at[region].type = i->other;
    m->memory = m->making->image.at;
    m->blocks = m->making->blocks.at;
    set(m, i->to, 64, LN_SHARED_BASE + m->program->regions.at[region].offset);
    return LN_RAN;
}

/* One of those freed before, or the first that never was taken. */
static enum ln_ran take_block(struct ln_machine *m, const struct ln_instruction *i)
{
    const struct ln_region *found[LN_MOST_CHOICES], *fresh = NULL;
    uint32_t count = 0;
    const struct ln_program *program = m->program;
    for (size_t r = 0; r < program->regions.length; r++) {
        const struct ln_region *region = &program->regions.at[r];
        if (region->pool != i->target || m->blocks[region->block] == LN_BLOCK_TAKEN)
            continue;
        m->too_many |= count + 1 == LN_MOST_CHOICES;
        if (m->blocks[region->block] == LN_BLOCK_FREED && count + 1 < LN_MOST_CHOICES)
            found[count++] = region;
        else if (m->blocks[region->block] == LN_BLOCK_NEW && !fresh)
            fresh = region;
    }
    if (fresh)
        found[count++] = fresh;
    assert(count <= LN_MOST_CHOICES);
    if (!count && !i->may_be_null)
        return LN_RAN_POOL;
    if (count) {
        const struct ln_region *taken = found[choose(m, count)];
        m->blocks[taken->block] = LN_BLOCK_TAKEN;
        if (m->types)
            m->types[taken->block] = i->other;
        set(m, i->to, 64, LN_SHARED_BASE + taken->offset);
    } else {
        set(m, i->to, 64, 0);
    }
    note(m, i->to == LN_NO_REGISTER ? 0 : m->registers[i->to], 0, 0, false, true);
    tell(m);
    return LN_RAN;
}

/* What was in it is gone, so that states do not differ in what nobody may look at; unless anybody may. */
static bool free_block(struct ln_machine *m, const struct ln_instruction *i)
{
    uint64_t address = get(m, &i->a);
    const struct ln_region *region = ln_program_region(m->program, address);
    note(m, address, 0, 0, false, true);
    tell(m);
    if (!address)
        return true;
    if (!region || region->pool == LN_ANY_POOL || address != LN_SHARED_BASE + region->offset)
        return fault(m, "free() of what malloc() did not return");
    if (m->blocks[region->block] != LN_BLOCK_TAKEN)
        return fault(m, "freed twice");
    if (m->program->collected)
        return true;
    m->blocks[region->block] = LN_BLOCK_FREED;
    if (!m->program->lax)
        memset(m->memory + region->offset, 0, region->size);
    return true;
}

/* ---- locks: a word that is 1 while it is held ---- */

static enum ln_ran lock(struct ln_machine *m, const struct ln_instruction *i)
{
    enum { BUSY = 16 };
    uint64_t address = get(m, &i->a);
    uint8_t *at = locate(m, address, 4);
    uint32_t held, now;
    if (!at)
        return LN_RAN_FAULT;
    memcpy(&held, at, sizeof held);
    if (i->code == LN_LOCK && held) {
        note(m, address, held, held, true, false);
        tell(m);
        return LN_RAN_BLOCKED;
    }
    if (i->code == LN_UNLOCK && !held)
        return fault(m, "unlocked though it was not locked"), LN_RAN_FAULT;
    now = i->code != LN_UNLOCK;
    memcpy(at, &now, sizeof now);
    set(m, i->to, 32, i->code == LN_TRYLOCK && held ? BUSY : 0);
    note(m, address, held, now, true, held != now);
    m->access.success = !(i->code == LN_TRYLOCK && held);
    tell(m);
    return LN_RAN;
}

/* ---- arithmetic ---- */

static bool divide(struct ln_machine *m, const struct ln_instruction *i, uint64_t a, uint64_t b)
{
    int64_t x = sign(a, i->width), y = sign(b, i->width);
    bool is_signed = i->code == LN_SDIV || i->code == LN_SREM, rest = i->code == LN_UREM || i->code == LN_SREM;
    if (!b)
        return fault(m, "division by zero");
    if (is_signed && y == -1)
        set(m, i->to, i->width, rest ? 0 : UINT64_C(0) - (uint64_t)x);
    else if (is_signed)
        set(m, i->to, i->width, (uint64_t)(rest ? x % y : x / y));
    else
        set(m, i->to, i->width, rest ? a % b : a / b);
    return true;
}

static uint64_t shift(enum ln_code code, uint64_t a, uint64_t b, unsigned width)
{
    if (b >= width)
        return code == LN_ASHR && sign(a, width) < 0 ? UINT64_MAX : 0;
    if (code == LN_ASHR)
        return (uint64_t)(sign(a, width) >> b);
    return code == LN_SHL ? a << b : a >> b;
}

static uint64_t count_bits(enum ln_code code, uint64_t a, unsigned width)
{
    if (code == LN_COUNT_ONES)
        return (uint64_t)__builtin_popcountll(a);
    if (code == LN_SWAP_BYTES)
        return __builtin_bswap64(a) >> (64 - width);
    if (!a)
        return width;
    return (uint64_t)(code == LN_TRAILING ? __builtin_ctzll(a) : __builtin_clzll(a) - (int)(64 - width));
}

/* Comparisons have the width of what they compare; their result has one bit. */
static bool compute(struct ln_machine *m, const struct ln_instruction *i)
{
    unsigned width = i->width;
    uint64_t a = get(m, &i->a), b = get(m, &i->b);
    int64_t x = sign(a, width), y = sign(b, width);
    if (i->code >= LN_UDIV && i->code <= LN_SREM)
        return divide(m, i, a & mask(width), b & mask(width));
    switch ((enum ln_code)i->code) {
    case LN_MOVE:
    case LN_TO_NUMBER:
    case LN_TO_POINTER: set(m, i->to, width, a); break;
    case LN_SIGN: set(m, i->to, width, (uint64_t)sign(a, (unsigned)i->b.value)); break;
    case LN_ADD: set(m, i->to, width, a + b); break;
    case LN_SUB: set(m, i->to, width, a - b); break;
    case LN_MUL: set(m, i->to, width, a * b); break;
    case LN_AND: set(m, i->to, width, a & b); break;
    case LN_OR: set(m, i->to, width, a | b); break;
    case LN_XOR: set(m, i->to, width, a ^ b); break;
    case LN_SHL:
    case LN_LSHR:
    case LN_ASHR: set(m, i->to, width, shift(i->code, a & mask(width), b & mask(width), width)); break;
    case LN_EQ: set(m, i->to, 1, (a & mask(width)) == (b & mask(width))); break;
    case LN_NE: set(m, i->to, 1, (a & mask(width)) != (b & mask(width))); break;
    case LN_ULT: set(m, i->to, 1, (a & mask(width)) < (b & mask(width))); break;
    case LN_ULE: set(m, i->to, 1, (a & mask(width)) <= (b & mask(width))); break;
    case LN_SLT: set(m, i->to, 1, x < y); break;
    case LN_SLE: set(m, i->to, 1, x <= y); break;
    case LN_SELECT: set(m, i->to, width, a & 1 ? b : get(m, &i->c)); break;
    default: set(m, i->to, width, count_bits(i->code, a & mask(width), width)); break;
    }
    return true;
}

/* ---- the loop ---- */

static enum ln_ran point(struct ln_machine *m, const struct ln_instruction *i)
{
    if (!m->hurry || !(get(m, &i->a) & 1))
        return LN_RAN;
    if (m->pointed)
        return fault(m, "the operation takes effect twice (linnet_point)"), LN_RAN_FAULT;
    m->pointed = true;
    m->point = (struct ln_raw){ get(m, &i->b), get(m, &i->c) };
    return LN_RAN;
}

/* linnet_choose() takes an int: of nothing there is nothing to choose. */
static uint32_t options_of(const struct ln_machine *m, const struct ln_instruction *i)
{
    int64_t count = sign(get(m, &i->a), 32);
    return count > 0 ? (uint32_t)count : 0;
}

static enum ln_ran choose_number(struct ln_machine *m, const struct ln_instruction *i)
{
    uint32_t options = options_of(m, i);
    if (!options)
        return fault(m, "linnet_choose() of nothing"), LN_RAN_FAULT;
    set(m, i->to, 64, choose(m, options));
    return m->too_many ? LN_RAN_LONG : LN_RAN;
}

static enum ln_ran execute(struct ln_machine *m, const struct ln_instruction *i)
{
    switch ((enum ln_code)i->code) {
    case LN_LOAD:
    case LN_STORE:
    case LN_UPDATE:
    case LN_CAS: return access_memory(m, i) ? LN_RAN : LN_RAN_FAULT;
    case LN_ALLOC: return m->making ? make_block(m, i, get(m, &i->a)) : m->too_many ? LN_RAN_LONG : take_block(m, i);
    case LN_FREE: return free_block(m, i) ? LN_RAN : LN_RAN_FAULT;
    case LN_LOCK:
    case LN_TRYLOCK:
    case LN_UNLOCK: return lock(m, i);
    case LN_CHOOSE: return choose_number(m, i);
    case LN_AWAIT: return get(m, &i->a) & 1 ? LN_RAN : LN_RAN_BLOCKED;
    case LN_ASSUME: return get(m, &i->a) & 1 ? LN_RAN : LN_RAN_CUT;
    case LN_POINT: return point(m, i);
    case LN_FAIL: return fault(m, m->program->texts.at[i->target]), LN_RAN_FAULT;
    case LN_STEP:
    case LN_ATOMIC:
    case LN_ATOMIC_END:
    case LN_FUSE:
    case LN_FUSE_END:
    case LN_JUMP:
    case LN_BRANCH: return LN_RAN;
    default: return compute(m, i) ? LN_RAN : LN_RAN_FAULT;
    }
}

static uint32_t follow(const struct ln_machine *m, const struct ln_instruction *i)
{
    if (i->code == LN_JUMP)
        return i->target;
    if (i->code == LN_BRANCH)
        return get(m, &i->a) & 1 ? i->target : i->other;
    return m->pc + 1;
}

/* ---- running ---- */

void ln_machine_fini(struct ln_machine *m)
{
    ln_rounds_fini(&m->rounds);
}

void ln_machine_clear_arguments(struct ln_machine *m)
{
    uint32_t count = m->program->registers < LN_ARGUMENT_REGISTERS ? m->program->registers : LN_ARGUMENT_REGISTERS;
    memset(m->registers, 0, count * sizeof *m->registers);
}

static void begin(struct ln_machine *m, uint32_t pc)
{
    m->choices.count = 0;
    m->too_many = false;
    m->pc = pc;
    ln_rounds_begin_run(&m->rounds);
}

enum ln_ran ln_machine_run(struct ln_machine *m, uint32_t pc, uint32_t steps)
{
    uint32_t atomic = 0, from;
    begin(m, pc);
    for (uint32_t done = 0; done < LN_MOST_LOCAL; done++) {
        const struct ln_instruction *i = &m->program->code.at[m->pc];
        bool step = ln_is_step(i) && !atomic;
        enum ln_ran ran;
        assert(m->pc < m->program->code.length);
        if (i->code == LN_RETURN && (m->hurry || steps)) {
            m->value = (struct ln_raw){ get(m, &i->a), get(m, &i->b) };
            return LN_RAN_RETURNED;
        }
        if ((step || i->code == LN_RETURN) && !steps)
            return LN_RAN;
        steps -= step && i->code != LN_FUSE;
        ran = execute(m, i);
        if (ran != LN_RAN)
            return ran;
        if (i->code == LN_ATOMIC || i->code == LN_FUSE)
            atomic++;
        if ((i->code == LN_ATOMIC_END || i->code == LN_FUSE_END) && atomic)
            atomic--;
        from = m->pc;
        m->pc = follow(m, i);
        if (m->pc <= from)
            ran = ln_rounds_jump(m, atomic);
        if (ran != LN_RAN)
            return ran;
    }
    return LN_RAN_LONG;
}
