/* What the list sets here have in common: a sorted list between two sentinels that hold no element, and its declaration.
 *
 * Removed nodes are freed at once. Where others may still be at a node then, that is right only under a garbage collector:
 * `--reuse gc` takes the model for one that has it (free() does nothing, and what nobody can reach comes back). */
#ifndef LIST_SET_H
#define LIST_SET_H

#include <linnet/model.h>

#include <limits.h>
#include <stdlib.h>

static bool set_add(int key, bool *failed); /* false: it was there */
static bool set_remove(int key);            /* false: it was not there */
static bool set_contains(int key);
static void *set_make(void);

static linnet_value add(void *object, const linnet_value *arg)
{
    bool failed = false, added = set_add((int)arg[0].i, &failed);
    (void)object;
    return failed ? LINNET_FAILED : LINNET_BOOL(added);
}

static linnet_value take_out(void *object, const linnet_value *arg)
{
    (void)object;
    return LINNET_BOOL(set_remove((int)arg[0].i));
}

static linnet_value contains(void *object, const linnet_value *arg)
{
    (void)object;
    return LINNET_BOOL(set_contains((int)arg[0].i));
}

LINNET_OBJECT = {
    .name = "set", .create = set_make, .spec = "set",
    .operations = {
        { .name = "add", .call = add, .args = LINNET_ARGS({1}, {2}) },
        { .name = "remove", .call = take_out, .args = LINNET_ARGS({1}, {2}) },
        { .name = "contains", .call = contains, .args = LINNET_ARGS({1}, {2}) },
    },
};

#endif
