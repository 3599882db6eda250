/* Every form of C++'s operator new and delete. Weak: an object may bring its own.
 *
 * Libraries see them, too: what the object allocated and a library deletes goes back to the right heap, and what the
 * C++ library allocates in a run for those who call it (the text of a stream or of an exception) is put back with the
 * rest.
 * What another library allocates stays its own, for its variables are not put back before each run. */
#define _GNU_SOURCE
#include "explore/runtime/state.h"

#include <dlfcn.h>
#include <link.h>
#include <stdlib.h>

#define SHOWN __attribute__((weak, visibility("default")))

void _ZSt17__throw_bad_allocv(void) __attribute__((weak));

/* ---- who asks ---- */

extern char __ehdr_start[] __attribute__((visibility("hidden"))), _end[] __attribute__((visibility("hidden")));
extern char _ZTISt9exception[] __attribute__((weak)); /* in the C++ library */

static STATE struct {
    bool looked_for;
    uintptr_t from, to;
} cxx_library;

static int look_for_cxx_library(struct dl_phdr_info *info, size_t size, void *inside)
{
    uintptr_t first = UINTPTR_MAX, last = 0;
    (void)size;
    for (size_t i = 0; i < info->dlpi_phnum; i++) {
        uintptr_t from = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr, to = from + info->dlpi_phdr[i].p_memsz;
        if (info->dlpi_phdr[i].p_type != PT_LOAD)
            continue;
        first = from < first ? from : first;
        last = to > last ? to : last;
    }
    if ((uintptr_t)inside - first >= last - first)
        return 0;
    cxx_library.from = first;
    cxx_library.to = last;
    return 1;
}

static bool is_object(uintptr_t pc)
{
    return pc - (uintptr_t)__ehdr_start < (uintptr_t)(_end - __ehdr_start);
}

static bool is_cxx_library(uintptr_t pc)
{
    if (!cxx_library.looked_for) {
        cxx_library.looked_for = true;
        state.active = false;
        dl_iterate_phdr(look_for_cxx_library, _ZTISt9exception);
        state.active = true;
    }
    return pc - cxx_library.from < cxx_library.to - cxx_library.from;
}

static bool is_ours(uintptr_t pc)
{
    return is_object(pc) || (state.active && is_cxx_library(pc));
}

static void *make_for_library(size_t alignment, size_t size)
{
    static STATE void *(*real)(size_t), *(*real_aligned)(size_t, size_t);
    if (!real)
        real = (void *(*)(size_t))dlsym(RTLD_DEFAULT, "malloc");
    if (!real_aligned)
        real_aligned = (void *(*)(size_t, size_t))dlsym(RTLD_DEFAULT, "aligned_alloc");
    return alignment ? real_aligned(alignment, size) : real(size ? size : 1);
}

/* ---- what they ask for ---- */

static void *make(size_t alignment, size_t size, bool throws, uintptr_t pc)
{
    void *address = is_ours(pc) ? rt_allocate(alignment, size, pc) : make_for_library(alignment, size);
    if (!address && throws && _ZSt17__throw_bad_allocv)
        _ZSt17__throw_bad_allocv();
    return address;
}

static void drop(void *address, uintptr_t pc)
{
    if (address && rt_in_heap(address))
        rt_release(address, pc);
    else
        free(address);
}

#define NEW(name)                                                                                             \
    void *_Zn##name##m(size_t size);                                                                          \
    SHOWN void *_Zn##name##m(size_t size)                                                                     \
    {                                                                                                         \
        return make(0, size, true, CALLER);                                                                   \
    }                                                                                                         \
    void *_Zn##name##mRKSt9nothrow_t(size_t size, const void *nothrow);                                       \
    SHOWN void *_Zn##name##mRKSt9nothrow_t(size_t size, const void *nothrow)                                  \
    {                                                                                                         \
        (void)nothrow;                                                                                        \
        return make(0, size, false, CALLER);                                                                  \
    }                                                                                                         \
    void *_Zn##name##mSt11align_val_t(size_t size, size_t alignment);                                         \
    SHOWN void *_Zn##name##mSt11align_val_t(size_t size, size_t alignment)                                    \
    {                                                                                                         \
        return make(alignment, size, true, CALLER);                                                           \
    }                                                                                                         \
    void *_Zn##name##mSt11align_val_tRKSt9nothrow_t(size_t size, size_t alignment, const void *nothrow);      \
    SHOWN void *_Zn##name##mSt11align_val_tRKSt9nothrow_t(size_t size, size_t alignment, const void *nothrow) \
    {                                                                                                         \
        (void)nothrow;                                                                                        \
        return make(alignment, size, false, CALLER);                                                          \
    }

/* Whatever else they are told (a size, an alignment, nothrow) does not matter. */
#define DELETE(name)                    \
    void _Zd##name(void *address);      \
    SHOWN void _Zd##name(void *address) \
    {                                   \
        drop(address, CALLER);          \
    }
#define DELETE_ALL(name)             \
    DELETE(name##Pv)                 \
    DELETE(name##Pvm)                \
    DELETE(name##PvRKSt9nothrow_t)   \
    DELETE(name##PvSt11align_val_t)  \
    DELETE(name##PvmSt11align_val_t) \
    DELETE(name##PvSt11align_val_tRKSt9nothrow_t)

NEW(w)
NEW(a)
DELETE_ALL(l)
DELETE_ALL(a)
