/* Files as pictures: histories, and findings as they were told. */
#ifndef LN_INQUIRY_SHOW_H
#define LN_INQUIRY_SHOW_H

#include "report/window.h"

#include <signal.h>

struct ln_show_asked {
    const char *format; /* NULL: it is recognised */
    bool keyed;
    bool histories; /* also of findings, nothing but the histories */
    struct ln_window_asked window;
    struct ln_style style;
    const volatile sig_atomic_t *interrupt;
    void *self;
    void (*read)(const struct ln_history *history, const char *path); /* is told of each history that was read */
    void (*shown)(void *self, const struct ln_str *text, bool apart); /* what follows is to stand apart from it */
    void (*failed)(void *self, const struct ln_error *error);         /* it cannot be shown */
};

/* What is wrong with the file, once all before that was shown. */
enum ln_status ln_show_file(const struct ln_show_asked *asked, const char *path, struct ln_memory *memory,
                            struct ln_error *error);

#endif
