/* gcc announces a copy of a structure as a write and a read, in this order, and then makes it; it announces a bit-field
 * that is stored as a write, and then reads what is around it. What is announced so is found in what gcc has written:
 * there each instruction that touches it is announced instead, when it comes. */
#ifndef LN_PLUGIN_APART_H
#define LN_PLUGIN_APART_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct ln_apart {
    size_t *hooks; /* lines, counted from 1, with a hook that only says what is to come; in order */
    size_t hook_count, hook_room;
    char **functions; /* that have some; without .cold at the end */
    size_t function_count, function_room;
    bool failed;
};

/* Looks through a file of gcc's. */
void ln_apart_find(struct ln_apart *apart, const char *file);
void ln_apart_fini(struct ln_apart *apart);

bool ln_apart_is_hook(const struct ln_apart *apart, size_t number);
/* `function` may be the part of one that is seldom reached. */
bool ln_apart_has(const struct ln_apart *apart, const char *function);
/* Writes the call of such a hook. */
void ln_apart_write_hook(FILE *to, const char *line);
/* Announces what the instruction touches, if it touches any memory. */
void ln_apart_write_instruction(FILE *to, const char *line);

#endif
