/* Does a file of findings show what it claims? The checking is done in src/verify, which shares nothing with engines. */
#ifndef LN_INQUIRY_VERIFY_H
#define LN_INQUIRY_VERIFY_H

#include "inquiry/chosen_spec.h"

#include <signal.h>

enum ln_verified { LN_VERIFIED_STANDS, LN_VERIFIED_FALLS, LN_VERIFIED_UNKNOWN };

struct ln_verify_asked {
    const struct ln_chosen_spec *spec; /* outweighs what findings say, when it has a name */
    const char *history;               /* what all of them are about; NULL: as they say */
    bool allow_empty;
    const volatile sig_atomic_t *interrupt;
    void *self;
    /* What became of the finding on that line, in the order of the file. */
    void (*answer)(void *self, enum ln_verified verified, uint64_t line, const char *what);
    /* What cannot be judged at all. */
    void (*wrong)(void *self, enum ln_status status, const char *message);
    void (*reading)(const char *path);                                            /* a file of histories is */
    void (*read)(void *self, const struct ln_history *history, const char *path); /* a history was */
    bool (*may_read)(void *self, const char *path); /* false, which is told, when answers would go there */
};

/* All findings of a file. Wrong ones are told of and passed over. */
void ln_verify_file(const struct ln_verify_asked *asked, const char *path, struct ln_memory *memory);

#endif
