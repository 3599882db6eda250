#include "cli/interrupt.h"

#include <stdbool.h>
#include <stddef.h>

static volatile sig_atomic_t interrupted; /* by which signal; a signal handler can reach nothing else */

static void note(int signal_number)
{
    if (interrupted != SIGPIPE)
        interrupted = signal_number;
}

static void listen_to(int signal_number, unsigned flags, bool though_ignored)
{
    struct sigaction action = { .sa_handler = note, .sa_flags = (int)flags }, before;
    sigemptyset(&action.sa_mask);
    if (though_ignored || (sigaction(signal_number, NULL, &before) == 0 && before.sa_handler != SIG_IGN))
        sigaction(signal_number, &action, NULL);
}

void interrupt_listen(void)
{
    listen_to(SIGINT, SA_RESETHAND, true);
    listen_to(SIGTERM, SA_RESETHAND, true);
    /* A terminal that is closed ends linnet like Ctrl-C, unless somebody wants it to go on (nohup). */
    listen_to(SIGHUP, SA_RESETHAND, false);
    /* More may be written before the work has stopped. */
    listen_to(SIGPIPE, 0, false);
}

const volatile sig_atomic_t *interrupt_flag(void)
{
    return &interrupted;
}

bool interrupt_unread(void)
{
    return interrupted == SIGPIPE;
}

void interrupt_end(void)
{
    if (!interrupt_unread())
        return;
    signal(SIGPIPE, SIG_DFL);
    raise(SIGPIPE);
}
