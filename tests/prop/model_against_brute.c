/* The front end of `linnet model` against the definition: small random programs as C, compiled, translated and checked,
 * must have the verdict that an independent interpreter and the oracle give them.
 *
 * model_against_brute COUNT [SEED]      77 (skipped) when the module was not built */
#define _GNU_SOURCE /* mkstemps */
#include "base/module.h"
#include "model/model.h"
#include "support/small_refine.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char path[] = "/tmp/linnet-small-XXXXXX.c";

static void write_file(const struct small_program *small, struct ln_memory *memory)
{
    struct ln_str text;
    FILE *file = fopen(path, "w");
    ln_str_init(&text, memory);
    small_write(small, &text);
    if (!file || text.failed || fputs(ln_str_borrow(&text), file) < 0 || fclose(file))
        small_complain(small, 0, "its C could not be written");
    ln_str_fini(&text);
}

static void compare(const struct ln_model_interface *model, const struct small_program *small, uint64_t seed,
                    enum small_verdict expected, struct ln_memory *memory)
{
    const char *const files[] = { path }, *const flags[] = { "-w" };
    struct ln_model_options options = { .files = files,
                                        .file_count = 1,
                                        .flags = flags,
                                        .flag_count = 1,
                                        .processes = small->processes,
                                        .pool = 1,
                                        .values = 1 };
    struct ln_program program, specification;
    struct ln_error error = { 0 };
    bool has_specification;
    write_file(small, memory);
    ln_program_init(&program, memory);
    ln_program_init(&specification, memory);
    if (model->compile(&program, &specification, &has_specification, &options, &error))
        small_complain(small, seed, error.message);
    if (small_refine(small, &program, seed, (struct small_how){ .reduction = LN_REDUCE_BOTH }).verdict !=
        (expected == SMALL_VIOLATED ? LN_VIOLATED : LN_HOLDS))
        small_complain(small, seed, expected == SMALL_VIOLATED ? "missed" : "false alarm");
    ln_program_fini(&program);
    ln_program_fini(&specification);
}

int main(int argc, char **argv)
{
    uint64_t count = argc > 1 ? strtoull(argv[1], NULL, 10) : 40, seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    uint64_t violated = 0, histories = 0;
    const void *interface;
    struct ln_memory memory;
    struct ln_error error;
    int file;
    ln_memory_init(&memory, UINT64_MAX);
    if (ln_module_load("model", "llvm-14-dev", &interface, &error)) {
        printf("skipped: %s\n", error.message);
        return 77;
    }
    file = mkstemps(path, 2);
    if (file < 0 || close(file))
        return 1;
    for (uint64_t i = 0; i < count; i++) {
        struct ln_rng rng = { seed * 1000003 + i };
        struct small_program small;
        enum small_verdict expected;
        small_program_draw(&small, &rng);
        expected = small_decide(&small, &memory, &histories);
        violated += expected == SMALL_VIOLATED;
        if (expected != SMALL_TOO_LARGE)
            compare(interface, &small, seed * 1000003 + i, expected, &memory);
    }
    unlink(path);
    printf("%llu programs (%llu violated)\n", (unsigned long long)count, (unsigned long long)violated);
    return memory.used == 0 ? 0 : 1;
}
