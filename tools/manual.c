/* Writes what is made from the tables of options (src/cli/options.h):
 *
 *   manual options COMMAND      the option list of a command's man page, in roff
 *   manual names COMMAND        its options, one per line
 *   manual commands             the commands, one per line
 *   manual completions-bash     a completion script
 *   manual completions-zsh */
#include "cli/options.h"
#include "format/reader.h"
#include "spec/spec.h"

#include <stdio.h>
#include <string.h>

/* ---- man pages ---- */

/* Text with what roff would take for itself written as an escape. */
static void put_roff(const char *text)
{
    for (; *text; text++) {
        switch (*text) {
        case '\\': fputs("\\e", stdout); break;
        case '-': fputs("\\-", stdout); break;
        case '`':
        case '\'': fputs("\\(aq", stdout); break;
        default: putchar(*text);
        }
    }
}

static void put_option(const struct option *option)
{
    puts(".TP");
    fputs(".BR ", stdout);
    if (option->letter)
        printf("\\-%c \", \" ", option->letter);
    fputs("\\-\\-", stdout);
    put_roff(option->name);
    if (option->argument)
        printf(" \" \\fI%s\\fR\"", option->argument);
    putchar('\n');
    put_roff(option->help);
    putchar('\n');
}

static void put_options(const struct command *command)
{
    for (size_t i = 0; i < command->option_count; i++)
        put_option(&command->options[i]);
    puts(".TP\n.BR \\-h \", \" \\-\\-help\nsay how the command is used");
}

static void put_names(const struct command *command)
{
    for (size_t i = 0; i < command->option_count; i++) {
        printf("--%s\n", command->options[i].name);
        if (command->options[i].letter)
            printf("-%c\n", command->options[i].letter);
    }
}

/* ---- completions ---- */

static void put_words(const struct command *command)
{
    for (size_t i = 0; i < command->option_count; i++) {
        const struct option *option = &command->options[i];
        printf("--%s ", option->name);
        if (option->letter)
            printf("-%c ", option->letter);
    }
    fputs("--help", stdout);
}

/* The words that an argument of this name can be; nothing when they cannot be listed. */
static void put_choices(const char *argument)
{
    const struct ln_spec_class *class;
    const char *format;
    for (size_t i = 0; strcmp(argument, "SPEC") == 0 && (class = ln_spec_class_at(i)); i++)
        printf("%s%s", i ? " " : "", class->name);
    for (size_t i = 0; strcmp(argument, "FORMAT") == 0 && (format = ln_format_name(i)); i++)
        printf("%s%s", i ? " " : "", format);
}

static void put_bash_arguments(const struct command *command)
{
    for (size_t i = 0; i < command->option_count; i++) {
        const struct option *option = &command->options[i];
        if (!option->argument || strcmp(option->argument, "FILE") == 0)
            continue;
        printf("        --%s", option->name);
        if (option->letter)
            printf("|-%c", option->letter);
        fputs(") COMPREPLY=($(compgen -W \"", stdout);
        put_choices(option->argument);
        puts("\" -- \"$word\")); return ;;");
    }
    puts("        *) ;;");
}

static bool wants_specs(const struct command *command)
{
    return strstr(command->operands, "SPEC") != NULL;
}

static void put_bash_command(const struct command *command)
{
    printf("    %s)\n        case $before in\n", command->name);
    put_bash_arguments(command);
    fputs("        esac\n        case $word in\n        -*) COMPREPLY=($(compgen -W \"", stdout);
    put_words(command);
    fputs("\" -- \"$word\")) ;;\n        *) COMPREPLY=($(compgen ", stdout);
    if (wants_specs(command)) {
        fputs("-W \"", stdout);
        put_choices("SPEC");
        fputs("\"", stdout);
    } else {
        fputs("-f", stdout);
    }
    puts(" -- \"$word\")) ;;\n        esac ;;");
}

