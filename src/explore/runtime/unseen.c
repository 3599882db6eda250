/* What runs did that the runtime cannot follow, written down for whoever tells of it. */
#define _GNU_SOURCE
#include "explore/runtime/unseen.h"

#include "explore/runtime/library.h"
#include "explore/runtime/note.h"

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

__asm__(RT_NOTE("linnet_note_call", "16", "rt_note_call") RT_NOTE("linnet_note_assembly", "16", "rt_note_assembly")
            RT_NOTE("linnet_note_touches", "16", "rt_note_touches"));

const char *rt_file_of(const char *path)
{
    const char *name = path;
    for (const char *c = path; *c; c++)
        if (*c == '/')
            name = c + 1;
    return name;
}

static const char *library_of(const struct noted_call *called)
{
    Dl_info info;
    if (called->library[0] || !dladdr(called->function, &info) || !info.dli_fname)
        return called->library;
    return rt_file_of(info.dli_fname);
}

char *__cxa_demangle(const char *name, char *to, size_t *room, int *status) __attribute__((weak));

/* Names of C++ as people write them. */
void rt_unseen_call(enum ln_unseen_kind kind, const char *name, const char *library, uintptr_t pc)
{
    char *readable = __cxa_demangle ? __cxa_demangle(name, NULL, NULL, &(int){ 0 }) : NULL;
    rt_unseen(kind, readable ? readable : name, library, "", pc);
    free(readable);
}

/* Before a run the object is made, by one thread, and what came of it is put back: nothing is missed there. */
void rt_note_call(struct noted_call *called, uintptr_t back)
{
    if (called->noted || !state.active)
        return;
    state.active = false;
    called->noted = true;
    rt_unseen_call(called->assembly ? LN_UNSEEN_ASSEMBLY : LN_UNSEEN_LIBRARY, called->name, library_of(called),
                   back - 1);
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
    static const int8_t places[] = { -5, -4, -3, -2, -6, -7 }; /* as RT_NOTE pushes them */
    rt_call_begins = true;
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
