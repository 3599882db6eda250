#include "plugin/harmless.h"

#include <fnmatch.h>

static const char *const names[] = {
#include "plugin/harmless.def"
};

bool ln_is_harmless(const char *function)
{
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (fnmatch(names[i], function, 0) == 0)
            return true;
    return false;
}

const char *ln_harmless(size_t nth)
{
    return nth < sizeof names / sizeof *names ? names[nth] : NULL;
}

static const struct ln_touch touches[] = {
#define TOUCH(name, argument, kind, bytes) { name, argument, kind, bytes },
#include "plugin/touching.def"
#undef TOUCH
};

const struct ln_touch *ln_touches(const char *function, unsigned *at)
{
    while (*at < sizeof touches / sizeof *touches) {
        const struct ln_touch *touch = &touches[(*at)++];
        if (fnmatch(touch->function, function, 0) == 0)
            return touch;
    }
    return NULL;
}
