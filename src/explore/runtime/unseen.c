/* What runs did that the runtime cannot follow, written down for whoever tells of it. */
#define _GNU_SOURCE
#include "explore/runtime/unseen.h"

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

__asm__(RT_NOTE("linnet_note_call", "16", "rt_note_call") RT_NOTE("linnet_note_assembly", "16", "rt_note_assembly"));

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
    rt_unseen_call(called->assembly ? LN_UNSEEN_ASSEMBLY : LN_UNSEEN_LIBRARY, called->name, library_of(called), back - 1);
    state.active = true;
}

void rt_note_assembly(struct noted_assembly *assembly)
{
    if (assembly->noted || !state.active)
        return;
    assembly->noted = true;
    rt_unseen(LN_UNSEEN_ASSEMBLY, assembly->text, "", assembly->place, 0);
}
