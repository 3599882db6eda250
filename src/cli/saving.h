/* Saving what was found, in a file for itself. */
#ifndef LN_CLI_SAVING_H
#define LN_CLI_SAVING_H

#include "finding/file.h"

#include <stdbool.h>

/* What the user has asked for, or the free name of a file that says what it is about; false: that cannot be a file. */
bool saving_choose(const char *command, const char *asked, const char *about, char path[LN_SAVED_PATH]);
/* Writes it there. What the user has asked for takes the place of what was there before, which is said. False: it could
 * not be written, which is said, too, and changes no verdict. `command` begins the message: `linnet explore`. */
bool saving_write(const char *command, const struct ln_finding *finding, const char *path);

#endif
