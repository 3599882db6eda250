/* Names of places in memory, from what the compiler says for debuggers. */
#include "model/ir.h"

#include <assert.h>
#include <llvm-c/DebugInfo.h>
#include <string.h>

enum { DEEP = 32 };

static LLVMMetadataRef operand(struct ln_translation *t, LLVMMetadataRef node, unsigned index)
{
    LLVMValueRef value = LLVMMetadataAsValue(t->ir->context, node), all[32];
    unsigned count = (unsigned)LLVMGetMDNodeNumOperands(value);
    if (index >= count || count > 32)
        return NULL;
    LLVMGetMDNodeOperands(value, all);
    return all[index] ? LLVMValueAsMetadata(all[index]) : NULL;
}

/* Operands of debug nodes of types, behind file, scope and name. */
enum { BASE = 3, ELEMENTS = 4 };

/* Which kind of composite type it is, its tag would say, but that cannot be asked for: elements of an array are
 * ranges. */
static uint32_t add_type(struct ln_translation *t, LLVMMetadataRef node, unsigned depth);

static uint32_t new_type(struct ln_translation *t, struct ln_type type)
{
    struct ln_program *program = t->program;
    if (!ln_vec_push(&program->types, program->memory, type)) {
        ln_out_of_memory(t);
        return LN_NO_TYPE;
    }
    return (uint32_t)program->types.length - 1;
}

static void add_field(struct ln_translation *t, const char *name, size_t length, uint32_t offset, uint32_t type)
{
    struct ln_program *program = t->program;
    const char *kept = name ? ln_keep_text(t, name, length) : NULL;
    if (!ln_vec_push(&program->fields, program->memory, ((struct ln_member){ kept, offset, type })))
        ln_out_of_memory(t);
}

struct member {
    const char *name;
    size_t length;
    uint32_t offset, type;
};

static uint32_t add_struct(struct ln_translation *t, LLVMMetadataRef elements, uint32_t self, unsigned depth)
{
    enum { MOST = 64 };
    LLVMValueRef list = LLVMMetadataAsValue(t->ir->context, elements), all[MOST];
    unsigned count = (unsigned)LLVMGetMDNodeNumOperands(list), kept = 0;
    struct member members[MOST];
    if (count > MOST)
        return self;
    LLVMGetMDNodeOperands(list, all);
    for (unsigned i = 0; i < count; i++) {
        LLVMMetadataRef member = all[i] ? LLVMValueAsMetadata(all[i]) : NULL;
        if (!member || LLVMGetMetadataKind(member) != LLVMDIDerivedTypeMetadataKind)
            continue;
        members[kept].name = LLVMDITypeGetName(member, &members[kept].length);
        members[kept].offset = (uint32_t)(LLVMDITypeGetOffsetInBits(member) / 8);
        members[kept++].type = add_type(t, operand(t, member, BASE), depth + 1);
    }
    assert(kept <= count && self < t->program->types.length);
    t->program->types.at[self].first = (uint32_t)t->program->fields.length;
    t->program->types.at[self].count = kept;
    for (unsigned i = 0; i < kept; i++)
        add_field(t, members[i].name, members[i].length, members[i].offset, members[i].type);
    return self;
}

static uint32_t add_array(struct ln_translation *t, LLVMMetadataRef node, uint32_t self, unsigned depth)
{
    uint32_t element = add_type(t, operand(t, node, BASE), depth + 1);
    t->program->types.at[self].array = true;
    t->program->types.at[self].first = (uint32_t)t->program->fields.length;
    t->program->types.at[self].count = 1;
    add_field(t, NULL, 0, 0, element);
    return self;
}

static bool is_array(struct ln_translation *t, LLVMMetadataRef elements)
{
    LLVMMetadataRef first = operand(t, elements, 0);
    return first && LLVMGetMetadataKind(first) == LLVMDISubrangeMetadataKind;
}

