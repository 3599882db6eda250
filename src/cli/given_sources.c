#include "cli/given_sources.h"

#include "cli/interrupt.h"

#include <stdio.h>

struct ln_sources given_sources(int argc, char **argv, int files, const char *compiler, double timeout)
{
    int flags = options_dashes(argc, argv);
    return (struct ln_sources){ .files = (const char *const *)argv,
                                .file_count = (size_t)files,
                                .flags = (const char *const *)argv + flags + 1,
                                .flag_count = flags < argc ? (size_t)(argc - flags - 1) : 0,
                                .compiler = compiler,
                                .limit = ln_compiler_limit(timeout, interrupt_flag()) };
}

bool given_flags_collect(struct given_flags *flags, const struct option_words *defines, int argc, char **argv)
{
    flags->count = 0;
    for (unsigned i = 0; i < defines->count; i++) {
        if (snprintf(flags->defines[i], sizeof flags->defines[i], "-D%s", defines->at[i]) >=
            (int)sizeof flags->defines[i])
            return false;
        flags->at[flags->count++] = flags->defines[i];
    }
    for (int i = options_dashes(argc, argv) + 1; i < argc; i++) {
        if (flags->count == GIVEN_FLAGS)
            return false;
        flags->at[flags->count++] = argv[i];
    }
    return true;
}
