/* What the code that src/plugin/redirect.c writes says to the runtime, see there. */
#ifndef LN_EXPLORE_RUNTIME_UNSEEN_H
#define LN_EXPLORE_RUNTIME_UNSEEN_H

#include "explore/runtime/state.h"

struct noted_call {
    const char *name, *library; /* library: empty: that which the function is in */
    const void *function;
    uint32_t assembly, noted; /* assembly: it is from a file of it */
};

struct noted_assembly {
    const char *place, *text;
    uint64_t noted;
};

/* A function that was not compiled along, `name` as it is in the symbol table. */
void rt_unseen_call(enum ln_unseen_kind kind, const char *name, const char *library, uintptr_t pc);
/* Without the folder. */
const char *rt_file_of(const char *path);
/* As enum ln_touch_kind in src/plugin/harmless.h. */
enum touch_kind { TOUCH_READ, TOUCH_WRITE, TOUCH_TEXT, TOUCH_COUNTED, TOUCH_STRING, TOUCH_OWN, TOUCH_STREAM };

struct noted_touches {
    const char *name;
    struct noted_touch {
        int32_t argument; /* -1: no more */
        uint32_t kind, bytes;
    } touches[];
};

/* `back` is where the call returns to. */
void rt_note_call(struct noted_call *called, uintptr_t back);
/* `saved`: where the registers are that arguments come in. */
void rt_note_touches(const struct noted_touches *noted, uintptr_t back, const uintptr_t *saved);
void rt_note_assembly(struct noted_assembly *assembly);
void rt_note_target(uintptr_t target, uintptr_t back);

#endif
