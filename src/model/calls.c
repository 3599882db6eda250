/* Calls that are left when everything is inlined: those of the C library that have a meaning here, of linnet/model.h,
 * and LLVM's own. */
#include "model/function.h"

#include <stdio.h>
#include <string.h>

static struct ln_operand argument(struct ln_function *f, LLVMValueRef call, unsigned number)
{
    return ln_ir_operand(f, LLVMGetOperand(call, number), 0, call);
}

static uint32_t text(struct ln_function *f, const char *what, size_t length)
{
    struct ln_program *program = f->t->program;
    const char *kept = ln_keep_text(f->t, what, length);
    if (kept && !ln_vec_push(&program->texts, program->memory, kept))
        ln_out_of_memory(f->t);
    return (uint32_t)program->texts.length - 1;
}

static void fail(struct ln_function *f, LLVMValueRef call, const char *what, size_t length)
{
    uint32_t number = text(f, what, length);
    ln_emit(f, call, LN_FAIL, 1)->target = number;
}

/* ---- allocation ---- */

static bool is_compared(LLVMValueRef pointer)
{
    for (LLVMUseRef u = LLVMGetFirstUse(pointer); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsAICmpInst(user) && (LLVMIsNull(LLVMGetOperand(user, 0)) || LLVMIsNull(LLVMGetOperand(user, 1))))
            return true;
        if (LLVMIsABitCastInst(user) && is_compared(user))
            return true;
    }
    return false;
}

static void allocate(struct ln_function *f, LLVMValueRef call, struct ln_operand size)
{
    struct ln_program *program = f->t->program;
    uint32_t to = ln_result(f, call, 0), pool = LN_ANY_POOL, type = ln_type_of_target(f->t, f->function, call);
    bool compared = is_compared(call);
    struct ln_instruction *made;
    if (f->operation && size.kind != LN_CONSTANT) {
        ln_refuse(f->t, call, "an allocation whose size is known only when it runs; give it a constant size");
        return;
    }
    if (f->operation) {
        if (size.value > 1 << 16 || !ln_program_pool(program, (uint32_t)size.value, type, &pool)) {
            ln_refuse(f->t, call, "an allocation of more than 64 kilobytes; make it small for a model");
            return;
        }
        program->pools.at[pool].grows = true;
    }
    made = ln_emit(f, call, LN_ALLOC, 64);
    made->to = to;
    made->a = size;
    made->target = pool;
    made->other = type;
    made->may_be_null = compared;
    made->pointer = true;
}

static void allocate_array(struct ln_function *f, LLVMValueRef call)
{
    struct ln_operand count = argument(f, call, 0), size = argument(f, call, 1);
    uint32_t product;
    if (count.kind == LN_CONSTANT && size.kind == LN_CONSTANT) {
        allocate(f, call, ln_constant(count.value * size.value));
        return;
    }
    product = ln_new_register(f, false);
    ln_emit_binary(f, call, (struct ln_binary){ LN_MUL, 64, product, count, size });
    allocate(f, call, ln_register(product));
}

/* ---- copying: word by word, each a step where it is shared ---- */

static void copy_word(struct ln_function *f, LLVMValueRef call, uint64_t offset, unsigned bytes, bool set)
{
    struct ln_operand to = argument(f, call, 0), from = argument(f, call, 1);
    uint32_t address = ln_new_register(f, true), word = ln_new_register(f, false);
    struct ln_operand value = ln_register(word);
    struct ln_instruction *made;
    if (set) {
        value = ln_constant((from.value & 0xff) * UINT64_C(0x0101010101010101));
    } else {
        ln_emit_binary(f, call, (struct ln_binary){ LN_ADD, 64, address, from, ln_constant(offset) });
        made = ln_emit(f, call, LN_LOAD, bytes * 8);
        made->to = word;
        made->a = ln_register(address);
        made->plain = true;
        made->own = ln_is_own(LLVMGetOperand(call, 1));
    }
    ln_emit_binary(f, call, (struct ln_binary){ LN_ADD, 64, address, to, ln_constant(offset) });
    made = ln_emit(f, call, LN_STORE, bytes * 8);
    made->a = ln_register(address);
    made->b = value;
    made->plain = true;
    made->own = ln_is_own(LLVMGetOperand(call, 0));
}

static void copy(struct ln_function *f, LLVMValueRef call, bool set)
{
    struct ln_operand length = argument(f, call, 2);
    if (length.kind != LN_CONSTANT || length.value > 4096 || (set && argument(f, call, 1).kind != LN_CONSTANT)) {
        ln_refuse(f->t, call, "memory is copied or set whose size is known only when it runs; copy its members");
        return;
    }
    for (uint64_t at = 0; at < length.value && !f->t->status;) {
        unsigned bytes = 8;
        while (bytes > length.value - at)
            bytes /= 2;
        copy_word(f, call, at, bytes, set);
        at += bytes;
    }
}

