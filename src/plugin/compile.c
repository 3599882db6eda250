#include "plugin/compile.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { NOT_FOUND = 127, MOST_WORDS = 1000, ROOM = 4096 };

static enum ln_status make_folder(struct ln_compiled *compiled, struct ln_error *error)
{
    const char *base = getenv("TMPDIR");
    int length = snprintf(compiled->folder, sizeof compiled->folder, "%s/linnet-XXXXXX", base && *base ? base : "/tmp");
    if (length < 0 || (size_t)length >= sizeof compiled->folder || !mkdtemp(compiled->folder)) {
        compiled->folder[0] = '\0';
        return ln_fail(error, LN_INTERNAL, "no temporary folder could be made: %s", strerror(errno));
    }
    snprintf(compiled->object, sizeof compiled->object, "%s/code.so", compiled->folder);
    return LN_OK;
}

static bool has_header(const char *folder)
{
    char path[ROOM + 32];
    snprintf(path, sizeof path, "%s/linnet/spec.h", folder);
    return access(path, R_OK) == 0;
}

/* Beside the program when it is installed (or was moved as a whole), else where it was built. */
static void find_header(char *folder, size_t room)
{
    char self[ROOM];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    char *slash;
    self[length > 0 ? length : 0] = '\0';
    slash = strrchr(self, '/');
    if (slash) {
        *slash = '\0';
        snprintf(folder, room, "%.*s/../include", (int)(room - 16), self);
        if (has_header(folder))
            return;
    }
    snprintf(folder, room, "%s",
             has_header(LINNET_INCLUDE_INSTALLED) ? LINNET_INCLUDE_INSTALLED : LINNET_INCLUDE_BUILT);
}

static bool is_cxx(const char *file)
{
    const char *dot = strrchr(file, '.');
    return dot && (strcmp(dot, ".cc") == 0 || strcmp(dot, ".cpp") == 0 || strcmp(dot, ".cxx") == 0);
}

struct arguments {
    char *words[MOST_WORDS + 1];
    size_t count;
};

static void add(struct arguments *to, const char *word)
{
    if (to->count < MOST_WORDS)
        to->words[to->count++] = (char *)word;
    to->words[to->count] = NULL;
}

/* A name that starts with - is a name all the same. */
static const char *plain_name(const char *file, char *room, size_t size)
{
    if (file[0] != '-')
        return file;
    snprintf(room, size, "./%s", file);
    return room;
}

/* A C compiler takes C++ by the name of the file, but does not link its library by itself. */
static void add_sources(struct arguments *to, const struct ln_sources *sources, char (*names)[ROOM])
{
    bool cxx = false;
    for (size_t i = 0; i < sources->file_count; i++) {
        add(to, plain_name(sources->files[i], *names, sizeof *names));
        cxx |= is_cxx(sources->files[i]);
    }
    for (size_t i = 0; i < sources->flag_count; i++)
        add(to, sources->flags[i]);
    if (cxx)
        add(to, "-lstdc++");
}

/* The compiler may hold options, separated by blanks. What the files define is what they mean: without -Bsymbolic a
 * function of theirs that happens to be called like one of the C library's would be the C library's. */
static int run_compiler(char *compiler, const struct ln_sources *sources, const char *object, const char *include)
{
    const char *const fixed[] = { "-O2", "-g", "-Wall", "-shared", "-fPIC", "-pthread",
                                  "-Wl,-Bsymbolic", "-I", include, "-o", object };
    struct arguments arguments = { .count = 0 };
    char *rest = NULL, name[ROOM];
    int status = 0;
    pid_t child;
    for (char *word = strtok_r(compiler, " \t", &rest); word; word = strtok_r(NULL, " \t", &rest))
        add(&arguments, word);
    if (!arguments.count)
        return NOT_FOUND;
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        add(&arguments, fixed[i]);
    add_sources(&arguments, sources, &name);
    if (arguments.count == MOST_WORDS)
        return 1;
    child = fork();
    if (child == 0) {
        dup2(STDERR_FILENO, STDOUT_FILENO); /* what is printed there is ours */
        execvp(arguments.words[0], arguments.words);
        _exit(NOT_FOUND);
    }
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    if (child < 0 || !WIFEXITED(status))
        return 1;
    return WEXITSTATUS(status);
}

enum ln_status ln_compile(struct ln_compiled *compiled, const struct ln_sources *sources, struct ln_error *error)
{
    const char *const usual[] = { getenv("CC"), "cc", "gcc", "clang" };
    const char *const *candidates = sources->compiler ? &sources->compiler : usual;
    size_t count = sources->compiler ? 1 : sizeof usual / sizeof *usual;
    char include[ROOM], compiler[ROOM];
    enum ln_status status = make_folder(compiled, error);
    int code = NOT_FOUND;
    if (status)
        return status;
    find_header(include, sizeof include);
    for (size_t i = 0; i < count && code == NOT_FOUND; i++) {
        if (!candidates[i])
            continue;
        snprintf(compiler, sizeof compiler, "%s", candidates[i]);
        code = run_compiler(compiler, sources, compiled->object, include);
    }
    if (code == 0)
        return LN_OK;
    ln_compiled_remove(compiled);
    if (code == NOT_FOUND && sources->compiler)
        return ln_fail(error, LN_MISSING, "%s: there is no compiler '%s'", sources->files[0], sources->compiler);
    if (code == NOT_FOUND)
        return ln_fail(error, LN_MISSING, "%s: there is no C compiler ($CC, cc, gcc, clang); install gcc",
                       sources->files[0]);
    return ln_fail(error, LN_BAD_INPUT, "%s: it does not compile", sources->files[0]);
}

void ln_compiled_remove(const struct ln_compiled *compiled)
{
    if (!compiled->folder[0])
        return;
    unlink(compiled->object);
    rmdir(compiled->folder);
}
