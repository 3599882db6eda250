/* What standard output can show. */
#ifndef LN_CLI_TERMINAL_H
#define LN_CLI_TERMINAL_H

#include <stdbool.h>

struct terminal {
    unsigned width; /* columns; 80 when it is no terminal */
    bool colour;    /* a terminal, and neither NO_COLOR nor TERM=dumb says otherwise */
    bool utf8;      /* by the locale */
};

struct terminal terminal_look(void);

#endif
