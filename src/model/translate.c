/* LLVM's instructions become ours, one by one. Phi nodes become moves at the end of the blocks they come from; values
 * of several parts (what a compare-and-swap gives, a returned struct) have a register for each part. */
#include "model/function.h"

#include <assert.h>

/* ---- registers and operands ---- */

struct ln_instruction *ln_emit(struct ln_function *f, LLVMValueRef at, enum ln_code code, unsigned width)
{
    struct ln_program *program = f->t->program;
    assert(width && width <= 64);
    struct ln_instruction made = { .code = (uint8_t)code,
                                   .width = (uint8_t)width,
                                   .to = LN_NO_REGISTER,
                                   .to2 = LN_NO_REGISTER,
                                   .place = ln_place_of(f->t, at) };
    if (!ln_vec_push(&program->code, program->memory, made)) {
        ln_out_of_memory(f->t);
        return &f->nowhere;
    }
    return &program->code.at[program->code.length - 1];
}

void ln_emit_binary(struct ln_function *f, LLVMValueRef at, struct ln_binary binary)
{
    struct ln_instruction *i = ln_emit(f, at, binary.code, binary.width);
    i->to = binary.to;
    i->a = binary.a;
    i->b = binary.b;
}

static void emit_move(struct ln_function *f, LLVMValueRef at, unsigned width, uint32_t to, struct ln_operand a)
{
    ln_emit_binary(f, at, (struct ln_binary){ LN_MOVE, width, to, a, ln_constant(0) });
}

uint32_t ln_new_register(struct ln_function *f, bool pointer)
{
    struct ln_program *program = f->t->program;
    /* Functions share numbers, but not for pointers and for other values. */
    while (f->count < program->pointer_registers.length && program->pointer_registers.at[f->count] != pointer)
        f->count++;
    if (f->count == program->pointer_registers.length &&
        !ln_vec_push(&program->pointer_registers, program->memory, pointer))
        ln_out_of_memory(f->t);
    assert(f->t->status || program->pointer_registers.at[f->count] == pointer);
    return f->count++;
}

static LLVMTypeRef part_type(LLVMTypeRef type, uint32_t part)
{
    return LLVMGetTypeKind(type) == LLVMStructTypeKind ? LLVMStructGetTypeAtIndex(type, part) : type;
}

static uint32_t parts_of(LLVMTypeRef type)
{
    return LLVMGetTypeKind(type) == LLVMStructTypeKind ? LLVMCountStructElementTypes(type) : 1;
}

static bool is_pointer(LLVMTypeRef type)
{
    return LLVMGetTypeKind(type) == LLVMPointerTypeKind;
}

uint32_t ln_result(struct ln_function *f, LLVMValueRef value, uint32_t part)
{
    uint32_t number;
    assert(part < parts_of(LLVMTypeOf(value)));
    if (ln_memo_get(&f->registers, part, (uintptr_t)value, &number)) {
        assert(number < f->count);
        return number;
    }
    number = ln_new_register(f, is_pointer(part_type(LLVMTypeOf(value), part)));
    if (!ln_memo_put(&f->registers, part, (uintptr_t)value, number))
        ln_out_of_memory(f->t);
    return number;
}

static struct ln_operand argument(struct ln_function *f, LLVMValueRef value)
{
    if (value == LLVMGetParam(f->function, 0))
        return (struct ln_operand){ 0, LN_THE_OBJECT };
    for (uint32_t i = 1; i < LLVMCountParams(f->function); i++)
        if (value == LLVMGetParam(f->function, i))
            return ln_register(i - 1);
    return ln_constant(0);
}

struct ln_operand ln_ir_operand(struct ln_function *f, LLVMValueRef value, uint32_t part, LLVMValueRef at)
{
    uint32_t number;
    if (LLVMIsAArgument(value))
        return argument(f, value);
    if (LLVMIsAAllocaInst(value)) {
        if (!ln_memo_get(&f->t->globals, 0, (uintptr_t)value, &number))
            return ln_constant(0);
        return ln_constant(LN_OWN_BASE + f->t->program->own_regions.at[number].offset);
    }
    if (LLVMIsAInstruction(value))
        return ln_register(ln_result(f, value, part));
    return ln_constant(ln_constant_word(f->t, value, part, at));
}

