/* Reading what the user declares, and making functions of it that take and give plain words. */
#include "model/ir.h"

#include "object/object.h"

#include <stdio.h>
#include <string.h>

/* A constant that lies in memory as C lays it out: bytes, and what its pointers point to. */
struct constant_reading {
    struct ln_translation *t;
    uint8_t *bytes;
    size_t size;
};

static void read_pointer(const struct constant_reading *r, LLVMValueRef constant, uint64_t offset);

static void read_constant(const struct constant_reading *r, LLVMValueRef constant, uint64_t offset)
{
    LLVMTypeRef type = LLVMTypeOf(constant);
    LLVMTargetDataRef layout = r->t->ir->layout;
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (LLVMIsNull(constant) || LLVMIsUndef(constant))
        return;
    if (kind == LLVMStructTypeKind) {
        for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
            read_constant(r, LLVMGetOperand(constant, i), offset + LLVMOffsetOfElement(layout, type, i));
    } else if (kind == LLVMArrayTypeKind) {
        uint64_t size = LLVMABISizeOfType(layout, LLVMGetElementType(type));
        bool data = LLVMIsAConstantDataSequential(constant) != NULL;
        for (unsigned i = 0; i < LLVMGetArrayLength(type); i++)
            read_constant(r, data ? LLVMGetElementAsConstant(constant, i) : LLVMGetOperand(constant, i),
                          offset + i * size);
    } else if (kind == LLVMPointerTypeKind) {
        read_pointer(r, constant, offset);
    } else if (LLVMIsAConstantInt(constant)) {
        uint64_t word = LLVMConstIntGetZExtValue(constant), size = LLVMABISizeOfType(layout, type);
        if (size <= 8 && offset + size <= r->size)
            memcpy(r->bytes + offset, &word, size);
    }
}

static const char *read_string(struct ln_translation *t, LLVMValueRef global)
{
    LLVMValueRef initial = LLVMGetInitializer(global);
    size_t length;
    const char *text;
    if (!initial || !LLVMIsAConstantDataSequential(initial) || !LLVMIsConstantString(initial))
        return NULL;
    text = LLVMGetAsString(initial, &length);
    return ln_keep_text(t, text, strnlen(text, length));
}

/* Pointers of a declaration are to functions, which are kept aside, and to strings. A function pointer that is there
 * reads as one that is not null. */
static void read_pointer(const struct constant_reading *r, LLVMValueRef constant, uint64_t offset)
{
    struct ln_translation *t = r->t;
    int64_t distance;
    LLVMValueRef base = ln_constant_base(t, constant, &distance);
    const void *word = base;
    const uint64_t first = offsetof(linnet_object, operations), each = sizeof(linnet_object_operation);
    if (!base || offset + sizeof word > r->size)
        return;
    if (offset == offsetof(linnet_object, create))
        t->functions.create = base;
    else if (offset == offsetof(linnet_object, enter))
        t->functions.enter = base;
    else if (offset >= first && (offset - first) % each == offsetof(linnet_object_operation, call))
        t->functions.calls[(offset - first) / each] = base;
    else if (LLVMIsAGlobalVariable(base))
        word = read_string(t, base);
    memcpy(r->bytes + offset, &word, sizeof word);
}

bool ln_declaration_read(struct ln_translation *t, const char *symbol)
{
    LLVMValueRef global = LLVMGetNamedGlobal(t->ir->module, symbol);
    struct constant_reading reading = { t, (uint8_t *)&t->declared, sizeof t->declared };
    struct ln_object object = { .declared = &t->declared };
    if (!global || !LLVMGetInitializer(global))
        return false;
    memset(&t->declared, 0, sizeof t->declared);
    read_constant(&reading, LLVMGetInitializer(global), 0);
    if (!t->status)
        t->status = ln_object_check(&object, symbol, t->error);
    t->operations = (uint32_t)object.operations;
    return true;
}

/* ---- wrappers ---- */

static void write_name(char *name, size_t room, const char *symbol, const char *what, uint32_t number)
{
    snprintf(name, room, "ln.%s.%s.%u", symbol, what, number);
}

LLVMValueRef ln_wrapper(struct ln_translation *t, const char *symbol, const char *what, uint32_t number)
{
    char name[100];
    write_name(name, sizeof name, symbol, what, number);
    return LLVMGetNamedFunction(t->ir->module, name);
}

