#include "explore/show/names.h"

#include <string.h>

static bool within_given(const struct ln_names *names, uint64_t address)
{
    for (size_t i = 0; i < names->given_count; i++)
        if (address - names->given[i].address < names->given[i].length)
            return true;
    return false;
}

/* Keeps them in the order of addresses, which is that of their allocation; the length is still open. */
static void add_earlier(struct ln_names *names, uint64_t address)
{
    const struct ln_code_place *place = names->place;
    size_t at = 0;
    if (address < place->heap || address >= place->heap_end || address % 8 || names->count == names->room ||
        within_given(names, address))
        return;
    while (at < names->count && names->blocks[at].address < address)
        at++;
    if (at < names->count && names->blocks[at].address == address)
        return;
    memmove(&names->blocks[at + 1], &names->blocks[at], (names->count - at) * sizeof *names->blocks);
    names->blocks[at] = (struct ln_traced_block){ .address = address, .died = UINT32_MAX };
    names->count++;
}

/* Each goes on to the next one. */
static void end_earlier(struct ln_names *names)
{
    for (size_t i = 0; i < names->count; i++) {
        uint64_t start = names->blocks[i].address, end = start + LN_NULL_PAGE;
        if (i + 1 < names->count && names->blocks[i + 1].address < end)
            end = names->blocks[i + 1].address;
        for (size_t g = 0; g < names->given_count; g++)
            if (names->given[g].address > start && names->given[g].address < end)
                end = names->given[g].address;
        names->blocks[i].length = (uint32_t)(end - start);
    }
}

static bool has_values(const struct ln_step *step)
{
    return step->length == 8 && step->kind >= LN_STEP_READ && step->kind <= LN_STEP_FETCH;
}

static void number_blocks(struct ln_names *names)
{
    uint32_t number = 0;
    for (size_t i = 0; i < names->count; i++) {
        names->names[i] = (struct ln_block_name){ .life = 1 };
        for (size_t before = i; before-- && names->names[i].life == 1;)
            if (names->blocks[before].address == names->blocks[i].address)
                names->names[i] = (struct ln_block_name){ names->names[before].number, names->names[before].life + 1,
                                                          0 };
        if (names->names[i].life == 1)
            names->names[i].number = ++number;
    }
}

bool ln_names_init(struct ln_names *names, const struct ln_step *steps, size_t count)
{
    names->count = 0;
    names->room = names->given_count + LN_EARLIER_BLOCKS;
    names->blocks = ln_take(names->memory, names->room * sizeof *names->blocks);
    names->names = ln_take_zeroed(names->memory, names->room * sizeof *names->names);
    if (!names->blocks || !names->names)
        return false;
    names->room = LN_EARLIER_BLOCKS;
    for (size_t i = 0; i < count; i++)
        if (has_values(&steps[i])) {
            add_earlier(names, steps[i].before);
            add_earlier(names, steps[i].after);
            add_earlier(names, steps[i].expected);
        }
    names->room += names->given_count;
    end_earlier(names);
    if (names->given_count)
        memcpy(names->blocks + names->count, names->given, names->given_count * sizeof *names->given);
    names->count += names->given_count;
    number_blocks(names);
    return true;
}

void ln_names_fini(struct ln_names *names)
{
    if (names->blocks)
        ln_give(names->memory, names->blocks, names->room * sizeof *names->blocks);
    if (names->names)
        ln_give(names->memory, names->names, names->room * sizeof *names->names);
    names->blocks = NULL;
    names->names = NULL;
}

size_t ln_names_block(const struct ln_names *names, uint64_t address, size_t step)
{
    size_t found = SIZE_MAX;
    for (size_t i = 0; i < names->count; i++) {
        const struct ln_traced_block *block = &names->blocks[i];
        if (block->born <= step && address - block->address < (block->length ? block->length : 1) &&
            (found == SIZE_MAX || block->born >= names->blocks[found].born))
            found = i;
    }
    return found;
}