static void put_bash(void)
{
    puts("# bash completion for linnet, made from its tables of options\n"
         "_linnet() {\n"
         "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]}\n"
         "    if [ \"$COMP_CWORD\" -eq 1 ]; then");
    fputs("        COMPREPLY=($(compgen -W \"", stdout);
    for (size_t i = 0; i < command_count; i++)
        printf("%s ", commands[i]->name);
    puts("--help --version\" -- \"$word\"))\n"
         "        return\n"
         "    fi\n"
         "    COMPREPLY=()\n"
         "    case $command in");
    for (size_t i = 0; i < command_count; i++)
        put_bash_command(commands[i]);
    puts("    esac\n"
         "}\n"
         "complete -o filenames -F _linnet linnet");
}

/* Text inside a single-quoted specification of _arguments. */
static void put_zsh(const char *text)
{
    for (; *text; text++) {
        if (*text == '\'')
            fputs("'\\''", stdout);
        else if (strchr("[]:\\", *text))
            printf("\\%c", *text);
        else
            putchar(*text);
    }
}

static void put_zsh_argument(const char *argument)
{
    printf(":%s:", argument);
    if (strcmp(argument, "FILE") == 0) {
        fputs("_files", stdout);
        return;
    }
    if (strcmp(argument, "SPEC") != 0 && strcmp(argument, "FORMAT") != 0) {
        putchar(' '); /* nothing to offer */
        return;
    }
    putchar('(');
    put_choices(argument);
    putchar(')');
}

static void put_zsh_option(const struct option *option)
{
    fputs("            ", stdout);
    if (option->letter)
        printf("'(-%c --%s)'{-%c,--%s}'[", option->letter, option->name, option->letter, option->name);
    else
        printf("'--%s[", option->name);
    put_zsh(option->help);
    putchar(']');
    if (option->argument)
        put_zsh_argument(option->argument);
    puts("' \\");
}

static void put_zsh_completions(void)
{
    puts("#compdef linnet\n"
         "# zsh completion for linnet, made from its tables of options\n"
         "local -a commands=(");
    for (size_t i = 0; i < command_count; i++) {
        printf("    '%s:", commands[i]->name);
        put_zsh(commands[i]->summary);
        puts("'");
    }
    puts(")\n"
         "if (( CURRENT == 2 )); then\n"
         "    _describe command commands\n"
         "    _arguments '--help[say how it is used]' '--version[say what is built in]'\n"
         "    return\n"
         "fi\n"
         "case $words[2] in");
    for (size_t i = 0; i < command_count; i++) {
        printf("    %s)\n        shift words; (( CURRENT-- ))\n        _arguments \\\n", commands[i]->name);
        for (size_t j = 0; j < commands[i]->option_count; j++)
            put_zsh_option(&commands[i]->options[j]);
        fputs("            '(-h --help)'{-h,--help}'[say how the command is used]' \\\n            '*", stdout);
        put_zsh_argument(wants_specs(commands[i]) ? "SPEC" : "FILE");
        puts("' ;;");
    }
    puts("esac");
}

/* ---- which ---- */

static const struct command *find(const char *name)
{
    for (size_t i = 0; i < command_count; i++)
        if (strcmp(commands[i]->name, name) == 0)
            return commands[i];
    return NULL;
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    const struct command *command = argc > 2 ? find(argv[2]) : NULL;
    if (strcmp(what, "options") == 0 && command) {
        put_options(command);
    } else if (strcmp(what, "names") == 0 && command) {
        put_names(command);
    } else if (strcmp(what, "commands") == 0) {
        for (size_t i = 0; i < command_count; i++)
            puts(commands[i]->name);
    } else if (strcmp(what, "completions-bash") == 0) {
        put_bash();
    } else if (strcmp(what, "completions-zsh") == 0) {
        put_zsh_completions();
    } else {
        fputs("usage: manual options|names COMMAND | commands | completions-bash | completions-zsh\n", stderr);
        return 64;
    }
    return ferror(stdout) || fflush(stdout) ? 70 : 0;
}