/* { kind, length, word } of an argument. */
static void store_argument(struct ln_translation *t, LLVMBuilderRef builder, LLVMValueRef array, LLVMTypeRef array_type,
                           unsigned index, LLVMValueRef word)
{
    LLVMTypeRef i32 = LLVMInt32TypeInContext(t->ir->context);
    LLVMValueRef zero = LLVMConstInt(i32, 0, 0);
    const LLVMValueRef fields[3] = { LLVMConstInt(i32, LINNET_KIND_INT, 0), zero, word };
    for (unsigned f = 0; f < 3; f++) {
        LLVMValueRef path[3] = { zero, LLVMConstInt(i32, index, 0), LLVMConstInt(i32, f, 0) };
        LLVMBuildStore(builder, fields[f], LLVMBuildInBoundsGEP2(builder, array_type, array, path, 3, ""));
    }
}

static void wrap_call(struct ln_translation *t, const char *name, LLVMValueRef callee)
{
    enum { WORDS = LINNET_ARGUMENTS + 1 };
    LLVMContextRef context = t->ir->context;
    LLVMTypeRef i64 = LLVMInt64TypeInContext(context), i32 = LLVMInt32TypeInContext(context);
    LLVMTypeRef fields[3] = { i32, i32, i64 };
    LLVMTypeRef array = LLVMArrayType(LLVMStructTypeInContext(context, fields, 3, 0), WORDS);
    LLVMTypeRef type = LLVMGlobalGetValueType(callee), parameters[WORDS + 1], callee_parameters[8];
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
    LLVMValueRef wrapper, at, result, args[2];
    LLVMGetParamTypes(type, callee_parameters);
    parameters[0] = LLVMPointerType(LLVMInt8TypeInContext(context), 0);
    for (unsigned i = 0; i < WORDS; i++)
        parameters[i + 1] = i64;
    wrapper = LLVMAddFunction(t->ir->module, name, LLVMFunctionType(LLVMGetReturnType(type), parameters, WORDS + 1, 0));
    LLVMPositionBuilderAtEnd(builder, LLVMAppendBasicBlockInContext(context, wrapper, ""));
    at = LLVMBuildAlloca(builder, array, "");
    for (unsigned i = 0; i < WORDS; i++)
        store_argument(t, builder, at, array, i, LLVMGetParam(wrapper, i + 1));
    args[0] = LLVMBuildBitCast(builder, LLVMGetParam(wrapper, 0), callee_parameters[0], "");
    args[1] = LLVMBuildBitCast(builder, at, callee_parameters[1], "");
    result = LLVMBuildCall2(builder, type, callee, args, 2, "");
    LLVMBuildRet(builder, result);
    LLVMDisposeBuilder(builder);
}

static void wrap_plain(struct ln_translation *t, const char *name, LLVMValueRef callee)
{
    LLVMTypeRef type = LLVMGlobalGetValueType(callee), result = LLVMGetReturnType(type);
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(t->ir->context);
    LLVMValueRef wrapper = LLVMAddFunction(t->ir->module, name, LLVMFunctionType(result, NULL, 0, 0)), value;
    LLVMPositionBuilderAtEnd(builder, LLVMAppendBasicBlockInContext(t->ir->context, wrapper, ""));
    value = LLVMBuildCall2(builder, type, callee, NULL, 0, "");
    if (LLVMGetTypeKind(result) == LLVMVoidTypeKind)
        LLVMBuildRetVoid(builder);
    else
        LLVMBuildRet(builder, value);
    LLVMDisposeBuilder(builder);
}

static bool is_defined(struct ln_translation *t, LLVMValueRef function, const char *what)
{
    size_t length;
    const char *name;
    if (LLVMIsAFunction(function) && !LLVMIsDeclaration(function))
        return true;
    name = LLVMGetValueName2(function, &length);
    ln_refuse(t, NULL, "%s is '%.*s', which none of the files defines; name the file that does", what, (int)length,
              name);
    return false;
}

bool ln_wrappers_add(struct ln_translation *t, const char *symbol)
{
    char name[100];
    if (is_defined(t, t->functions.create, "create")) {
        write_name(name, sizeof name, symbol, "create", 0);
        wrap_plain(t, name, t->functions.create);
    }
    if (t->functions.enter && is_defined(t, t->functions.enter, "enter")) {
        write_name(name, sizeof name, symbol, "enter", 0);
        wrap_plain(t, name, t->functions.enter);
    }
    for (uint32_t i = 0; i < t->operations && !t->status; i++)
        if (is_defined(t, t->functions.calls[i], t->declared.operations[i].name)) {
            write_name(name, sizeof name, symbol, "call", i);
            wrap_call(t, name, t->functions.calls[i]);
            t->places[i] = ln_place_of_function(t, t->functions.calls[i]);
        }
    return !t->status;
}
