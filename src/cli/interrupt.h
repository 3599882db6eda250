/* Ctrl-C: the first one asks the work to stop and tell what it knows, the second one ends the program. */
#ifndef LN_CLI_INTERRUPT_H
#define LN_CLI_INTERRUPT_H

#include <signal.h>

void interrupt_listen(void);
const volatile sig_atomic_t *interrupt_flag(void);

#endif
