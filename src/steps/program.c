/* Building and sealing a step graph. Liveness is the usual backward fixpoint over the flat code (Muchnick, chapter 14):
 * O(passes * instructions * registers / 64), with few passes since code is nearly in order. */
#include "steps/program.h"

#include <assert.h>
#include <string.h>

void ln_program_init(struct ln_program *program, struct ln_memory *memory)
{
    *program = (struct ln_program){
        .memory = memory, .create = LN_NO_ENTRY, .enter = LN_NO_ENTRY, .object_type = LN_NO_TYPE
    };
    ln_arena_init(&program->arena, memory);
}

void ln_program_fini(struct ln_program *program)
{
    struct ln_memory *memory = program->memory;
    ln_arena_fini(&program->arena);
    ln_vec_fini(&program->code, memory);
    ln_vec_fini(&program->files, memory);
    ln_vec_fini(&program->texts, memory);
    ln_vec_fini(&program->operations, memory);
    ln_vec_fini(&program->calls, memory);
    ln_vec_fini(&program->regions, memory);
    ln_vec_fini(&program->pools, memory);
    ln_vec_fini(&program->own_regions, memory);
    ln_vec_fini(&program->types, memory);
    ln_vec_fini(&program->fields, memory);
    ln_vec_fini(&program->image, memory);
    ln_vec_fini(&program->blocks, memory);
    ln_vec_fini(&program->own_image, memory);
    ln_vec_fini(&program->own_images, memory);
    ln_vec_fini(&program->pointer_registers, memory);
    ln_vec_fini(&program->live_at, memory);
    ln_vec_fini(&program->live, memory);
}

/* ---- memory ---- */

static uint32_t round_up(size_t size, uint32_t to)
{
    return (uint32_t)((size + to - 1) / to * to);
}

bool ln_program_add_region(struct ln_program *program, const struct ln_region *wanted, uint32_t align, uint32_t *region)
{
    uint32_t start = round_up(program->image.length, align > LN_GRAIN ? align : LN_GRAIN);
    bool is_block = wanted->pool != LN_ANY_POOL; /* a pointer to its end is its own */
    uint32_t end = round_up(start + wanted->size + is_block, LN_GRAIN);
    struct ln_region made = *wanted;
    made.offset = start;
    assert(start >= program->image.length && end >= start + wanted->size);
    if (!ln_vec_reserve(&program->image, program->memory, end) ||
        !ln_vec_push(&program->regions, program->memory, made))
        return false;
    memset(program->image.at + program->image.length, 0, end - program->image.length);
    program->image.length = end;
    *region = (uint32_t)program->regions.length - 1;
    return true;
}

bool ln_program_pool(struct ln_program *program, uint32_t size, uint32_t type, uint32_t *pool)
{
    size = round_up(size ? size : 1, LN_GRAIN);
    for (*pool = 0; *pool < program->pools.length; ++*pool) {
        struct ln_pool *there = &program->pools.at[*pool];
        if (there->size != size)
            continue;
        if (there->type == LN_NO_TYPE)
            there->type = type;
        return true;
    }
    return ln_vec_push(&program->pools, program->memory, ((struct ln_pool){ size, type, false }));
}

bool ln_program_add_block(struct ln_program *program, uint32_t pool, enum ln_block status, uint32_t *region)
{
    const struct ln_pool *from = &program->pools.at[pool];
    struct ln_region wanted;
    struct ln_str name;
    const char *kept;
    assert(pool < program->pools.length);
    ln_str_init(&name, program->memory);
    ln_str_format(&name, "n%zu", program->blocks.length);
    kept = name.failed ? NULL : ln_arena_copy(&program->arena, name.at, name.length + 1);
    ln_str_fini(&name);
    wanted = (struct ln_region){
        .name = kept, .size = from->size, .type = from->type, .pool = pool, .block = (uint32_t)program->blocks.length
    };
    if (!kept || !ln_program_add_region(program, &wanted, LN_GRAIN, region))
        return false;
    return ln_vec_push(&program->blocks, program->memory, (uint8_t)status);
}

const struct ln_region *ln_program_region(const struct ln_program *program, uint64_t address)
{
    uint64_t offset = address - LN_SHARED_BASE;
    size_t low = 0, high = program->regions.length;
    if (address < LN_SHARED_BASE || offset >= program->image.length)
        return NULL;
    while (high - low > 1) {
        size_t middle = (low + high) / 2;
        if (program->regions.at[middle].offset <= offset)
            low = middle;
        else
            high = middle;
    }
    return high && offset - program->regions.at[low].offset < program->regions.at[low].size ? &program->regions.at[low]
                                                                                            : NULL;
}

/* ---- liveness ---- */

struct liveness {
    struct ln_program *program;
    uint64_t *in; /* per instruction: which registers are live before it */
    size_t words;
    bool *heads; /* per instruction: is it jumped back to? */
};

