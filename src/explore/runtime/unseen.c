/* What runs did that the runtime cannot follow, written down for whoever tells of it. */
#define _GNU_SOURCE
#include "explore/runtime/unseen.h"

#include "explore/runtime/library.h"

#include <dlfcn.h>
#include <stdlib.h>

static bool same(const char *one, const char *other)
{
    while (*one && *one == *other)
        one++, other++;
    return *one == *other;
}

static void put(char *to, size_t room, const char *text)
{
    size_t i = 0;
    for (; text[i] && i < room - 1; i++)
        to[i] = text[i];
    to[i] = '\0';
}

void rt_unseen(enum ln_unseen_kind kind, const char *name, const char *library, const char *place, uintptr_t pc)
{
    struct ln_shared *shared = state.shared;
    struct ln_unseen *unseen;
    for (uint32_t i = 0; i < shared->unseen_count; i++) {
        unseen = &shared->unseen[i];
        if (unseen->kind == kind && same(unseen->name, name) && same(unseen->library, library) &&
            same(unseen->place, place))
            return;
    }
    if (shared->unseen_count == LN_UNSEEN_MOST) {
        shared->unseen_more = true;
        return;
    }
    unseen = &shared->unseen[shared->unseen_count];
    unseen->kind = kind;
    unseen->pc = pc > shared->place.base ? pc - shared->place.base : 0;
    put(unseen->name, sizeof unseen->name, name);
    put(unseen->library, sizeof unseen->library, library);
    put(unseen->place, sizeof unseen->place, place);
    shared->unseen_count++;
}

/* ---- what the rewritten code calls ---- */

/* As before it is called but for %r11, which holds its argument; the flags are the caller's to save. */
#define NOTE(name, function)                                                                                  \
    ".text\n"                                                                                                 \
    ".globl " name "\n.hidden " name "\n.type " name ", @function\n" name ":\n"                               \
    "    pushq %rbp\n    movq %rsp, %rbp\n"                                                                   \
    "    pushq %rax\n    pushq %rcx\n    pushq %rdx\n    pushq %rsi\n    pushq %rdi\n"                        \
    "    pushq %r8\n    pushq %r9\n    pushq %r10\n"                                                          \
    "    subq $256, %rsp\n    andq $-16, %rsp\n"                                                              \
    "    movaps %xmm0, (%rsp)\n    movaps %xmm1, 16(%rsp)\n    movaps %xmm2, 32(%rsp)\n"                      \
    "    movaps %xmm3, 48(%rsp)\n    movaps %xmm4, 64(%rsp)\n    movaps %xmm5, 80(%rsp)\n"                    \
    "    movaps %xmm6, 96(%rsp)\n    movaps %xmm7, 112(%rsp)\n    movaps %xmm8, 128(%rsp)\n"                  \
    "    movaps %xmm9, 144(%rsp)\n    movaps %xmm10, 160(%rsp)\n    movaps %xmm11, 176(%rsp)\n"               \
    "    movaps %xmm12, 192(%rsp)\n    movaps %xmm13, 208(%rsp)\n    movaps %xmm14, 224(%rsp)\n"              \
    "    movaps %xmm15, 240(%rsp)\n"                                                                          \
    "    movq %r11, %rdi\n    movq 16(%rbp), %rsi\n    movq %rbp, %rdx\n    cld\n    call " function "\n"     \
    "    movaps (%rsp), %xmm0\n    movaps 16(%rsp), %xmm1\n    movaps 32(%rsp), %xmm2\n"                      \
    "    movaps 48(%rsp), %xmm3\n    movaps 64(%rsp), %xmm4\n    movaps 80(%rsp), %xmm5\n"                    \
    "    movaps 96(%rsp), %xmm6\n    movaps 112(%rsp), %xmm7\n    movaps 128(%rsp), %xmm8\n"                  \
    "    movaps 144(%rsp), %xmm9\n    movaps 160(%rsp), %xmm10\n    movaps 176(%rsp), %xmm11\n"               \
    "    movaps 192(%rsp), %xmm12\n    movaps 208(%rsp), %xmm13\n    movaps 224(%rsp), %xmm14\n"              \
    "    movaps 240(%rsp), %xmm15\n"                                                                          \
    "    leaq -64(%rbp), %rsp\n"                                                                              \
    "    popq %r10\n    popq %r9\n    popq %r8\n"                                                             \
    "    popq %rdi\n    popq %rsi\n    popq %rdx\n    popq %rcx\n    popq %rax\n    popq %rbp\n    ret\n"     \
    ".size " name ", . - " name "\n"
