/* Where raw bytes come from: a file, standard input, or memory. Messages do not name the input: the caller does. */
#ifndef LN_FORMAT_BYTES_H
#define LN_FORMAT_BYTES_H

#include "base/budget.h"
#include "base/error.h"

struct ln_bytes {
    int fd;         /* -1: memory */
    const char *at; /* memory: what is left */
    size_t left;
    bool follow;
    struct ln_budget *budget; /* looked at while waiting for input; may be NULL */
};

/* "-" is standard input. Nothing has to be closed after a failure. */
enum ln_status ln_bytes_open(struct ln_bytes *bytes, const char *path, struct ln_budget *budget,
                             struct ln_error *error);
void ln_bytes_borrow(struct ln_bytes *bytes, const void *at, size_t length);
/* A file is followed: at its end more is waited for. What is no file has an end. */
void ln_bytes_follow(struct ln_bytes *bytes);
void ln_bytes_close(struct ln_bytes *bytes);

/* Up to `room` bytes; *got is 0 only at the end. */
enum ln_status ln_bytes_read(struct ln_bytes *bytes, void *to, size_t room, size_t *got, struct ln_error *error);

#endif
