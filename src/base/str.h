/* A growable text. Memory refused sets `failed` and later writes do nothing: check once, at the end. */
#ifndef LN_BASE_STR_H
#define LN_BASE_STR_H

#include "base/memory.h"

struct ln_str {
    struct ln_memory *memory;
    char *at; /* NUL-terminated once anything was written */
    size_t length, room;
    bool failed;
};

void ln_str_init(struct ln_str *str, struct ln_memory *memory);
void ln_str_fini(struct ln_str *str);
void ln_str_clear(struct ln_str *str);
void ln_str_add(struct ln_str *str, const char *bytes, size_t length);
void ln_str_text(struct ln_str *str, const char *text);
void ln_str_char(struct ln_str *str, char c);
void ln_str_int(struct ln_str *str, int64_t number);
void ln_str_format(struct ln_str *str, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The text so far, never NULL. */
const char *ln_str_borrow(const struct ln_str *str);

#endif
