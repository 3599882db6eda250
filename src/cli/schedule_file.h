/* A schedule in a file, so that `linnet replay` can run it again: the program, the test, and every choice.
 *
 * Lines of a word and what belongs to it; see linnet-replay(1). */
#ifndef LN_CLI_SCHEDULE_FILE_H
#define LN_CLI_SCHEDULE_FILE_H

#include "base/hash.h"
#include "explore/explore.h"
#include "plugin/compile.h"

enum { SCHEDULE_WORDS = 64, SCHEDULE_TEXT = 1 << 15 }; /* any test fits */

struct schedule_file {
    struct ln_memory *memory;
    char program[LN_DIGEST_TEXT];             /* of the machine code */
    char files[SCHEDULE_WORDS][SCHEDULE_TEXT], digests[SCHEDULE_WORDS][LN_DIGEST_TEXT];
    char flags[SCHEDULE_WORDS][SCHEDULE_TEXT], compiler[SCHEDULE_TEXT];
    unsigned file_count, flag_count;
    char test[SCHEDULE_TEXT], initial[SCHEDULE_TEXT], final[SCHEDULE_TEXT];
    enum ln_failure failure;
    bool serial;                              /* it failed in phase 1 */
    uint64_t hash[2];
    struct ln_run_how how;
    LN_VEC(struct ln_choice) choices;
    LN_VEC(struct ln_shared_run) shared;
};

void schedule_file_init(struct schedule_file *file, struct ln_memory *memory);
void schedule_file_fini(struct schedule_file *file);

/* Fills in what is known of the program: its files and their digests. */
enum ln_status schedule_file_describe(struct schedule_file *file, const struct ln_sources *sources,
                                      const char *object, struct ln_error *error);
enum ln_status schedule_file_write(const struct schedule_file *file, const char *path, struct ln_error *error);
enum ln_status schedule_file_read(struct schedule_file *file, const char *path, struct ln_error *error);

#endif
