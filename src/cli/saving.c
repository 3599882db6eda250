#include "cli/saving.h"

#include "cli/say.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

bool saving_choose(const char *command, const char *asked, const char *about, char path[LN_SAVED_PATH])
{
    if (!asked) {
        ln_finding_free_name(about, path);
        return true;
    }
    if (strcmp(asked, "-") != 0 && strlen(asked) < LN_SAVED_PATH) {
        strcpy(path, asked);
        return true;
    }
    complain("%s: --save: a file is needed\n", command);
    return false;
}

bool saving_write(const char *command, const struct ln_finding *finding, const char *path)
{
    struct ln_error error = { 0 };
    struct stat there;
    bool replaces = stat(path, &there) == 0 && S_ISREG(there.st_mode);
    if (ln_finding_save(finding, path, &error)) {
        complain("%s: it is not saved: %s\n", command, error.message);
        return false;
    }
    if (replaces)
        complain("linnet: %s was there already; it is replaced\n", path);
    return true;
}
