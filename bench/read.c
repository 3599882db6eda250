/* read FILE...: reads all histories of each file, without a spec, and prints "MB-per-second format operations file" of
 * the fastest of five times. The file is read once before, so that it is in memory. */
#include "base/budget.h"
#include "format/reader.h"

#include <stdio.h>
#include <sys/stat.h>

enum { TIMES = 5 };

static double read_once(const char *path, size_t *operations, char format[static 32])
{
    struct ln_memory memory;
    struct ln_error error = { LN_OK, "" };
    struct ln_reader *reader;
    bool found = true;
    uint64_t start = ln_cpu_time();
    double seconds;
    ln_memory_init(&memory, UINT64_MAX);
    *operations = 0;
    if (ln_reader_open(&reader, path, NULL, &memory, &error)) {
        fprintf(stderr, "%s\n", error.message);
        return -1;
    }
    while (found) {
        struct ln_history history;
        if (ln_reader_next(reader, &history, &found, &error))
            fprintf(stderr, "%s\n", error.message);
        if (!found)
            break;
        *operations += history.operations.length;
        ln_history_fini(&history);
    }
    seconds = (double)(ln_cpu_time() - start) / 1e9;
    snprintf(format, 32, "%s", ln_reader_format(reader));
    ln_reader_close(reader);
    return error.status ? -1 : seconds;
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        struct stat file;
        char format[32];
        size_t operations;
        double best = read_once(argv[i], &operations, format);
        if (best < 0 || stat(argv[i], &file) != 0)
            return 65;
        for (int k = 1; k < TIMES; k++) {
            double seconds = read_once(argv[i], &operations, format);
            best = seconds < best ? seconds : best;
        }
        printf("%.0f %s %zu %s\n", (double)file.st_size / 1e6 / best, format, operations, argv[i]);
    }
    return 0;
}
