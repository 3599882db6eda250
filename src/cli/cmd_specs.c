/* `linnet specs`: the objects it knows, with their operations. */
#include "cli/exit.h"
#include "cli/options.h"
#include "cli/say.h"
#include "spec/spec.h"

#include <stdio.h>

static void print_class(const struct ln_spec_class *class)
{
    printf("%s: %s\n", class->name, class->summary);
    for (size_t i = 0; i < class->method_count; i++) {
        const struct ln_method *method = &class->methods[i];
        char call[64];
        snprintf(call, sizeof call, "%s(%s%s%s)", method->name, class->keyed ? "key" : "",
                 class->keyed && *method->arguments ? ", " : "", method->arguments);
        printf("    %-24s -> %s", call, method->results);
        if (*method->aliases)
            printf("  (also: %s)", method->aliases);
        putchar('\n');
    }
    if (class->parameter)
        printf("    %s:%s=...  %s\n", class->name, class->parameter, class->parameter_help);
    if (*class->aliases)
        printf("    other names: %s\n", class->aliases);
    putchar('\n');
}

static int run(int argc, char **argv)
{
    struct ln_error error;
    struct ln_memory memory;
    struct ln_values values;
    struct ln_spec spec;
    int operands, code = options_begin(&command_specs, NULL, argc, argv, &operands);
    if (code >= 0)
        return code;
    for (size_t i = 0; operands == 0 && ln_spec_class_at(i); i++)
        print_class(ln_spec_class_at(i));
    ln_memory_init(&memory, UINT64_MAX);
    ln_values_init(&values, &memory);
    for (int i = 0; i < operands; i++) {
        if (ln_spec_parse(&spec, argv[i], &values, &error)) {
            complain("linnet specs: %s\n", error.message);
            ln_values_fini(&values);
            return EXIT_USAGE;
        }
        print_class(spec.class);
    }
    ln_values_fini(&values);
    return EXIT_HOLDS;
}

const struct command command_specs = {
    .name = "specs",
    .operands = "[SPEC]...",
    .takes_names = true,
    .summary = "list the objects that histories can be checked against",
    .description = "Prints each object with its operations, their arguments and results. Other names that are\n"
                   "accepted stand in brackets.",
    .run = run,
};
