/* Calls from the user's object files into code that was not compiled along go through a few instructions of ours.
 *
 * A function that the runtime has an own version of (linnet_call_NAME, src/explore/runtime/library.c) is called there
 * instead; one that is harmless (harmless.def) is called as it is; for each other one a stub linnet_call_NAME is made,
 * which tells the runtime that it is called and goes on to it. Only the names of undefined symbols in the object files
 * are changed, so it does not matter whether a call is direct or through a pointer. */
#ifndef LN_PLUGIN_REDIRECT_H
#define LN_PLUGIN_REDIRECT_H

#include "base/table.h"
#include "base/vec.h"
#include "plugin/elf_symbols.h"

struct ln_redirect {
    struct ln_file runtime; /* the archive */
    struct ln_memory memory;
    LN_VEC(struct ln_redirected) names;
    struct ln_table by_name;
    bool failed; /* out of memory */
};

void ln_redirect_init(struct ln_redirect *redirect, const char *runtime);
void ln_redirect_fini(struct ln_redirect *redirect);

/* Of each object file of the user's; `assembly`: it was not made by the compiler. */
void ln_redirect_read(struct ln_redirect *redirect, const char *object, bool assembly);
/* When all are read. True: some symbols are not known yet; link, and look at what came of it. */
bool ln_redirect_decide(struct ln_redirect *redirect);
/* `map`: what the linker says of where things come from. */
void ln_redirect_look(struct ln_redirect *redirect, const char *linked, const char *map);

/* Writes the stubs, and what else may be called through pointers, as assembly. */
bool ln_redirect_write(const struct ln_redirect *redirect, const char *path);
/* Changes the names in an object file. */
bool ln_redirect_apply(const struct ln_redirect *redirect, const char *object);

#endif
