/* What all fuzz targets of readers do: read the bytes as the format whose name they give. */
#ifndef LN_FUZZ_READER_TARGET_H
#define LN_FUZZ_READER_TARGET_H

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

/* Reads all histories; aborts when something that must hold does not. */
void ln_fuzz_reader(const char *format, const uint8_t *bytes, size_t length);

#endif
