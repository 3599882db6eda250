/* linnet: is it linearizable? */
#include "base/module.h"
#include "cli/exit.h"
#include "cli/options.h"

#include <malloc.h>
#include <stdio.h>
#include <string.h>

static void print_usage(FILE *to)
{
    fputs("linnet: is it linearizable?\n\nUsage: linnet COMMAND ...\n\n", to);
    for (size_t i = 0; i < command_count; i++)
        fprintf(to, "  %-8s %s\n", commands[i]->name, commands[i]->summary);
    fputs("\n`linnet COMMAND --help` says more. `linnet --version` lists what is built in.\n", to);
}

static void print_version(void)
{
    puts("linnet " LINNET_VERSION);
    puts("built in: gzip (zlib), zstd, xxHash");
    printf("modules: model (%s), grammar (%s)\n",
           ln_module_is_there("model") ? "LLVM 14" : "not there: install clang-14 and llvm-14-dev",
           ln_module_is_there("grammar") ? "Z3" : "not there: install libz3-dev");
}

/* An answer that could not be written was not given. */
static int all_written(int code)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return code;
    fputs("linnet: standard output could not be written\n", stderr);
    return EXIT_INTERNAL;
}

int main(int argc, char **argv)
{
    /* Large blocks go back to the system when they are freed, so that --memory means what it says. */
    mallopt(M_MMAP_THRESHOLD, 1 << 20);
    if (argc < 2) {
        print_usage(stderr);
        return EXIT_USAGE;
    }
    if (strcmp(argv[1], "--version") == 0) {
        print_version();
        return EXIT_HOLDS;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "help") == 0) {
        print_usage(stdout);
        return EXIT_HOLDS;
    }
    for (size_t i = 0; i < command_count; i++)
        if (strcmp(argv[1], commands[i]->name) == 0)
            return all_written(commands[i]->run(argc - 1, argv + 1));
    fprintf(stderr, "linnet: unknown command '%s'\n\n", argv[1]);
    print_usage(stderr);
    return EXIT_USAGE;
}
