/* What is drawn of a finding: operations of its history, and the steps of a run that led to it. How they are drawn is
 * src/report's. */
#ifndef LN_FINDING_PICTURE_H
#define LN_FINDING_PICTURE_H

#include <stdbool.h>
#include <stdint.h>

/* An operation to show. */
struct ln_scene_op {
    uint32_t operation;
    uint32_t order; /* its place in a linearisation, from 1; 0: none */
    bool marked;    /* belongs to what the picture is about, such as the core of a violation */
    bool optional;  /* may or may not have taken effect */
};

enum ln_row_kind {
    LN_ROW_CALL,    /* text: `push(1)` */
    LN_ROW_RETURN,  /* text: `push(1)` or `pop() -> 1` */
    LN_ROW_STEP,    /* place and text: `stack.c:41`, `CAS(&s->top, n1, n3) -> true` */
    LN_ROW_BLOCKED, /* the thread can never go on: text says what it waits for */
    LN_ROW_FAULT    /* the run ends here: text says how */
};

/* As it is written in files. */
const char *ln_row_kind_name(enum ln_row_kind kind);

struct ln_row {
    uint32_t thread;
    enum ln_row_kind kind;
    const char *place; /* NULL: none */
    const char *text;
    bool preempts;   /* the thread of the row before could have gone on */
    bool irrelevant; /* may be folded: nothing that another thread did or saw depends on it */
};

#endif
