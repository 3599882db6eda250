#include "steps/text.h"

/* Members of a union stand at the same place: which is meant cannot be told. */
static bool is_union(const struct ln_program *program, const struct ln_type *type)
{
    return type->count > 1 && !type->array &&
           program->fields.at[type->first].offset == program->fields.at[type->first + 1].offset;
}

/* Does it end in an array of no length, or of one, as was the custom once? Then what is behind its size belongs to
 * it. */
static bool has_open_end(const struct ln_program *program, uint32_t type)
{
    const struct ln_type *t = &program->types.at[type], *last;
    uint32_t end, element;
    if (!t->count || t->array)
        return false;
    end = program->fields.at[t->first + t->count - 1].type;
    last = end == LN_NO_TYPE ? NULL : &program->types.at[end];
    if (!last || !last->array)
        return false;
    element = program->fields.at[last->first].type;
    return !last->size || (element != LN_NO_TYPE && last->size == program->types.at[element].size);
}

/* Follows the types from the beginning of a region to the place; the type there, or LN_NO_TYPE. */
static uint32_t write_path(const struct ln_program *program, uint32_t type, uint64_t offset, bool block,
                           struct ln_str *out)
{
    const char *dot = block ? "->" : ".";
    uint32_t each = type == LN_NO_TYPE || has_open_end(program, type) ? 0 : program->types.at[type].size;
    if (block && each && offset >= each) { /* one of several that were allocated together */
        ln_str_format(out, "[%llu]", (unsigned long long)(offset / each));
        offset %= each;
        dot = ".";
        block = false;
    }
    while (type != LN_NO_TYPE && program->types.at[type].count && !is_union(program, &program->types.at[type])) {
        const struct ln_type *t = &program->types.at[type];
        const struct ln_member *member = &program->fields.at[t->first];
        uint32_t size;
        if (t->array) {
            type = member->type;
            size = type == LN_NO_TYPE ? 0 : program->types.at[type].size;
            if (!size)
                break;
            ln_str_format(out, "[%llu]", (unsigned long long)(offset / size));
            offset %= size;
            continue;
        }
        for (uint32_t i = 0; i < t->count; i++)
            if (program->fields.at[t->first + i].offset <= offset)
                member = &program->fields.at[t->first + i];
        if (member->name && *member->name) {
            ln_str_format(out, "%s%s", dot, member->name);
            dot = ".";
        }
        type = member->type;
        offset -= member->offset;
        block = false;
    }
    if (offset || block)
        ln_str_format(out, "+%llu", (unsigned long long)offset);
    return offset ? LN_NO_TYPE : type;
}

static bool is_block(const struct ln_region *region)
{
    return region->pool != LN_ANY_POOL;
}

/* Blocks are what they were allocated as: those of one size come from one pool, whatever they are. */
static uint32_t type_of(const struct ln_machine *m, const struct ln_region *region)
{
    return is_block(region) && m->types ? m->types[region->block] : region->type;
}

static uint32_t write_address(const struct ln_machine *m, uint64_t address, struct ln_str *out)
{
    const struct ln_program *program = m->program;
    const struct ln_region *region = ln_program_region(program, address);
    uint64_t offset = address - LN_SHARED_BASE;
    if (!region) {
        ln_str_format(out, "0x%llx", (unsigned long long)address);
        return LN_NO_TYPE;
    }
    ln_str_text(out, region->name);
    return write_path(program, type_of(m, region), offset - region->offset, is_block(region), out);
}

/* The object that a pointer leads to the beginning of, `&x.y` for what is inside. */
static bool write_pointer(const struct ln_machine *m, uint64_t word, struct ln_str *out)
{
    const struct ln_region *region = ln_program_region(m->program, word);
    if (!word) {
        ln_str_text(out, "NULL");
        return true;
    }
    if (!region)
        return false;
    if (word == LN_SHARED_BASE + region->offset && is_block(region)) {
        ln_str_text(out, region->name);
        return true;
    }
    ln_str_char(out, '&');
    write_address(m, word, out);
    return true;
}

