/* The object that a user's test declares (include/linnet/object.h), loaded and found fit for use. */
#ifndef LN_OBJECT_OBJECT_H
#define LN_OBJECT_OBJECT_H

#include "linnet/object.h"

#include "base/error.h"

struct ln_object {
    const linnet_object *declared;
    size_t operations;
    void *handle;
};

/* `path` is a shared object, `named` what the user calls it. LN_BAD_INPUT: it cannot be loaded or its declaration makes
 * no sense. Runs the constructors of the user's code. It stays loaded: threads of its own may still run in it. */
enum ln_status ln_object_load(struct ln_object *object, const char *path, const char *named, struct ln_error *error);

enum { LN_OBJECT_HEAVIEST = 1000000 }; /* weight: sums of them fit 32 bits */

/* What ends the name of an operation where a test is written. */
#define LN_OBJECT_BETWEEN_NAMES "(),| \t\n\r\v\f"

/* Does a declaration make sense? Counts its operations. */
enum ln_status ln_object_check(struct ln_object *object, const char *named, struct ln_error *error);

/* May a thread, of so many, call it? Roles are numbered as they are first named, and go to threads in that order. */
bool ln_object_may_call(const linnet_object *declared, size_t operations, size_t operation, unsigned thread,
                        unsigned threads);

/* How many arguments the operation takes. */
unsigned ln_object_arity(const linnet_object_operation *operation);

#endif
