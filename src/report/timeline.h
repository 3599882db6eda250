/* A picture of a history for the terminal:
 *
 *     producer  ├─ enq(1) ─┤ ├─ enq(2) ─┤
 *     consumer       ├─ deq() → 1 ─┤
 *
 * Marked operations have heavy lines, those that may not have taken effect dashed ones; `…` ends what never returned,
 * and `»` leads from one band to the next. */
#ifndef LN_REPORT_TIMELINE_H
#define LN_REPORT_TIMELINE_H

#include "report/layout.h"

/* In UTF-8 if the layout is. */
void ln_timeline_draw(const struct ln_layout *layout, bool colour, struct ln_str *out);

/* Layout and drawing at once, indented and within options->width. LN_NO_MEMORY leaves *out as it was, or failed. */
enum ln_status ln_timeline_write(const struct ln_history *history, const struct ln_scene_op *scene, size_t count,
                                 const struct ln_layout_options *options, bool colour, struct ln_str *out);

enum { LN_TIMELINE_INDENT = 2, LN_TIMELINE_NARROWEST = LN_LAYOUT_NARROWEST + LN_TIMELINE_INDENT };

#endif
