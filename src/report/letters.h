/* Letters of UTF-8 text and the columns they take in a terminal. */
#ifndef LN_REPORT_LETTERS_H
#define LN_REPORT_LETTERS_H

#include "base/str.h"

/* Of the text as ln_letters_write writes it. */
size_t ln_letters_columns(const char *text, size_t length);

/* How many bytes at the start of the text are the whole letters that fit into so many columns. */
size_t ln_letters_within(const char *text, size_t length, size_t columns);

/* Writes the text within so many columns: cut at a whole letter and ended by `ellipsis` when it is longer. What would
 * move the cursor or is no UTF-8 becomes a question mark. */
void ln_letters_write(struct ln_str *out, const char *text, size_t length, size_t columns, const char *ellipsis);
/* The same, cut in the middle: names often differ in their last letters. */
void ln_letters_write_ends(struct ln_str *out, const char *text, size_t length, size_t columns, const char *ellipsis);

#endif
