/* Calls through pointers. What src/plugin/indirect.c writes asks here before each of them whether its target is code that
 * the runtime sees. A function that was compiled along has a mark in front; anything else is looked up, once. */
#define _GNU_SOURCE
#include "explore/runtime/note.h"
#include "explore/runtime/unseen.h"

#include <dlfcn.h>
#include <fnmatch.h>

/* Kept: %r11, which holds the target, and all that matters to a call. Only what lies in the object is looked at. */
__asm__(".text\n"
        ".globl linnet_check_target\n.hidden linnet_check_target\n.type linnet_check_target, @function\n"
        ".hidden __ehdr_start\n.hidden _etext\n"
        "linnet_check_target:\n"
        "    pushq %rax\n"
        "    leaq __ehdr_start(%rip), %rax\n    cmpq %rax, %r11\n    jb 1f\n"
        "    leaq _etext(%rip), %rax\n    cmpq %rax, %r11\n    jae 1f\n"
        "    movabsq $0x2174656e6e696c21, %rax\n    cmpq %rax, -8(%r11)\n    jne 1f\n"
        "    popq %rax\n    ret\n"
        "1:  popq %rax\n    pushq %r11\n    call linnet_note_target\n    popq %r11\n    ret\n"
        ".size linnet_check_target, . - linnet_check_target\n" RT_NOTE("linnet_note_target", "24", "rt_note_target"));

/* Of the linker's first turn, which is only looked at, they are not part. */
extern const uintptr_t linnet_targets[] __attribute__((weak, visibility("hidden")));
extern const char linnet_harmless[] __attribute__((weak, visibility("hidden")));

static STATE uintptr_t known[256]; /* looked up; each where its address says, so that some are forgotten */

static bool is_own(uintptr_t target)
{
    for (const uintptr_t *at = linnet_targets; at && *at; at++)
        if (*at == target)
            return true;
    return false;
}

/* What gcc writes onto the stack to get to a function inside of another one, which was compiled along. */
static bool is_nested(uintptr_t target)
{
    return target - state.area < FIBERS * state.region.stack_size;
}

static bool is_harmless(const char *name)
{
    for (const char *at = linnet_harmless; at && *at;) {
        if (fnmatch(at, name, 0) == 0)
            return true;
        while (*at++)
            ;
    }
    return false;
}

/* The C++ library keeps classes to itself whose virtual functions others call: categories of errors. */
static bool is_internal(const Dl_info *info, const char *library)
{
    static const char prefix[] = "libstdc++.so";
    for (size_t i = 0; i < sizeof prefix - 1; i++)
        if (library[i] != prefix[i])
            return false;
    return !info->dli_sname;
}

static void look_up(uintptr_t target, uintptr_t pc)
{
    Dl_info info;
    const char *library;
    if (is_own(target) || is_nested(target))
        return;
    if (!dladdr((const void *)target, &info) || !info.dli_fname) {
        rt_unseen(LN_UNSEEN_CODE, "a function that no file has", "", "", pc);
        return;
    }
    if ((uintptr_t)info.dli_saddr != target)
        info.dli_sname = NULL;
    library = (uintptr_t)info.dli_fbase == state.shared->place.base ? "linked-along" : rt_file_of(info.dli_fname);
    if ((info.dli_sname && is_harmless(info.dli_sname)) || is_internal(&info, library))
        return;
    rt_unseen_call(LN_UNSEEN_LIBRARY, info.dli_sname ? info.dli_sname : "a function without a name", library, pc);
}

void rt_note_target(uintptr_t target, uintptr_t back)
{
    uintptr_t *slot = &known[(target >> 4) % (sizeof known / sizeof *known)];
    if (!state.active || *slot == target)
        return;
    state.active = false; /* what the C library does for us is not the user's doing */
    look_up(target, back - 1);
    *slot = target;
    state.active = true;
}