unsigned ln_width(struct ln_function *f, LLVMTypeRef type, LLVMValueRef at)
{
    switch (LLVMGetTypeKind(type)) {
    case LLVMPointerTypeKind: return 64;
    case LLVMIntegerTypeKind:
        if (LLVMGetIntTypeWidth(type) <= 64)
            return LLVMGetIntTypeWidth(type);
        ln_refuse(f->t, at, "a value of more than 64 bits; pack pointer and tag into 64 bits, or use an index");
        return 64;
    case LLVMHalfTypeKind:
    case LLVMFloatTypeKind:
    case LLVMDoubleTypeKind:
    case LLVMX86_FP80TypeKind: ln_refuse(f->t, at, "floating point; use integers"); return 64;
    default: ln_refuse(f->t, at, "a value of a kind that cannot be taken (a vector, a whole array); use its elements");
    }
    return 64;
}

/* ---- arithmetic ---- */

static bool binary_code(LLVMOpcode opcode, enum ln_code *code)
{
    switch (opcode) {
    case LLVMAdd: *code = LN_ADD; return true;
    case LLVMSub: *code = LN_SUB; return true;
    case LLVMMul: *code = LN_MUL; return true;
    case LLVMUDiv: *code = LN_UDIV; return true;
    case LLVMSDiv: *code = LN_SDIV; return true;
    case LLVMURem: *code = LN_UREM; return true;
    case LLVMSRem: *code = LN_SREM; return true;
    case LLVMAnd: *code = LN_AND; return true;
    case LLVMOr: *code = LN_OR; return true;
    case LLVMXor: *code = LN_XOR; return true;
    case LLVMShl: *code = LN_SHL; return true;
    case LLVMLShr: *code = LN_LSHR; return true;
    case LLVMAShr: *code = LN_ASHR; return true;
    default: return false;
    }
}

static void compare(struct ln_function *f, LLVMValueRef i)
{
    static const struct {
        LLVMIntPredicate predicate;
        enum ln_code code;
        bool swapped;
    } table[] = { { LLVMIntEQ, LN_EQ, false },   { LLVMIntNE, LN_NE, false },   { LLVMIntULT, LN_ULT, false },
                  { LLVMIntULE, LN_ULE, false }, { LLVMIntSLT, LN_SLT, false }, { LLVMIntSLE, LN_SLE, false },
                  { LLVMIntUGT, LN_ULT, true },  { LLVMIntUGE, LN_ULE, true },  { LLVMIntSGT, LN_SLT, true },
                  { LLVMIntSGE, LN_SLE, true } };
    LLVMValueRef a = LLVMGetOperand(i, 0), b = LLVMGetOperand(i, 1);
    unsigned width = ln_width(f, LLVMTypeOf(a), i);
    size_t k = 0;
    while (k < sizeof table / sizeof *table && table[k].predicate != LLVMGetICmpPredicate(i))
        k++;
    assert(k < sizeof table / sizeof *table); /* these are all that there are */
    ln_emit_binary(f, i,
                   (struct ln_binary){ table[k].code, width, ln_result(f, i, 0),
                                       ln_ir_operand(f, table[k].swapped ? b : a, 0, i),
                                       ln_ir_operand(f, table[k].swapped ? a : b, 0, i) });
}

static void cast(struct ln_function *f, LLVMValueRef i, LLVMOpcode opcode)
{
    LLVMValueRef from = LLVMGetOperand(i, 0);
    unsigned width = ln_width(f, LLVMTypeOf(i), i), before = ln_width(f, LLVMTypeOf(from), i);
    enum ln_code code = opcode == LLVMSExt       ? LN_SIGN
                        : opcode == LLVMPtrToInt ? LN_TO_NUMBER
                        : opcode == LLVMIntToPtr ? LN_TO_POINTER
                                                 : LN_MOVE;
    ln_emit_binary(
        f, i, (struct ln_binary){ code, width, ln_result(f, i, 0), ln_ir_operand(f, from, 0, i), ln_constant(before) });
}

