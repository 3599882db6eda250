/* Bytes as they are, or unpacked when they start like gzip or zstd data. */
#ifndef LN_FORMAT_UNPACK_H
#define LN_FORMAT_UNPACK_H

#include "format/bytes.h"

struct ln_unpack;

/* Takes the bytes, also when it fails. Nothing is read yet. */
enum ln_status ln_unpack_new(struct ln_unpack **unpack, struct ln_bytes bytes, struct ln_memory *memory,
                             struct ln_error *error);
void ln_unpack_free(struct ln_unpack *unpack);

/* Wait for more where the bytes end. */
void ln_unpack_follow(struct ln_unpack *unpack);

/* Up to `room` bytes; *got is 0 only at a clean end. */
enum ln_status ln_unpack_read(struct ln_unpack *unpack, void *to, size_t room, size_t *got, struct ln_error *error);

/* Is the last error about packed data, so that its place is best said in lines? */
bool ln_unpack_is_broken(const struct ln_unpack *unpack);

#endif
