#include "cli/interrupt.h"

#include <stddef.h>

static volatile sig_atomic_t interrupted; /* a signal handler can reach nothing else */

static void note(int signal_number)
{
    (void)signal_number;
    interrupted = 1;
}

void interrupt_listen(void)
{
    struct sigaction action = { .sa_handler = note, .sa_flags = (int)SA_RESETHAND }, before;
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    /* A terminal that is closed ends linnet like Ctrl-C, unless somebody wants it to go on (nohup). */
    if (sigaction(SIGHUP, NULL, &before) == 0 && before.sa_handler != SIG_IGN)
        sigaction(SIGHUP, &action, NULL);
}

const volatile sig_atomic_t *interrupt_flag(void)
{
    return &interrupted;
}