uint32_t ln_names_stack(const struct ln_names *names, uint64_t address)
{
    const struct ln_code_place *place = names->place;
    uint64_t within = address - place->stacks;
    return place->stack_size && within < place->stack_size * place->threads ? (uint32_t)(within / place->stack_size)
                                                                            : UINT32_MAX;
}

static bool write_global(const struct ln_names *names, uint64_t address, uint64_t length, bool outermost,
                         uint64_t *type, struct ln_str *out)
{
    *type = 0;
    return names->code && address >= names->place->base &&
           ln_code_write_global(names->code, address - names->place->base, length, outermost, type, out);
}

bool ln_names_is_address(const struct ln_names *names, uint64_t address, size_t step)
{
    return ln_names_block(names, address, step) != SIZE_MAX || ln_names_stack(names, address) != UINT32_MAX ||
           (names->code && address >= names->place->base &&
            ln_code_has_global(names->code, address - names->place->base));
}

/* The first type that is learnt stays: it is that of the access that comes first, when the block is made. */
void ln_names_learn(struct ln_names *names, size_t block, uint64_t type)
{
    uint64_t size;
    if (block == SIZE_MAX || names->names[block].type || !type)
        return;
    size = ln_code_type_size(names->code, type);
    if (size && size <= names->blocks[block].length)
        names->names[block].type = type;
}

void ln_names_write_block(const struct ln_names *names, size_t block, struct ln_str *out)
{
    const struct ln_block_name *name = &names->names[block];
    ln_str_format(out, "n%u", name->number);
    if (name->life > 3)
        ln_str_format(out, "'%u", name->life);
    else
        ln_str_text(out, name->life == 3 ? "''" : name->life == 2 ? "'" : "");
}

/* `n1->next`, `n1[2].value`, or `n1+8` where types do not tell. */
static void write_within(const struct ln_names *names, size_t block, uint64_t address, uint64_t length, bool outermost,
                         uint64_t *type, struct ln_str *out)
{
    uint64_t offset = address - names->blocks[block].address, whole = names->names[block].type;
    uint64_t size = whole ? ln_code_type_size(names->code, whole) : 0, rest = offset;
    struct ln_str path;
    ln_names_write_block(names, block, out);
    ln_str_init(&path, names->memory);
    *type = whole;
    if (size)
        rest = ln_code_type_path(names->code, type, offset % size, length, outermost, &path);
    if (!path.length) {
        rest = offset;
        *type = 0;
    } else if (names->blocks[block].length >= 2 * size) {
        ln_str_format(out, "[%llu]%s", (unsigned long long)(offset / size), ln_str_borrow(&path));
    } else {
        ln_str_format(out, "->%s", ln_str_borrow(&path) + 1);
    }
    if (rest || !path.length)
        ln_str_format(out, "+%llu", (unsigned long long)rest);
    out->failed |= path.failed;
    ln_str_fini(&path);
}

uint32_t ln_names_thread(const struct ln_names *names, uint32_t thread)
{
    return thread == names->alone ? names->threads : thread;
}

static void write_stack(const struct ln_names *names, uint32_t thread, struct ln_str *out)
{
    bool named = thread < names->threads + (names->alone != UINT32_MAX);
    ln_str_format(out, "%s's stack", named ? names->thread_names[thread] : "another thread");
}

void ln_names_write_place(const struct ln_names *names, uint64_t address, uint64_t length, size_t step, uint64_t *type,
                          struct ln_str *out)
{
    size_t block = ln_names_block(names, address, step);
    uint32_t thread = ln_names_stack(names, address);
    *type = 0;
    if (block != SIZE_MAX)
        write_within(names, block, address, length, false, type, out);
    else if (thread != UINT32_MAX)
        write_stack(names, ln_names_thread(names, thread), out);
    else if (address < LN_NULL_PAGE)
        ln_str_format(out, address ? "NULL+%llu" : "NULL", (unsigned long long)address);
    else if (!write_global(names, address, length, false, type, out))
        ln_str_format(out, "0x%llx", (unsigned long long)address);
}

