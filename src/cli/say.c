#define _GNU_SOURCE /* vasprintf */
#include "cli/say.h"

#include "base/shown.h"
#include "cli/exit.h"
#include "cli/interrupt.h"
#include "terminal/terminal.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How long the colour is that the text starts with; 0: it is none of those that reports use. */
static size_t colour_length(const char *text)
{
    static const char *const colours[] = { "\033[0m",    "\033[1m",    "\033[2m",   "\033[33m",
                                           "\033[1;31m", "\033[1;32m", "\033[1;33m" };
    for (size_t i = 0; *text == '\033' && i < sizeof colours / sizeof *colours; i++)
        if (strncmp(text, colours[i], strlen(colours[i])) == 0)
            return strlen(colours[i]);
    return 0;
}

static void put(FILE *to, const char *text, bool colours)
{
    size_t length = strlen(text), from = 0, at = 0;
    char shown[LN_SHOWN_MOST];
    if (interrupt_unread())
        return;
    while (at < length) {
        size_t bytes = colours ? colour_length(text + at) : 0;
        shown[0] = '\0';
        if (!bytes)
            bytes = ln_shown_character(text + at, length - at, true, shown);
        if (shown[0]) {
            fwrite(text + from, 1, at - from, to);
            fputs(shown, to);
            from = at + bytes;
        }
        at += bytes;
    }
    fwrite(text + from, 1, at - from, to);
}

void say(const char *text)
{
    put(stdout, text, ln_terminal_look().colour);
}

void complain(const char *format, ...)
{
    char *text = NULL;
    va_list rest;
    va_start(rest, format);
    if (vasprintf(&text, format, rest) < 0)
        text = NULL;
    va_end(rest);
    put(stderr, text ? text : "linnet: out of memory\n", false);
    free(text);
}

int complain_of(const char *who, enum ln_status status, const struct ln_error *error)
{
    if (status)
        complain("%s: %s\n", who, error->message[0] ? error->message : ln_status_text(status));
    return exit_of(status);
}
