/* The memory of C++ exceptions, which the user's constructors write, is the heap's; libraries give it back here. What
 * a run that was cut short has left behind in the library's own account of them is forgotten before the next one.
 *
 * Threads share exceptions by std::exception_ptr: how many know of one is counted in front of it, and who forgets it
 * last destroys it. Layouts are those of libstdc++ on x86-64. */
#include "explore/runtime/library.h"

#include <stdlib.h>
#include <string.h>

struct exception {
    union {
        void *type;
        char *primary; /* of one that was thrown again: what was thrown first */
    } of;
    void (*destructor)(void *);
    void *handlers[2];
    struct exception *next;
    int handler_count, other[7];
    void *adjusted;
    uint64_t class, unwind[3];
};

/* In front of what is thrown. */
struct thrown_header {
    _Alignas(16) int count;
    _Alignas(16) struct exception exception;
};

enum { HEADER = sizeof(struct thrown_header) };
_Static_assert(HEADER == 128 && sizeof(struct exception) == 112, "as in libstdc++");

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

static void give_back(void *at, uintptr_t pc)
{
    if (rt_in_heap(at))
        rt_release(at, pc);
    else
        free(at);
}

SEEN_BY_LIBRARIES void __cxa_free_exception(void *thrown);
void __cxa_free_exception(void *thrown)
{
    give_back((char *)thrown - HEADER, CALLER);
}

SEEN_BY_LIBRARIES void *__cxa_allocate_dependent_exception(void);
void *__cxa_allocate_dependent_exception(void)
{
    char *at = rt_allocate(0, sizeof(struct exception), CALLER);
    if (!at)
        abort();
    for (size_t i = 0; i < sizeof(struct exception); i++)
        at[i] = 0;
    return at;
}

SEEN_BY_LIBRARIES void __cxa_free_dependent_exception(void *at);
void __cxa_free_dependent_exception(void *at)
{
    give_back(at, CALLER);
}

struct account {
    struct exception *caught;
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

/* ---- std::exception_ptr ---- */

struct pointer {
    char *thrown;
};

static struct thrown_header *header_of(char *thrown)
{
    return (struct thrown_header *)(void *)(thrown - HEADER);
}

static char *thrown_by(struct exception *exception)
{
    return exception->class & 1 ? exception->of.primary : (char *)(exception + 1);
}

static void know(char *thrown, uintptr_t pc)
{
    int *count = &header_of(thrown)->count;
    if (state.active)
        rt_range(count, sizeof *count, true, pc);
    ++*count;
}

static void forget(struct pointer *pointer, uintptr_t pc)
{
    struct thrown_header *header;
    char *thrown;
    if (state.active)
        rt_range(pointer, sizeof *pointer, false, pc);
    thrown = pointer->thrown;
    if (!thrown)
        return;
    header = header_of(thrown);
    if (state.active)
        rt_range(&header->count, sizeof header->count, true, pc);
    if (--header->count)
        return;
    if (header->exception.destructor)
        header->exception.destructor(thrown);
    give_back(header, pc);
    if (state.active)
        rt_range(pointer, sizeof *pointer, true, pc);
    pointer->thrown = NULL;
}

CALL(void, _ZNSt15__exception_ptr13exception_ptr9_M_addrefEv, struct pointer *self)
{
    if (state.active)
        rt_range(self, sizeof *self, false, CALLER);
    if (self->thrown)
        know(self->thrown, CALLER);
}

CALL(void, _ZNSt15__exception_ptr13exception_ptr10_M_releaseEv, struct pointer *self)
{
    forget(self, CALLER);
}

CALL(void, _ZNSt15__exception_ptr13exception_ptrC1EPv, struct pointer *self, char *thrown)
{
    if (state.active)
        rt_range(self, sizeof *self, true, CALLER);
    self->thrown = thrown;
    know(thrown, CALLER);
}

CALL(void *, _ZSt17current_exceptionv, struct pointer *result)
{
    const struct account *account = __cxa_get_globals();
    char *thrown = account->caught ? thrown_by(account->caught) : NULL;
    if (state.active)
        rt_range(result, sizeof *result, true, CALLER);
    result->thrown = thrown;
    if (thrown)
        know(thrown, CALLER);
    return result;
}

_Noreturn void _ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE(struct pointer *) __attribute__((weak));

CALL(void, _ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE, struct pointer *self)
{
    if (state.active) {
        rt_range(self, sizeof *self, false, CALLER);
        rt_range(&header_of(self->thrown)->count, sizeof(int), true, CALLER);
    }
    _ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE(self);
}

/* A class with a table of functions in front of the pointer. */
CALL(void, _ZNSt16nested_exceptionD2Ev, void *self)
{
    forget((struct pointer *)self + 1, CALLER);
}

void __cxa_end_catch(void) __attribute__((weak));

/* Who else knows of it may forget it before or after. */
CALL(void, __cxa_end_catch, void)
{
    const struct account *account = __cxa_get_globals();
    struct thrown_header *header = account->caught ? header_of(thrown_by(account->caught)) : NULL;
    if (state.active && header && account->caught->handler_count == 1 && header->count > 1)
        rt_range(&header->count, sizeof header->count, true, CALLER);
    __cxa_end_catch();
}

/* ---- casts ---- */

void *__dynamic_cast(const void *, const void *, const void *, ptrdiff_t) __attribute__((weak));

/* What an object is says a pointer at its beginning, and one at that of the whole that it is part of. */
CALL(void *, __dynamic_cast, const char *object, const void *from, const void *to, ptrdiff_t hint)
{
    if (state.active) {
        rt_range(object, sizeof(void *), false, CALLER);
        rt_range(object + (*(ptrdiff_t *const *)(const void *)object)[-2], sizeof(void *), false, CALLER);
    }
    return __dynamic_cast(object, from, to, hint);
}