/* Typedefs, qualifiers and atomics are what they are put around; a pointer has a size of its own and no fields. */
static uint32_t add_type(struct ln_translation *t, LLVMMetadataRef node, unsigned depth)
{
    LLVMMetadataRef elements;
    uint32_t self;
    LLVMValueRef key;
    if (!node || depth > DEEP || t->status)
        return LN_NO_TYPE;
    key = LLVMMetadataAsValue(t->ir->context, node);
    if (ln_memo_get(&t->types, 0, (uintptr_t)key, &self))
        return self;
    if (LLVMGetMetadataKind(node) == LLVMDIDerivedTypeMetadataKind && LLVMDITypeGetSizeInBits(node) == 0)
        return add_type(t, operand(t, node, BASE), depth + 1);
    self = new_type(t, (struct ln_type){ .size = (uint32_t)(LLVMDITypeGetSizeInBits(node) / 8) });
    if (t->status || !ln_memo_put(&t->types, 0, (uintptr_t)key, self))
        return LN_NO_TYPE;
    t->program->types.at[self].pointer = LLVMGetMetadataKind(node) == LLVMDIDerivedTypeMetadataKind;
    if (LLVMGetMetadataKind(node) != LLVMDICompositeTypeMetadataKind)
        return self;
    elements = operand(t, node, ELEMENTS);
    if (!elements || LLVMGetMetadataKind(elements) != LLVMMDTupleMetadataKind)
        return self;
    return is_array(t, elements) ? add_array(t, node, self, depth) : add_struct(t, elements, self, depth);
}

uint32_t ln_type_of_global(struct ln_translation *t, LLVMValueRef global)
{
    size_t count;
    LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(global, &count);
    uint32_t type = LN_NO_TYPE;
    for (unsigned i = 0; i < count; i++) {
        LLVMMetadataRef node = LLVMValueMetadataEntriesGetMetadata(entries, i);
        LLVMMetadataRef variable;
        if (LLVMGetMetadataKind(node) != LLVMDIGlobalVariableExpressionMetadataKind)
            continue;
        variable = LLVMDIGlobalVariableExpressionGetVariable(node);
        type = add_type(t, operand(t, variable, 3), 0); /* scope, name, file, type */
    }
    LLVMDisposeValueMetadataEntries(entries);
    return type;
}

/* Structs are found by their names: pointers of variables lead to their debug types. */
static LLVMMetadataRef struct_named(struct ln_translation *t, LLVMMetadataRef node, const char *name, size_t length,
                                    unsigned depth)
{
    size_t own_length;
    const char *own;
    if (!node || depth > 6)
        return NULL;
    if (LLVMGetMetadataKind(node) == LLVMDICompositeTypeMetadataKind) {
        LLVMMetadataRef elements = operand(t, node, ELEMENTS), found = NULL;
        LLVMValueRef list, all[64];
        unsigned count;
        own = LLVMDITypeGetName(node, &own_length);
        if (own && own_length == length && memcmp(own, name, length) == 0)
            return node;
        if (!elements || LLVMGetMetadataKind(elements) != LLVMMDTupleMetadataKind)
            return NULL;
        list = LLVMMetadataAsValue(t->ir->context, elements);
        count = (unsigned)LLVMGetMDNodeNumOperands(list);
        if (count > 64)
            return NULL;
        LLVMGetMDNodeOperands(list, all);
        for (unsigned i = 0; i < count && !found; i++)
            found = all[i] ? struct_named(t, LLVMValueAsMetadata(all[i]), name, length, depth + 1) : NULL;
        return found ? found : struct_named(t, operand(t, node, BASE), name, length, depth + 1);
    }
    if (LLVMGetMetadataKind(node) == LLVMDIDerivedTypeMetadataKind)
        return struct_named(t, operand(t, node, BASE), name, length, depth + 1);
    return NULL;
}

static LLVMMetadataRef struct_in_function(struct ln_translation *t, LLVMValueRef function, const char *name,
                                          size_t length)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            LLVMMetadataRef variable, found;
            if (!LLVMIsADbgVariableIntrinsic(i))
                continue;
            variable = LLVMValueAsMetadata(LLVMGetOperand(i, 1));
            found = struct_named(t, operand(t, variable, 3), name, length, 0); /* scope, name, file, type */
            if (found)
                return found;
        }
    return NULL;
}

/* By the name that LLVM gives the struct, when no variable says more. Two files may each have a struct of that name:
 * its size has to be right at least. */