/* ---- LLVM's own ---- */

static void overflow(struct ln_function *f, LLVMValueRef call, enum ln_code code)
{
    unsigned width = ln_width(f, LLVMTypeOf(LLVMGetOperand(call, 0)), call);
    struct ln_operand a = argument(f, call, 0), b = argument(f, call, 1);
    uint32_t sum = ln_result(f, call, 0), flag = ln_result(f, call, 1);
    ln_emit_binary(f, call, (struct ln_binary){ code, width, sum, a, b });
    ln_emit_binary(
        f, call,
        (struct ln_binary){ LN_ULT, width, flag, code == LN_ADD ? ln_register(sum) : a, code == LN_ADD ? a : b });
}

static void extreme(struct ln_function *f, LLVMValueRef call, enum ln_code code, bool greater)
{
    unsigned width = ln_width(f, LLVMTypeOf(call), call);
    struct ln_operand a = argument(f, call, 0), b = argument(f, call, 1);
    uint32_t less = ln_new_register(f, false), to = ln_result(f, call, 0);
    struct ln_instruction *made;
    ln_emit_binary(f, call, (struct ln_binary){ code, width, less, a, b });
    made = ln_emit(f, call, LN_SELECT, width);
    made->to = to;
    made->a = ln_register(less);
    made->b = greater ? b : a;
    made->c = greater ? a : b;
}

static bool begins(const char *name, const char *with)
{
    return strncmp(name, with, strlen(with)) == 0;
}

static bool intrinsic(struct ln_function *f, LLVMValueRef call, const char *name)
{
    static const struct {
        const char *name;
        enum ln_code code;
    } counts[] = { { "llvm.ctpop.", LN_COUNT_ONES },
                   { "llvm.ctlz.", LN_LEADING },
                   { "llvm.cttz.", LN_TRAILING },
                   { "llvm.bswap.", LN_SWAP_BYTES } };
    static const char *const nothing[] = { "llvm.dbg.",      "llvm.lifetime.",
                                           "llvm.assume",    "llvm.experimental.noalias",
                                           "llvm.donothing", "llvm.prefetch",
                                           "llvm.stack" };
    for (size_t i = 0; i < sizeof nothing / sizeof *nothing; i++)
        if (begins(name, nothing[i]))
            return true;
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        if (begins(name, counts[i].name)) {
            ln_emit_binary(f, call,
                           (struct ln_binary){ counts[i].code, ln_width(f, LLVMTypeOf(call), call),
                                               ln_result(f, call, 0), argument(f, call, 0), ln_constant(0) });
            return true;
        }
    if (begins(name, "llvm.expect."))
        ln_emit_binary(f, call,
                       (struct ln_binary){ LN_MOVE, ln_width(f, LLVMTypeOf(call), call), ln_result(f, call, 0),
                                           argument(f, call, 0), ln_constant(0) });
    else if (begins(name, "llvm.memset."))
        copy(f, call, true);
    else if (begins(name, "llvm.memcpy.") || begins(name, "llvm.memmove."))
        copy(f, call, false);
    else if (begins(name, "llvm.uadd.with.overflow."))
        overflow(f, call, LN_ADD);
    else if (begins(name, "llvm.usub.with.overflow."))
        overflow(f, call, LN_SUB);
    else if (begins(name, "llvm.umax."))
        extreme(f, call, LN_ULT, true);
    else if (begins(name, "llvm.umin."))
        extreme(f, call, LN_ULT, false);
    else if (begins(name, "llvm.smax."))
        extreme(f, call, LN_SLT, true);
    else if (begins(name, "llvm.smin."))
        extreme(f, call, LN_SLT, false);
    else if (begins(name, "llvm.trap") || begins(name, "llvm.debugtrap"))
        fail(f, call, "trap", 4);
    else
        return false;
    return true;
}

/* ---- the C library and linnet/model.h ---- */

static void failed_assertion(struct ln_function *f, LLVMValueRef call)
{
    int64_t distance;
    LLVMValueRef base = ln_constant_base(f->t, LLVMGetOperand(call, 0), &distance);
    LLVMValueRef initial = base && LLVMIsAGlobalVariable(base) ? LLVMGetInitializer(base) : NULL;
    char what[180] = "an assertion failed";
    size_t length;
    if (initial && LLVMIsAConstantDataSequential(initial) && LLVMIsConstantString(initial)) {
        const char *condition = LLVMGetAsString(initial, &length);
        snprintf(what, sizeof what, "assertion `%.*s' failed", (int)(length < 150 ? length : 150), condition);
    }
    fail(f, call, what, strlen(what));
}

