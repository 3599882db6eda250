#include "plugin/compile.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { NOT_FOUND = 127, WORDS = 16, ROOM = 4096 };

static enum ln_status make_folder(struct ln_compiled *compiled, struct ln_error *error)
{
    const char *base = getenv("TMPDIR");
    int length = snprintf(compiled->folder, sizeof compiled->folder, "%s/linnet-XXXXXX", base && *base ? base : "/tmp");
    if (length < 0 || (size_t)length >= sizeof compiled->folder || !mkdtemp(compiled->folder)) {
        compiled->folder[0] = '\0';
        return ln_fail(error, LN_INTERNAL, "no temporary folder could be made: %s", strerror(errno));
    }
    snprintf(compiled->object, sizeof compiled->object, "%s/spec.so", compiled->folder);
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

/* $CC may hold options, separated by blanks. */
static int run_compiler(char *compiler, const char *source, const char *object, const char *include)
{
    char *words[WORDS + 12], *rest = NULL;
    size_t count = 0;
    int status = 0;
    pid_t child;
    for (char *word = strtok_r(compiler, " \t", &rest); word && count < WORDS; word = strtok_r(NULL, " \t", &rest))
        words[count++] = word;
    if (!count)
        return NOT_FOUND;
    for (const char *const *fixed = (const char *const[]){ "-O2", "-g", "-Wall", "-shared", "-fPIC", "-I", include,
                                                           "-o", object, source, NULL };
         ; fixed++) {
        words[count++] = (char *)*fixed;
        if (!*fixed)
            break;
    }
    child = fork();
    if (child == 0) {
        execvp(words[0], words);
        _exit(NOT_FOUND);
    }
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    if (child < 0 || !WIFEXITED(status))
        return 1;
    return WEXITSTATUS(status);
}

enum ln_status ln_compile(struct ln_compiled *compiled, const char *source, struct ln_error *error)
{
    const char *const candidates[] = { getenv("CC"), "cc", "gcc", "clang" };
    char include[ROOM], named[ROOM], compiler[ROOM];
    enum ln_status status = make_folder(compiled, error);
    int code = NOT_FOUND;
    if (status)
        return status;
    find_header(include, sizeof include);
    /* A name that starts with - is a name all the same. */
    snprintf(named, sizeof named, "%s%s", source[0] == '-' ? "./" : "", source);
    for (size_t i = 0; i < sizeof candidates / sizeof *candidates && code == NOT_FOUND; i++) {
        if (!candidates[i])
            continue;
        snprintf(compiler, sizeof compiler, "%s", candidates[i]);
        code = run_compiler(compiler, named, compiled->object, include);
    }
    if (code == 0)
        return LN_OK;
    ln_compiled_remove(compiled);
    if (code == NOT_FOUND)
        return ln_fail(error, LN_MISSING, "%s: there is no C compiler ($CC, cc, gcc, clang); install gcc", source);
    return ln_fail(error, LN_BAD_INPUT, "%s: it does not compile", source);
}

void ln_compiled_remove(const struct ln_compiled *compiled)
{
    if (!compiled->folder[0])
        return;
    unlink(compiled->object);
    rmdir(compiled->folder);
}
