/* From the user's C files to a step graph. Lives in the module linnet-model, since LLVM is large (base/module.h). */
#ifndef LN_MODEL_MODEL_H
#define LN_MODEL_MODEL_H

#include "steps/program.h"

#include <signal.h>

struct ln_model_options {
    const char *const *files;
    size_t file_count;
    const char *const *flags; /* the user's, for the compiler */
    size_t flag_count;
    const char *compiler;       /* NULL: clang-14, clang */
    const char *const *without; /* operations that nobody is to call */
    size_t without_count;
    uint32_t processes, pool, values;
    bool lax;       /* freed memory may be looked at */
    bool collected; /* there is a garbage collector */
    double timeout;
    const volatile sig_atomic_t *interrupt;
};

/* What the module offers. */
struct ln_model_interface {
    /* Compiles the files and makes the object: `program` is complete then. If the files declare a specification of
     * their own, `specification` is it, and *has_specification says so. Both are initialised by the caller.
     * LN_BAD_INPUT when they do not compile (the compiler said why on standard error) or have something that cannot
     * be taken: the message says where, what, and what to write instead. LN_MISSING: there is no clang. */
    enum ln_status (*compile)(struct ln_program *program, struct ln_program *specification, bool *has_specification,
                              const struct ln_model_options *options, struct ln_error *error);
};

#endif
