/* mmap and its kin. Anonymous memory is a block of the heap, so that it is seen and put back before each run; what is
 * mapped from a file or a device is left to the system, and unseen once it is touched. */
#define _GNU_SOURCE
#include "explore/runtime/access.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { PAGE = 4096 };

static size_t whole_pages(size_t size)
{
    return (size + PAGE - 1) / PAGE * PAGE;
}

static void *result_of(long at)
{
    return (void *)at; /* syscall() has set errno, and -1 is MAP_FAILED */
}

void *rt_map(size_t size)
{
    void *at = result_of(syscall(SYS_mmap, NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    return at == MAP_FAILED ? NULL : at;
}

void *mmap(void *address, size_t size, int protection, int flags, int file, off_t offset)
{
    void *at;
    bool fixed = flags & (MAP_FIXED | MAP_FIXED_NOREPLACE);
    if (fixed && rt_in_heap(address) && flags & MAP_ANONYMOUS) {
        memset(address, 0, size);
        return address;
    }
    if (!(flags & MAP_ANONYMOUS) || fixed)
        return result_of(syscall(SYS_mmap, address, size, protection, flags, file, offset));
    if (!size || size > PTRDIFF_MAX) {
        errno = size ? ENOMEM : EINVAL;
        return MAP_FAILED;
    }
    at = rt_allocate(PAGE, whole_pages(size), CALLER);
    if (!at)
        return MAP_FAILED;
    memset(at, 0, whole_pages(size));
    return at;
}

void *mmap64(void *address, size_t size, int protection, int flags, int file, off_t offset)
    __attribute__((alias("mmap")));

/* A part of a block stays with it. */
int munmap(void *address, size_t size)
{
    if (!rt_in_heap(address))
        return (int)syscall(SYS_munmap, address, size);
    if (rt_is_block(address) && rt_block_size(address) <= whole_pages(size))
        rt_release(address, CALLER);
    return 0;
}

void *mremap(void *address, size_t size, size_t wanted, int flags, ...)
{
    void *to;
    if (!rt_in_heap(address)) {
        va_list rest;
        va_start(rest, flags);
        to = flags & MREMAP_FIXED ? va_arg(rest, void *) : NULL;
        va_end(rest);
        return result_of(syscall(SYS_mremap, address, size, wanted, flags, to));
    }
    if (whole_pages(wanted) <= whole_pages(size))
        return address;
    to = flags & MREMAP_MAYMOVE ? rt_allocate(PAGE, whole_pages(wanted), CALLER) : NULL;
    if (!to) {
        errno = ENOMEM;
        return MAP_FAILED;
    }
    memset(to, 0, whole_pages(wanted));
    memcpy(to, address, size);
    munmap(address, size);
    return to;
}

/* Of the heap's memory: all of it can be read and written, and what need not be kept reads as zero. */
int mprotect(void *address, size_t size, int protection)
{
    return rt_in_heap(address) ? 0 : (int)syscall(SYS_mprotect, address, size, protection);
}

int madvise(void *address, size_t size, int advice)
{
    if (!rt_in_heap(address))
        return (int)syscall(SYS_madvise, address, size, advice);
    if (advice == MADV_DONTNEED || advice == MADV_REMOVE)
        memset(address, 0, size);
    return 0;
}
