#include "inquiry/read_back.h"

#include "inquiry/verify.h"

#include <sys/stat.h>

static void answered(void *self, enum ln_verified verified, uint64_t line, const char *what)
{
    (void)line;
    if (verified == LN_VERIFIED_FALLS)
        ln_fail(self, LN_INTERNAL, "what was saved does not show what was found: %s", what);
}

/* Where memory or time do not suffice for a second look, the first one counts. */
static void is_wrong(void *self, enum ln_status status, const char *message)
{
    if (status != LN_NO_MEMORY && status != LN_STOPPED)
        ln_fail(self, LN_INTERNAL, "what was saved cannot be read: %s", message);
}

static void is_reading(const char *path)
{
    (void)path;
}

static void has_read(void *self, const struct ln_history *history, const char *path)
{
    (void)self, (void)history, (void)path;
}

static bool may_read(void *self, const char *path)
{
    (void)self, (void)path;
    return true;
}

enum ln_status ln_read_back(const char *path, const struct ln_chosen_spec *chosen,
                            const volatile sig_atomic_t *interrupt, struct ln_memory *memory, struct ln_error *error)
{
    const struct ln_verify_asked asked = { .spec = chosen,
                                           .interrupt = interrupt,
                                           .self = error,
                                           .answer = answered,
                                           .wrong = is_wrong,
                                           .reading = is_reading,
                                           .read = has_read,
                                           .may_read = may_read };
    struct stat file;
    *error = (struct ln_error){ .status = LN_OK };
    if (stat(path, &file) || !S_ISREG(file.st_mode))
        return LN_OK; /* a device or a pipe gives nothing back */
    ln_verify_file(&asked, path, memory);
    return error->status;
}
