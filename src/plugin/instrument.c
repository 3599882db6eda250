#include "plugin/instrument.h"

#include "plugin/compiler.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LINE = 4096 };

/* The compilers agree on the hooks, not on how to ask for all of them. A compiler that knows neither family's options
 * takes the plain -fsanitize=thread. */
static const char *const gcc_flags[] = { "--param", "tsan-distinguish-volatile=1", "--param",
                                         "tsan-instrument-func-entry-exit=0" };
static const char *const clang_flags[] = { "-mllvm", "-tsan-distinguish-volatile=1", "-mllvm",
                                           "-tsan-instrument-read-before-write=1", "-mllvm",
                                           "-tsan-instrument-func-entry-exit=0" };

/* ---- inline assembly ---- */

/* Both compilers put it between #APP and #NO_APP; gcc says in between which line it comes from, clang has said so
 * before (.loc). An empty one is a barrier for the compiler only. */
struct scan {
    bool inside;
    char place[LINE], text[LINE];
    unsigned line;
};

static void read_place(struct scan *scan, const char *at, const char *source)
{
    char file[LINE];
    unsigned line, number;
    if (sscanf(at, "# %u \"%4000[^\"]\"", &line, file) == 2)
        snprintf(scan->place, sizeof scan->place, "%.4000s:%u", file, line);
    else if (sscanf(at, ".loc %u %u", &number, &line) == 2)
        snprintf(scan->place, sizeof scan->place, "%.4000s:%u", source, line);
}

static void scan_line(struct scan *scan, char *at, const char *source, ln_assembly_found *found, void *self)
{
    char *end = at + strlen(at);
    while (isspace((unsigned char)*at))
        at++;
    while (end > at && isspace((unsigned char)end[-1]))
        *--end = '\0';
    if (strncmp(at, "#APP", 4) == 0) {
        scan->inside = true;
        scan->text[0] = '\0';
    } else if (strncmp(at, "#NO_APP", 7) == 0) {
        if (scan->inside && scan->text[0])
            found(self, scan->place, scan->text);
        scan->inside = false;
    } else if (*at == '#' || strncmp(at, ".loc", 4) == 0) {
        read_place(scan, at, source);
    } else if (scan->inside && *at && !scan->text[0]) {
        for (char *c = at; *c; c++)
            *c = *c == '\t' ? ' ' : *c;
        snprintf(scan->text, sizeof scan->text, "%s", at);
    }
}

static void scan_assembly(const char *path, const char *source, ln_assembly_found *found, void *self)
{
    static struct scan empty;
    struct scan scan = empty;
    FILE *file = fopen(path, "r");
    char line[LINE];
    snprintf(scan.place, sizeof scan.place, "%s", source);
    while (file && fgets(line, sizeof line, file))
        scan_line(&scan, line, source, found, self);
    if (file)
        fclose(file);
}

/* ---- compiling ---- */

struct instrumenting {
    const struct ln_sources *sources;
    const struct ln_compiled *compiled;
    const char *compiler;
    char include[LN_COMPILER_PATH], runtime[LN_COMPILER_PATH], name[LN_COMPILER_PATH];
    bool is_clang;
    char (*assembly)[300]; /* one per file */
};

