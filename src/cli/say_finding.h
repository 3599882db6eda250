/* A finding on standard output. */
#ifndef LN_CLI_SAY_FINDING_H
#define LN_CLI_SAY_FINDING_H

#include "finding/finding.h"

/* For people, or as a line of JSON. `word` stands before the answer; NULL: the verdict. LN_NO_MEMORY, or LN_OK. */
enum ln_status say_finding(const struct ln_finding *finding, const char *word, bool json);

/* The exit code. */
int exit_of_verdict(enum ln_verdict verdict);

#endif
