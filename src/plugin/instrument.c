#define _XOPEN_SOURCE 700 /* realpath */
#include "plugin/instrument.h"

#include "plugin/assembly.h"
#include "plugin/compiler.h"
#include "plugin/llvm_hooks.h"
#include "plugin/redirect.h"
#include "plugin/unhooked_calls.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LINE = 4096 };

/* The compilers agree on the hooks, not on how to ask for all of them. A compiler that knows neither family's options
 * takes the plain -fsanitize=thread. What gcc copies is copied by calls, or word by word (see apart.h). */
static const char *const gcc_flags[] = { "--param",
                                         "tsan-distinguish-volatile=1",
                                         "--param",
                                         "tsan-instrument-func-entry-exit=0",
                                         "-fno-tree-loop-distribute-patterns",
                                         "-mstringop-strategy=libcall",
                                         "-mtune-ctrl=^sse_unaligned_load_optimal,^sse_unaligned_store_optimal" };
static const char *const clang_flags[] = { "-mllvm",
                                           "-tsan-distinguish-volatile=1",
                                           "-mllvm",
                                           "-tsan-instrument-read-before-write=1",
                                           "-mllvm",
                                           "-tsan-instrument-func-entry-exit=0",
                                           "-Wno-unused-command-line-argument" };

/* ---- compiling ---- */

struct instrumenting {
    const struct ln_sources *sources;
    const struct ln_compiled *compiled;
    const char *compiler;
    char include[LN_COMPILER_PATH], runtime[LN_COMPILER_PATH], name[LN_COMPILER_PATH];
    bool is_clang;
    struct ln_redirect redirect;
    ln_unhooked_found *found;
    void *self;
};

/* A file in the folder, for one of the sources: 3.s, 3.o. */
struct path {
    char at[300];
};

static struct path path_of(const struct instrumenting *work, size_t index, const char *end)
{
    struct path path;
    snprintf(path.at, sizeof path.at, "%s/%zu%s", work->compiled->folder, index, end);
    return path;
}

static bool is_assembly(const char *file)
{
    const char *dot = strrchr(file, '.');
    return dot && (strcmp(dot, ".s") == 0 || strcmp(dot, ".S") == 0 || strcmp(dot, ".sx") == 0);
}

static void add_all(struct ln_compiler_call *call, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        ln_compiler_add(call, words[i]);
}

/* Does it call itself clang? Exit code of the compiler when it cannot be asked. */
static int look_at_compiler(struct instrumenting *work)
{
    struct ln_compiler_call call;
    char path[300], line[LINE];
    FILE *file;
    int code;
    snprintf(path, sizeof path, "%s/macros", work->compiled->folder);
    ln_compiler_begin(&call, work->compiler, work->compiled, work->sources->limit);
    if (!call.count)
        return LN_NO_COMPILER;
    for (const char *const *word = (const char *const[]){ "-dM", "-E", "-x", "c", "/dev/null", "-o", path, NULL };
         *word; word++)
        ln_compiler_add(&call, *word);
    code = ln_compiler_run(&call);
    file = fopen(path, "r");
    work->is_clang = false;
    while (file && fgets(line, sizeof line, file))
        work->is_clang |= strncmp(line, "#define __clang__ ", 18) == 0;
    if (file)
        fclose(file);
    unlink(path);
    return code;
}

/* A file for the linker: object files, archives, libraries by their names. */
static bool is_for_linker(const char *flag)
{
    const char *dot = strrchr(flag, '.');
    return flag[0] != '-' && dot && (strcmp(dot, ".o") == 0 || strcmp(dot, ".a") == 0 || strstr(flag, ".so"));
}

/* `how`: -S, -E; clang: -emit-llvm, to intermediate code. `from`: the source, or that code. The user's flags come behind
 * ours, but for what makes the hooks: library functions are called, not expanded, so that the runtime sees what they
 * touch, and std::string is compiled along: with its assertions it is not taken from the library. */
