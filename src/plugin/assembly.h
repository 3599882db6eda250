/* What the compiler has written, as assembly: inline assembly in it gets a call in front that tells the runtime when it
 * is reached, what gcc announces as one access is taken apart, and functions that touch memory without any hook are found. */
#ifndef LN_PLUGIN_ASSEMBLY_H
#define LN_PLUGIN_ASSEMBLY_H

#include "plugin/instrument.h"

#include <stdbool.h>

/* Can it touch memory that another thread may touch? One statement or several, as both compilers write them on x86-64.
 * On its own stack it may do what it likes. `what` gets the first instruction that can. */
bool ln_assembly_matters(const char *text, char *what, size_t room);

/* Does it make a stack of some other memory, so that what looks like an access to the own stack need not be one? */
bool ln_assembly_moves_stack(const char *text, char *what, size_t room);

struct ln_assembly_work {
    const char *from, *to;    /* files */
    const char *source;       /* from which the compiler made the first one */
    size_t number;            /* of the source, for names that are its own */
    bool gcc;                 /* wrote it */
    ln_unhooked_found *found; /* inline assembly outside of functions: it cannot be seen when it runs */
    void *self;
    bool unhooked; /* out: some functions touch memory without a hook */
};

/* False: a file could not be read or written. */
bool ln_assembly_hook(struct ln_assembly_work *work);
/* Tells of the functions that touch memory without a hook. */
void ln_assembly_tell_unhooked(const struct ln_assembly_work *work);

#endif
