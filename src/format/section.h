/* The sections of a file of findings (finding/file.h). Such a file is a history, too: a line whose first member is
 * "linnet" with a text begins a section, and those that follow belong to it. */
#ifndef LN_FORMAT_SECTION_H
#define LN_FORMAT_SECTION_H

#include "base/hash.h"
#include "format/scanner.h"

enum ln_section {
    LN_SECTION_NONE,    /* the line begins none */
    LN_SECTION_FINDING, /* a finding; its history follows */
    LN_SECTION_STEPS,
    LN_SECTION_SCHEDULE,
    LN_SECTION_SERIAL, /* histories again: serial executions */
    LN_SECTION_PIECE,  /* of a stream, with states of its own to begin in: to be drawn, not to be judged */
    LN_SECTION_OTHER   /* one that nobody knows yet */
};

enum ln_section ln_section_of(struct ln_text line);
/* As it is written; not of LN_SECTION_NONE and LN_SECTION_OTHER. */
const char *ln_section_name(enum ln_section section);

enum { LN_FINDING_VERSION = 1 }; /* changes when the meaning of what is written does */

/* LN_BAD_INPUT: another version is not read. */
enum ln_status ln_finding_version_fits(uint64_t version, struct ln_error *error);

/* What the line that begins a finding is to who reads its history. */
struct ln_finding_line {
    char here[LN_DIGEST_TEXT]; /* the digest that the history has to have */
    bool violated;
    struct ln_str answer;
};

/* The answer was initialised. LN_BAD_INPUT: the line is none that can be relied on, or no history stands with it. */
enum ln_status ln_finding_line_read(struct ln_scanner *scan, struct ln_finding_line *line);

#endif
