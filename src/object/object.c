#include "object/object.h"

#include "base/shown.h"
#include "base/utf8.h"

#include <assert.h>
#include <dlfcn.h>
#include <string.h>

unsigned ln_object_arity(const linnet_object_operation *operation)
{
    return operation->arity ? operation->arity : operation->args.count || operation->fresh;
}

/* The numbers of the longest tuple, but for zeros at its end, which cannot be told from what was left out. */
static unsigned numbers_in(const linnet_arguments *args)
{
    unsigned most = 0;
    for (unsigned i = 0; i < args->count; i++)
        for (unsigned a = most; a < LINNET_ARGUMENTS; a++)
            if (args->at[i][a])
                most = a + 1;
    return most;
}

/* Names are printed, saved and read again: they are UTF-8, without what a terminal obeys. */
static bool is_name(const char *name)
{
    size_t length = strlen(name), bytes = 1;
    uint32_t code;
    for (size_t i = 0; i < length && bytes; i += bytes) {
        bytes = ln_utf8_character(name + i, length - i, &code);
        if (!bytes || ln_is_unruly(code))
            return false;
    }
    return true;
}

static enum ln_status refuse_name(const char *name, const char *of, const char *expected, const char *named,
                                  struct ln_error *error)
{
    return ln_fail(error, LN_BAD_INPUT, "%s: %s cannot be named '%.100s': expected %s", named, of, name, expected);
}

/* Tests are written with them: `push(1) pop | pop`. */
static enum ln_status check_operation_name(const char *name, const char *named, struct ln_error *error)
{
    if (*name && !strpbrk(name, LN_OBJECT_BETWEEN_NAMES) && is_name(name))
        return LN_OK;
    return refuse_name(name, "an operation", "UTF-8 without blanks, brackets, commas, bars and control characters",
                       named, error);
}

static enum ln_status check_operation(const linnet_object_operation *operation, const char *named,
                                      struct ln_error *error)
{
    unsigned arity = ln_object_arity(operation);
    enum ln_status status = check_operation_name(operation->name, named, error);
    if (status)
        return status;
    if (!operation->call)
        return ln_fail(error, LN_BAD_INPUT, "%s: operation '%s' has no function", named, operation->name);
    if (arity > LINNET_ARGUMENTS)
        return ln_fail(error, LN_BAD_INPUT, "%s: operation '%s' has more than %d arguments", named, operation->name,
                       LINNET_ARGUMENTS);
    if (operation->args.count > LINNET_TUPLES)
        return ln_fail(error, LN_BAD_INPUT, "%s: operation '%s' has more than %d tuples of arguments", named,
                       operation->name, LINNET_TUPLES);
    if (numbers_in(&operation->args) > arity)
        return ln_fail(error, LN_BAD_INPUT,
                       "%s: operation '%s' is given %u arguments (.args), but takes %u: .arity = %u "
                       "is missing, or wrong",
                       named, operation->name, numbers_in(&operation->args), arity, numbers_in(&operation->args));
    if (arity > (unsigned)operation->fresh && !operation->args.count)
        return ln_fail(error, LN_BAD_INPUT, "%s: operation '%s' takes arguments, but none are given (.args)", named,
                       operation->name);
    if (operation->weight > LN_OBJECT_HEAVIEST)
        return ln_fail(error, LN_BAD_INPUT, "%s: operation '%s' has the weight %u, expected at most %d", named,
                       operation->name, operation->weight, LN_OBJECT_HEAVIEST);
    return LN_OK;
}

enum ln_status ln_object_check(struct ln_object *object, const char *named, struct ln_error *error)
{
    const linnet_object *declared = object->declared;
    enum ln_status status = LN_OK;
    assert(object->operations == 0); /* they are counted here */
    if (!declared->name || !*declared->name)
        return ln_fail(error, LN_BAD_INPUT, "%s: the object has no name", named);
    if (!is_name(declared->name))
        return refuse_name(declared->name, "the object", "UTF-8 without control characters", named, error);
    if (!declared->create)
        return ln_fail(error, LN_BAD_INPUT, "%s: the object has no create()", named);
    while (object->operations < LINNET_OPERATIONS && declared->operations[object->operations].name && !status)
        status = check_operation(&declared->operations[object->operations++], named, error);
    for (size_t i = object->operations; i < LINNET_OPERATIONS && !status; i++)
        if (declared->operations[i].call)
            status = ln_fail(error, LN_BAD_INPUT, "%s: an operation has no name", named);
    if (!status && !object->operations)
        return ln_fail(error, LN_BAD_INPUT, "%s: the object has no operations", named);
    return status;
}

static bool has_role(const linnet_object_operation *operation, const char *role)
{
    return operation->role && strcmp(operation->role, role) == 0;
}

static unsigned thread_of(const linnet_object *declared, size_t operations, const char *role, unsigned threads)
{
    unsigned number = 0;
    assert(role);
    for (size_t i = 0; i < operations && !has_role(&declared->operations[i], role); i++) {
        const char *other = declared->operations[i].role;
        bool seen = !other;
        for (size_t j = 0; j < i && !seen; j++)
            seen = has_role(&declared->operations[j], other);
        number += !seen;
    }
    return number % threads;
}

bool ln_object_may_call(const linnet_object *declared, size_t operations, size_t operation, unsigned thread,
                        unsigned threads)
{
    const linnet_object_operation *called = &declared->operations[operation];
    assert(operation < operations && operations <= LINNET_OPERATIONS && thread < threads);
    if (called->role)
        return thread_of(declared, operations, called->role, threads) == thread;
    for (size_t i = 0; called->others && i < operations; i++)
        if (declared->operations[i].role &&
            thread_of(declared, operations, declared->operations[i].role, threads) == thread)
            return false;
    return true;
}

enum ln_status ln_object_load(struct ln_object *object, const char *path, const char *named, struct ln_error *error)
{
    const unsigned *version;
    *object = (struct ln_object){ .handle = dlopen(path, RTLD_NOW | RTLD_LOCAL) };
    if (!object->handle)
        return ln_fail(error, LN_BAD_INPUT, "%s: it cannot be loaded: %s", named, dlerror());
    version = dlsym(object->handle, "linnet_the_object_version");
    object->declared = dlsym(object->handle, "linnet_the_object");
    if (!version || !object->declared)
        return ln_fail(error, LN_BAD_INPUT, "%s: it declares no LINNET_OBJECT (see linnet/object.h)", named);
    if (*version != LINNET_OBJECT_VERSION)
        return ln_fail(error, LN_BAD_INPUT, "%s: it was made for version %u of linnet/object.h, expected %d", named,
                       *version, LINNET_OBJECT_VERSION);
    return ln_object_check(object, named, error);
}