/* clang-format off */
enum known {
    NOTHING, RETURNS_ZERO, MALLOC, CALLOC, ALIGNED_ALLOC, FREE, LOCK, TRYLOCK, TRYLOCK_BUSY_1, UNLOCK, LOCK_INIT, STEP,
    ATOMIC, ATOMIC_END, FUSE, FUSE_END, CHOOSE, AWAIT, ASSUME, POINT, ASSERTION, ABORT, EXIT, PRINT, REALLOC, THREAD
};

static const struct {
    const char *name;
    enum known what;
} known[] = {
    { "malloc", MALLOC }, { "calloc", CALLOC }, { "aligned_alloc", ALIGNED_ALLOC }, { "memalign", ALIGNED_ALLOC },
    { "free", FREE }, { "realloc", REALLOC }, { "posix_memalign", REALLOC },
    { "pthread_mutex_lock", LOCK }, { "pthread_mutex_trylock", TRYLOCK }, { "pthread_mutex_unlock", UNLOCK },
    { "pthread_mutex_init", LOCK_INIT }, { "pthread_mutex_destroy", RETURNS_ZERO },
    { "pthread_spin_lock", LOCK }, { "pthread_spin_trylock", TRYLOCK }, { "pthread_spin_unlock", UNLOCK },
    { "pthread_spin_init", LOCK_INIT }, { "pthread_spin_destroy", RETURNS_ZERO },
    { "mtx_lock", LOCK }, { "mtx_trylock", TRYLOCK_BUSY_1 }, { "mtx_unlock", UNLOCK }, { "mtx_init", LOCK_INIT },
    { "mtx_destroy", NOTHING },
    { "sched_yield", RETURNS_ZERO }, { "pthread_yield", RETURNS_ZERO }, { "thrd_yield", NOTHING },
    { "usleep", RETURNS_ZERO }, { "nanosleep", RETURNS_ZERO },
    { "linnet_step", STEP }, { "linnet_atomic_begin", ATOMIC }, { "linnet_atomic_end", ATOMIC_END },
    { "linnet_fuse_begin", FUSE }, { "linnet_fuse_end", FUSE_END }, { "linnet_choose", CHOOSE },
    { "linnet_await", AWAIT }, { "linnet_assume", ASSUME }, { "linnet_point_at", POINT },
    { "__assert_fail", ASSERTION }, { "abort", ABORT }, { "exit", EXIT }, { "_exit", EXIT },
    { "printf", PRINT }, { "puts", PRINT }, { "putchar", PRINT }, { "fprintf", PRINT }, { "fputs", PRINT },
    { "pthread_create", THREAD }, { "pthread_join", THREAD }, { "thrd_create", THREAD }, { "thrd_join", THREAD },
};
/* clang-format on */

static void zero(struct ln_function *f, LLVMValueRef call)
{
    if (LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMVoidTypeKind)
        ln_emit_binary(f, call,
                       (struct ln_binary){ LN_MOVE, 32, ln_result(f, call, 0), ln_constant(0), ln_constant(0) });
}

static void lock(struct ln_function *f, LLVMValueRef call, enum ln_code code)
{
    struct ln_operand a = argument(f, call, 0);
    uint32_t to = ln_result(f, call, 0);
    struct ln_instruction *made = ln_emit(f, call, code, 32);
    made->to = to;
    made->a = a;
}

/* EBUSY becomes thrd_busy. */
static void try_mtx(struct ln_function *f, LLVMValueRef call)
{
    uint32_t to = ln_result(f, call, 0);
    lock(f, call, LN_TRYLOCK);
    ln_emit_binary(f, call, (struct ln_binary){ LN_LSHR, 32, to, ln_register(to), ln_constant(4) });
}

static void init_lock(struct ln_function *f, LLVMValueRef call)
{
    struct ln_operand a = argument(f, call, 0);
    struct ln_instruction *made = ln_emit(f, call, LN_STORE, 32);
    made->a = a;
    made->b = ln_constant(0);
    zero(f, call);
}

static void point(struct ln_function *f, LLVMValueRef call)
{
    struct ln_operand a = argument(f, call, 0), b = argument(f, call, 1), c = argument(f, call, 2);
    struct ln_instruction *made = ln_emit(f, call, LN_POINT, 64);
    made->a = a;
    made->b = b;
    made->c = c;
    f->t->program->points = true;
}

static void with_argument(struct ln_function *f, LLVMValueRef call, enum ln_code code, uint32_t to)
{
    struct ln_operand a = argument(f, call, 0);
    struct ln_instruction *made = ln_emit(f, call, code, 64);
    made->to = to;
    made->a = a;
}

