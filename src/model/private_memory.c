/* A process's own memory: which pointers lead there, and that none of them gets out. */
#include "model/function.h"

enum { DEEP = 64 };

static bool is_own(LLVMValueRef pointer, unsigned depth)
{
    if (depth > DEEP)
        return false;
    if (LLVMIsAAllocaInst(pointer))
        return true;
    if (LLVMIsAGlobalVariable(pointer))
        return LLVMIsThreadLocal(pointer) || LLVMIsGlobalConstant(pointer);
    if (LLVMIsABitCastInst(pointer) || LLVMIsAGetElementPtrInst(pointer) || LLVMIsAConstantExpr(pointer))
        return is_own(LLVMGetOperand(pointer, 0), depth + 1);
    if (LLVMIsASelectInst(pointer))
        return is_own(LLVMGetOperand(pointer, 1), depth + 1) && is_own(LLVMGetOperand(pointer, 2), depth + 1);
    return false;
}

bool ln_is_own(LLVMValueRef pointer)
{
    return is_own(pointer, 0);
}

static void check_uses(struct ln_translation *t, LLVMValueRef pointer, unsigned depth)
{
    for (LLVMUseRef u = LLVMGetFirstUse(pointer); u && !t->status; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        bool fine = false;
        if (LLVMIsABitCastInst(user) || LLVMIsAGetElementPtrInst(user) || LLVMIsAConstantExpr(user) ||
            LLVMIsASelectInst(user) || LLVMIsAPHINode(user)) {
            if (depth < DEEP)
                check_uses(t, user, depth + 1);
            fine = true;
        } else if (LLVMIsALoadInst(user) || LLVMIsAICmpInst(user)) {
            fine = true;
        } else if (LLVMIsAStoreInst(user)) {
            fine = LLVMGetOperand(user, 1) == pointer && LLVMGetOperand(user, 0) != pointer;
        } else if (LLVMIsACallInst(user)) {
            fine = LLVMIsAIntrinsicInst(user) != NULL; /* memset() and the like */
        } else if (LLVMIsAAtomicRMWInst(user) || LLVMIsAAtomicCmpXchgInst(user)) {
            fine = LLVMGetOperand(user, 0) == pointer;
        }
        if (!fine)
            ln_refuse(t, LLVMIsAInstruction(user),
                      "the address of a variable that is a process's own is given away; "
                      "take a global, or malloc()");
    }
}

void ln_check_escape(struct ln_translation *t, LLVMValueRef variable)
{
    check_uses(t, variable, 0);
}