/* Low bits of a pointer are marks. */
static void write_block_pointer(const struct ln_names *names, size_t block, uint64_t address, uint64_t length,
                                struct ln_str *out)
{
    uint64_t offset = address - names->blocks[block].address, type;
    if (offset < 8) {
        ln_names_write_block(names, block, out);
        if (offset)
            ln_str_format(out, "|%llu", (unsigned long long)offset);
        return;
    }
    if (names->names[block].type)
        ln_str_char(out, '&');
    write_within(names, block, address, length, true, &type, out);
}

void ln_names_write_address(const struct ln_names *names, uint64_t address, uint64_t length, size_t step,
                            struct ln_str *out)
{
    size_t block = ln_names_block(names, address, step);
    uint64_t type;
    struct ln_str name;
    if (block != SIZE_MAX) {
        write_block_pointer(names, block, address, length, out);
        return;
    }
    ln_str_init(&name, names->memory);
    if (ln_names_stack(names, address) == UINT32_MAX && write_global(names, address, length, true, &type, &name))
        ln_str_format(out, "&%s", ln_str_borrow(&name));
    else
        ln_names_write_place(names, address, 1, step, &type, out);
    out->failed |= name.failed;
    ln_str_fini(&name);
}

static int64_t sign_extend(uint64_t value, uint32_t length)
{
    unsigned shift = length && length < 8 ? 64 - 8 * length : 0;
    return (int64_t)(value << shift) >> shift;
}

static void write_number(uint64_t value, uint32_t length, bool is_signed, struct ln_str *out)
{
    int64_t extended = sign_extend(value, length);
    if (is_signed && extended < 0 && extended > -((int64_t)1 << 40))
        ln_str_int(out, extended);
    else if (value >> 40)
        ln_str_format(out, "0x%llx", (unsigned long long)value);
    else
        ln_str_int(out, (int64_t)value);
}

static void write_float(uint64_t value, uint32_t length, struct ln_str *out)
{
    float single;
    double number;
    uint32_t low = (uint32_t)value;
    memcpy(&single, &low, sizeof single);
    memcpy(&number, &value, sizeof number);
    ln_str_format(out, "%g", length == sizeof single ? (double)single : number);
}

static void write_character(uint64_t value, struct ln_str *out)
{
    if (value >= ' ' && value <= '~')
        ln_str_format(out, "'%c'", (char)value);
    else
        write_number(value, 1, true, out);
}

void ln_names_write_value(const struct ln_names *names, const struct ln_typed_value *typed, size_t step,
                          struct ln_str *out)
{
    uint64_t value = typed->value, type = typed->type;
    uint32_t length = typed->length;
    enum ln_scalar scalar = names->code ? ln_code_type_scalar(names->code, type) : LN_SCALAR_UNKNOWN;
    const char *constant = scalar == LN_SCALAR_ENUM ? ln_code_type_constant(names->code, type, value) : NULL;
    if (length < 8)
        value &= ((uint64_t)1 << 8 * length) - 1;
    if (constant)
        ln_str_text(out, constant);
    else if (scalar == LN_SCALAR_BOOL && value < 2)
        ln_str_text(out, value ? "true" : "false");
    else if (scalar == LN_SCALAR_CHARACTER && length == 1)
        write_character(value, out);
    else if (scalar == LN_SCALAR_FLOAT && (length == 4 || length == 8))
        write_float(value, length, out);
    else if (!value && (scalar == LN_SCALAR_POINTER || (typed->pointers && scalar == LN_SCALAR_UNKNOWN)))
        ln_str_text(out, "NULL");
    else if (length == 8 && ln_names_is_address(names, value, step))
        ln_names_write_address(names, value, names->code ? ln_code_type_reach(names->code, type) : 0, step, out);
    else
        write_number(value, length, scalar != LN_SCALAR_UNSIGNED, out);
}
