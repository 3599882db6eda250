/* Inside src/model only: one function on its way to instructions. */
#ifndef LN_MODEL_FUNCTION_H
#define LN_MODEL_FUNCTION_H

#include "model/ir.h"

/* A jump whose target block has no address yet. */
struct ln_jump {
    uint32_t instruction;
    LLVMBasicBlockRef to;
};

struct ln_function {
    struct ln_translation *t;
    LLVMValueRef function;
    const struct ln_program_operation *operation; /* NULL: create() or enter() */
    struct ln_place place;                        /* of returns */
    struct ln_memo registers;                     /* parts of values */
    struct ln_memo blocks;                        /* their first instructions */
    uint32_t count;                               /* registers */
    LN_VEC(struct ln_jump) jumps;
    LN_VEC(uint32_t) held;         /* registers of the moves along an edge */
    struct ln_instruction nowhere; /* when memory is refused: nobody reads it */
};

/* One more instruction; one that nobody reads when memory is refused. Valid until the next. */
struct ln_instruction *ln_emit(struct ln_function *f, LLVMValueRef at, enum ln_code code, unsigned width);
/* to = a . b */
struct ln_binary {
    enum ln_code code;
    unsigned width;
    uint32_t to;
    struct ln_operand a, b;
};
void ln_emit_binary(struct ln_function *f, LLVMValueRef at, struct ln_binary binary);
uint32_t ln_new_register(struct ln_function *f, bool pointer);
/* The register of a part of an instruction's value. */
uint32_t ln_result(struct ln_function *f, LLVMValueRef value, uint32_t part);
struct ln_operand ln_ir_operand(struct ln_function *f, LLVMValueRef value, uint32_t part, LLVMValueRef at);
/* Bits of a value of that type, which has to be an integer of at most 64 bits or a pointer. */
unsigned ln_width(struct ln_function *f, LLVMTypeRef type, LLVMValueRef at);

/* Does the pointer lead to the process's own memory, or to constants, for sure? */
bool ln_is_own(LLVMValueRef pointer);
/* A call of something that is not inlined: what the C library or this project defines. */
void ln_translate_call(struct ln_function *f, LLVMValueRef call);

#endif
