/* Inside src/model only: the user's code as LLVM has it, and its translation under way. */
#ifndef LN_MODEL_IR_H
#define LN_MODEL_IR_H

#include "base/memo.h"
#include "model/model.h"

#include "linnet/object.h"

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

struct ln_ir {
    LLVMContextRef context;
    LLVMModuleRef module;
    LLVMTargetDataRef layout;
};

enum ln_status ln_ir_load(struct ln_ir *ir, const struct ln_model_options *options, struct ln_error *error);
void ln_ir_fini(struct ln_ir *ir);
/* Inlines everything into the functions that stay (their names begin with "ln."), and leaves every access to memory
 * that is not a function's own as it is written. */
enum ln_status ln_ir_reduce(struct ln_ir *ir, struct ln_error *error);

/* One declared object on its way to a program. */
struct ln_translation {
    struct ln_ir *ir;
    struct ln_program *program;
    struct ln_memory *memory;
    struct ln_error *error;
    bool serial;            /* it is the specification */
    enum ln_status status;  /* the first thing that went wrong */
    LLVMValueRef at;        /* the instruction under way */
    struct ln_memo globals; /* regions; thread-local ones: own regions */
    struct ln_memo types;   /* debug types by their node */
    linnet_object declared;
    struct {
        LLVMValueRef create, enter, calls[LINNET_OPERATIONS];
    } functions;
    struct ln_place places[LINNET_OPERATIONS]; /* where the operations' functions begin */
    uint32_t operations;
};

/* The first failure wins. `at` is an instruction, or NULL: the one under way. */
void ln_refuse(struct ln_translation *t, LLVMValueRef at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void ln_out_of_memory(struct ln_translation *t);
struct ln_place ln_place_of(struct ln_translation *t, LLVMValueRef instruction);
/* Where a function begins. */
struct ln_place ln_place_of_function(struct ln_translation *t, LLVMValueRef function);

/* The declaration named `symbol`: false when there is none. */
bool ln_declaration_read(struct ln_translation *t, const char *symbol);

/* Functions named "ln.SYMBOL.N" that call what the object declares, with arguments as plain numbers. */
bool ln_wrappers_add(struct ln_translation *t, const char *symbol);
LLVMValueRef ln_wrapper(struct ln_translation *t, const char *symbol, const char *what, uint32_t number);

/* Memory of globals: made when first asked for. The address, plus whether it is no step to look there. */
uint64_t ln_global_address(struct ln_translation *t, LLVMValueRef global);
/* All thread-local variables, before anything else of a process's own. */
void ln_place_thread_locals(struct ln_translation *t);
uint64_t ln_place_own(struct ln_translation *t, LLVMValueRef value, LLVMTypeRef type, const char *name, uint32_t debug);
/* Refuses a variable of a process's own whose address others could come to know. */
void ln_check_escape(struct ln_translation *t, LLVMValueRef variable);
/* A constant of one word; `part` of an aggregate. */
uint64_t ln_constant_word(struct ln_translation *t, LLVMValueRef constant, uint32_t part, LLVMValueRef at);
/* A constant that is an address: its global and the distance from it; NULL when it is a plain number. */
LLVMValueRef ln_constant_base(struct ln_translation *t, LLVMValueRef constant, int64_t *distance);

/* Its instructions; the entry. Of create() and enter() `operation` is NULL. Returns are at `place`. */
uint32_t ln_translate_function(struct ln_translation *t, LLVMValueRef function,
                               const struct ln_program_operation *operation, struct ln_place place);

/* The debug type of what a global is, or of what a pointer in a function leads to, as far as its uses tell. */
uint32_t ln_type_of_global(struct ln_translation *t, LLVMValueRef global);
uint32_t ln_type_of_target(struct ln_translation *t, LLVMValueRef function, LLVMValueRef pointer);

const char *ln_keep_text(struct ln_translation *t, const char *text, size_t length);

#endif
