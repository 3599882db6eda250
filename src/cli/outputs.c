#include "cli/outputs.h"

#include "base/outfile.h"
#include "cli/say.h"
#include "format/section.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

bool output_spares(const char *command, const char *output, const char *const *inputs, size_t count)
{
    for (size_t i = 0; i < count && output; i++) {
        if (!inputs[i] || !ln_same_file(output, inputs[i]))
            continue;
        complain("%s: %s: it is read, too, and would be lost; write to another file\n", command, output);
        return false;
    }
    return true;
}

bool standard_output_spares(const char *command, const char *const *inputs, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!ln_is_standard_output(inputs[i]))
            continue;
        if (!ln_is_standard_error(inputs[i]))
            complain("%s: %s: standard output goes there, too; write to another file\n", command, inputs[i]);
        return false;
    }
    return true;
}

bool outputs_differ(const char *command, const char *one, const char *other)
{
    if (!one || !other || !ln_same_file(one, other))
        return true;
    complain("%s: %s and %s are the same file; each needs its own\n", command, one, other);
    return false;
}

bool output_replaces_findings_only(const char *command, const char *path)
{
    char line[64];
    struct stat there;
    FILE *file;
    bool fine;
    if (!path || stat(path, &there) != 0 || !S_ISREG(there.st_mode) || !there.st_size)
        return true;
    file = fopen(path, "r");
    fine = file && fgets(line, sizeof line, file) &&
           ln_section_of((struct ln_text){ line, strlen(line) }) == LN_SECTION_FINDING;
    if (file)
        fclose(file);
    if (!fine)
        complain("%s: %s: it is there already and is no finding; write to another file\n", command, path);
    return fine;
}
