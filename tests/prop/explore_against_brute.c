/* `linnet explore` against the definition: small random programs as C, run under every schedule of every test of their
 * size, must have the verdict that an independent interpreter and the oracle give them; and so the same as `linnet
 * model`, which has to agree with these, too (refine_against_brute, model_against_brute).
 *
 * Only programs that mean the same as plain C: without steps, choices and waiting of linnet/model.h.
 *
 * explore_against_brute LINNET COUNT [SEED] */
#define _GNU_SOURCE /* mkstemps */
#include "support/small_refine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static char path[] = "/tmp/linnet-small-XXXXXX.c";

static bool is_plain(const struct small_program *small)
{
    for (uint32_t i = 0; i < small->count; i++) {
        const struct small_operation *operation = &small->operations[i];
        if ((operation->processes & ((1u << small->processes) - 1)) != (1u << small->processes) - 1)
            return false;
        for (unsigned k = 0; k < operation->count; k++) {
            unsigned kind = operation->statements[k].kind;
            if (kind >= SMALL_CHOOSE)
                return false;
        }
    }
    return !small->endless;
}

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

static int explore(const char *linnet, const struct small_program *small)
{
    char command[4096];
    int status;
    snprintf(command, sizeof command,
             "%s explore -q --jobs 1 --no-save %s --threads %u --calls %u --tests 10000 "
             "--preemptions 99 --switches 99 -- -w",
             linnet, path, small->processes, small->calls);
    status = system(command);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int main(int argc, char **argv)
{
    uint64_t count = argc > 2 ? strtoull(argv[2], NULL, 10) : 20, seed = argc > 3 ? strtoull(argv[3], NULL, 10) : 1;
    uint64_t violated = 0, histories = 0, tried = 0;
    struct ln_memory memory;
    int file = mkstemps(path, 2);
    ln_memory_init(&memory, UINT64_MAX);
    if (argc < 2 || file < 0 || close(file))
        return 1;
    for (uint64_t i = 0; tried < count; i++) {
        struct ln_rng rng = { seed * 1000003 + i };
        struct small_program small;
        enum small_verdict expected;
        int code;
        small_program_draw(&small, &rng);
        if (!is_plain(&small) || small.processes * small.calls > 4)
            continue;
        expected = small_decide(&small, &memory, &histories);
        if (expected == SMALL_TOO_LARGE)
            continue;
        tried++;
        violated += expected == SMALL_VIOLATED;
        write_file(&small, &memory);
        code = explore(argv[1], &small);
        if (code != (expected == SMALL_VIOLATED))
            small_complain(&small, seed * 1000003 + i, code == 1 ? "false alarm" : code == 0 ? "missed" : "no verdict");
    }
    unlink(path);
    printf("%llu programs (%llu violated), seed %llu\n", (unsigned long long)tried, (unsigned long long)violated,
           (unsigned long long)seed);
    return memory.used == 0 ? 0 : 1;
}
