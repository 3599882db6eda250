/* `linnet show`: a picture of a history, or of a part of it; a finding as it was told. */
#include "cli/exit.h"
#include "cli/interrupt.h"
#include "cli/say.h"
#include "cli/say_cut.h"
#include "cli/shared_options.h"
#include "terminal/terminal.h"
#include "inquiry/show.h"
#include "report/timeline.h"

#include <stdio.h>

enum { SHOWN = 40 };

struct show_options {
    uint64_t from, around;
    unsigned count, width;
    const char *format;
    bool keyed, ids;
};

#define AT(field) offsetof(struct show_options, field)

static const struct option options[] = {
    { "from", 0, OPTION_NUMBER, "ID", AT(from), "begin with this operation (the first)" },
    { "around", 0, OPTION_NUMBER, "ID", AT(around), "what happened around this operation, which is marked" },
    { "count", 0, OPTION_COUNT, "N", AT(count), "how many operations (40)" },
    { "ids", 0, OPTION_FLAG, NULL, AT(ids), "write the number of each operation on it" },
    { "width", 0, OPTION_COUNT, "COLUMNS", AT(width), "the width of the picture (the terminal's, else 80)" },
    SHARED_FORMAT,
    SHARED_KEYED,
};

struct show_run {
    struct ln_memory memory;
    bool blank_line; /* what was shown before stands apart */
    enum ln_status worst;
};

static void note(struct show_run *show, enum ln_status status)
{
    if (status > show->worst)
        show->worst = status;
}

static void print(void *self, const struct ln_str *text, bool apart)
{
    struct show_run *show = self;
    if (show->blank_line)
        say("\n");
    say(ln_str_borrow(text));
    fflush(stdout);
    show->blank_line = apart;
}

static void tell_failure(void *self, const struct ln_error *error)
{
    complain("linnet show: %s\n", error->message);
    note(self, error->status);
}

static bool options_fit(const struct show_options *wanted, int files)
{
    if (files == 0)
        complain("linnet show: no history given; name a file, or - for standard input\n");
    else if (wanted->width && wanted->width < LN_TIMELINE_NARROWEST)
        complain("linnet show: --width %u: expected at least %d\n", wanted->width, LN_TIMELINE_NARROWEST);
    else
        return true;
    return false;
}

static int run(int argc, char **argv)
{
    struct show_options wanted = { .from = LN_NOT_ASKED, .around = LN_NOT_ASKED };
    const struct ln_terminal_look terminal = ln_terminal_look();
    struct show_run show = { .worst = LN_OK };
    struct ln_show_asked asked = {
        .interrupt = interrupt_flag(), .self = &show, .read = say_cut, .shown = print, .failed = tell_failure
    };
    int files, code = options_begin(&command_show, &wanted, argc, argv, &files);
    if (code >= 0)
        return code;
    if (!options_fit(&wanted, files))
        return EXIT_USAGE;
    interrupt_listen();
    ln_memory_init(&show.memory, UINT64_MAX);
    asked.format = wanted.format;
    asked.keyed = wanted.keyed;
    asked.window = (struct ln_window_asked){ wanted.from, wanted.around, wanted.count ? wanted.count : SHOWN,
                                             wanted.ids };
    asked.histories = wanted.from != LN_NOT_ASKED || wanted.around != LN_NOT_ASKED || wanted.count || wanted.ids;
    asked.style = (struct ln_style){ .colour = terminal.colour,
                                     .utf8 = terminal.utf8,
                                     .width = wanted.width ? wanted.width : terminal.width };
    for (int i = 0; i < files && !*asked.interrupt; i++) {
        struct ln_error error = { LN_OK, "" };
        enum ln_status status = ln_show_file(&asked, argv[i], &show.memory, &error);
        if (status)
            complain("linnet: %s\n", error.message);
        note(&show, status);
    }
    return *asked.interrupt ? EXIT_UNKNOWN : exit_of(show.worst);
}

const struct command command_show = {
    .name = "show",
    .operands = "FILE...",
    .summary = "draw a history in the terminal, or say a finding again",
    .description =
        "Draws every history in the files (- is standard input; gzip and zstd are unpacked), or N operations\n"
        "of it: a row for each process, a bar from each call to its return. The picture shows order, not\n"
        "time: one operation precedes another exactly when its bar ends before the other's begins.\n"
        "Operations are numbered from 0 as the file lists them. Findings are told as they were when they were\n"
        "saved; with --from, --around, --count or --ids their histories are drawn. Exit code: 0, 64 usage, 65 bad "
        "input.",
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .run = run,
};
