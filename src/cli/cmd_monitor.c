/* `linnet monitor`: watch a stream of events in bounded memory. */
#include "cli/exit.h"
#include "cli/interrupt.h"
#include "cli/monitor_stream.h"
#include "cli/outputs.h"
#include "cli/say.h"
#include "cli/shared_options.h"
#include "format/input.h"
#include "counting/grammar.h"

#include <stdio.h>
#include <string.h>

struct monitor_options {
    const char *spec, *format, *formula, *grammar;
    uint64_t k, watch, seed, memory;
    double timeout;
    bool exact, complete, derive, follow, json, quiet, stats, allow_empty;
};

#define AT(field) offsetof(struct monitor_options, field)

static const struct option options[] = {
    SHARED_SPEC("the object: queue, stack, bag, ... (`linnet specs`)"),
    SHARED_FORMAT,
    SHARED_K,
    { "exact", 'x', OPTION_FLAG, NULL, AT(exact), "decide instead of counting: queues, bags and registers" },
    { "complete", 0, OPTION_FLAG, NULL, AT(complete), "also look for violations that take several values to see" },
    { "formula", 0, OPTION_FILE, "FILE", AT(formula), "evaluate these formulas instead of linnet's own" },
    { "grammar", 0, OPTION_NAMED, "GRAMMAR", AT(grammar), "derive formulas: mutex, rwlock, semaphore, ..., or a file" },
    { "derive", 0, OPTION_FLAG, NULL, AT(derive), "print the formulas of --grammar for --formula, and end" },
    { "watch", 'w', OPTION_NUMBER, "N", AT(watch), "watch up to N values at a time; 0: all of them (4096)" },
    SHARED_SEED("which values are watched when they are too many (0)"),
    { "follow", 'F', OPTION_FLAG, NULL, AT(follow), "at the end of a file, wait for more" },
    SHARED_TIMEOUT("stop after 500ms, 2s, 3m, ... (never)"),
    SHARED_MEMORY("256M"),
    SHARED_ALLOW_EMPTY,
    SHARED_JSON("one line of JSON per history on standard output"),
    SHARED_QUIET,
    SHARED_STATS("add what was watched, time and memory to the text"),
};

enum { USUAL_MEMORY = 256 << 20, USUAL_WATCH = 4096, USUAL_K = 2 };

struct monitoring {
    struct monitor_options options;
    struct ln_memory memory;
    struct ln_budget budget;
    struct ln_ocl *formula;
    struct monitor_stream stream;
};

/* ---- what was asked for ---- */

static enum ln_status read_all(const char *path, struct ln_memory *memory, struct ln_str *text, struct ln_error *error)
{
    struct ln_input *input;
    struct ln_text line;
    bool found = true;
    enum ln_status status = ln_input_open(&input, path, NULL, memory, error);
    if (status)
        return status;
    while (!status && found) {
        status = ln_input_line(input, &line, &found, error);
        if (!status && found) {
            ln_str_add(text, line.at, line.length);
            ln_str_char(text, '\n');
        }
    }
    ln_input_close(input);
    return status ? status : text->failed ? ln_fail(error, LN_NO_MEMORY, "%s: out of memory", path) : LN_OK;
}

static int parse_formula(struct monitoring *monitoring, const char *name, const struct ln_str *text)
{
    struct ln_error error = { 0 };
    enum ln_status status = ln_ocl_parse(&monitoring->formula, name, ln_str_borrow(text), text->length,
                                         &monitoring->memory, &error);
    if (status)
        complain("linnet: %s\n", error.message);
    return exit_of(status);
}

static int load_formula(struct monitoring *monitoring)
{
    const char *path = monitoring->options.formula;
    struct ln_error error = { 0 };
    struct ln_str text;
    int code;
    ln_str_init(&text, &monitoring->memory);
    code = exit_of(read_all(path, &monitoring->memory, &text, &error));
    if (code)
        complain("linnet: %s\n", error.message);
    else
        code = parse_formula(monitoring, path, &text);
    ln_str_fini(&text);
    return code;
}

static void print_formula(const struct monitoring *monitoring, const struct ln_str *formula,
                          const struct ln_grammar_facts *facts)
{
    if (monitoring->options.derive)
        say(ln_str_borrow(formula));
    if (monitoring->options.stats)
        complain("%u labels, %u counters; of %llu vectors of up to %u operations %llu are not allowed; %u inequalities "
                "and %u cases tell all but %llu of these\n", facts->terminals, facts->counters,
                (unsigned long long)facts->tried, facts->size, (unsigned long long)facts->forbidden, facts->cuts,
                facts->cases, (unsigned long long)facts->missed);
}