static void add_scaled(struct ln_function *f, LLVMValueRef at, uint32_t sum, LLVMValueRef index, uint64_t size)
{
    unsigned width = ln_width(f, LLVMTypeOf(index), at);
    struct ln_operand word = ln_ir_operand(f, index, 0, at);
    uint32_t scaled;
    if (word.kind == LN_CONSTANT) {
        uint64_t top = UINT64_C(1) << (width - 1);
        ln_emit_binary(
            f, at,
            (struct ln_binary){ LN_ADD, 64, sum, ln_register(sum), ln_constant(((word.value ^ top) - top) * size) });
        return;
    }
    scaled = ln_new_register(f, false);
    ln_emit_binary(f, at, (struct ln_binary){ LN_SIGN, 64, scaled, word, ln_constant(width) });
    ln_emit_binary(f, at, (struct ln_binary){ LN_MUL, 64, scaled, ln_register(scaled), ln_constant(size) });
    ln_emit_binary(f, at, (struct ln_binary){ LN_ADD, 64, sum, ln_register(sum), ln_register(scaled) });
}

static void element_address(struct ln_function *f, LLVMValueRef i)
{
    LLVMTargetDataRef layout = f->t->ir->layout;
    LLVMTypeRef type = LLVMGetGEPSourceElementType(i);
    uint32_t sum = ln_result(f, i, 0);
    emit_move(f, i, 64, sum, ln_ir_operand(f, LLVMGetOperand(i, 0), 0, i));
    add_scaled(f, i, sum, LLVMGetOperand(i, 1), LLVMABISizeOfType(layout, type));
    for (unsigned k = 2; k < (unsigned)LLVMGetNumOperands(i) && !f->t->status; k++) {
        LLVMValueRef index = LLVMGetOperand(i, k);
        if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            unsigned field = (unsigned)LLVMConstIntGetZExtValue(index);
            ln_emit_binary(f, i,
                           (struct ln_binary){ LN_ADD, 64, sum, ln_register(sum),
                                               ln_constant(LLVMOffsetOfElement(layout, type, field)) });
            type = LLVMStructGetTypeAtIndex(type, field);
        } else {
            type = LLVMGetElementType(type);
            add_scaled(f, i, sum, index, LLVMABISizeOfType(layout, type));
        }
    }
}

static void choose(struct ln_function *f, LLVMValueRef i)
{
    for (uint32_t part = 0; part < parts_of(LLVMTypeOf(i)) && !f->t->status; part++) {
        struct ln_operand a = ln_ir_operand(f, LLVMGetOperand(i, 0), 0, i);
        struct ln_operand b = ln_ir_operand(f, LLVMGetOperand(i, 1), part, i);
        struct ln_operand c = ln_ir_operand(f, LLVMGetOperand(i, 2), part, i);
        uint32_t to = ln_result(f, i, part);
        struct ln_instruction *made = ln_emit(f, i, LN_SELECT, ln_width(f, part_type(LLVMTypeOf(i), part), i));
        made->to = to;
        made->a = a;
        made->b = b;
        made->c = c;
    }
}

static void insert_part(struct ln_function *f, LLVMValueRef i)
{
    LLVMTypeRef type = LLVMTypeOf(i);
    if (LLVMGetNumIndices(i) != 1 || LLVMGetTypeKind(type) != LLVMStructTypeKind) {
        ln_refuse(f->t, i, "a struct within a struct as a value; pass a pointer to it");
        return;
    }
    for (uint32_t part = 0; part < parts_of(type) && !f->t->status; part++) {
        bool here = part == LLVMGetIndices(i)[0];
        struct ln_operand from = ln_ir_operand(f, LLVMGetOperand(i, here), here ? 0 : part, i);
        emit_move(f, i, ln_width(f, part_type(type, part), i), ln_result(f, i, part), from);
    }
}

static void extract_part(struct ln_function *f, LLVMValueRef i)
{
    if (LLVMGetNumIndices(i) != 1) {
        ln_refuse(f->t, i, "a struct within a struct as a value; pass a pointer to it");
        return;
    }
    emit_move(f, i, ln_width(f, LLVMTypeOf(i), i), ln_result(f, i, 0),
              ln_ir_operand(f, LLVMGetOperand(i, 0), LLVMGetIndices(i)[0], i));
}

/* ---- memory ---- */

