/* Where the operations of a history stand in a picture of it: what is drawn where, but not how.
 *
 * Each process has a row and each operation a bar in it. The picture shows the order of events, not their distance:
 * of two operations of different processes the first precedes the second exactly when its bar ends to the left of where
 * the other begins. A picture too wide for the page is broken into bands, one below the other.
 *
 * Operations of one process that touch on a coarse clock (`after` in history/history.h) are joined: the column in which
 * one ends is the column in which the next begins. Only where operations without any length are joined, in several
 * processes at one instant, can a picture not say that all of them are concurrent across processes: there they stand
 * one after the other. */
#ifndef LN_REPORT_LAYOUT_H
#define LN_REPORT_LAYOUT_H

#include "base/arena.h"
#include "finding/picture.h"
#include "history/history.h"

enum { LN_LAYOUT_NARROWEST = 38 };

struct ln_layout_options {
    uint32_t width; /* of the whole, in columns; less than LN_LAYOUT_NARROWEST is taken as that */
    bool utf8;      /* labels may have arrows and ellipses that are not ASCII */
    bool ids;       /* labels begin with the number of the operation in the file, #7 */
};

struct ln_layout_row {
    uint32_t process;
    const char *name; /* cut when it is long */
    uint32_t columns; /* of the name */
};

struct ln_layout_bar {
    uint32_t operation;
    uint32_t row;
    uint32_t first, last; /* columns, from 0 where the bars of the band begin */
    const char *label;    /* empty where a continued bar has no room for it */
    uint32_t label_columns;
    bool from_left; /* continues from the band above */
    bool to_right;  /* continues in the band below */
    bool pending;   /* never returns: it reaches to the end of its band, and the latest ones go on below */
    bool joined;    /* begins in the column in which the bar before it in its row ends */
    bool marked, optional;
};

struct ln_layout_band {
    size_t first, count; /* its bars, ordered by row and then from left to right */
    uint32_t columns;    /* the bars' */
};

struct ln_layout {
    struct ln_memory *memory;
    struct ln_arena arena;             /* texts */
    LN_VEC(struct ln_layout_row) rows; /* in the order of their first calls */
    LN_VEC(struct ln_layout_bar) bars;
    LN_VEC(struct ln_layout_band) bands;
    uint32_t name_columns; /* of the longest name; LN_LAYOUT_MARGIN more are left between names and bars */
    bool utf8;
};

enum { LN_LAYOUT_MARGIN = 2 };

/* Each operation is given once, in any order; failed ones are not drawn. The history is sealed. LN_NO_MEMORY or LN_OK;
 * fini either way. */
enum ln_status ln_layout_init(struct ln_layout *layout, const struct ln_history *history,
                              const struct ln_scene_op *scene, size_t count, const struct ln_layout_options *options,
                              struct ln_memory *memory);
void ln_layout_fini(struct ln_layout *layout);

#endif
