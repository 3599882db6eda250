/* Every form of C++'s operator new and delete. Weak: an object may bring its own.
 *
 * The deletes are seen by libraries too: what the object allocated and a library deletes goes back to the right heap.
 * What a library allocates stays its own, for its variables are not put back before each run. */
#include "explore/runtime/state.h"

#include <stdlib.h>

#define OPERATOR __attribute__((weak))
#define SEEN_BY_LIBRARIES __attribute__((weak, visibility("default")))

void _ZSt17__throw_bad_allocv(void) __attribute__((weak));

static void *make(size_t alignment, size_t size, bool throws, uintptr_t pc)
{
    void *address = rt_allocate(alignment, size, pc);
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

#define NEW(name)                                                                                        \
    void *_Zn##name##m(size_t size);                                                                     \
    OPERATOR void *_Zn##name##m(size_t size)                                                             \
    {                                                                                                    \
        return make(0, size, true, CALLER);                                                              \
    }                                                                                                    \
    void *_Zn##name##mRKSt9nothrow_t(size_t size, const void *nothrow);                                  \
    OPERATOR void *_Zn##name##mRKSt9nothrow_t(size_t size, const void *nothrow)                          \
    {                                                                                                    \
        (void)nothrow;                                                                                   \
        return make(0, size, false, CALLER);                                                             \
    }                                                                                                    \
    void *_Zn##name##mSt11align_val_t(size_t size, size_t alignment);                                    \
    OPERATOR void *_Zn##name##mSt11align_val_t(size_t size, size_t alignment)                            \
    {                                                                                                    \
        return make(alignment, size, true, CALLER);                                                      \
    }                                                                                                    \
    void *_Zn##name##mSt11align_val_tRKSt9nothrow_t(size_t size, size_t alignment, const void *nothrow); \
    OPERATOR void *_Zn##name##mSt11align_val_tRKSt9nothrow_t(size_t size, size_t alignment, const void *nothrow) \
    {                                                                                                    \
        (void)nothrow;                                                                                   \
        return make(alignment, size, false, CALLER);                                                     \
    }

/* Whatever else they are told (a size, an alignment, nothrow) does not matter. */
#define DELETE(name)                               \
    void _Zd##name(void *address);                 \
    SEEN_BY_LIBRARIES void _Zd##name(void *address) \
    {                                              \
        drop(address, CALLER);                     \
    }
#define DELETE_ALL(name)                              \
    DELETE(name##Pv)                                  \
    DELETE(name##Pvm)                                 \
    DELETE(name##PvRKSt9nothrow_t)                    \
    DELETE(name##PvSt11align_val_t)                   \
    DELETE(name##PvmSt11align_val_t)                  \
    DELETE(name##PvSt11align_val_tRKSt9nothrow_t)

NEW(w)
NEW(a)
DELETE_ALL(l)
DELETE_ALL(a)
