/* Atomics that are too wide for an instruction: compilers call these of libatomic, where a lock makes them one step. */
#include "explore/runtime/library.h"

static void copy(void *to, const void *from, size_t size)
{
    for (size_t i = 0; i < size; i++)
        ((char *)to)[i] = ((const char *)from)[i];
}

static bool same(const void *one, const void *other, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (((const char *)one)[i] != ((const char *)other)[i])
            return false;
    return true;
}

CALL(void, __atomic_load, size_t size, void *from, void *to, int order)
{
    (void)order;
    rt_whole_range(from, size, false, CALLER);
    copy(to, from, size);
}

CALL(void, __atomic_store, size_t size, void *to, void *from, int order)
{
    (void)order;
    rt_whole_range(to, size, true, CALLER);
    copy(to, from, size);
}

CALL(void, __atomic_exchange, size_t size, void *at, void *value, void *before, int order)
{
    (void)order;
    rt_whole_range(at, size, true, CALLER);
    copy(before, at, size);
    copy(at, value, size);
}

CALL(bool, __atomic_compare_exchange, size_t size, void *at, void *expected, void *desired, int success, int failure)
{
    (void)success, (void)failure;
    rt_whole_range(at, size, true, CALLER);
    if (!same(at, expected, size)) {
        copy(expected, at, size);
        return false;
    }
    copy(at, desired, size);
    return true;
}

CALL(bool, __atomic_is_lock_free, size_t size, const void *at)
{
    (void)at;
    return size <= 8;
}
