#define _GNU_SOURCE /* O_TMPFILE */
#include "base/outfile.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_LINKS = 40, MOST_NAMES = 100 };

/* ---- which file a path means ---- */

/* How much of the path is its folder, with the slash; 0: it has none. */
static size_t folder_length(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash + 1 - path) : 0;
}

/* `name` as it is meant beside `path`, on the heap. */
static char *beside(const char *path, const char *name)
{
    size_t folder = *name == '/' ? 0 : folder_length(path), length = strlen(name) + 1;
    char *joined = malloc(folder + length);
    if (!joined)
        return NULL;
    memcpy(joined, path, folder);
    memcpy(joined + folder, name, length);
    return joined;
}

static char *read_link(const char *path)
{
    char target[4096];
    ssize_t length = readlink(path, target, sizeof target - 1);
    if (length < 0)
        return NULL;
    target[length] = '\0';
    return beside(path, target);
}

/* The path behind all symbolic links, also when nothing is there yet; on the heap. */
static char *resolve(const char *path)
{
    char *at = beside("", path);
    for (int i = 0; at && i < MOST_LINKS; i++) {
        char *next = read_link(at);
        if (!next)
            break;
        free(at);
        at = next;
    }
    return at;
}

static bool same_place(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

static bool stat_folder(const char *path, struct stat *found)
{
    char *folder = beside(path, ".");
    bool there = folder && stat(folder, found) == 0;
    free(folder);
    return there;
}

/* Of two files that are not there: would they be made in the same folder by the same name? */
static bool same_name(const char *path, const char *other)
{
    struct stat folder, other_folder;
    char *a = resolve(path), *b = resolve(other);
    bool same = a && b && strcmp(a + folder_length(a), b + folder_length(b)) == 0 && stat_folder(a, &folder) &&
                stat_folder(b, &other_folder) && same_place(&folder, &other_folder);
    free(a);
    free(b);
    return same;
}

bool ln_same_file(const char *path, const char *input)
{
    struct stat out, in;
    bool has_out, has_in;
    if (strcmp(path, "-") == 0)
        return false;
    has_out = stat(path, &out) == 0;
    has_in = strcmp(input, "-") == 0 ? fstat(STDIN_FILENO, &in) == 0 : stat(input, &in) == 0;
    if (has_out && has_in)
        return (S_ISREG(out.st_mode) || S_ISFIFO(out.st_mode)) && same_place(&out, &in);
    return !has_out && !has_in && same_name(path, input);
}

static bool goes_to(int stream, const char *input)
{
    struct stat out, in;
    return fstat(stream, &out) == 0 && S_ISREG(out.st_mode) &&
           (strcmp(input, "-") == 0 ? fstat(STDIN_FILENO, &in) : stat(input, &in)) == 0 && same_place(&out, &in);
}

bool ln_is_standard_output(const char *input)
{
    return goes_to(STDOUT_FILENO, input);
}

bool ln_is_standard_error(const char *input)
{
    return goes_to(STDERR_FILENO, input);
}

/* ---- opening ---- */

static enum ln_status cannot(const char *path, struct ln_error *error)
{
    return ln_fail(error, LN_USAGE, "%s: %s", path, strerror(errno));
}

/* A name in the folder of the target; when somebody has it, the next one. */
static char *hidden_name(const char *target, int attempt)
{
    char name[64];
    snprintf(name, sizeof name, ".linnet-%ld-%d", (long)getpid(), attempt);
    return beside(target, name);
}

/* A file that has no name, or where there are no such files, a hidden one. -1: there is none. */
static int open_part(struct ln_outfile *file)
{
    char *folder = beside(file->target, ".");
    int to = folder && access("/proc/self/fd", X_OK) == 0 ? open(folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666) : -1;
    free(folder);
    file->has_name = to < 0;
    for (int i = 0; i < MOST_NAMES; i++) {
        free(file->part);
        file->part = hidden_name(file->target, i);
        if (!file->part)
            break;
        if (!file->has_name)
            return to;
        to = open(file->part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (to >= 0 || errno != EEXIST)
            return to;
    }
    if (to >= 0)
        close(to);
    errno = file->part ? EEXIST : ENOMEM;
    return -1;
}

/* What is replaced keeps its permissions and, where that is allowed, its owner. */
static void dress_like(int to, const struct stat *old)
{
    int ignored = fchown(to, old->st_uid, old->st_gid);
    ignored |= fchmod(to, old->st_mode & 07777);
    (void)ignored;
}

static enum ln_status open_beside(struct ln_outfile *file, const struct stat *old, struct ln_error *error)
{
    int to = -1;
    if (old && access(file->path, W_OK) != 0)
        return cannot(file->path, error);
    to = open_part(file);
    if (to < 0 && !old)
        return cannot(file->path, error);
    if (to < 0)
        return ln_fail(error, LN_USAGE, "%s: no file can be made beside it: %s", file->path, strerror(errno));
    if (old)
        dress_like(to, old);
    file->to = fdopen(to, "w");
    if (file->to)
        return LN_OK;
    close(to);
    return cannot(file->path, error);
}

/* The stream of the program's own that goes there, so that one does not write over the other; NULL: none does. */
static FILE *standard_stream(const struct stat *found)
{
    FILE *const streams[] = { stdout, stderr };
    for (int i = 0; i < 2; i++) {
        struct stat standard;
        if (fstat(fileno(streams[i]), &standard) == 0 && same_place(&standard, found) &&
            (!S_ISCHR(found->st_mode) || isatty(fileno(streams[i]))))
            return streams[i];
    }
    return NULL;
}

/* What is no file is written as it goes. */
static enum ln_status open_through(struct ln_outfile *file, const struct stat *found, struct ln_error *error)
{
    file->to = standard_stream(found);
    if (!file->to)
        file->to = fopen(file->path, "we");
    return file->to ? LN_OK : cannot(file->path, error);
}

/* Does the file have a name at all? Not what is reached through /proc and was removed. */
static bool has_place(const char *target, const struct stat *found)
{
    struct stat there;
    return stat(target, &there) == 0 && same_place(&there, found);
}

static void forget(struct ln_outfile *file)
{
    free(file->target);
    free(file->part);
    *file = (struct ln_outfile){ .path = file->path };
}

enum ln_status ln_outfile_open(struct ln_outfile *file, const char *path, struct ln_error *error)
{
    struct stat found;
    bool there = stat(path, &found) == 0;
    enum ln_status status;
    *file = (struct ln_outfile){ .path = path };
    if (strcmp(path, "-") == 0) {
        file->to = stdout;
        return LN_OK;
    }
    if (!*path || (!there && errno != ENOENT))
        return cannot(path, error);
    file->target = resolve(path);
    if (!file->target)
        return ln_fail(error, LN_NO_MEMORY, "%s: out of memory", path);
    if (there && (!S_ISREG(found.st_mode) || standard_stream(&found) || !has_place(file->target, &found))) {
        free(file->target);
        file->target = NULL;
        return open_through(file, &found, error);
    }
    status = open_beside(file, there ? &found : NULL, error);
    if (status)
        ln_outfile_drop(file);
    return status;
}

/* ---- closing ---- */

/* The file without a name gets one. */
static bool give_name(struct ln_outfile *file)
{
    char open_file[64];
    if (file->has_name)
        return true;
    snprintf(open_file, sizeof open_file, "/proc/self/fd/%d", fileno(file->to));
    for (int i = 0; i < MOST_NAMES && file->part; i++) {
        if (linkat(AT_FDCWD, open_file, AT_FDCWD, file->part, AT_SYMLINK_FOLLOW) == 0)
            return file->has_name = true;
        if (errno != EEXIST)
            return false;
        free(file->part);
        file->part = hidden_name(file->target, i + 1);
    }
    return false;
}

static bool put_in_place(struct ln_outfile *file)
{
    bool written = fflush(file->to) == 0 && !ferror(file->to) && give_name(file);
    assert(file->part && file->target);
    written &= fclose(file->to) == 0;
    file->to = NULL;
    return written && rename(file->part, file->target) == 0;
}

enum ln_status ln_outfile_close(struct ln_outfile *file, struct ln_error *error)
{
    bool written = true;
    if (!file->to)
        return LN_OK;
    if (file->target)
        written = put_in_place(file);
    else if (file->to == stdout || file->to == stderr)
        written = fflush(file->to) == 0 && !ferror(file->to);
    else
        written = !(ferror(file->to) | fclose(file->to));
    if (!file->target)
        file->to = NULL;
    if (!written && file->has_name)
        unlink(file->part);
    assert(!file->to);
    forget(file);
    return written ? LN_OK : ln_fail(error, LN_INTERNAL, "%s: it could not be written", file->path);
}

void ln_outfile_drop(struct ln_outfile *file)
{
    if (file->to && file->to != stdout && file->to != stderr)
        fclose(file->to);
    if (file->has_name)
        unlink(file->part);
    forget(file);
}
