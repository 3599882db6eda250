#include "base/infile.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum ln_status ln_infile_read(const char *path, struct ln_str *out, struct ln_error *error)
{
    FILE *file = fopen(path, "rb");
    char piece[4096];
    size_t length;
    if (!file)
        return ln_fail(error, LN_BAD_INPUT, "%s: %s", path, strerror(errno));
    while ((length = fread(piece, 1, sizeof piece, file)) > 0)
        ln_str_add(out, piece, length);
    if (ferror(file) | fclose(file))
        return ln_fail(error, LN_BAD_INPUT, "%s: it cannot be read", path);
    return out->failed ? ln_fail(error, LN_NO_MEMORY, "out of memory") : LN_OK;
}
