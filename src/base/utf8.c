/* Validation of UTF-8, by words while the text is ASCII: logs mostly are. */
#include "base/utf8.h"

#include <assert.h>
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

static bool is_continued(char byte)
{
    return ((unsigned char)byte & 0xc0) == 0x80;
}

/* How long a character is that begins so; 0: none does. */
static size_t length_from(unsigned char first)
{
    return first < 0x80 ? 1 : first < 0xc2 || first > 0xf4 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}

size_t ln_utf8_character(const char *text, size_t length, uint32_t *code)
{
    static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
    unsigned char first = (unsigned char)*text;
    size_t whole = length_from(first);
    assert(length);
    if (!whole || whole > length)
        return 0;
    *code = whole == 1 ? first : first & (0x7fu >> whole);
    for (size_t i = 1; i < whole; i++) {
        if (!is_continued(text[i]))
            return 0;
        *code = *code << 6 | ((unsigned char)text[i] & 0x3f);
    }
    return *code < least[whole] || *code > 0x10ffff || (*code >= 0xd800 && *code < 0xe000) ? 0 : whole;
}

bool ln_utf8_is_part(const char *text, size_t length)
{
    if (!length || length >= length_from((unsigned char)*text))
        return false;
    for (size_t i = 1; i < length; i++)
        if (!is_continued(text[i]))
            return false;
    return true;
}

size_t ln_utf8_cut(const char *text, size_t most)
{
    while (most && is_continued(text[most]))
        most--;
    return most;
}

size_t ln_utf8_good(const char *text, size_t length)
{
    size_t i = plain_prefix(text, length);
    while (i < length) {
        uint64_t word;
        uint32_t code;
        size_t step;
        if (length - i >= sizeof word) {
            memcpy(&word, text + i, sizeof word);
            if (!unusual(word)) {
                i += sizeof word;
                continue;
            }
        }
        step = (unsigned char)text[i] - 1u < 0x7f ? 1 : text[i] ? ln_utf8_character(text + i, length - i, &code) : 0;
        if (!step)
            break;
        i += step;
    }
    return i;
}
