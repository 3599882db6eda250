/* What all fuzz targets of readers do: read the bytes as the format whose name they give. */
#ifndef LN_FUZZ_READER_TARGET_H
#define LN_FUZZ_READER_TARGET_H

#include "format/scanner.h"

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

/* Reads all histories; aborts when something that must hold does not. */
void ln_fuzz_reader(const char *format, const uint8_t *bytes, size_t length);

/* Reads one value that fills the text; a NULL `value` means looking it over only. */
typedef enum ln_status ln_fuzz_read(struct ln_scanner *scan, struct ln_text text, ln_value *value);

/* What is read can be looked over and reads the same again; from its JSON when that is the language that is read. */
void ln_fuzz_value(ln_fuzz_read *read, bool writes_the_same, const uint8_t *bytes, size_t length);

#endif
