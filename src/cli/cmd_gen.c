/* `linnet gen`: histories to try things with. */
#include "base/outfile.h"
#include "cli/exit.h"
#include "cli/say.h"
#include "cli/shared_options.h"
#include "gen/gen.h"

#include <stdio.h>
#include <string.h>

struct gen_options {
    uint64_t operations, seed, pending;
    unsigned processes, keys, values;
    bool faulty, order;
    const char *output;
};

#define AT(field) offsetof(struct gen_options, field)

static const struct option options[] = {
    SHARED_OPS(OPTION_NUMBER, "how many operations (100)"),
    SHARED_PROCESSES("how many processes call at a time (4)"),
    SHARED_SEED("the same seed gives the same history (0)"),
    { "faulty", 0, OPTION_FLAG, NULL, AT(faulty), "break it in one place, which standard error and the header tell" },
    { "pending", 0, OPTION_NUMBER, "X", AT(pending), "how many of the operations never return (0)" },
    { "keys", 0, OPTION_COUNT, "K", AT(keys), "how many objects, or keys of a map (1; of a map 4)" },
    SHARED_VALUES("how many different values (collections: each is new; else 6)"),
    { "order", 0, OPTION_FLAG, NULL, AT(order), "say of each operation when it took effect: \"order\":0, 1, ..." },
    SHARED_OUTPUT,
};

static int usage(const char *message)
{
    complain("linnet gen: %s\n", message);
    return EXIT_USAGE;
}

static enum ln_status generate(const struct ln_gen_options *how, FILE *out)
{
    struct ln_error error = { 0 };
    struct ln_gen_fault fault;
    struct ln_memory memory;
    enum ln_status status;
    ln_memory_init(&memory, UINT64_MAX);
    status = ln_gen(how, out, &fault, &memory, &error);
    if (status)
        complain("linnet gen: %s\n", error.message);
    else if (how->faulty)
        complain("linnet gen: operation %llu (line %llu) is wrong: %s\n", (unsigned long long)fault.operation,
                 (unsigned long long)fault.line, fault.text);
    return status;
}

/* Nothing appears unless all was written. */
static int run_with(const struct ln_gen_options *how, const char *output)
{
    struct ln_outfile out = { 0 };
    struct ln_error error = { 0 };
    int code = EXIT_HOLDS;
    if (ln_outfile_open(&out, output ? output : "-", &error))
        code = complain_of("linnet gen", error.status, &error);
    if (code == EXIT_HOLDS)
        code = exit_of(generate(how, out.to));
    if (code == EXIT_HOLDS && ln_outfile_close(&out, &error))
        code = complain_of("linnet gen", error.status, &error);
    ln_outfile_drop(&out);
    return code;
}

static int run(int argc, char **argv)
{
    struct gen_options wanted = { .operations = 100, .processes = 4 };
    struct ln_gen_options how;
    int operands, code = options_begin(&command_gen, &wanted, argc, argv, &operands);
    if (code >= 0)
        return code;
    if (operands != 1)
        return usage("name one object (`linnet specs` lists them)");
    if (wanted.operations > LN_GEN_MOST)
        return usage("--ops: at most 2000000000");
    if (wanted.pending > wanted.operations - (wanted.faulty && wanted.operations))
        return usage(wanted.faulty ? "--pending: of the operations, one has to return to be wrong"
                                   : "--pending: there are not so many operations");
    if (wanted.faulty && wanted.operations == 0)
        return usage("--faulty: there is no operation to break");
    how = (struct ln_gen_options){ .spec = argv[0],
                                   .operations = wanted.operations,
                                   .seed = wanted.seed,
                                   .processes = wanted.processes,
                                   .pending = (uint32_t)wanted.pending,
                                   .keys = wanted.keys,
                                   .values = wanted.values,
                                   .order = wanted.order,
                                   .faulty = wanted.faulty };
    return run_with(&how, wanted.output);
}

const struct command command_gen = {
    .name = "gen",
    .operands = "SPEC",
    .takes_names = true,
    .summary = "make a history, linearizable or broken in one known place",
    .description = "Simulates processes that call, take effect somewhere inside and return, and writes what they\n"
                   "did as operations, one per line, in the order of their returns. The same options give the\n"
                   "same bytes. Exit code: 0, 64 usage, 70 when something could not be written.",
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .run = run,
};
