/* Options: one table per command makes its parser, its --help, its man page's list and its completions. */
#ifndef LN_CLI_OPTIONS_H
#define LN_CLI_OPTIONS_H

#include "base/error.h"
#include "base/str.h"

#include <stddef.h>

enum option_kind {
    OPTION_FLAG,     /* bool */
    OPTION_TEXT,     /* const char * */
    OPTION_FILE,     /* const char *: a file that is read */
    OPTION_NAMED,    /* const char *: the name of something known, or a file that is read: it has a dot or a slash */
    OPTION_COUNT,    /* unsigned, 1 to OPTION_MOST */
    OPTION_NUMBER,   /* uint64_t, 0 or more */
    OPTION_MANY,     /* uint64_t, at least 1 */
    OPTION_BOUND,    /* uint64_t, 0 to OPTION_MOST, which fits wherever it goes */
    OPTION_DURATION, /* double, seconds: 500ms, 2s, 3m, 1h; a plain number is seconds */
    OPTION_SIZE,     /* uint64_t, bytes: 200M, 4G, 64K */
    OPTION_WORDS     /* struct option_words: it may be given several times */
};

enum { OPTION_MOST = 1000000 };

struct option_words {
    const char *at[64];
    unsigned count;
};

struct option {
    const char *name;
    char letter; /* 0: none */
    enum option_kind kind;
    const char *argument; /* what --help calls it; NULL for flags */
    size_t offset;        /* where it goes in the command's struct */
    const char *help;
};

struct command {
    const char *name;
    const char *operands; /* "FILE..." */
    bool takes_names;     /* its operands are no files */
    const char *summary;
    const char *description;
    const struct option *options;
    size_t option_count;
    int (*run)(int argc, char **argv);
};

extern const struct command command_check, command_convert, command_depth, command_explore, command_gen, command_model,
    command_monitor, command_replay, command_show, command_specs, command_stress, command_verify;
extern const struct command *const commands[];
extern const size_t command_count;

/* Fills *into and moves the operands to the front of argv (argv[0] is the command's name). Returns -1 to go on;
 * otherwise help or a message was printed and it is the exit code. What is read must not be what standard output was
 * redirected to: that is refused here, for operands and options of every command. */
int options_begin(const struct command *command, void *into, int argc, char **argv, int *operands);

/* Where `--` stands, or argc: for commands that hand on what is behind it. */
int options_dashes(int argc, char **argv);

/* How much memory is used at most when --memory says nothing: three quarters of the machine's. */
uint64_t options_usual_memory(void);

void options_help(const struct command *command, struct ln_str *out);

#endif
