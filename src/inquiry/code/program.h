/* The program that was run: its files, how they were compiled, and their digests. */
#ifndef LN_INQUIRY_CODE_PROGRAM_H
#define LN_INQUIRY_CODE_PROGRAM_H

#include "finding/facts.h"
#include "plugin/compile.h"

/* Says it in the subject of a finding. `object` is what was compiled from the sources; NULL: nothing. */
enum ln_status ln_program_say(const struct ln_sources *sources, const char *object, struct ln_facts *subject,
                              struct ln_error *error);

/* Says the digest of a file under that name. */
enum ln_status ln_program_say_digest(const char *name, const char *path, struct ln_facts *subject,
                                     struct ln_error *error);

/* The other way. Texts are the subject's. */
struct ln_program_said {
    LN_VEC(const char *) files;
    LN_VEC(const char *) digests; /* of each file */
    LN_VEC(const char *) flags;
    const char *compiler; /* NULL: any */
    const char *code;     /* digest of the machine code */
};

/* LN_BAD_INPUT, with a message without a place: it does not say it all. Fini either way. */
enum ln_status ln_program_hear(struct ln_program_said *program, const struct ln_facts *subject, struct ln_error *error);
void ln_program_said_fini(struct ln_program_said *program, struct ln_memory *memory);

#endif