static int compile_from(struct instrumenting *work, size_t index, const char *from, const char *how, const char *to)
{
    bool source = from == work->sources->files[index];
    const char *const before[] = { how, "-O1", "-g", "-Wall", "-I", work->include };
    const char *const after[] = { "-fPIC",        "-pthread", "-fsanitize=thread", "-fno-omit-frame-pointer",
                                  "-fno-builtin", "-fno-lto", "-U_FORTIFY_SOURCE", "-D_GLIBCXX_ASSERTIONS" };
    char passes[2][400];
    struct ln_compiler_call call;
    ln_compiler_begin(&call, work->compiler, work->compiled, work->sources->limit);
    add_all(&call, before, sizeof before / sizeof *before);
    for (size_t i = 0; i < work->sources->flag_count; i++)
        if (!is_for_linker(work->sources->flags[i]))
            ln_compiler_add(&call, work->sources->flags[i]);
    add_all(&call, after, sizeof after / sizeof *after);
    if (work->is_clang)
        add_all(&call, clang_flags, sizeof clang_flags / sizeof *clang_flags);
    else
        add_all(&call, gcc_flags, sizeof gcc_flags / sizeof *gcc_flags);
    if (!work->is_clang && !is_assembly(work->sources->files[index]))
        add_all(&call, (const char *const[]){ "-include", "linnet/hooked.h" }, 2);
    for (size_t i = 0; i < 2 && !work->is_clang && strcmp(how, "-S") == 0; i++) {
        /* with and without optimisation */
        snprintf(passes[i], sizeof passes[i], "-fdump-tree-tsan%s-lineno-gimple=%s", i ? "0" : "",
                 path_of(work, index, ".tsan").at);
        ln_compiler_add(&call, passes[i]);
    }
    if (strcmp(how, "-emit-llvm") == 0)
        ln_compiler_add(&call, "-S");
    if (!source)
        add_all(&call, (const char *const[]){ "-Xclang", "-disable-llvm-passes", "-x", "ir" }, 4);
    ln_compiler_add(&call, ln_compiler_name(from, work->name, sizeof work->name));
    ln_compiler_add(&call, "-o");
    ln_compiler_add(&call, to);
    return ln_compiler_run(&call);
}

static int compile_one(struct instrumenting *work, size_t index, const char *how, const char *to)
{
    return compile_from(work, index, work->sources->files[index], how, to);
}

/* By way of the intermediate code: what the hooks of the compiler leave out is put in there. */
static int compile_by_llvm(struct instrumenting *work, size_t index, const char *to)
{
    struct path made = path_of(work, index, ".ll"), hooked = path_of(work, index, ".hooked.ll");
    int code = compile_one(work, index, "-emit-llvm", made.at);
    if (!code && !ln_llvm_hook(made.at, hooked.at, work->found, work->self))
        code = 1;
    if (!code)
        code = compile_from(work, index, hooked.at, "-S", to);
    unlink(made.at);
    unlink(hooked.at);
    return code;
}

/* Without warnings: some of clang's names of files come with a checksum and some without, which it warns of. */
static int assemble(const struct instrumenting *work, const char *from, const char *to)
{
    struct ln_compiler_call call;
    ln_compiler_begin(&call, work->compiler, work->compiled, work->sources->limit);
    add_all(&call, (const char *const[]){ "-Wa,--no-warn", "-c", from, "-o", to }, 5);
    return ln_compiler_run(&call);
}

/* Are there hooks that the user has switched off, by an attribute or a pragma, wherever it stands? */
static bool switches_hooks_off(struct instrumenting *work, size_t index)
{
    struct path path = path_of(work, index, ".i");
    struct ln_file text;
    bool does;
    if (compile_one(work, index, "-E", path.at))
        return true;
    ln_file_read(&text, path.at);
    does = !text.bytes || strstr((const char *)text.bytes, "no_sanitize") ||
           strstr((const char *)text.bytes, "disable_sanitizer_instrumentation");
    ln_file_free(&text);
    unlink(path.at);
    return does;
}

