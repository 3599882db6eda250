#define _GNU_SOURCE
#include "inquiry/code/signal_words.h"

#include <signal.h>
#include <stddef.h>

const char *ln_signal_words(int signal_number)
{
    switch (signal_number) {
    case SIGSTOP:
    case SIGTSTP:
    case SIGTTIN:
    case SIGTTOU: return "stops";
    case SIGKILL:
    case SIGTERM:
    case SIGHUP:
    case SIGINT:
    case SIGQUIT:
    case SIGUSR1:
    case SIGUSR2: return "kills";
    default: return NULL;
    }
}
