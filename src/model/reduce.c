/* What remains of an operation when everything is inlined: a few blocks whose accesses to memory are its steps.
 *
 * First only what cannot touch shared memory: inlining, and promoting a function's own variables to registers. Then
 * every access that is left is marked volatile, and only then blocks are merged and dead code goes: without the marks
 * LLVM would join reads and drop stores, which are steps here. */
#include "model/ir.h"

#include <llvm-c/Error.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <string.h>

#define FUNCTION ((LLVMAttributeIndex)LLVMAttributeFunctionIndex)

static enum ln_status run(struct ln_ir *ir, const char *passes, struct ln_error *error)
{
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    LLVMErrorRef failed = LLVMRunPasses(ir->module, passes, NULL, options);
    enum ln_status status = LN_OK;
    LLVMDisposePassBuilderOptions(options);
    if (failed) {
        char *message = LLVMGetErrorMessage(failed);
        status = ln_fail(error, LN_INTERNAL, "LLVM: %s", message);
        LLVMDisposeErrorMessage(message);
    }
    return status;
}

static void drop(LLVMValueRef function, const char *name)
{
    LLVMRemoveEnumAttributeAtIndex(function, FUNCTION, LLVMGetEnumAttributeKindForName(name, strlen(name)));
}

static void inline_always(struct ln_ir *ir)
{
    unsigned always = LLVMGetEnumAttributeKindForName("alwaysinline", 12);
    for (LLVMValueRef f = LLVMGetFirstFunction(ir->module); f; f = LLVMGetNextFunction(f)) {
        size_t length;
        if (LLVMIsDeclaration(f))
            continue;
        drop(f, "noinline");
        drop(f, "optnone");
        LLVMSetLinkage(f, LLVMInternalLinkage);
        if (strncmp(LLVMGetValueName2(f, &length), "ln.", 3) != 0)
            LLVMAddAttributeAtIndex(f, FUNCTION, LLVMCreateEnumAttribute(ir->context, always, 0));
        else
            LLVMSetLinkage(f, LLVMExternalLinkage);
    }
}

static void mark(LLVMValueRef i)
{
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMLoad:
    case LLVMStore:
    case LLVMAtomicCmpXchg:
    case LLVMAtomicRMW: LLVMSetVolatile(i, 1); break;
    default: break;
    }
}

static void mark_all(struct ln_ir *ir)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(ir->module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
                mark(i);
}

enum ln_status ln_ir_reduce(struct ln_ir *ir, struct ln_error *error)
{
    enum { ROUNDS = 3 }; /* functions that are handed to functions are known only when those are inlined */
    enum ln_status status = LN_OK;
    inline_always(ir);
    for (int i = 0; i < ROUNDS && !status; i++)
        status = run(ir, "always-inline,globaldce,function(sroa,mem2reg)", error);
    if (status)
        return status;
    mark_all(ir);
    return run(ir, "function(instsimplify,simplifycfg,instsimplify,adce)", error);
}
