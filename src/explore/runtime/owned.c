/* Whose memory it is that the code under test touches.
 *
 * The stacks, the heap and the variables of the shared object are known by their addresses (rt_word). The rest is asked
 * for here, and remembered: what cannot be written is no matter; thread-local storage is the fiber's own; what is
 * left belongs to a library or to the system, and is not put back before each run. Reading it is harmless as long as
 * nobody writes it: a library's function that does is unseen itself. A file may be written by anybody. */
#define _GNU_SOURCE
#include "explore/runtime/state.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <string.h>
#include <sys/single_threaded.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum {
    KNOWN = 256,
    THREAD_LOCAL = 1 << 15, /* static thread-local storage ends at the thread pointer, and is not larger than that */
    THREAD_ITSELF = 1 << 12 /* what the C library keeps behind it */
};

static STATE struct owned_range {
    uintptr_t from, to;
    enum memory memory;
    bool told;
} known[KNOWN];
static STATE unsigned known_count;

static void remember(uintptr_t from, uintptr_t to, enum memory memory, bool told)
{
    if (known_count < KNOWN)
        known[known_count++] = (struct owned_range){ from, to, memory, told };
}

void rt_own(const void *address, size_t size)
{
    remember((uintptr_t)address, (uintptr_t)address + size, MEMORY_OWN, true);
}

/* Variables of the C library that ordinary code looks at, and nobody changes. */
void rt_own_usual(void)
{
    rt_own(&stdin, sizeof stdin);
    rt_own(&stdout, sizeof stdout);
    rt_own(&stderr, sizeof stderr);
    rt_own(&environ, sizeof environ);
    rt_own(&__libc_single_threaded, sizeof __libc_single_threaded);
    for (unsigned i = 0; i < FIBERS; i++)
        rt_own((const char *)state.fibers[i].thread_pointer - THREAD_LOCAL, THREAD_LOCAL + THREAD_ITSELF);
}

extern void *__tls_get_addr(size_t *);

static int own_block(struct dl_phdr_info *info, size_t size, void *self)
{
    size_t index[2] = { info->dlpi_tls_modid, 0 };
    (void)size, (void)self;
    for (size_t i = 0; i < info->dlpi_phnum && index[0]; i++)
        if (info->dlpi_phdr[i].p_type == PT_TLS)
            rt_own(__tls_get_addr(index), info->dlpi_phdr[i].p_memsz);
    return 0;
}

void rt_own_thread_locals(void)
{
    dl_iterate_phdr(own_block, NULL);
}

/* ---- threads that are not ours ---- */

/* Of this process: the folder has a link from each, and two more. */
static unsigned long count_threads(void)
{
    struct stat about = { .st_nlink = 0 };
    syscall(SYS_newfstatat, AT_FDCWD, "/proc/self/task", &about, 0);
    return about.st_nlink;
}

static STATE unsigned long threads;

void rt_threads_remember(void)
{
    threads = count_threads();
}

void rt_threads_look(void)
{
    if (count_threads() > threads)
        rt_refuse("a library that it calls has started a thread, which the explorer cannot follow");
}

/* ---- what the system says ---- */

struct mapping {
    uintptr_t from, to;
    bool writable;
    char path[120];
};

static uintptr_t read_hex(const char **at)
{
    uintptr_t value = 0;
    for (;; ++*at) {
        char c = **at;
        if (c >= '0' && c <= '9')
            value = value * 16 + (uintptr_t)(c - '0');
        else if (c >= 'a' && c <= 'f')
            value = value * 16 + (uintptr_t)(c - 'a' + 10);
        else
            return value;
    }
}