/* Does it call itself clang? Exit code of the compiler when it cannot be asked. */
static int look_at_compiler(struct instrumenting *work)
{
    struct ln_compiler_call call;
    char path[300], line[LINE];
    FILE *file;
    int code;
    snprintf(path, sizeof path, "%s/macros", work->compiled->folder);
    ln_compiler_begin(&call, work->compiler);
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

static int compile_one(struct instrumenting *work, size_t index)
{
    const char *const fixed[] = { "-S", "-O1", "-g", "-Wall", "-fPIC", "-pthread", "-fsanitize=thread",
                                  "-fno-omit-frame-pointer", "-I", work->include };
    const char *const *own = work->is_clang ? clang_flags : gcc_flags;
    size_t own_count = work->is_clang ? sizeof clang_flags / sizeof *clang_flags : sizeof gcc_flags / sizeof *gcc_flags;
    struct ln_compiler_call call;
    ln_compiler_begin(&call, work->compiler);
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        ln_compiler_add(&call, fixed[i]);
    for (size_t i = 0; i < own_count; i++)
        ln_compiler_add(&call, own[i]);
    for (size_t i = 0; i < work->sources->flag_count; i++)
        ln_compiler_add(&call, work->sources->flags[i]);
    if (work->is_clang)
        ln_compiler_add(&call, "-Wno-unused-command-line-argument");
    ln_compiler_add(&call, ln_compiler_name(work->sources->files[index], work->name, sizeof work->name));
    ln_compiler_add(&call, "-o");
    ln_compiler_add(&call, work->assembly[index]);
    return ln_compiler_run(&call);
}

static int link_all(struct instrumenting *work)
{
    const char *const before[] = { "-shared", "-fPIC", "-pthread", "-Wl,-Bsymbolic", "-Wl,-z,now", "-o",
                                   work->compiled->object };
    const char *const after[] = { "-Wl,--whole-archive", work->runtime, "-Wl,--no-whole-archive" };
    struct ln_compiler_call call;
    bool cxx = false;
    ln_compiler_begin(&call, work->compiler);
    for (size_t i = 0; i < sizeof before / sizeof *before; i++)
        ln_compiler_add(&call, before[i]);
    for (size_t i = 0; i < work->sources->file_count; i++) {
        ln_compiler_add(&call, work->assembly[i]);
        cxx |= ln_compiler_is_cxx(work->sources->files[i]);
    }
    for (size_t i = 0; i < sizeof after / sizeof *after; i++)
        ln_compiler_add(&call, after[i]);
    for (size_t i = 0; i < work->sources->flag_count; i++)
        ln_compiler_add(&call, work->sources->flags[i]);
    if (cxx)
        ln_compiler_add(&call, "-lstdc++");
    return ln_compiler_run(&call);
}

static int build(struct instrumenting *work, ln_assembly_found *found, void *self)
{
    int code = look_at_compiler(work);
    for (size_t i = 0; i < work->sources->file_count && !code; i++) {
        code = compile_one(work, i);
        if (!code)
            scan_assembly(work->assembly[i], work->sources->files[i], found, self);
    }
    if (!code)
        code = link_all(work);
    for (size_t i = 0; i < work->sources->file_count; i++)
        unlink(work->assembly[i]);
    return code;
}

enum ln_status ln_instrument(struct ln_compiled *compiled, const struct ln_sources *sources, ln_assembly_found *found,
                             void *self, struct ln_error *error)
{
    static const char archive[] = "liblinnet_runtime.a";
    struct instrumenting work = { .sources = sources, .compiled = compiled };
    enum ln_status status = ln_compiled_folder(compiled, error);
    int code = LN_NO_COMPILER;
    size_t length;
    if (status)
        return status;
    work.assembly = calloc(sources->file_count, sizeof *work.assembly);
    if (!work.assembly) {
        ln_compiled_remove(compiled);
        return ln_fail(error, LN_NO_MEMORY, "out of memory");
    }
    for (size_t i = 0; i < sources->file_count; i++)
        snprintf(work.assembly[i], sizeof work.assembly[i], "%s/%zu.s", compiled->folder, i);
    ln_compiler_find_headers(work.include, sizeof work.include);
    ln_compiler_find(work.runtime, sizeof work.runtime - sizeof archive, archive, "../lib/linnet",
                     LINNET_RUNTIME_INSTALLED, LINNET_RUNTIME_BUILT);
    length = strlen(work.runtime);
    snprintf(work.runtime + length, sizeof work.runtime - length, "/%s", archive);
    for (size_t i = 0; code == LN_NO_COMPILER && ln_compiler_candidate(sources, i, &work.compiler); i++)
        if (work.compiler)
            code = build(&work, found, self);
    free(work.assembly);
    if (code == 0)
        return LN_OK;
    ln_compiled_remove(compiled);
    return ln_compiler_failed(sources, code, error);
}