static void order(struct ln_function *f, struct ln_instruction *i, LLVMAtomicOrdering ordering)
{
    struct ln_program *program = f->t->program;
    i->plain = ordering == LLVMAtomicOrderingNotAtomic;
    i->relaxed = !i->plain && ordering != LLVMAtomicOrderingSequentiallyConsistent;
    if (i->relaxed && !i->own && !program->relaxed++)
        program->relaxed_at = i->place;
}

static struct ln_instruction *access(struct ln_function *f, LLVMValueRef i, enum ln_code code, LLVMTypeRef type,
                                     unsigned pointer_at)
{
    LLVMValueRef pointer = LLVMGetOperand(i, pointer_at);
    unsigned width = ln_width(f, type, i);
    struct ln_operand address = ln_ir_operand(f, pointer, 0, i);
    struct ln_instruction *made = ln_emit(f, i, code, width);
    made->a = address;
    made->own = ln_is_own(pointer);
    made->pointer = is_pointer(type);
    return made;
}

static void load(struct ln_function *f, LLVMValueRef i)
{
    uint32_t to = ln_result(f, i, 0);
    struct ln_instruction *made = access(f, i, LN_LOAD, LLVMTypeOf(i), 0);
    made->to = to;
    order(f, made, LLVMGetOrdering(i));
}

static void store(struct ln_function *f, LLVMValueRef i)
{
    LLVMValueRef value = LLVMGetOperand(i, 0);
    struct ln_operand b = ln_ir_operand(f, value, 0, i);
    struct ln_instruction *made = access(f, i, LN_STORE, LLVMTypeOf(value), 1);
    made->b = b;
    order(f, made, LLVMGetOrdering(i));
}

static void compare_and_swap(struct ln_function *f, LLVMValueRef i)
{
    LLVMValueRef expected = LLVMGetOperand(i, 1);
    struct ln_operand b = ln_ir_operand(f, expected, 0, i), c = ln_ir_operand(f, LLVMGetOperand(i, 2), 0, i);
    uint32_t to = ln_result(f, i, 0), to2 = ln_result(f, i, 1);
    struct ln_instruction *made = access(f, i, LN_CAS, LLVMTypeOf(expected), 0);
    made->b = b;
    made->c = c;
    made->to = to;
    made->to2 = to2;
    made->weak = LLVMGetWeak(i);
    order(f, made, LLVMGetCmpXchgSuccessOrdering(i));
}

static void update(struct ln_function *f, LLVMValueRef i)
{
    static const uint8_t how[] = {
        [LLVMAtomicRMWBinOpXchg] = LN_EXCHANGE,   [LLVMAtomicRMWBinOpAdd] = LN_FETCH_ADD,
        [LLVMAtomicRMWBinOpSub] = LN_FETCH_SUB,   [LLVMAtomicRMWBinOpAnd] = LN_FETCH_AND,
        [LLVMAtomicRMWBinOpNand] = LN_FETCH_NAND, [LLVMAtomicRMWBinOpOr] = LN_FETCH_OR,
        [LLVMAtomicRMWBinOpXor] = LN_FETCH_XOR,   [LLVMAtomicRMWBinOpMax] = LN_FETCH_MAX,
        [LLVMAtomicRMWBinOpMin] = LN_FETCH_MIN,   [LLVMAtomicRMWBinOpUMax] = LN_FETCH_UMAX,
        [LLVMAtomicRMWBinOpUMin] = LN_FETCH_UMIN,
    };
    struct ln_operand b = ln_ir_operand(f, LLVMGetOperand(i, 1), 0, i);
    LLVMAtomicRMWBinOp operation = LLVMGetAtomicRMWBinOp(i);
    uint32_t to = ln_result(f, i, 0);
    struct ln_instruction *made = access(f, i, LN_UPDATE, LLVMTypeOf(i), 0);
    made->b = b;
    made->to = to;
    if (operation >= sizeof how)
        ln_refuse(f->t, i, "floating point; use integers");
    else
        made->how = how[operation];
    order(f, made, LLVMGetOrdering(i));
}

/* ---- control ---- */

static void jump(struct ln_function *f, LLVMValueRef at, LLVMBasicBlockRef to)
{
    uint32_t index = (uint32_t)f->t->program->code.length;
    ln_emit(f, at, LN_JUMP, 1);
    if (!ln_vec_push(&f->jumps, f->t->memory, ((struct ln_jump){ index, to })))
        ln_out_of_memory(f->t);
}

