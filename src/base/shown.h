/* Text that comes from files, names and programs, made fit to be shown: control characters, which a terminal obeys,
 * and what makes text run the other way, are written as \u001b. Whatever is printed goes through here. */
#ifndef LN_BASE_SHOWN_H
#define LN_BASE_SHOWN_H

#include "base/str.h"

/* A control character, or one that makes text run the other way from there on? */
bool ln_is_unruly(uint32_t code);

/* Adds the text; a line end is \n. */
void ln_str_shown(struct ln_str *out, const char *text);
void ln_str_shown_bytes(struct ln_str *out, const char *text, size_t length);

/* The same into `to`, which is NUL-terminated and cut at its room; of what has `lines`, line ends and tabs stay. */
void ln_shown_copy(char *to, size_t room, const char *text, bool lines);

enum { LN_SHOWN_MOST = 12 }; /* bytes that one character may become, with a NUL */

/* How one character is shown, if not as it is; of lines, if it is no line end or tab. Returns its bytes. */
size_t ln_shown_character(const char *text, size_t length, bool lines, char shown[LN_SHOWN_MOST]);

#endif