static int hook_one(struct instrumenting *work, size_t index)
{
    struct path made = path_of(work, index, ".s"), hooked = path_of(work, index, ".hooked.s");
    struct path object = path_of(work, index, ".o");
    struct ln_assembly_work assembly = { .from = made.at,
                                         .to = hooked.at,
                                         .source = work->sources->files[index],
                                         .number = index,
                                         .gcc = !work->is_clang,
                                         .found = work->found,
                                         .self = work->self };
    struct path pass = path_of(work, index, ".tsan");
    int code = work->is_clang ? compile_by_llvm(work, index, made.at) : compile_one(work, index, "-S", made.at);
    if (!code && !work->is_clang)
        ln_unhooked_calls_find(pass.at, work->found, work->self);
    if (!code && !ln_assembly_hook(&assembly))
        code = 1;
    if (!code && assembly.unhooked && switches_hooks_off(work, index))
        ln_assembly_tell_unhooked(&assembly);
    if (!code)
        code = assemble(work, hooked.at, object.at);
    unlink(pass.at);
    unlink(made.at);
    unlink(hooked.at);
    return code;
}

static int make_object(struct instrumenting *work, size_t index)
{
    bool assembly = is_assembly(work->sources->files[index]);
    struct path object = path_of(work, index, ".o");
    int code = assembly ? compile_one(work, index, "-c", object.at) : hook_one(work, index);
    if (!code)
        ln_redirect_read(&work->redirect, object.at, assembly);
    return code;
}

/* ---- linking ---- */

/* `stubs` may be NULL; `map`: where the linker says what comes from where, may be NULL. */
/* A library that was found beside the code when it was linked is to be found there when it is loaded. */
static const char *loads_from(const struct ln_sources *sources, char *to, size_t room)
{
    size_t used = (size_t)snprintf(to, room, "-Wl,-rpath");
    char folder[PATH_MAX];
    for (size_t i = 0; i < sources->flag_count; i++) {
        const char *flag = sources->flags[i];
        if (strncmp(flag, "-L", 2) != 0)
            continue;
        flag = flag[2] || i + 1 == sources->flag_count ? flag + 2 : sources->flags[i + 1];
        if (realpath(flag, folder) && used + strlen(folder) + 2 < room)
            used += (size_t)snprintf(to + used, room - used, "%c%s", used == strlen("-Wl,-rpath") ? ',' : ':', folder);
    }
    return used > strlen("-Wl,-rpath") ? to : NULL;
}

static int link_all(struct instrumenting *work, const char *stubs, const char *map)
{
    const char *const before[] = {
        "-shared", "-fPIC", "-pthread", "-Wl,-Bsymbolic", "-Wl,-z,now", "-o", work->compiled->object
    };
    const char *const after[] = { "-Wl,--whole-archive", work->runtime, "-Wl,--no-whole-archive" };
    struct path *objects = calloc(work->sources->file_count, sizeof *objects);
    char mapping[400], folders[2 * PATH_MAX];
    const char *loaded_from = loads_from(work->sources, folders, sizeof folders);
    struct ln_compiler_call call;
    bool cxx = false;
    int code;
    if (!objects)
        return 1;
    ln_compiler_begin(&call, work->compiler, work->compiled, work->sources->limit);
    add_all(&call, before, sizeof before / sizeof *before);
    for (size_t i = 0; i < work->sources->file_count; i++) {
        objects[i] = path_of(work, i, ".o");
        ln_compiler_add(&call, objects[i].at);
        cxx |= ln_compiler_is_cxx(work->sources->files[i]);
    }
    if (stubs)
        ln_compiler_add(&call, stubs);
    add_all(&call, after, sizeof after / sizeof *after);
    add_all(&call, work->sources->flags, work->sources->flag_count);
    if (loaded_from)
        ln_compiler_add(&call, loaded_from);
    if (cxx)
        ln_compiler_add(&call, "-lstdc++");
    snprintf(mapping, sizeof mapping, "-Wl,-Map=%s", map ? map : "");
    if (map)
        ln_compiler_add(&call, mapping);
    code = ln_compiler_run(&call);
    free(objects);
    return code;
}