static LLVMValueRef incoming(LLVMValueRef phi, LLVMBasicBlockRef from)
{
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
        if (LLVMGetIncomingBlock(phi, i) == from)
            return LLVMGetIncomingValue(phi, i);
    assert(false); /* a way in that the block does not know */
    return NULL;
}

/* All phi nodes of a block change at once: through registers of their own. */
static void edge(struct ln_function *f, LLVMValueRef at, LLVMBasicBlockRef to)
{
    LLVMBasicBlockRef from = LLVMGetInstructionParent(at);
    size_t next = 0;
    f->held.length = 0;
    for (LLVMValueRef i = LLVMGetFirstInstruction(to); i && LLVMIsAPHINode(i); i = LLVMGetNextInstruction(i))
        for (uint32_t part = 0; part < parts_of(LLVMTypeOf(i)) && !f->t->status; part++) {
            LLVMTypeRef type = part_type(LLVMTypeOf(i), part);
            uint32_t held = ln_new_register(f, is_pointer(type));
            emit_move(f, at, ln_width(f, type, i), held, ln_ir_operand(f, incoming(i, from), part, at));
            if (!ln_vec_push(&f->held, f->t->memory, held))
                ln_out_of_memory(f->t);
        }
    for (LLVMValueRef i = LLVMGetFirstInstruction(to); i && LLVMIsAPHINode(i); i = LLVMGetNextInstruction(i))
        for (uint32_t part = 0; part < parts_of(LLVMTypeOf(i)) && !f->t->status; part++)
            emit_move(f, at, ln_width(f, part_type(LLVMTypeOf(i), part), i), ln_result(f, i, part),
                      ln_register(f->held.at[next++]));
    jump(f, at, to);
}

static void branch_to(struct ln_function *f, LLVMValueRef at, struct ln_operand condition, LLVMBasicBlockRef yes)
{
    uint32_t index = (uint32_t)f->t->program->code.length;
    ln_emit(f, at, LN_BRANCH, 1)->a = condition;
    edge(f, at, yes);
    if (f->t->status)
        return;
    f->t->program->code.at[index].target = index + 1;
    f->t->program->code.at[index].other = (uint32_t)f->t->program->code.length;
}

static void branch(struct ln_function *f, LLVMValueRef i)
{
    if (LLVMIsConditional(i)) {
        branch_to(f, i, ln_ir_operand(f, LLVMGetCondition(i), 0, i), LLVMGetSuccessor(i, 0));
        edge(f, i, LLVMGetSuccessor(i, 1));
    } else {
        edge(f, i, LLVMGetSuccessor(i, 0));
    }
}

static void switch_on(struct ln_function *f, LLVMValueRef i)
{
    struct ln_operand value = ln_ir_operand(f, LLVMGetOperand(i, 0), 0, i);
    unsigned width = ln_width(f, LLVMTypeOf(LLVMGetOperand(i, 0)), i);
    for (unsigned k = 1; k < LLVMGetNumSuccessors(i) && !f->t->status; k++) {
        uint32_t same = ln_new_register(f, false);
        ln_emit_binary(
            f, i, (struct ln_binary){ LN_EQ, width, same, value, ln_ir_operand(f, LLVMGetOperand(i, k * 2), 0, i) });
        branch_to(f, i, ln_register(same), LLVMGetSuccessor(i, k));
    }
    edge(f, i, LLVMGetSwitchDefaultDest(i));
}

static void give_back(struct ln_function *f, LLVMValueRef i)
{
    struct ln_operand a = ln_constant(0), b = ln_constant(0);
    struct ln_instruction *made;
    if (LLVMGetNumOperands(i)) {
        LLVMValueRef value = LLVMGetOperand(i, 0);
        a = ln_ir_operand(f, value, 0, i);
        if (parts_of(LLVMTypeOf(value)) > 1)
            b = ln_ir_operand(f, value, 1, i);
    }
    made = ln_emit(f, i, LN_RETURN, 64);
    made->a = a;
    made->b = b;
    made->place = f->place;
}

/* ---- all of it ---- */

