/* Runs a fuzz target over files and over all files of directories, so that what fuzzing found once stays tested with
 * any compiler. */
#include "reader_target.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

enum { PATH_ROOM = 4096 };

static int replay_file(const char *path, long size)
{
    FILE *file = fopen(path, "rb");
    uint8_t *bytes = malloc(size > 0 ? (size_t)size : 1);
    int bad = !file || !bytes || fread(bytes, 1, (size_t)size, file) != (size_t)size;
    if (bad)
        fprintf(stderr, "%s: cannot be read\n", path);
    else
        LLVMFuzzerTestOneInput(bytes, (size_t)size);
    if (file)
        fclose(file);
    free(bytes);
    return bad;
}

static int replay(const char *path, unsigned *count);

static int replay_directory(const char *path, unsigned *count)
{
    DIR *directory = opendir(path);
    int bad = 0;
    if (!directory) {
        fprintf(stderr, "%s: cannot be read\n", path);
        return 1;
    }
    for (struct dirent *entry; (entry = readdir(directory));) {
        char inner[PATH_ROOM];
        if (entry->d_name[0] == '.')
            continue;
        snprintf(inner, sizeof inner, "%s/%s", path, entry->d_name);
        bad |= replay(inner, count);
    }
    closedir(directory);
    return bad;
}

static int replay(const char *path, unsigned *count)
{
    struct stat what;
    if (stat(path, &what) != 0) {
        fprintf(stderr, "%s: cannot be read\n", path);
        return 1;
    }
    if (S_ISDIR(what.st_mode))
        return replay_directory(path, count);
    ++*count;
    return replay_file(path, what.st_size);
}

int main(int argc, char **argv)
{
    unsigned count = 0;
    int bad = 0;
    for (int i = 1; i < argc; i++)
        bad |= replay(argv[i], &count);
    printf("%u inputs replayed\n", count);
    return bad || !count;
}
