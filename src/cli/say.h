/* What is said to the user: names, values and messages from anywhere are in it, and nothing of it may be a command to
 * the terminal. */
#ifndef LN_CLI_SAY_H
#define LN_CLI_SAY_H

#include "base/error.h"

/* On standard output. Of escape sequences the colours of reports stay, on a terminal that is to show them. */
void say(const char *text);
/* On standard error, as fprintf does. */
void complain(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* What is wrong, if anything is; `who` begins the message. An exit code. */
int complain_of(const char *who, enum ln_status status, const struct ln_error *error);

#endif