static void place_variable(struct ln_function *f, LLVMValueRef i)
{
    LLVMValueRef count = LLVMGetOperand(i, 0);
    if (!LLVMIsAConstantInt(count) || LLVMConstIntGetZExtValue(count) != 1) {
        ln_refuse(f->t, i, "a variable whose size is known only when it runs; give it a constant size");
        return;
    }
    ln_check_escape(f->t, i);
    if (!f->t->status)
        ln_place_own(f->t, i, LLVMGetAllocatedType(i), NULL, LN_NO_TYPE);
}

static void translate(struct ln_function *f, LLVMValueRef i)
{
    LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
    enum ln_code code;
    if (binary_code(opcode, &code)) {
        unsigned width = ln_width(f, LLVMTypeOf(i), i);
        struct ln_operand a = ln_ir_operand(f, LLVMGetOperand(i, 0), 0, i);
        ln_emit_binary(
            f, i,
            (struct ln_binary){ code, width, ln_result(f, i, 0), a, ln_ir_operand(f, LLVMGetOperand(i, 1), 0, i) });
        return;
    }
    switch (opcode) {
    case LLVMPHI:
    case LLVMFence: break;
    case LLVMAlloca: place_variable(f, i); break;
    case LLVMTrunc:
    case LLVMZExt:
    case LLVMSExt:
    case LLVMPtrToInt:
    case LLVMIntToPtr:
    case LLVMBitCast:
    case LLVMFreeze: cast(f, i, opcode); break;
    case LLVMGetElementPtr: element_address(f, i); break;
    case LLVMICmp: compare(f, i); break;
    case LLVMSelect: choose(f, i); break;
    case LLVMInsertValue: insert_part(f, i); break;
    case LLVMExtractValue: extract_part(f, i); break;
    case LLVMLoad: load(f, i); break;
    case LLVMStore: store(f, i); break;
    case LLVMAtomicCmpXchg: compare_and_swap(f, i); break;
    case LLVMAtomicRMW: update(f, i); break;
    case LLVMBr: branch(f, i); break;
    case LLVMSwitch: switch_on(f, i); break;
    case LLVMRet: give_back(f, i); break;
    case LLVMCall: ln_translate_call(f, i); break;
    case LLVMUnreachable: ln_emit(f, i, LN_FAIL, 1); break;
    case LLVMVAArg: ln_refuse(f->t, i, "a variable number of arguments; give them names"); break;
    case LLVMFAdd:
    case LLVMFSub:
    case LLVMFMul:
    case LLVMFDiv:
    case LLVMFCmp:
    case LLVMFPToSI:
    case LLVMSIToFP:
    case LLVMFPToUI:
    case LLVMUIToFP: ln_refuse(f->t, i, "floating point; use integers"); break;
    default: ln_refuse(f->t, i, "code of a kind that cannot be taken"); break;
    }
}

static void translate_blocks(struct ln_function *f)
{
    struct ln_translation *t = f->t;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f->function); b && !t->status; b = LLVMGetNextBasicBlock(b)) {
        if (!ln_memo_put(&f->blocks, 0, (uintptr_t)b, (uint32_t)t->program->code.length))
            ln_out_of_memory(t);
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i && !t->status; i = LLVMGetNextInstruction(i)) {
            t->at = i;
            translate(f, i);
        }
    }
    for (size_t j = 0; j < f->jumps.length && !t->status; j++)
        ln_memo_get(&f->blocks, 0, (uintptr_t)f->jumps.at[j].to,
                    &t->program->code.at[f->jumps.at[j].instruction].target);
}

uint32_t ln_translate_function(struct ln_translation *t, LLVMValueRef function,
                               const struct ln_program_operation *operation, struct ln_place place)
{
    struct ln_function f = { .t = t, .function = function, .operation = operation, .place = place };
    uint32_t entry = (uint32_t)t->program->code.length;
    ln_memo_init(&f.registers, t->memory);
    ln_memo_init(&f.blocks, t->memory);
    for (uint32_t i = 0; i <= LINNET_ARGUMENTS; i++)
        ln_new_register(&f, false);
    translate_blocks(&f);
    if (f.count > t->program->registers)
        t->program->registers = f.count;
    ln_memo_fini(&f.registers);
    ln_memo_fini(&f.blocks);
    ln_vec_fini(&f.jumps, t->memory);
    ln_vec_fini(&f.held, t->memory);
    return entry;
}
