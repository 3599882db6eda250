/* Where a command may write: never onto what it reads, and not twice to one place. */
#ifndef LN_CLI_OUTPUTS_H
#define LN_CLI_OUTPUTS_H

#include <stdbool.h>
#include <stddef.h>

/* Says on standard error that the output is one of the files that are read, by whatever name, and is then false. NULL is
 * no output, and an input that is NULL none. `command` begins the message: `linnet check`. */
bool output_spares(const char *command, const char *output, const char *const *inputs, size_t count);
/* The same for standard output. */
bool standard_output_spares(const char *command, const char *const *inputs, size_t count);
/* Two outputs; each may be NULL. */
bool outputs_differ(const char *command, const char *one, const char *other);

/* Is there nothing in its place, or a finding, which may be replaced? What else stands there may be a part of the program
 * that is run, as headers are. NULL is nothing. */
bool output_replaces_findings_only(const char *command, const char *path);

#endif