/* Words that hold an address with something above it are pointers with a tag: `n1#3`. */
static bool write_tagged(const struct ln_machine *m, uint64_t word, struct ln_str *out)
{
    enum { POINTER_BITS = 48 };
    uint64_t address = word & ((UINT64_C(1) << POINTER_BITS) - 1);
    const struct ln_region *region = ln_program_region(m->program, address);
    if (!(word >> POINTER_BITS) || (address && (!region || !is_block(region))))
        return false;
    if (address)
        write_pointer(m, address, out);
    else
        ln_str_text(out, "NULL");
    ln_str_format(out, "#%llu", (unsigned long long)(word >> POINTER_BITS));
    return true;
}

/* Words that hold the address where an object begins, and perhaps something in the lowest bits, are pointers with a mark:
 * `n1|1`. Numbers are hardly ever that large. */
static bool write_marked(const struct ln_program *program, uint64_t word, struct ln_str *out)
{
    enum { MARK_BITS = 3 };
    uint64_t mark = word & ((1u << MARK_BITS) - 1);
    const struct ln_region *region = ln_program_region(program, word - mark);
    if (!region || word - mark != LN_SHARED_BASE + region->offset)
        return false;
    ln_str_format(out, "%s%s", is_block(region) ? "" : "&", region->name);
    if (mark)
        ln_str_format(out, "|%u", (unsigned)mark);
    return true;
}

/* Compilers make numbers of pointers that are swapped, so what the place is declared as counts, too. */
static void write_word(const struct ln_machine *m, uint32_t type, uint64_t word, struct ln_str *out)
{
    const struct ln_instruction *i = &m->program->code.at[m->access.at];
    uint64_t top = UINT64_C(1) << (i->width - 1);
    bool pointer = i->pointer || (type != LN_NO_TYPE && m->program->types.at[type].pointer);
    if ((pointer && write_pointer(m, word, out)) ||
        (i->width == 64 && !pointer && (write_tagged(m, word, out) || write_marked(m->program, word, out))))
        return;
    ln_str_int(out, i->width == 1 ? (int64_t)word : (int64_t)((word ^ top) - top));
}

static void write_swap(const struct ln_machine *m, struct ln_str *out)
{
    uint32_t type;
    ln_str_text(out, "CAS(&");
    type = write_address(m, m->access.address, out);
    ln_str_text(out, ", ");
    write_word(m, type, m->access.operands[0], out);
    ln_str_text(out, ", ");
    write_word(m, type, m->access.operands[1], out);
    ln_str_text(out, m->access.success ? ") -> true" : ") -> false");
}

static void write_update(const struct ln_machine *m, enum ln_update how, struct ln_str *out)
{
    static const char *const names[] = { "exchange",   "fetch_add", "fetch_sub", "fetch_and", "fetch_or", "fetch_xor",
                                         "fetch_nand", "fetch_max", "fetch_min", "fetch_max", "fetch_min" };
    uint32_t type;
    ln_str_format(out, "%s(&", names[how]);
    type = write_address(m, m->access.address, out);
    ln_str_text(out, ", ");
    write_word(m, type, m->access.operands[0], out);
    ln_str_text(out, ") -> ");
    write_word(m, type, m->access.old, out);
}

static void write_plain(const struct ln_machine *m, const char *between, uint64_t word, struct ln_str *out)
{
    uint32_t type = write_address(m, m->access.address, out);
    ln_str_text(out, between);
    write_word(m, type, word, out);
}

void ln_access_write(const struct ln_machine *m, struct ln_str *out)
{
    const struct ln_program *program = m->program;
    const struct ln_instruction *i = &program->code.at[m->access.at];
    switch ((enum ln_code)i->code) {
    case LN_LOAD: write_plain(m, " -> ", m->access.old, out); break;
    case LN_STORE: write_plain(m, " = ", m->access.now, out); break;
    case LN_UPDATE: write_update(m, i->how, out); break;
    case LN_CAS: write_swap(m, out); break;
    case LN_ALLOC:
        ln_str_format(out, "malloc(%llu) -> ", (unsigned long long)i->a.value);
        write_pointer(m, m->access.address, out);
        break;
    case LN_FREE:
        ln_str_text(out, "free(");
        write_pointer(m, m->access.address, out);
        ln_str_char(out, ')');
        break;
    default:
        ln_str_text(out, i->code == LN_LOCK ? "lock(" : i->code == LN_UNLOCK ? "unlock(" : "trylock(");
        write_address(m, m->access.address, out);
        ln_str_text(out, i->code != LN_TRYLOCK ? ")" : m->access.success ? ") -> true" : ") -> false");
    }
}
