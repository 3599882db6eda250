/* Inside src/counting only: where one is in the text of formulas and grammars. */
#ifndef LN_COUNTING_BLANKS_H
#define LN_COUNTING_BLANKS_H

#include <stddef.h>
#include <stdint.h>

struct ln_blank_place {
    const char *at, *end, *line_start;
    uint32_t line; /* from 1 */
};

/* Skips blanks, ends of lines, and comments from // to the end of their line. */
static inline void ln_place_skip_blanks(struct ln_blank_place *place)
{
    for (; place->at < place->end; place->at++) {
        if (*place->at == '/' && place->at + 1 < place->end && place->at[1] == '/')
            while (place->at + 1 < place->end && place->at[1] != '\n')
                place->at++;
        else if (*place->at == '\n') {
            place->line++;
            place->line_start = place->at + 1;
        } else if (*place->at != ' ' && *place->at != '\t' && *place->at != '\r')
            break;
    }
}

#endif