static void known_call(struct ln_function *f, LLVMValueRef call, enum known what, const char *name)
{
    switch (what) {
    case NOTHING: break;
    case RETURNS_ZERO: zero(f, call); break;
    case MALLOC: allocate(f, call, argument(f, call, 0)); break;
    case CALLOC: allocate_array(f, call); break;
    case ALIGNED_ALLOC: allocate(f, call, argument(f, call, 1)); break;
    case FREE: with_argument(f, call, LN_FREE, LN_NO_REGISTER); break;
    case LOCK: lock(f, call, LN_LOCK); break;
    case TRYLOCK: lock(f, call, LN_TRYLOCK); break;
    case TRYLOCK_BUSY_1: try_mtx(f, call); break;
    case UNLOCK: lock(f, call, LN_UNLOCK); break;
    case LOCK_INIT: init_lock(f, call); break;
    case STEP: ln_emit(f, call, LN_STEP, 1); break;
    case ATOMIC: ln_emit(f, call, LN_ATOMIC, 1); break;
    case ATOMIC_END: ln_emit(f, call, LN_ATOMIC_END, 1); break;
    case FUSE: ln_emit(f, call, LN_FUSE, 1); break;
    case FUSE_END: ln_emit(f, call, LN_FUSE_END, 1); break;
    case CHOOSE: with_argument(f, call, LN_CHOOSE, ln_result(f, call, 0)); break;
    case AWAIT: with_argument(f, call, LN_AWAIT, LN_NO_REGISTER); break;
    case ASSUME: with_argument(f, call, LN_ASSUME, LN_NO_REGISTER); break;
    case POINT: point(f, call); break;
    case ASSERTION: failed_assertion(f, call); break;
    case ABORT: fail(f, call, "abort()", 7); break;
    case EXIT: ln_refuse(f->t, call, "%s() ends the program; return a result instead", name); break;
    case PRINT:
        ln_refuse(f->t, call, "%s() prints, which has no meaning in a model; put it into #ifndef LINNET_MODEL", name);
        break;
    case REALLOC: ln_refuse(f->t, call, "%s() is not taken; use malloc() and free()", name); break;
    case THREAD: ln_refuse(f->t, call, "%s() is not taken; the processes are linnet's (--processes)", name); break;
    }
}

/* Those that say nothing but "wait a moment", or keep the compiler from reordering. */
static bool is_idle_assembly(LLVMValueRef callee)
{
    static const char *const idle[] = { "asm sideeffect \"\"", "asm sideeffect \"pause\"",
                                        "asm sideeffect \"rep; nop\"", "asm sideeffect \"mfence\"",
                                        "asm sideeffect \"yield\"" };
    char *text = LLVMPrintValueToString(callee);
    bool found = false;
    for (size_t i = 0; i < sizeof idle / sizeof *idle && !found; i++)
        found = strstr(text, idle[i]) != NULL;
    LLVMDisposeMessage(text);
    return found;
}

void ln_translate_call(struct ln_function *f, LLVMValueRef call)
{
    LLVMValueRef callee = LLVMGetCalledValue(call);
    size_t length;
    const char *name;
    if (LLVMIsAInlineAsm(callee) && LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMVoidTypeKind && is_idle_assembly(callee))
        return;
    if (LLVMIsAInlineAsm(callee)) {
        ln_refuse(f->t, call, "inline assembly; use C11 atomics or the compiler's builtins");
        return;
    }
    if (!LLVMIsAFunction(callee)) {
        ln_refuse(f->t, call, "a call through a pointer; call functions by their names");
        return;
    }
    name = LLVMGetValueName2(callee, &length);
    if (!LLVMIsDeclaration(callee)) {
        bool open = LLVMIsFunctionVarArg(LLVMGlobalGetValueType(callee));
        ln_refuse(f->t, call,
                  open ? "%s() takes a variable number of arguments; give them names"
                       : "%s() calls itself; write a loop",
                  name);
        return;
    }
    if (begins(name, "llvm.") && intrinsic(f, call, name))
        return;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(name, known[i].name) == 0) {
            known_call(f, call, known[i].what, name);
            return;
        }
    if (begins(name, "pthread_cond_") || begins(name, "cnd_"))
        ln_refuse(f->t, call, "%s(): condition variables are not taken; wait with linnet_await()", name);
    else if (begins(name, "__atomic_"))
        ln_refuse(f->t, call, "an atomic of more than 8 bytes; pack pointer and tag into 64 bits, or use an index");
    else
        ln_refuse(f->t, call,
                  "%s() is defined in none of the files; name the file that does, or leave it out with "
                  "#ifndef LINNET_MODEL",
                  name);
}
