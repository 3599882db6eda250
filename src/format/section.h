/* The sections of a file of findings (finding/file.h). Such a file is a history, too: a line whose first member is
 * "linnet" with a text begins a section, and those that follow belong to it. */
#ifndef LN_FORMAT_SECTION_H
#define LN_FORMAT_SECTION_H

#include "history/value.h"

enum ln_section {
    LN_SECTION_NONE,    /* the line begins none */
    LN_SECTION_FINDING, /* a finding; its history follows */
    LN_SECTION_STEPS,
    LN_SECTION_SCHEDULE,
    LN_SECTION_SERIAL, /* histories again: serial executions */
    LN_SECTION_OTHER   /* one that nobody knows yet */
};

enum ln_section ln_section_of(struct ln_text line);
/* As it is written; not of LN_SECTION_NONE and LN_SECTION_OTHER. */
const char *ln_section_name(enum ln_section section);

#endif