/* Once to know what the symbols are that nobody here knows, if there are any, and once for good. */
static int link_redirected(struct instrumenting *work)
{
    struct path map = path_of(work, 0, ".map"), stubs = path_of(work, 0, ".stubs.s");
    struct path object = path_of(work, 0, ".stubs.o");
    int code = 0;
    if (ln_redirect_decide(&work->redirect)) {
        code = link_all(work, NULL, map.at);
        if (!code)
            ln_redirect_look(&work->redirect, work->compiled->object, map.at);
        unlink(map.at);
    }
    if (!code && !ln_redirect_write(&work->redirect, stubs.at))
        code = 1;
    if (!code)
        code = assemble(work, stubs.at, object.at);
    for (size_t i = 0; i < work->sources->file_count && !code; i++)
        if (!is_assembly(work->sources->files[i]) && !ln_redirect_apply(&work->redirect, path_of(work, i, ".o").at))
            code = 1;
    if (!code)
        code = link_all(work, object.at, NULL);
    unlink(stubs.at);
    unlink(object.at);
    return code ? code : work->redirect.failed;
}

static int build(struct instrumenting *work)
{
    int code = look_at_compiler(work);
    ln_redirect_init(&work->redirect, work->runtime);
    for (size_t i = 0; i < work->sources->file_count && !code; i++)
        code = make_object(work, i);
    if (!code)
        code = link_redirected(work);
    for (size_t i = 0; i < work->sources->file_count; i++)
        unlink(path_of(work, i, ".o").at);
    ln_redirect_fini(&work->redirect);
    return code;
}

/* What would switch off hooks, or hide the code from us. */
static const char *refused_flag(const struct ln_sources *sources)
{
    static const char *const refused[] = { "-fno-sanitize=",
                                           "-flto",
                                           "-fsanitize-blacklist",
                                           "-fsanitize-ignorelist",
                                           "-tsan-instrument",
                                           "-masm=intel",
                                           "-mindirect-branch=thunk",
                                           "-mretpoline",
                                           NULL };
    for (size_t i = 0; i < sources->flag_count; i++)
        for (const char *const *at = refused; *at; at++)
            if (strncmp(sources->flags[i], *at, strlen(*at)) == 0)
                return sources->flags[i];
    return NULL;
}

static void find_runtime(struct instrumenting *work)
{
    static const char archive[] = "liblinnet_runtime.a";
    size_t length;
    ln_compiler_find_headers(work->include, sizeof work->include);
    ln_compiler_find(work->runtime, sizeof work->runtime - sizeof archive, archive, "../lib/linnet",
                     LINNET_RUNTIME_INSTALLED, LINNET_RUNTIME_BUILT);
    length = strlen(work->runtime);
    snprintf(work->runtime + length, sizeof work->runtime - length, "/%s", archive);
}

enum ln_status ln_instrument(struct ln_compiled *compiled, const struct ln_sources *sources, ln_unhooked_found *found,
                             void *self, struct ln_error *error)
{
    struct instrumenting work = { .sources = sources, .compiled = compiled, .found = found, .self = self };
    enum ln_status status;
    int code = LN_NO_COMPILER;
    if (refused_flag(sources))
        return ln_fail(error, LN_USAGE, "%s: the explorer sees nothing of code that is compiled with it",
                       refused_flag(sources));
    status = ln_compiled_folder(compiled, error);
    if (status)
        return status;
    find_runtime(&work);
    for (size_t i = 0; code == LN_NO_COMPILER && ln_compiler_candidate(sources, i, &work.compiler); i++)
        if (work.compiler)
            code = build(&work);
    if (code == 0)
        return LN_OK;
    ln_compiled_remove(compiled);
    return ln_compiler_failed(sources, code, error);
}
