/* Running the user's compiler: for src/plugin, and for what makes something else than a shared object. */
#ifndef LN_PLUGIN_COMPILER_H
#define LN_PLUGIN_COMPILER_H

#include "plugin/compile.h"

#include <stdbool.h>

enum {
    LN_NO_COMPILER = 127,
    LN_COMPILER_WORDS = 1000,
    LN_COMPILER_PATH = 4096,
    LN_COMPILER_LATE = 256,
    LN_COMPILER_INTERRUPTED
}; /* no exit codes */

struct ln_compiler_call {
    struct ln_compiler_limit limit;
    const char *folder; /* for what the compiler needs for a while: when it is killed, that stays behind there */
    char compiler[LN_COMPILER_PATH];
    char *words[LN_COMPILER_WORDS + 1];
    size_t count;
};

/* With the words that the compiler's own name holds. `compiled` is what it works for. */
void ln_compiler_begin(struct ln_compiler_call *call, const char *compiler, const struct ln_compiled *compiled,
                       struct ln_compiler_limit limit);
void ln_compiler_add(struct ln_compiler_call *call, const char *word);
/* Its exit code; LN_NO_COMPILER: there is none of that name. What it prints goes to standard error. It is ended, with all
 * that it has started, when its time is up (LN_COMPILER_LATE), at Ctrl-C (LN_COMPILER_INTERRUPTED), and when linnet ends. */
int ln_compiler_run(struct ln_compiler_call *call);

/* The nth that may be meant; NULL: there are no more, or (not the last) the user's environment names none. */
bool ln_compiler_candidate(const struct ln_sources *sources, size_t nth, const char **compiler);
enum ln_status ln_compiler_failed(const struct ln_sources *sources, int code, struct ln_error *error);

/* What is wrong when there is a compiler. */
enum ln_status ln_compiler_gave_up(const char *file, int code, struct ln_error *error);

/* A file of ours that the user's code is built with: beside the program when it is installed (or was moved as a whole),
 * else where it was installed to or built. `name` is looked for in `beside`, relative to the program's folder. */
void ln_compiler_find(char *folder, size_t room, const char *name, const char *beside, const char *installed,
                      const char *built);
void ln_compiler_find_headers(char *folder, size_t room);

/* A name that starts with - is a name all the same. */
const char *ln_compiler_name(const char *file, char *room, size_t size);
bool ln_compiler_is_cxx(const char *file);

enum ln_status ln_compiled_folder(struct ln_compiled *compiled, struct ln_error *error);

#endif
