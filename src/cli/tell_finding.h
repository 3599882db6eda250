/* Telling findings, one after the other: on standard output as text or JSON, and to the files that the user named. */
#ifndef LN_CLI_TELL_FINDING_H
#define LN_CLI_TELL_FINDING_H

#include "base/outfile.h"
#include "finding/finding.h"

struct finding_output {
    const char *command; /* begins messages: `linnet check` */
    bool json, quiet;
    struct ln_progress_line *watch; /* or NULL */
    int code;                       /* the exit code: of the worst that was told */
    struct ln_outfile save;         /* all that was found out, with the histories */
    struct ln_outfile short_save;   /* what shows each verdict, without the histories */
    bool written;                   /* to any of them */
    bool short_written;             /* something can be verified */
    bool blank_line;                /* the report before had several lines */
};

/* Opens files; NULL is none, and what cannot be opened is none, which is said. Returns an exit code, 0 to go on. */
int finding_output_open(struct finding_output *output, const char *save, const char *short_save);
/* Puts the files in their places; or leaves what was there, when something could not be begun or nothing was found.
 * Returns the exit code of all. */
int finding_output_close(struct finding_output *output, int code);

void tell_finding(struct finding_output *output, const struct ln_finding *finding);

#endif
