#include "plugin/compiler.h"

#include <stdio.h>
#include <string.h>

static void add_refusals(struct ln_compiler_call *call, char *path, size_t room)
{
    static const char name[] = "liblinnet_inside.a";
    size_t length;
    ln_compiler_find(path, room - sizeof name - 1, name, "../lib/linnet", LINNET_RUNTIME_INSTALLED,
                     LINNET_RUNTIME_BUILT);
    length = strlen(path);
    snprintf(path + length, room - length, "/%s", name);
    ln_compiler_add(call, "-Wl,--whole-archive");
    ln_compiler_add(call, path);
    ln_compiler_add(call, "-Wl,--no-whole-archive");
}

/* A C compiler takes C++ by the name of the file, but does not link its library by itself. What the files define is what
 * they mean: without -Bsymbolic a function of theirs that happens to be called like one of the C library's would be the
 * C library's. */
static int run(const char *compiler, const struct ln_sources *sources, const struct ln_compiled *compiled,
               const char *include)
{
    const char *const fixed[] = { "-O2", "-g",    "-Wall", "-shared",       "-fPIC", "-pthread", "-Wl,-Bsymbolic",
                                  "-I",  include, "-o",    compiled->object };
    struct ln_compiler_call call;
    char name[LN_COMPILER_PATH], archive[LN_COMPILER_PATH];
    bool cxx = false;
    ln_compiler_begin(&call, compiler, compiled, sources->limit);
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed && call.count; i++)
        ln_compiler_add(&call, fixed[i]);
    for (size_t i = 0; i < sources->file_count && call.count; i++) {
        ln_compiler_add(&call, ln_compiler_name(sources->files[i], name, sizeof name));
        cxx |= ln_compiler_is_cxx(sources->files[i]);
    }
    if (sources->refuses && call.count)
        add_refusals(&call, archive, sizeof archive);
    for (size_t i = 0; i < sources->flag_count && call.count; i++)
        ln_compiler_add(&call, sources->flags[i]);
    if (cxx)
        ln_compiler_add(&call, "-lstdc++");
    return ln_compiler_run(&call);
}

enum ln_status ln_compile(struct ln_compiled *compiled, const struct ln_sources *sources, struct ln_error *error)
{
    char include[LN_COMPILER_PATH];
    enum ln_status status = ln_compiled_folder(compiled, error);
    const char *compiler;
    int code = LN_NO_COMPILER;
    if (status)
        return status;
    ln_compiler_find_headers(include, sizeof include);
    for (size_t i = 0; code == LN_NO_COMPILER && ln_compiler_candidate(sources, i, &compiler); i++)
        if (compiler)
            code = run(compiler, sources, compiled, include);
    if (code == 0)
        return LN_OK;
    ln_compiled_remove(compiled);
    return ln_compiler_failed(sources, code, error);
}
