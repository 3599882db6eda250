/* Parts of linnet that are loaded only when they are asked for, since what they need is large.
 *
 * Module NAME is the shared object linnet-NAME.so beside the program (or, of a test's program, one folder up), in
 * lib/linnet/ when installed. It shows one symbol, `linnet_module`, and brings its own copies of whatever it uses of
 * linnet: program and module share nothing but the interface. CMake's linnet_module() builds one. */
#ifndef LN_BASE_MODULE_H
#define LN_BASE_MODULE_H

#include "linnet/version.h"

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>

struct ln_module {
    const char *version;   /* LINNET_VERSION of the build; another one's interface may differ */
    const void *interface; /* a struct of functions that program and module agree on */
};

/* The module's interface; it stays loaded until the program ends. LN_MISSING when it was not built, or what it needs is
 * not there: `package` is what to install then. */
enum ln_status ln_module_load(const char *name, const char *package, const void **interface, struct ln_error *error);

/* Is its file there? */
bool ln_module_is_there(const char *name);

/* The folder that the program is in; empty when that cannot be told. */
void ln_program_folder(char *folder, size_t room);

#endif
