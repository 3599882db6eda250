/* What stands on a command line that names code: files, and behind `--` flags for their compiler. */
#ifndef LN_CLI_GIVEN_SOURCES_H
#define LN_CLI_GIVEN_SOURCES_H

#include "cli/options.h"
#include "plugin/compile.h"

/* `files`: how many options_begin found; the compiler is ended after that time, and at Ctrl-C. */
struct ln_sources given_sources(int argc, char **argv, int files, const char *compiler, double timeout);

enum { GIVEN_FLAGS = 300 };

/* Those flags, behind definitions that an option gave. */
struct given_flags {
    const char *at[GIVEN_FLAGS];
    size_t count;
    char defines[sizeof((struct option_words *)0)->at / sizeof(char *)][256];
};

/* False: there are too many, or one is too long. */
bool given_flags_collect(struct given_flags *flags, const struct option_words *defines, int argc, char **argv);

#endif
