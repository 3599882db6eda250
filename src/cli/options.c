#include "cli/options.h"

#include "cli/exit.h"
#include "cli/outputs.h"
#include "cli/say.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct option *find(const struct command *command, const char *name, size_t length)
{
    for (size_t i = 0; i < command->option_count; i++)
        if (strlen(command->options[i].name) == length && memcmp(command->options[i].name, name, length) == 0)
            return &command->options[i];
    return NULL;
}

static const struct option *find_letter(const struct command *command, char letter)
{
    for (size_t i = 0; i < command->option_count; i++)
        if (command->options[i].letter == letter)
            return &command->options[i];
    return NULL;
}

struct unit {
    const char *name;
    double factor;
};

static const struct unit durations[] = {
    { "", 1 }, { "s", 1 }, { "ms", 1e-3 }, { "m", 60 }, { "h", 3600 }, { NULL, 0 }
};
static const struct unit sizes[] = { { "", 1 },         { "K", 1 << 10 },  { "M", 1 << 20 },
                                     { "G", 1 << 30 },  { "k", 1 << 10 },  { "KB", 1 << 10 },
                                     { "MB", 1 << 20 }, { "GB", 1 << 30 }, { NULL, 0 } };

/* A positive number with a unit. */
static bool measure(const char *text, const struct unit *units, double *value)
{
    char *end;
    double number;
    if (!isdigit((unsigned char)text[0]))
        return false;
    number = strtod(text, &end);
    for (; units->name; units++)
        if (strcmp(units->name, end) == 0)
            break;
    *value = number * units->factor;
    return units->name && *value > 0 && *value < 1e18;
}

static enum ln_status read_number(const struct option *option, const char *text, uint64_t least, uint64_t most,
                                  uint64_t *number, struct ln_error *error)
{
    char *end;
    errno = 0;
    *number = strtoull(text, &end, 10);
    if (!isdigit((unsigned char)text[0]) || *end)
        return ln_fail(error, LN_USAGE, "--%s %s: expected a number%s", option->name, text,
                       least ? " of at least 1" : "");
    if (*number < least)
        return ln_fail(error, LN_USAGE, "--%s %s: expected a number of at least 1", option->name, text);
    if (errno || *number > most)
        return ln_fail(error, LN_USAGE, "--%s %s: at most %llu", option->name, text, (unsigned long long)most);
    return LN_OK;
}

static enum ln_status store(const struct option *option, const char *text, char *into, struct ln_error *error)
{
    double value;
    uint64_t count;
    struct option_words *words;
    switch (option->kind) {
    case OPTION_FLAG: *(bool *)(into + option->offset) = true; return LN_OK;
    case OPTION_TEXT:
    case OPTION_FILE:
    case OPTION_NAMED: *(const char **)(into + option->offset) = text; return LN_OK;
    case OPTION_COUNT:
        if (read_number(option, text, 1, OPTION_MOST, &count, error))
            return LN_USAGE;
        *(unsigned *)(into + option->offset) = (unsigned)count;
        return LN_OK;
    case OPTION_NUMBER:
        return read_number(option, text, 0, INT64_MAX, (uint64_t *)(void *)(into + option->offset), error);
    case OPTION_MANY:
        return read_number(option, text, 1, INT64_MAX, (uint64_t *)(void *)(into + option->offset), error);
    case OPTION_BOUND:
        return read_number(option, text, 0, OPTION_MOST, (uint64_t *)(void *)(into + option->offset), error);
    case OPTION_DURATION:
        if (!measure(text, durations, &value))
            return ln_fail(error, LN_USAGE, "--%s %s: expected a time such as 500ms, 2s or 3m", option->name, text);
        *(double *)(into + option->offset) = value;
        return LN_OK;
    case OPTION_SIZE:
        if (!measure(text, sizes, &value))
            return ln_fail(error, LN_USAGE, "--%s %s: expected a size such as 200M or 4G", option->name, text);
        *(uint64_t *)(into + option->offset) = (uint64_t)value;
        return LN_OK;
    case OPTION_WORDS:
        words = (struct option_words *)(void *)(into + option->offset);
        if (words->count == sizeof words->at / sizeof *words->at)
            return ln_fail(error, LN_USAGE, "--%s %s: it was given too often", option->name, text);
        words->at[words->count++] = text;
        return LN_OK;
    }
    return LN_INTERNAL;
}

/* ---- what excludes each other ---- */

/* Of all commands, for a name means one thing everywhere. The fourth lets the others pass. */
static const char *const exclusions[][4] = {
    { "preemptions", "delays", "random" },
    { "switches", "delays" },
    { "switches", "random" },
    { "test", "auto", "entries" },
    { "test", "tests" },
    { "test", "threads" },
    { "test", "seed", NULL, "random" },
    { "auto", "tests" },
    { "auto", "threads" },
    { "unchecked", "spec" },
    { "unchecked", "classical" },
    { "spec", "reference" },
    { "save", "no-save" },
    { "json", "csv" },
    { "from", "around" },
    { "formula", "grammar" },
};

static bool is_given(const struct command *command, uint64_t given, const char *name)
{
    const struct option *option = name ? find(command, name, strlen(name)) : NULL;
    return option && given >> (option - command->options) & 1;
}

