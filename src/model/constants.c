/* Constants and the memory of globals. */
#include "model/ir.h"

#include <assert.h>
#include <string.h>

static uint64_t size_of(const struct ln_translation *t, LLVMTypeRef type)
{
    return LLVMABISizeOfType(t->ir->layout, type);
}

/* ---- addresses ---- */

static int64_t gep_distance(struct ln_translation *t, LLVMValueRef gep)
{
    LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
    int64_t sum = LLVMConstIntGetSExtValue(LLVMGetOperand(gep, 1)) * (int64_t)size_of(t, type);
    for (unsigned i = 2; i < (unsigned)LLVMGetNumOperands(gep); i++) {
        int64_t index = LLVMConstIntGetSExtValue(LLVMGetOperand(gep, i));
        if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            sum += (int64_t)LLVMOffsetOfElement(t->ir->layout, type, (unsigned)index);
            type = LLVMStructGetTypeAtIndex(type, (unsigned)index);
        } else {
            type = LLVMGetElementType(type);
            sum += index * (int64_t)size_of(t, type);
        }
    }
    return sum;
}

LLVMValueRef ln_constant_base(struct ln_translation *t, LLVMValueRef constant, int64_t *distance)
{
    *distance = 0;
    while (LLVMIsAConstantExpr(constant)) {
        LLVMOpcode opcode = LLVMGetConstOpcode(constant);
        if (opcode == LLVMGetElementPtr)
            *distance += gep_distance(t, constant);
        else if (opcode != LLVMBitCast && opcode != LLVMAddrSpaceCast && opcode != LLVMPtrToInt &&
                 opcode != LLVMIntToPtr)
            return NULL;
        constant = LLVMGetOperand(constant, 0);
    }
    if (LLVMIsAGlobalVariable(constant) || LLVMIsAFunction(constant))
        return constant;
    if (LLVMIsAConstantInt(constant))
        *distance += LLVMConstIntGetSExtValue(constant);
    return NULL;
}

static uint64_t combine(struct ln_translation *t, LLVMValueRef expression, LLVMValueRef at)
{
    uint64_t a = ln_constant_word(t, LLVMGetOperand(expression, 0), 0, at);
    uint64_t b = LLVMGetNumOperands(expression) > 1 ? ln_constant_word(t, LLVMGetOperand(expression, 1), 0, at) : 0;
    switch (LLVMGetConstOpcode(expression)) {
    case LLVMAdd: return a + b;
    case LLVMSub: return a - b;
    case LLVMOr: return a | b;
    case LLVMAnd: return a & b;
    case LLVMXor: return a ^ b;
    case LLVMTrunc:
    case LLVMZExt: return a;
    default: break;
    }
    ln_refuse(t, at, "a constant that is computed from an address cannot be taken; compute it in the code");
    return 0;
}

uint64_t ln_constant_word(struct ln_translation *t, LLVMValueRef constant, uint32_t part, LLVMValueRef at)
{
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(constant));
    LLVMValueRef base;
    int64_t distance;
    if (LLVMIsNull(constant) || LLVMIsUndef(constant) || LLVMIsPoison(constant))
        return 0;
    if (LLVMIsAConstantInt(constant))
        return LLVMGetIntTypeWidth(LLVMTypeOf(constant)) <= 64 ? LLVMConstIntGetZExtValue(constant) : 0;
    if (kind == LLVMStructTypeKind)
        return ln_constant_word(t,
                                LLVMIsAConstantDataSequential(constant) ? LLVMGetElementAsConstant(constant, part)
                                                                        : LLVMGetOperand(constant, part),
                                0, at);
    base = ln_constant_base(t, constant, &distance);
    if (base && LLVMIsAFunction(base)) {
        ln_refuse(t, at, "the address of a function is used; call functions by their names");
        return 0;
    }
    if (base)
        return ln_global_address(t, base) + (uint64_t)distance;
    if (LLVMIsAConstantExpr(constant))
        return kind == LLVMPointerTypeKind && LLVMGetConstOpcode(constant) == LLVMIntToPtr ? (uint64_t)distance
                                                                                           : combine(t, constant, at);
    ln_refuse(t, at, "a constant of a kind that cannot be taken (floating point, a vector); use integers");
    return 0;
}

/* ---- images ---- */

/* The vector may move while it is filled, so places are given by what holds them. */
struct image {
    struct ln_translation *t;
    bool own;
};

static uint8_t *byte_at(const struct image *image, uint64_t offset)
{
    struct ln_program *program = image->t->program;
    assert(offset < (image->own ? program->own_image.length : program->image.length));
    return (image->own ? program->own_image.at : program->image.at) + offset;
}

