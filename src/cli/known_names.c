#include "cli/known_names.h"

#include "cli/say.h"

#include "format/reader.h"
#include "spec/spec.h"

#include <stdio.h>
#include <string.h>

bool spec_is_known(const char *command, const char *wanted, struct ln_memory *memory)
{
    struct ln_values values;
    struct ln_spec spec;
    struct ln_error error;
    bool known;
    if (!wanted)
        return true;
    ln_values_init(&values, memory);
    known = ln_spec_parse(&spec, wanted, &values, &error) == LN_OK;
    ln_values_fini(&values);
    if (!known)
        complain("%s: --spec: %s\n", command, error.message);
    return known;
}

bool format_is_known(const char *command, const char *format)
{
    if (!format)
        return true;
    for (size_t i = 0; ln_format_name(i); i++)
        if (strcmp(ln_format_name(i), format) == 0)
            return true;
    complain("%s: --format %s: expected ", command, format);
    for (size_t i = 0; ln_format_name(i); i++)
        complain("%s%s", i == 0 ? "" : ln_format_name(i + 1) ? ", " : " or ", ln_format_name(i));
    fputc('\n', stderr);
    return false;
}