__asm__(NOTE("linnet_note_call", "rt_note_call") NOTE("linnet_note_assembly", "rt_note_assembly")
        NOTE("linnet_note_touches", "rt_note_touches"));

static const char *library_of(const struct noted_call *called)
{
    Dl_info info;
    const char *name;
    if (called->library[0] || !dladdr(called->function, &info) || !info.dli_fname)
        return called->library;
    name = info.dli_fname;
    for (const char *c = name; *c; c++)
        if (*c == '/')
            name = c + 1;
    return name;
}

char *__cxa_demangle(const char *name, char *to, size_t *room, int *status) __attribute__((weak));

/* Names of C++ as people write them. */
static void tell_call(const struct noted_call *called, uintptr_t pc)
{
    char *readable = __cxa_demangle ? __cxa_demangle(called->name, NULL, NULL, &(int){ 0 }) : NULL;
    rt_unseen(called->assembly ? LN_UNSEEN_ASSEMBLY : LN_UNSEEN_LIBRARY, readable ? readable : called->name,
              library_of(called), "", pc);
    free(readable);
}

/* Before a run the object is made, by one thread, and what came of it is put back: nothing is missed there. */
void rt_note_call(struct noted_call *called, uintptr_t back)
{
    if (called->noted || !state.active)
        return;
    state.active = false;
    called->noted = true;
    tell_call(called, back - 1);
    state.active = true;
}

/* ---- what touches only what it is given ---- */

extern char _ZSt4cout[] __attribute__((weak)), _ZSt4cerr[] __attribute__((weak)), _ZSt4clog[] __attribute__((weak));

static bool is_own(const char *at)
{
    const char *stack = state.region.stacks + state.current->index * state.region.stack_size;
    return (size_t)(at - stack) < state.region.stack_size;
}

static bool is_output(const char *at)
{
    return at == _ZSt4cout || at == _ZSt4cerr || at == _ZSt4clog;
}

/* As libstdc++ has it. */
struct string {
    const char *text;
    size_t length;
};

static void touch(const struct noted_touches *noted, const struct noted_touch *touch, char *at, size_t next,
                  uintptr_t pc)
{
    struct noted_call call = { noted->name, "libstdc++.so", NULL, false, false };
    switch ((enum touch_kind)touch->kind) {
    case TOUCH_READ: see_read(at, touch->bytes, pc); break;
    case TOUCH_WRITE: see_write(at, touch->bytes, pc); break;
    case TOUCH_TEXT: rt_see_string(at, SIZE_MAX, pc); break;
    case TOUCH_COUNTED: see_read(at, next, pc); break;
    case TOUCH_STRING:
        see_read(at, sizeof(struct string), pc);
        see_read(((struct string *)(void *)at)->text, ((struct string *)(void *)at)->length, pc);
        break;
    case TOUCH_STREAM:
    case TOUCH_OWN:
        if (!is_own(at) && !(touch->kind == TOUCH_STREAM && is_output(at)))
            rt_note_call(&call, pc + 1);
        break;
    }
}

void rt_note_touches(const struct noted_touches *noted, uintptr_t back, const uintptr_t *saved)
{
    static const int8_t places[] = { -5, -4, -3, -2, -6, -7 }; /* as NOTE pushes them */
    for (const struct noted_touch *at = noted->touches; state.active && at->argument >= 0; at++) {
        char *argument = (char *)saved[places[at->argument]];
        if (argument)
            touch(noted, at, argument, saved[places[at->argument + 1]], back - 1);
    }
}

void rt_note_assembly(struct noted_assembly *assembly)
{
    if (assembly->noted || !state.active)
        return;
    assembly->noted = true;
    rt_unseen(LN_UNSEEN_ASSEMBLY, assembly->text, "", assembly->place, 0);
}