static void fill(const struct image *image, LLVMValueRef constant, uint64_t offset)
{
    struct ln_translation *t = image->t;
    LLVMTypeRef type = LLVMTypeOf(constant);
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (t->status || LLVMIsNull(constant) || LLVMIsUndef(constant))
        return;
    if (kind == LLVMStructTypeKind) {
        for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
            fill(image, LLVMGetOperand(constant, i), offset + LLVMOffsetOfElement(t->ir->layout, type, i));
    } else if (kind == LLVMArrayTypeKind) {
        uint64_t size = size_of(t, LLVMGetElementType(type));
        bool data = LLVMIsAConstantDataSequential(constant) != NULL;
        for (unsigned i = 0; i < LLVMGetArrayLength(type); i++)
            fill(image, data ? LLVMGetElementAsConstant(constant, i) : LLVMGetOperand(constant, i), offset + i * size);
    } else {
        uint64_t word = ln_constant_word(t, constant, 0, NULL), size = size_of(t, type);
        if (size <= 8)
            memcpy(byte_at(image, offset), &word, size);
    }
}

static uint32_t region_of(struct ln_translation *t, LLVMValueRef global)
{
    LLVMTypeRef type = LLVMGlobalGetValueType(global);
    size_t length;
    const char *name = LLVMGetValueName2(global, &length);
    struct ln_region wanted;
    uint32_t region = 0;
    LLVMValueRef initial = LLVMGetInitializer(global);
    if (ln_memo_get(&t->globals, 0, (uintptr_t)global, &region))
        return region;
    if (!initial) {
        ln_refuse(t, NULL, "the variable '%.*s' is declared, but in none of the files; name the file that defines it",
                  (int)length, name);
        return 0;
    }
    if (size_of(t, type) > 1 << 20) {
        ln_refuse(t, NULL, "the variable '%.*s' is larger than a megabyte; make it small for a model", (int)length,
                  name);
        return 0;
    }
    wanted = (struct ln_region){ .name = ln_keep_text(t, name, length),
                                 .size = (uint32_t)size_of(t, type),
                                 .type = ln_type_of_global(t, global),
                                 .pool = LN_ANY_POOL };
    if (!wanted.name || !ln_program_add_region(t->program, &wanted, LLVMGetAlignment(global), &region) ||
        !ln_memo_put(&t->globals, 0, (uintptr_t)global, region)) {
        ln_out_of_memory(t);
        return 0;
    }
    fill(&(struct image){ t, false }, initial, t->program->regions.at[region].offset);
    return region;
}

uint64_t ln_place_own(struct ln_translation *t, LLVMValueRef value, LLVMTypeRef type, const char *name, uint32_t debug)
{
    struct ln_program *program = t->program;
    uint64_t size = (size_of(t, type) + 15) / 16 * 16;
    struct ln_own_region region = { name, (uint32_t)program->own_image.length, (uint32_t)size_of(t, type), debug };
    if (size > 1 << 16) {
        ln_refuse(t, LLVMIsAInstruction(value), "a variable of more than 64 kilobytes; make it small for a model");
        return 0;
    }
    if (!ln_vec_reserve(&program->own_image, program->memory, region.offset + size + 1) ||
        !ln_vec_push(&program->own_regions, program->memory, region) ||
        !ln_memo_put(&t->globals, 0, (uintptr_t)value, (uint32_t)program->own_regions.length - 1)) {
        ln_out_of_memory(t);
        return 0;
    }
    assert(region.offset % 16 == 0 && region.offset == program->own_image.length);
    memset(program->own_image.at + region.offset, 0, size);
    program->own_image.length += size;
    return LN_OWN_BASE + region.offset;
}

void ln_place_thread_locals(struct ln_translation *t)
{
    for (LLVMValueRef g = LLVMGetFirstGlobal(t->ir->module); g && !t->status; g = LLVMGetNextGlobal(g)) {
        size_t length;
        const char *name = LLVMGetValueName2(g, &length);
        uint64_t address;
        if (!LLVMIsThreadLocal(g) || !LLVMGetInitializer(g))
            continue;
        ln_check_escape(t, g);
        address = ln_place_own(t, g, LLVMGlobalGetValueType(g), ln_keep_text(t, name, length), ln_type_of_global(t, g));
        if (!t->status)
            fill(&(struct image){ t, true }, LLVMGetInitializer(g), address - LN_OWN_BASE);
    }
    t->program->frame = (uint32_t)t->program->own_image.length;
}

uint64_t ln_global_address(struct ln_translation *t, LLVMValueRef global)
{
    uint32_t number;
    if (LLVMIsThreadLocal(global)) {
        if (t->serial) /* between two calls it has nothing but its state */
            ln_refuse(t, NULL,
                      "a thread-local variable in the specification, which would forget it; take an array, "
                      "and .thread = true");
        if (!ln_memo_get(&t->globals, 0, (uintptr_t)global, &number)) {
            ln_refuse(t, NULL, "a thread-local variable is declared, but in none of the files");
            return 0;
        }
        assert(number < t->program->own_regions.length);
        return LN_OWN_BASE + t->program->own_regions.at[number].offset;
    }
    number = region_of(t, global);
    assert(t->status || number < t->program->regions.length);
    return t->status ? 0 : LN_SHARED_BASE + t->program->regions.at[number].offset;
}
