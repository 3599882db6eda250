/* Inside `linnet verify`: certificates, and the histories that they are about. */
#ifndef LN_CLI_VERIFYING_H
#define LN_CLI_VERIFYING_H

#include "inquiry/binding.h"
#include "base/arena.h"
#include "cli/own_spec.h"
#include "verify/certificate.h"

struct verify_options {
    const char *spec;
    uint64_t memory;
    bool quiet, allow_empty;
};

enum verify_answer { VERIFY_OPEN, VERIFY_STANDS, VERIFY_FALLS, VERIFY_UNKNOWN, VERIFY_BAD };

/* A certificate, and what became of it. */
struct verify_claim {
    struct ln_certificate certificate;
    struct ln_text line;       /* its text */
    uint64_t number;           /* of the line */
    const char *path;          /* of the history */
    enum verify_answer answer; /* VERIFY_BAD: it was told why it cannot be judged */
    const char *what;          /* in words */
};

struct verifying {
    struct verify_options options;
    struct ln_memory memory;
    struct ln_chosen_spec chosen;       /* by the user; it outweighs what certificates say */
    const char *certificates, *history; /* history: as given; NULL: as the certificates say */
    struct ln_arena arena;              /* holds what belongs to claims */
    LN_VEC(struct verify_claim) claims; /* of a batch: so many that they fit */
    size_t bytes;                       /* of their lines */
    struct verify_source *source;       /* the file of histories that was read last; NULL: none */
    bool any_wrong, any_unknown, any_bad;
};

/* verify_judge.c: does the certificate show what it claims of the history, which is bound to the spec? Answers the
 * claim. */
void verify_judge(struct verifying *verifying, struct verify_claim *claim, struct ln_history *history,
                  const struct ln_spec *spec, const struct ln_reader *reader);
void verify_answer(struct verifying *verifying, struct verify_claim *claim, enum verify_answer answer, const char *what);
/* What cannot be judged at all. */
void verify_fail(struct verifying *verifying, enum ln_status status, const char *message);

/* verify_source.c: answers all claims. Each file of histories is read once, from its first history to the last that a claim
 * is about, whatever the order of the claims; once more only for each further object that claims give the same history. */
void verify_claims(struct verifying *verifying);
void verify_source_close(struct verifying *verifying);

#endif
