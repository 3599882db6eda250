/* `linnet convert`: histories from one format to another. */
#include "base/shown.h"
#include "base/outfile.h"
#include "cli/exit.h"
#include "cli/interrupt.h"
#include "cli/outputs.h"
#include "cli/say.h"
#include "cli/say_cut.h"
#include "cli/shared_options.h"
#include "format/reader.h"
#include "format/writer.h"
#include "spec/spec.h"

#include <stdio.h>

struct convert_options {
    const char *to, *format, *spec, *output;
    bool keyed;
};

#define AT(field) offsetof(struct convert_options, field)

static const struct option options[] = {
    { "to", 0, OPTION_TEXT, "FORMAT", AT(to), "the format to write, see linnet-history(5), or native-operations" },
    SHARED_FORMAT,
    SHARED_SPEC("the object, instead of what the files say"),
    SHARED_KEYED,
    SHARED_OUTPUT,
};

struct converting {
    struct convert_options options;
    struct ln_memory memory;
    struct ln_budget budget;
    struct ln_file_writer writer;
    struct ln_str spec; /* what the file says the object is */
    bool named;         /* it says so */
    struct ln_outfile output;
};

/* ---- reading and writing ---- */

static bool put(void *self, const char *bytes, size_t length)
{
    struct converting *converting = self;
    return fwrite(bytes, 1, length, converting->output.to) == length;
}

/* The only part that a binder has here: nothing is checked against the object. */
static enum ln_status begin(void *self, struct ln_history *history, const char *spec, struct ln_error *error)
{
    struct converting *converting = self;
    (void)history;
    ln_str_clear(&converting->spec);
    converting->named = spec != NULL;
    if (spec)
        ln_str_text(&converting->spec, spec);
    return converting->spec.failed ? ln_fail(error, LN_NO_MEMORY, "out of memory") : LN_OK;
}

/* What the history is written as: as the user wants, with what the file adds to it. */
static const char *choose_spec(struct converting *converting, struct ln_history *history)
{
    const char *named = converting->named ? ln_str_borrow(&converting->spec) : NULL;
    const char *wanted = converting->options.spec;
    struct ln_spec spec;
    if (!wanted || !named || ln_spec_parse_over(&spec, wanted, named, &history->values, NULL))
        return wanted ? wanted : named;
    ln_str_clear(&converting->spec);
    ln_spec_write(&spec, &history->values, &converting->spec);
    return ln_str_borrow(&converting->spec);
}

static enum ln_status convert_history(struct converting *converting, struct ln_history *history, const char *path,
                                      struct ln_error *error)
{
    const char *spec = choose_spec(converting, history);
    struct ln_error why = { LN_OK, "" };
    enum ln_status status = ln_file_writer_add(&converting->writer, history, spec, &why);
    struct ln_str id;
    if (status == LN_INTERNAL)
        return ln_fail(error, status, "%s: %s", converting->options.output ? converting->options.output : "-",
                       why.message);
    if (!status)
        return LN_OK;
    ln_str_init(&id, &converting->memory);
    if (history->id.length) {
        ln_str_shown(&id, history->id.at);
        ln_str_text(&id, ": ");
    }
    ln_fail(error, status, "%s: %s%s", path, ln_str_borrow(&id), why.message);
    ln_str_fini(&id);
    return status;
}

static enum ln_status convert_file(struct converting *converting, const char *path, struct ln_error *error)
{
    struct ln_binder binder = { .self = converting, .begin = begin };
    struct ln_reader_options reading = { .format = converting->options.format,
                                         .binder = &binder,
                                         .budget = &converting->budget,
                                         .keyed = converting->options.keyed,
                                         .times = LN_TIMES_KEPT };
    struct ln_reader *reader;
    bool found = true;
    enum ln_status status = ln_reader_open(&reader, path, &reading, &converting->memory, error);
    if (status)
        return status;
    while (!status) {
        struct ln_history history;
        converting->named = false;
        status = ln_reader_next(reader, &history, &found, error);
        if (status || !found)
            break;
        say_cut(&history, path);
        status = convert_history(converting, &history, path, error);
        ln_history_fini(&history);
    }
    ln_reader_close(reader);
    return status;
}

/* ---- the command ---- */

static bool open_output(struct converting *converting, const char *const *paths, size_t count)
{
    const char *path = converting->options.output ? converting->options.output : "-";
    struct ln_error error = { LN_OK, "" };
    if (!output_spares("linnet convert", path, paths, count))
        return false;
    if (ln_outfile_open(&converting->output, path, &error) == LN_OK)
        return true;
    complain("linnet convert: %s\n", error.message);
    return false;
}

static int convert_all(struct converting *converting, char **paths, int count)
{
    struct ln_error error = { LN_OK, "" };
    enum ln_status status = LN_OK;
    for (int i = 0; i < count && !status; i++)
        status = convert_file(converting, paths[i], &error);
    if (status)
        ln_outfile_drop(&converting->output);
    else
        status = ln_outfile_close(&converting->output, &error);
    return complain_of("linnet", status, &error);
}

static int run(int argc, char **argv)
{
    struct converting converting = { 0 };
    struct ln_error error = { LN_OK, "" };
    int files, code = options_begin(&command_convert, &converting.options, argc, argv, &files);
    struct ln_file_writer_options writing = {
        .put = put, .self = &converting, .keyed = converting.options.keyed, .format = converting.options.to
    };
    if (code >= 0)
        return code;
    if (files == 0 || !writing.format) {
        complain("linnet convert: %s\n", files ? "name the format to write with --to"
                                               : "no history given; name a file, or - for standard input");
        return EXIT_USAGE;
    }
    ln_memory_init(&converting.memory, UINT64_MAX);
    ln_budget_init(&converting.budget, &converting.memory, 0, interrupt_flag());
    ln_str_init(&converting.spec, &converting.memory);
    if (ln_file_writer_init(&converting.writer, &writing, &converting.memory, &error)) {
        complain("linnet convert: --to: %s\n", error.message);
        return EXIT_USAGE;
    }
    interrupt_listen();
    code = open_output(&converting, (const char *const *)argv, (size_t)files) ? convert_all(&converting, argv, files)
                                                                              : EXIT_USAGE;
    ln_file_writer_fini(&converting.writer);
    ln_str_fini(&converting.spec);
    return code;
}

const struct command command_convert = {
    .name = "convert",
    .operands = "FILE...",
    .summary = "histories from one format to another",
    .description = "Writes the histories of the files (- is standard input; gzip and zstd are unpacked) in another\n"
                   "format: native, native-operations, jepsen-edn, jepsen-log, porcupine, limo, polylin, fptlin or\n"
                   "stress. What the format cannot express is refused with exit code 65, and nothing is left out.",
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .run = run,
};
