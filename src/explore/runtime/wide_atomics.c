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

enum { WIDEST = 1024 };

static void look_at_size(size_t size)
{
    if (size > WIDEST)
        rt_refuse("it has an atomic variable of more than %d bytes", WIDEST);
}

/* The variable itself. */
static void take(char kept[WIDEST], const void *from, size_t size, uintptr_t pc)
{
    look_at_size(size);
    rt_whole_range(from, size, false, pc);
    copy(kept, from, size);
}

/* What goes into it, or comes out of it: that is no part of the step. */
static void fetch(char kept[WIDEST], const void *from, size_t size, uintptr_t pc)
{
    look_at_size(size);
    rt_range(from, size, false, pc);
    copy(kept, from, size);
}

static void put(void *to, const char kept[WIDEST], size_t size, uintptr_t pc)
{
    rt_range(to, size, true, pc);
    copy(to, kept, size);
}

CALL(void, __atomic_load, size_t size, void *from, void *to, int order)
{
    char kept[WIDEST];
    (void)order;
    take(kept, from, size, CALLER);
    put(to, kept, size, CALLER);
}

CALL(void, __atomic_store, size_t size, void *to, void *from, int order)
{
    char kept[WIDEST];
    (void)order;
    fetch(kept, from, size, CALLER);
    rt_whole_range(to, size, true, CALLER);
    copy(to, kept, size);
}

CALL(void, __atomic_exchange, size_t size, void *at, void *value, void *before, int order)
{
    char kept[WIDEST], was[WIDEST];
    (void)order;
    fetch(kept, value, size, CALLER);
    rt_whole_range(at, size, true, CALLER);
    copy(was, at, size);
    copy(at, kept, size);
    put(before, was, size, CALLER);
}

CALL(bool, __atomic_compare_exchange, size_t size, void *at, void *expected, void *desired, int success, int failure)
{
    char kept[WIDEST], wanted[WIDEST], was[WIDEST];
    (void)success, (void)failure;
    fetch(wanted, expected, size, CALLER);
    fetch(kept, desired, size, CALLER);
    rt_whole_range(at, size, true, CALLER);
    copy(was, at, size);
    if (same(was, wanted, size)) {
        copy(at, kept, size);
        return true;
    }
    put(expected, was, size, CALLER);
    return false;
}

CALL(bool, __atomic_is_lock_free, size_t size, const void *at)
{
    (void)at;
    return size <= 8;
}
