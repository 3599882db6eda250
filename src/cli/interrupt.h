/* Ctrl-C: the first one asks the work to stop and tell what it knows, the second one ends the program. A pipe that nobody
 * reads any more asks it to stop, too, and to tell nothing; then the signal ends the program. */
#ifndef LN_CLI_INTERRUPT_H
#define LN_CLI_INTERRUPT_H

#include <signal.h>
#include <stdbool.h>

void interrupt_listen(void);
const volatile sig_atomic_t *interrupt_flag(void);
/* Was there nobody to read what was written? */
bool interrupt_unread(void);
/* When all is put away: ends the program by that signal if it was so. */
void interrupt_end(void);

#endif
