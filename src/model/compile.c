/* The user's files become LLVM's bitcode: nothing is optimised, so that every access to memory is there as written. */
#include "model/ir.h"

#include "plugin/compiler.h"

#include <llvm-c/BitReader.h>
#include <llvm-c/Linker.h>
#include <unistd.h>

/* Of one file. */
struct compiling {
    const struct ln_model_options *options;
    struct ln_compiler_limit limit;
    const struct ln_compiled *compiled;
    const char *file, *include;
};

static int compile_by(const char *compiler, const struct compiling *work)
{
    const char *const fixed[] = { "-g", "-O1",         "-Xclang",  "-disable-llvm-passes", "-emit-llvm",
                                  "-c", "-Wall",       "-pthread", "-DLINNET_MODEL=1",     "-D_FORTIFY_SOURCE=0",
                                  "-I", work->include, "-o",       work->compiled->object };
    struct ln_compiler_call call;
    char name[LN_COMPILER_PATH];
    ln_compiler_begin(&call, compiler, work->compiled, work->limit);
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed && call.count; i++)
        ln_compiler_add(&call, fixed[i]);
    ln_compiler_add(&call, ln_compiler_name(work->file, name, sizeof name));
    for (size_t i = 0; i < work->options->flag_count && call.count; i++)
        ln_compiler_add(&call, work->options->flags[i]);
    return ln_compiler_run(&call);
}

static enum ln_status take_file(struct ln_ir *ir, const char *path, const char *file, struct ln_error *error)
{
    LLVMMemoryBufferRef bytes = NULL;
    LLVMModuleRef module = NULL;
    char *message = NULL;
    if (LLVMCreateMemoryBufferWithContentsOfFile(path, &bytes, &message) ||
        LLVMParseBitcodeInContext2(ir->context, bytes, &module)) {
        LLVMDisposeMessage(message);
        return ln_fail(error, LN_INTERNAL, "%s: what the compiler made of it cannot be read", file);
    }
    LLVMDisposeMemoryBuffer(bytes);
    if (!ir->module)
        ir->module = module;
    else if (LLVMLinkModules2(ir->module, module))
        return ln_fail(error, LN_BAD_INPUT, "%s: it cannot be linked with the files before it", file);
    return LN_OK;
}

static enum ln_status compile_file(struct ln_ir *ir, const struct compiling *work, struct ln_error *error)
{
    const char *asked = work->options->compiler, *const usual[] = { asked, "clang-14", "clang" };
    int code = LN_NO_COMPILER;
    enum ln_status status;
    for (size_t i = 0; i < sizeof usual / sizeof *usual && code == LN_NO_COMPILER; i++)
        if (usual[i] && (i == 0 || !asked))
            code = compile_by(usual[i], work);
    if (code == LN_NO_COMPILER)
        return ln_fail(error, LN_MISSING, "%s: there is no %s; install clang-14", work->file,
                       asked ? asked : "clang-14");
    if (code)
        return ln_compiler_gave_up(work->file, code, error);
    status = take_file(ir, work->compiled->object, work->file, error);
    unlink(work->compiled->object);
    return status;
}

/* What LLVM has to say is not for the user's terminal. */
static void ignore(LLVMDiagnosticInfoRef info, void *context)
{
    (void)info;
    (void)context;
}

enum ln_status ln_ir_load(struct ln_ir *ir, const struct ln_model_options *options, struct ln_error *error)
{
    struct ln_compiled compiled;
    char include[LN_COMPILER_PATH];
    struct compiling work = { .options = options,
                              .limit = ln_compiler_limit(options->timeout, options->interrupt),
                              .compiled = &compiled,
                              .include = include };
    enum ln_status status = ln_compiled_folder(&compiled, error);
    *ir = (struct ln_ir){ .context = LLVMContextCreate() };
    LLVMContextSetDiagnosticHandler(ir->context, ignore, NULL);
    if (status)
        return status;
    ln_compiler_find_headers(include, sizeof include);
    for (size_t i = 0; i < options->file_count && !status; i++) {
        work.file = options->files[i];
        status = compile_file(ir, &work, error);
    }
    ln_compiled_remove(&compiled);
    if (!status)
        ir->layout = LLVMGetModuleDataLayout(ir->module);
    return status;
}

void ln_ir_fini(struct ln_ir *ir)
{
    if (ir->module)
        LLVMDisposeModule(ir->module);
    if (ir->context)
        LLVMContextDispose(ir->context);
}
