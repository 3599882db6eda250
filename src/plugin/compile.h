/* The user's C or C++ files become a shared object in a folder of its own. */
#ifndef LN_PLUGIN_COMPILE_H
#define LN_PLUGIN_COMPILE_H

#include "base/error.h"

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ln_compiled {
    char folder[256]; /* empty: there is none */
    char object[300];
};

/* When the compilers that are given it are ended. */
struct ln_compiler_limit {
    uint64_t until;                           /* as ln_now has it; 0: never */
    const volatile sig_atomic_t *interrupted; /* may be NULL */
};

/* They get that time together, at least 5 seconds; 0: any. */
struct ln_compiler_limit ln_compiler_limit(double seconds, const volatile sig_atomic_t *interrupted);

struct ln_sources {
    const char *const *files;
    size_t file_count;
    const char *const *flags; /* the user's, behind the files: libraries too */
    size_t flag_count;
    const char *compiler; /* may hold options, separated by blanks; NULL: $CC, cc, gcc or clang */
    struct ln_compiler_limit limit;
    bool refuses; /* ln_compile: calls that no test may make are refused by their names (stress/inside) */
};

/* LN_BAD_INPUT: they do not compile, and the compiler said why on standard error. LN_MISSING: there is no compiler. */
enum ln_status ln_compile(struct ln_compiled *compiled, const struct ln_sources *sources, struct ln_error *error);
/* A loaded object lives on. */
void ln_compiled_remove(const struct ln_compiled *compiled);

#endif