static enum ln_status check_exclusions(const struct command *command, uint64_t given, struct ln_error *error)
{
    assert(command->option_count <= 64);
    for (size_t i = 0; i < sizeof exclusions / sizeof *exclusions; i++) {
        const char *const *names = exclusions[i];
        int count = is_given(command, given, names[0]) + is_given(command, given, names[1]) +
                    is_given(command, given, names[2]);
        if (count < 2 || is_given(command, given, names[3]))
            continue;
        return ln_fail(error, LN_USAGE, "--%s%s%s and --%s exclude each other", names[0], names[2] ? ", --" : "",
                       names[2] ? names[1] : "", names[names[2] ? 2 : 1]);
    }
    return LN_OK;
}

/* ---- the command line ---- */

/* One option at argv[*at], which is noted in *given; moves *at over its argument. */
static enum ln_status parse_one(const struct command *command, void *into, int argc, char **argv, int *at,
                                uint64_t *given, struct ln_error *error)
{
    const char *word = argv[*at], *value = NULL;
    const struct option *option;
    if (word[1] == '-') {
        size_t length = strcspn(word + 2, "=");
        option = find(command, word + 2, length);
        if (word[2 + length] == '=')
            value = word + 3 + length;
    } else {
        option = find_letter(command, word[1]);
        if (option && word[2])
            value = word + 2;
    }
    if (!option)
        return ln_fail(error, LN_USAGE, "%s: unknown option; `linnet %s --help` lists them", word, command->name);
    if (option->kind == OPTION_FLAG && value)
        return ln_fail(error, LN_USAGE, "--%s takes no argument", option->name);
    if (option->kind != OPTION_FLAG && !value) {
        if (*at + 1 >= argc)
            return ln_fail(error, LN_USAGE, "--%s needs an argument: %s", option->name, option->argument);
        value = argv[++*at];
    }
    *given |= UINT64_C(1) << (option - command->options);
    return store(option, value, into, error);
}

/* Returns whether help was asked for. */
static bool parse_all(const struct command *command, void *into, int argc, char **argv, int *operands,
                      struct ln_error *error)
{
    bool only_operands = false;
    uint64_t given = 0;
    *operands = 0;
    for (int i = 1; i < argc; i++) {
        if (only_operands || argv[i][0] != '-' || argv[i][1] == '\0') {
            argv[(*operands)++] = argv[i];
            continue;
        }
        if (strcmp(argv[i], "--") == 0) {
            only_operands = true;
            continue;
        }
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
            return true;
        if (parse_one(command, into, argc, argv, &i, &given, error))
            return false;
    }
    check_exclusions(command, given, error);
    return false;
}

static size_t write_names(const struct option *option, struct ln_str *out)
{
    size_t start = out->length;
    ln_str_text(out, "  ");
    if (option->letter)
        ln_str_format(out, "-%c, ", option->letter);
    ln_str_format(out, "--%s", option->name);
    if (option->argument)
        ln_str_format(out, " %s", option->argument);
    return out->length - start;
}

/* ---- what is read, and standard output ---- */

/* What the option reads, or NULL. */
static const char *file_of(const struct option *option, const char *into)
{
    const char *text = NULL;
    if (option->kind == OPTION_FILE || option->kind == OPTION_NAMED)
        text = *(const char *const *)(const void *)(into + option->offset);
    return text && (option->kind == OPTION_FILE || strpbrk(text, "./")) ? text : NULL;
}

static bool spares_inputs(const struct command *command, const void *into, char **argv, int operands)
{
    char name[32];
    snprintf(name, sizeof name, "linnet %s", command->name);
    for (size_t i = 0; i < command->option_count; i++) {
        const char *file = file_of(&command->options[i], into);
        if (file && !standard_output_spares(name, &file, 1))
            return false;
    }
    return command->takes_names || standard_output_spares(name, (const char *const *)argv, (size_t)operands);
}

int options_begin(const struct command *command, void *into, int argc, char **argv, int *operands)
{
    struct ln_error error = { 0 };
    struct ln_memory memory;
    struct ln_str help;
    if (!parse_all(command, into, argc, argv, operands, &error)) {
        if (!error.status)
            return spares_inputs(command, into, argv, *operands) ? -1 : EXIT_USAGE;
        complain("linnet %s: %s\n", command->name, error.message);
        return exit_of(error.status);
    }
    ln_memory_init(&memory, UINT64_MAX);
    ln_str_init(&help, &memory);
    options_help(command, &help);
    fputs(ln_str_borrow(&help), stdout);
    ln_str_fini(&help);
    return EXIT_HOLDS;
}

void options_help(const struct command *command, struct ln_str *out)
{
    enum { COLUMN = 26 };
    ln_str_format(out, "linnet %s: %s\n\nUsage: linnet %s%s%s%s\n\n%s\n", command->name, command->summary,
                  command->name, command->option_count ? " [OPTION]..." : "", *command->operands ? " " : "",
                  command->operands, command->description);
    ln_str_text(out, "\nOptions:\n");
    for (size_t i = 0; i <= command->option_count; i++) {
        static const struct option help = { "help", 'h', OPTION_FLAG, NULL, 0, "this text" };
        const struct option *option = i < command->option_count ? &command->options[i] : &help;
        size_t width = write_names(option, out);
        while (width++ < COLUMN)
            ln_str_char(out, ' ');
        ln_str_format(out, " %s\n", option->help);
    }
}

int options_dashes(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--") == 0)
            return i;
    return argc;
}

uint64_t options_usual_memory(void)
{
    long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    return pages > 0 && page > 0 ? (uint64_t)pages * (uint64_t)page / 4 * 3 : UINT64_MAX;
}
