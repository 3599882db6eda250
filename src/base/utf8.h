/* Is a piece of text UTF-8 without NUL bytes? */
#ifndef LN_BASE_UTF8_H
#define LN_BASE_UTF8_H

#include <stddef.h>

/* How many bytes at the start of the text are whole characters: `length` when all of it is good, else the offset of
 * the first bad byte. Overlong forms, surrogates, what lies beyond U+10FFFF, and NUL are bad. */
size_t ln_utf8_good(const char *text, size_t length);

#endif
