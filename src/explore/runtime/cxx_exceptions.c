/* The memory of C++ exceptions, which the user's constructors write, is the heap's; libraries give it back here. What
 * a run that was cut short has left behind in the library's own account of them is forgotten before the next one. */
#include "explore/runtime/state.h"

#include <stdlib.h>
#include <string.h>

enum { HEADER = 128 }; /* of an exception, in front of what is thrown: libstdc++ on x86-64 */

#define SEEN_BY_LIBRARIES __attribute__((visibility("default")))

SEEN_BY_LIBRARIES void *__cxa_allocate_exception(size_t size);
void *__cxa_allocate_exception(size_t size)
{
    char *at = rt_allocate(0, HEADER + size, CALLER);
    if (!at)
        abort();
    for (size_t i = 0; i < HEADER; i++)
        at[i] = 0;
    return at + HEADER;
}

SEEN_BY_LIBRARIES void __cxa_free_exception(void *thrown);
void __cxa_free_exception(void *thrown)
{
    char *at = (char *)thrown - HEADER;
    if (rt_in_heap(at))
        rt_release(at, CALLER);
    else
        free(at);
}

struct account {
    void *caught;
    unsigned uncaught;
};

struct account *__cxa_get_globals(void) __attribute__((weak));

static STATE struct account *accounts[FIBERS];

void rt_exceptions_find(struct fiber *fiber)
{
    if (__cxa_get_globals)
        accounts[fiber->index] = __cxa_get_globals();
}

void rt_exceptions_forget(void)
{
    for (unsigned i = 0; i < FIBERS; i++)
        if (accounts[i])
            *accounts[i] = (struct account){ NULL, 0 };
}
