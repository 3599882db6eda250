/* Calls through pointers, in the compiler's output: the target may be code that was not compiled along, and no symbol
 * tells. Functions that the compiler has made get a mark in front, and each call or jump through a pointer asks the
 * runtime first (linnet_check_target, src/explore/runtime/indirect.c), which is at once content with a mark. */
#ifndef LN_PLUGIN_INDIRECT_H
#define LN_PLUGIN_INDIRECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { LN_INDIRECT_LINE = 400 };

struct ln_indirect {
    FILE *to;
    size_t source, functions;    /* number of the source, and of the function that the line is in, */
    bool inside;                 /* if it is in one */
    size_t jumps;                /* so far */
    char jump[LN_INDIRECT_LINE]; /* gcc: a jump that is not written yet, for the next line tells what it is */
};

/* In front of the line that is the name of a function, and behind the last one of it. */
void ln_indirect_begin(struct ln_indirect *indirect);
void ln_indirect_end(struct ln_indirect *indirect);

/* `line` is without blanks around it and remarks, `whole` as it stands. True: it is written, or will be. */
bool ln_indirect_hook(struct ln_indirect *indirect, const char *line, const char *whole);
/* Before any other line is written: what comes next. */
void ln_indirect_next(struct ln_indirect *indirect, const char *line);

#endif