/* `55d0-55e0 rw-p 00000000 08:01 123 /lib/libc.so.6` */
static void read_mapping(const char *line, struct mapping *mapping)
{
    const char *at = line;
    size_t length = 0;
    mapping->from = read_hex(&at);
    at++;
    mapping->to = read_hex(&at);
    mapping->writable = *at && at[1] && at[2] == 'w';
    while (*at && *at != '/' && *at != '[')
        at++;
    while (at[length] && length < sizeof mapping->path - 1) {
        mapping->path[length] = at[length];
        length++;
    }
    mapping->path[length] = '\0';
}

static bool find_mapping(uintptr_t address, struct mapping *mapping)
{
    char line[400], piece[2048];
    size_t length = 0;
    ssize_t got;
    bool found = false;
    int file = (int)syscall(SYS_openat, AT_FDCWD, "/proc/self/maps", O_RDONLY | O_CLOEXEC);
    while (!found && file >= 0 && (got = syscall(SYS_read, file, piece, sizeof piece)) > 0) {
        for (ssize_t i = 0; i < got && !found; i++) {
            if (piece[i] != '\n') {
                if (length < sizeof line - 1)
                    line[length++] = piece[i];
                continue;
            }
            line[length] = '\0';
            length = 0;
            read_mapping(line, mapping);
            found = address >= mapping->from && address < mapping->to;
        }
    }
    if (file >= 0)
        syscall(SYS_close, file);
    return found;
}

/* ---- whose it is ---- */

static const char *last_part(const char *path)
{
    const char *slash = path;
    for (const char *c = path; *c; c++)
        if (*c == '/')
            slash = c + 1;
    return slash;
}

static void tell(uintptr_t address, const struct mapping *mapping, uintptr_t pc)
{
    Dl_info info;
    if (dladdr((const void *)address, &info) && info.dli_fname)
        rt_unseen(LN_UNSEEN_MEMORY, info.dli_sname ? info.dli_sname : "a variable", last_part(info.dli_fname), "", pc);
    else if (mapping->path[0] == '/')
        rt_unseen(LN_UNSEEN_MEMORY, last_part(mapping->path), "", "", pc);
    else
        rt_unseen(LN_UNSEEN_MEMORY, "what a library or the system has allocated", "", "", pc);
}

/* Mapped by somebody, not loaded as a library. */
static bool is_file(uintptr_t address, const struct mapping *mapping)
{
    Dl_info info;
    return mapping->path[0] == '/' && !dladdr((const void *)address, &info);
}

static bool is_of_object(uintptr_t address)
{
    Dl_info info;
    return dladdr((const void *)address, &info) && (uintptr_t)info.dli_fbase == state.shared->place.base;
}

static enum memory find_out(uintptr_t address, bool writes, uintptr_t pc)
{
    struct mapping mapping;
    enum memory memory;
    bool tells;
    if (!find_mapping(address, &mapping))
        return MEMORY_OWN; /* there is none: it is about to crash */
    memory = !mapping.writable ? MEMORY_CONSTANT : is_of_object(address) ? MEMORY_OWN : MEMORY_FOREIGN;
    tells = memory == MEMORY_FOREIGN && (writes || is_file(address, &mapping));
    if (tells)
        tell(address, &mapping, pc);
    remember(mapping.from, mapping.to, memory, tells);
    return memory;
}

/* What is the object's may lie amid what is not; else what is known last is known best. */
static const struct owned_range *find_known(uintptr_t address)
{
    const struct owned_range *found = NULL;
    for (unsigned i = 0; i < known_count && !(found && found->memory == MEMORY_OWN); i++)
        if (address >= known[i].from && address < known[i].to)
            found = &known[i];
    return found;
}

enum memory rt_unowned(uintptr_t address, bool writes, uintptr_t pc)
{
    const struct owned_range *found = find_known(address);
    enum memory memory;
    bool active = state.active;
    if (found && (found->memory != MEMORY_FOREIGN || found->told || !writes))
        return found->memory;
    state.active = false; /* what the C library does for us is not the user's doing */
    memory = find_out(address, writes, pc);
    state.active = active;
    return memory;
}
