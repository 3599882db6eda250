/* The functions of libraries that may be called unseen (harmless.def), and what they do to memory (touching.def). */
#ifndef LN_PLUGIN_HARMLESS_H
#define LN_PLUGIN_HARMLESS_H

#include <stdbool.h>
#include <stddef.h>

bool ln_is_harmless(const char *function);
/* One pattern of the list; NULL: behind the last one. */
const char *ln_harmless(size_t nth);

/* As enum touch_kind in src/explore/runtime/unseen.h. */
enum ln_touch_kind {
    LN_TOUCH_READ, /* so many bytes */
    LN_TOUCH_WRITE,
    LN_TOUCH_TEXT,    /* reads a string that ends in 0 */
    LN_TOUCH_COUNTED, /* reads as many bytes as the next argument says */
    LN_TOUCH_STRING,  /* reads a std::string */
    LN_TOUCH_OWN,     /* who knows what: it must be on the thread's own stack, else it is unseen */
    LN_TOUCH_STREAM   /* likewise, or a stream to standard output or error */
};

struct ln_touch {
    const char *function;
    unsigned argument;
    enum ln_touch_kind kind;
    unsigned bytes;
};

/* Each that the function does; NULL: no more. `*at` begins with 0. */
const struct ln_touch *ln_touches(const char *function, unsigned *at);

#endif
