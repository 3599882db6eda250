/* Validation of UTF-8, by words while the text is ASCII: logs mostly are. */
#include "base/utf8.h"

#include <stdint.h>
#include <string.h>

/* Nonzero unless all eight bytes lie in 1..127: a byte above keeps its high bit, a NUL borrows one. */
static uint64_t unusual(uint64_t word)
{
    return ((word - UINT64_C(0x0101010101010101)) | word) & UINT64_C(0x8080808080808080);
}

/* Whole groups of 32 plain ASCII bytes from the start. */
static size_t plain_prefix(const char *text, size_t length)
{
    size_t i = 0;
    for (; length - i >= 32; i += 32) {
        uint64_t words[4];
        memcpy(words, text + i, sizeof words);
        if (unusual(words[0]) | unusual(words[1]) | unusual(words[2]) | unusual(words[3]))
            break;
    }
    return i;
}

/* The length of the character at `c`, or 0 when it is not one; `left` bytes are there. */
static size_t character(const unsigned char *c, size_t left)
{
    size_t length;
    unsigned least = 0x80, most = 0xbf; /* of the second byte */
    if (c[0] - 1u < 0x7f)
        return 1;
    if (c[0] < 0xc2 || c[0] > 0xf4)
        return 0;
    length = c[0] < 0xe0 ? 2 : c[0] < 0xf0 ? 3 : 4;
    if (c[0] == 0xe0)
        least = 0xa0;
    else if (c[0] == 0xed)
        most = 0x9f;
    else if (c[0] == 0xf0)
        least = 0x90;
    else if (c[0] == 0xf4)
        most = 0x8f;
    if (left < length || c[1] < least || c[1] > most)
        return 0;
    for (size_t i = 2; i < length; i++)
        if ((c[i] & 0xc0) != 0x80)
            return 0;
    return length;
}

size_t ln_utf8_good(const char *text, size_t length)
{
    size_t i = plain_prefix(text, length);
    while (i < length) {
        uint64_t word;
        size_t step;
        if (length - i >= sizeof word) {
            memcpy(&word, text + i, sizeof word);
            if (!unusual(word)) {
                i += sizeof word;
                continue;
            }
        }
        step = character((const unsigned char *)text + i, length - i);
        if (!step)
            break;
        i += step;
    }
    return i;
}