static uint32_t type_of_struct(struct ln_translation *t, LLVMTypeRef type)
{
    const char *name = LLVMGetStructName(type);
    if (!name || strncmp(name, "struct.", 7) != 0)
        return LN_NO_TYPE;
    name += 7;
    for (LLVMValueRef f = LLVMGetFirstFunction(t->ir->module); f; f = LLVMGetNextFunction(f)) {
        LLVMMetadataRef found = struct_in_function(t, f, name, strcspn(name, "."));
        if (found && LLVMDITypeGetSizeInBits(found) == LLVMSizeOfTypeInBits(t->ir->layout, type))
            return add_type(t, found, 0);
    }
    return LN_NO_TYPE;
}

/* ---- what a pointer leads to ---- */

/* A pointer under all its names: casts of it, and where ways meet that may have it. */
struct names {
    LLVMValueRef at[32];
    unsigned count;
};

static void add_name(struct names *names, LLVMValueRef value)
{
    for (unsigned i = 0; i < names->count; i++)
        if (names->at[i] == value)
            return;
    if (names->count < sizeof names->at / sizeof *names->at)
        names->at[names->count++] = value;
}

static void find_names(struct names *names, LLVMValueRef pointer)
{
    add_name(names, pointer);
    for (unsigned i = 0; i < names->count; i++)
        for (LLVMUseRef u = LLVMGetFirstUse(names->at[i]); u; u = LLVMGetNextUse(u)) {
            LLVMValueRef user = LLVMGetUser(u);
            if (LLVMIsABitCastInst(user) || LLVMIsAPHINode(user) || LLVMIsASelectInst(user))
                add_name(names, user);
        }
}

static bool is_name(const struct names *names, LLVMValueRef value)
{
    for (unsigned i = 0; i < names->count; i++)
        if (names->at[i] == value)
            return true;
    return false;
}

/* The value that a debug intrinsic says a variable has, or NULL. */
static LLVMValueRef value_told(LLVMValueRef intrinsic)
{
    LLVMValueRef told = LLVMGetOperand(intrinsic, 0), value = NULL;
    if (LLVMGetMetadataKind(LLVMValueAsMetadata(told)) == LLVMLocalAsMetadataMetadataKind)
        LLVMGetMDNodeOperands(told, &value);
    return value;
}

/* Without typedefs, qualifiers and the like. */
static LLVMMetadataRef bare(struct ln_translation *t, LLVMMetadataRef node)
{
    while (node && LLVMGetMetadataKind(node) == LLVMDIDerivedTypeMetadataKind && LLVMDITypeGetSizeInBits(node) == 0)
        node = operand(t, node, BASE);
    return node;
}

/* The struct that a variable of that type points to, or NULL. */
static LLVMMetadataRef struct_pointed_to(struct ln_translation *t, LLVMMetadataRef type)
{
    type = bare(t, type);
    if (!type || LLVMGetMetadataKind(type) != LLVMDIDerivedTypeMetadataKind)
        return NULL;
    type = bare(t, operand(t, type, BASE));
    return type && LLVMGetMetadataKind(type) == LLVMDICompositeTypeMetadataKind ? type : NULL;
}

/* The first variable in the code that holds the pointer and says what it leads to. */
static LLVMMetadataRef struct_by_variable(struct ln_translation *t, LLVMValueRef function, const struct names *names)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            LLVMMetadataRef variable, found;
            if (!LLVMIsADbgVariableIntrinsic(i) || !is_name(names, value_told(i)))
                continue;
            variable = LLVMValueAsMetadata(LLVMGetOperand(i, 1));
            found = struct_pointed_to(t, operand(t, variable, 3)); /* scope, name, file, type */
            if (found)
                return found;
        }
    return NULL;
}

uint32_t ln_type_of_target(struct ln_translation *t, LLVMValueRef function, LLVMValueRef pointer)
{
    struct names names = { .count = 0 };
    LLVMMetadataRef found;
    find_names(&names, pointer);
    found = struct_by_variable(t, function, &names);
    if (found)
        return add_type(t, found, 0);
    for (unsigned i = 0; i < names.count; i++) {
        LLVMTypeRef to = LLVMGetElementType(LLVMTypeOf(names.at[i]));
        if (LLVMGetTypeKind(to) == LLVMStructTypeKind)
            return type_of_struct(t, to);
    }
    return LN_NO_TYPE;
}