static void use(uint64_t *set, const struct ln_operand *operand)
{
    if (operand->kind == LN_REGISTER)
        set[operand->value / 64] |= UINT64_C(1) << (operand->value % 64);
}

static void define(uint64_t *set, uint32_t number)
{
    if (number != LN_NO_REGISTER)
        set[number / 64] &= ~(UINT64_C(1) << (number % 64));
}

static void join(struct liveness *l, uint64_t *set, uint32_t from)
{
    assert(from <= l->program->code.length);
    for (size_t w = 0; w < l->words; w++)
        set[w] |= l->in[from * l->words + w];
}

static bool flow(struct liveness *l, uint32_t at, uint64_t *scratch)
{
    const struct ln_instruction *i = &l->program->code.at[at];
    uint64_t *in = l->in + at * l->words;
    memset(scratch, 0, l->words * sizeof *scratch);
    if (i->code == LN_JUMP || i->code == LN_BRANCH)
        join(l, scratch, i->target);
    if (i->code == LN_BRANCH)
        join(l, scratch, i->other);
    if (i->code != LN_JUMP && i->code != LN_BRANCH && i->code != LN_RETURN && i->code != LN_FAIL)
        join(l, scratch, at + 1);
    define(scratch, i->to);
    define(scratch, i->to2);
    use(scratch, &i->a);
    use(scratch, &i->b);
    use(scratch, &i->c);
    if (memcmp(scratch, in, l->words * sizeof *in) == 0)
        return false;
    memcpy(in, scratch, l->words * sizeof *in);
    return true;
}

static void find_heads(struct liveness *l)
{
    for (uint32_t at = 0; at < l->program->code.length; at++) {
        const struct ln_instruction *i = &l->program->code.at[at];
        if ((i->code == LN_JUMP || i->code == LN_BRANCH) && i->target <= at)
            l->heads[i->target] = true;
        if (i->code == LN_BRANCH && i->other <= at)
            l->heads[i->other] = true;
    }
}

static bool list_live(struct liveness *l)
{
    struct ln_program *program = l->program;
    struct ln_memory *memory = program->memory;
    if (!ln_vec_push(&program->live, memory, 0))
        return false;
    for (uint32_t at = 0; at < program->code.length; at++) {
        bool rests = ln_is_step(&program->code.at[at]) || l->heads[at];
        size_t start = program->live.length;
        if (!ln_vec_push(&program->live_at, memory, rests ? (uint32_t)start : 0))
            return false;
        if (!rests)
            continue;
        if (!ln_vec_push(&program->live, memory, 0))
            return false;
        for (uint32_t r = 0; r < program->registers; r++)
            if (l->in[at * l->words + r / 64] >> (r % 64) & 1 && !ln_vec_push(&program->live, memory, r))
                return false;
        program->live.at[start] = (uint32_t)(program->live.length - start - 1);
    }
    return true;
}

static bool find_live(struct ln_program *program)
{
    struct liveness l = { program, NULL, program->registers / 64 + 1, NULL };
    size_t bytes = (program->code.length + 1) * l.words * sizeof *l.in, heads = program->code.length + 1;
    uint64_t *scratch = ln_take(program->memory, l.words * sizeof *scratch);
    bool done = false;
    l.in = ln_take_zeroed(program->memory, bytes);
    l.heads = ln_take_zeroed(program->memory, heads * sizeof *l.heads);
    if (l.in && l.heads && scratch) {
        find_heads(&l);
        for (bool changed = true; changed;) {
            changed = false;
            for (size_t at = program->code.length; at-- > 0;)
                changed |= flow(&l, (uint32_t)at, scratch);
        }
        done = list_live(&l);
    }
    ln_give(program->memory, l.in, bytes);
    ln_give(program->memory, l.heads, heads * sizeof *l.heads);
    ln_give(program->memory, scratch, l.words * sizeof *scratch);
    return done;
}

/* Functions stand one behind the other. */
uint32_t ln_program_operation_at(const struct ln_program *program, uint32_t at)
{
    uint32_t found = 0;
    for (uint32_t i = 1; i < program->operations.length; i++) {
        uint32_t entry = program->operations.at[i].entry;
        if (entry <= at && entry >= program->operations.at[found].entry)
            found = i;
    }
    return found;
}

enum ln_status ln_program_seal(struct ln_program *program)
{
    assert(!program->live_at.length && !program->live.length);
    return find_live(program) ? LN_OK : LN_NO_MEMORY;
}

void ln_place_write(const struct ln_program *program, struct ln_place place, bool column, struct ln_str *out)
{
    if (!place.line)
        return;
    assert(place.file < program->files.length);
    ln_str_format(out, "%s:%u", program->files.at[place.file], place.line);
    if (column)
        ln_str_format(out, ":%u", place.column);
}
