/* What standard output can show. */
#ifndef LN_TERMINAL_TERMINAL_H
#define LN_TERMINAL_TERMINAL_H

#include <stdbool.h>

struct ln_terminal_look {
    unsigned width; /* columns; 80 when it is no terminal */
    bool colour;    /* a terminal, and neither NO_COLOR nor TERM=dumb says otherwise */
    bool utf8;      /* by the locale */
};

struct ln_terminal_look ln_terminal_look(void);

#endif
