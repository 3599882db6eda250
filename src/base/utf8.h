/* What is UTF-8, and where its characters end. */
#ifndef LN_BASE_UTF8_H
#define LN_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How many bytes at the start of the text are whole characters: `length` when all of it is good, else the offset of
 * the first bad byte. Overlong forms, surrogates, what lies beyond U+10FFFF, and NUL are bad. */
size_t ln_utf8_good(const char *text, size_t length);

/* The bytes of the character that a text, which is not empty, begins with, and its number, which may be 0; 0 if that is none. */
size_t ln_utf8_character(const char *text, size_t length, uint32_t *code);
/* Are these the first bytes of a character whose others are missing? */
bool ln_utf8_is_part(const char *text, size_t length);
/* How much of a text to keep where it has to end: at most `most` bytes, which are there, and no part of a character. */
size_t ln_utf8_cut(const char *text, size_t most);

#endif
