/* A file that is written whole or not at all: what is written goes to a file without a name in the same folder, which
 * takes the place of the old one when it is complete. What fails or is killed leaves no trace. */
#ifndef LN_BASE_OUTFILE_H
#define LN_BASE_OUTFILE_H

#include "base/error.h"

#include <stdbool.h>
#include <stdio.h>

struct ln_outfile {
    FILE *to;         /* write here; NULL: it is not open */
    const char *path; /* as the user names it; the caller's */
    char *target;     /* what is replaced; NULL: `to` is written as it goes (standard output, a device, a pipe) */
    char *part;       /* the name that the new file has meanwhile, or will have for a moment */
    bool has_name;    /* it has it already */
};

/* "-" is standard output, and so is every other name of it. LN_USAGE when it cannot be written. `path` outlives it. */
enum ln_status ln_outfile_open(struct ln_outfile *file, const char *path, struct ln_error *error);
/* Puts it in its place; LN_INTERNAL, and nothing is changed, when not all of it could be written. Nothing happens when
 * it is not open. */
enum ln_status ln_outfile_close(struct ln_outfile *file, struct ln_error *error);
/* Instead of close: nothing was written. */
void ln_outfile_drop(struct ln_outfile *file);

/* Are they one file, by whatever names, or would they be if both were made? "-" for `input` is standard input. A pipe
 * can be the same, too, and would wait for itself; other devices never are. */
bool ln_same_file(const char *path, const char *input);
/* Is standard output (or standard error), redirected, the file `input`? */
bool ln_is_standard_output(const char *input);
bool ln_is_standard_error(const char *input);

#endif
