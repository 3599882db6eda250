/* Inside src/format only: was a line of JSON or EDN cut short? */
#ifndef LN_FORMAT_CUT_H
#define LN_FORMAT_CUT_H

#include "history/value.h"

/* Does the text end within a string, or before its first bracket closes? A line that is one object or map is cut exactly
 * then, however much of it is there: its last bracket is its last character. */
bool ln_text_is_cut(struct ln_text text);

#endif
