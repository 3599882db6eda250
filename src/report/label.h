/* What is written on a bar: `2 #17 deq() -> 3`. */
#ifndef LN_REPORT_LABEL_H
#define LN_REPORT_LABEL_H

#include "report/layout.h"

/* At most so many columns; when it is cut, the result keeps its place. */
void ln_label_write(const struct ln_history *history, const struct ln_scene_op *scene,
                    const struct ln_layout_options *options, size_t columns, struct ln_str *out);

const char *ln_label_ellipsis(bool utf8);

#endif
