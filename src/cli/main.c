/* linnet: is it linearizable? */
#include "base/module.h"
#include "cli/exit.h"
#include "cli/interrupt.h"
#include "cli/options.h"
#include "cli/say.h"
#include "contain/contain.h"

#include <fcntl.h>
#include <malloc.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* The leak sanitizer starts a process of its own when a program ends; one that is contained must not. */
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
int __lsan_is_turned_off(void);
__attribute__((visibility("default"))) int __lsan_is_turned_off(void)
{
    return ln_is_contained();
}
#endif
#endif

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
    bool written = fflush(stdout) == 0 && !ferror(stdout);
    interrupt_end();
    if (written)
        return code;
    fputs("linnet: standard output could not be written\n", stderr);
    return EXIT_INTERNAL;
}

/* A standard stream that is closed must not become the first file that is opened: what is printed would end up in it.
 * What stands in its place fails in the same way as before, reading as well as writing. */
static bool reserve_standard_streams(void)
{
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++)
        if (fcntl(stream, F_GETFD) < 0 && open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY) != stream)
            return false;
    return true;
}

int main(int argc, char **argv)
{
    if (!reserve_standard_streams())
        return EXIT_INTERNAL;
    /* Large blocks go back to the system when they are freed, so that --memory means what it says. */
    mallopt(M_MMAP_THRESHOLD, 1 << 20);
    if (argc < 2) {
        print_usage(stderr);
        return EXIT_USAGE;
    }
    if (strcmp(argv[1], "--version") == 0) {
        print_version();
        return all_written(EXIT_HOLDS);
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "help") == 0) {
        print_usage(stdout);
        return all_written(EXIT_HOLDS);
    }
    for (size_t i = 0; i < command_count; i++)
        if (strcmp(argv[1], commands[i]->name) == 0)
            return all_written(commands[i]->run(argc - 1, argv + 1));
    complain("linnet: unknown command '%s'\n\n", argv[1]);
    print_usage(stderr);
    return EXIT_USAGE;
}
