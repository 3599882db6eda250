/* A small file, read whole. */
#ifndef LN_BASE_INFILE_H
#define LN_BASE_INFILE_H

#include "base/error.h"
#include "base/str.h"

/* Its bytes behind what is in `out`. LN_BAD_INPUT with a message that begins with its name. */
enum ln_status ln_infile_read(const char *path, struct ln_str *out, struct ln_error *error);

#endif
