#include "terminal/terminal.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <unistd.h>

static const char *set(const char *name)
{
    const char *value = getenv(name);
    return value && *value ? value : NULL;
}

static bool wants_colour(void)
{
    const char *kind = set("TERM");
    return !set("NO_COLOR") && !(kind && strcmp(kind, "dumb") == 0);
}

/* The first of them that is set decides, as for the C library. */
static bool locale_is_utf8(void)
{
    static const char *const names[] = { "LC_ALL", "LC_CTYPE", "LANG" };
    const char *locale = NULL;
    for (size_t i = 0; i < sizeof names / sizeof *names && !locale; i++)
        locale = set(names[i]);
    locale = locale ? strchr(locale, '.') : NULL;
    return locale && (strncasecmp(locale, ".UTF-8", 6) == 0 || strncasecmp(locale, ".UTF8", 5) == 0);
}

struct ln_terminal_look ln_terminal_look(void)
{
    struct ln_terminal_look terminal = { .width = 80, .utf8 = locale_is_utf8() };
    struct winsize size;
    if (!isatty(STDOUT_FILENO))
        return terminal;
    terminal.colour = wants_colour();
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col)
        terminal.width = size.ws_col;
    return terminal;
}