/* Formulas from a grammar of linnet's, or of the user's. */
static int derive_formula(struct monitoring *monitoring)
{
    const char *name = monitoring->options.grammar, *shipped = ln_grammar_shipped(name);
    struct ln_grammar_facts facts;
    struct ln_error error = { 0 };
    struct ln_str text, formula;
    enum ln_status status = LN_OK;
    int code;
    ln_str_init(&text, &monitoring->memory);
    ln_str_init(&formula, &monitoring->memory);
    if (shipped)
        ln_str_text(&text, shipped);
    else
        status = read_all(name, &monitoring->memory, &text, &error);
    if (!status)
        status = ln_grammar_derive(name, ln_str_borrow(&text), text.length, (uint32_t)monitoring->options.k,
                                   &monitoring->memory, &formula, &facts, &error);
    code = exit_of(status);
    if (status) {
        complain("linnet: %s\n", error.message);
    } else {
        print_formula(monitoring, &formula, &facts);
        code = parse_formula(monitoring, name, &formula);
    }
    ln_str_fini(&formula);
    ln_str_fini(&text);
    return code;
}

static int wrong(const char *what)
{
    complain("linnet monitor: %s\n", what);
    return EXIT_USAGE;
}

static int check_options(const struct monitor_options *wanted)
{
    if (wanted->k > LN_ELEMENTS_MOST_K)
        return wrong("--k: expected 0 to 4");
    if (wanted->exact && (wanted->formula || wanted->grammar || wanted->complete))
        return wrong("--exact decides; it has no use for formulas");
    if (wanted->formula && wanted->grammar)
        return wrong("--formula or --grammar, not both");
    if ((wanted->formula || wanted->grammar) && wanted->complete)
        return wrong("--complete is about linnet's own formulas");
    if (wanted->grammar && wanted->k > LN_GRAMMAR_MOST_K)
        return wrong("--k of --grammar: expected 0 to 2");
    if (wanted->derive && !wanted->grammar)
        return wrong("--derive needs --grammar");
    return EXIT_HOLDS;
}

static int prepare(struct monitoring *monitoring)
{
    const struct monitor_options *wanted = &monitoring->options;
    struct monitor_stream *stream = &monitoring->stream;
    int code = check_options(wanted);
    if (code)
        return code;
    ln_memory_init(&monitoring->memory, wanted->memory);
    ln_budget_init(&monitoring->budget, &monitoring->memory, wanted->timeout, interrupt_flag());
    if (wanted->formula)
        code = load_formula(monitoring);
    else if (wanted->grammar)
        code = derive_formula(monitoring);
    if (code)
        return code;
    *stream = (struct monitor_stream){ .format = wanted->format, .follow = wanted->follow, .json = wanted->json,
                                       .quiet = wanted->quiet, .stats = wanted->stats,
                                       .allow_empty = wanted->allow_empty };
    stream->options = (struct ln_monitor_options){
        .by = wanted->exact ? LN_MONITOR_EXACT : monitoring->formula ? LN_MONITOR_FORMULA : LN_MONITOR_COUNTING,
        .k = (uint32_t)wanted->k, .most_watched = wanted->watch, .seed = wanted->seed, .complete = wanted->complete,
        .formula = monitoring->formula, .budget = &monitoring->budget,
    };
    monitor_stream_init(stream, wanted->spec, &monitoring->memory, &monitoring->budget);
    return EXIT_HOLDS;
}

/* ---- the command ---- */

static int run(int argc, char **argv)
{
    static struct monitoring monitoring;
    const char *usual = "-"; /* when no file is named */
    int files, code;
    monitoring.options = (struct monitor_options){ .k = USUAL_K, .watch = USUAL_WATCH, .memory = USUAL_MEMORY };
    code = options_begin(&command_monitor, &monitoring.options, argc, argv, &files);
    if (code >= 0)
        return code;
    if (!files && !standard_output_spares("linnet monitor", &usual, 1))
        return EXIT_USAGE;
    interrupt_listen();
    code = prepare(&monitoring);
    if (!code && !monitoring.options.derive) {
        for (int i = 0; i < files && !*interrupt_flag(); i++)
            monitor_stream_file(&monitoring.stream, argv[i]);
        if (!files)
            monitor_stream_file(&monitoring.stream, usual);
        code = monitor_stream_exit_code(&monitoring.stream);
    }
    ln_ocl_free(monitoring.formula);
    return code;
}

const struct command command_monitor = {
    .name = "monitor", .operands = "[FILE...]", .summary = "watch a stream of events in bounded memory",
    .description =
        "Reads events as they come (from standard input unless files are named) and tells a violation\n"
        "at the return that shows it. Counting, the usual way, finds violations and never accuses what\n"
        "is linearizable; it does not find all. Exit code: 0 when --exact decided that all of it\n"
        "holds, 1 when it is violated, 2 when it is unknown, 64 usage, 65 bad input.",
    .options = options, .option_count = sizeof options / sizeof *options, .run = run,
};
