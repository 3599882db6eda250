/* Inside `linnet verify` only: findings, and the histories that they are about. */
#ifndef LN_INQUIRY_VERIFYING_H
#define LN_INQUIRY_VERIFYING_H

#include "base/arena.h"
#include "format/reader.h"
#include "inquiry/verify.h"
#include "verify/claim.h"

/* A finding, and what became of it. */
struct verify_claim {
    struct ln_text line;   /* its text */
    uint64_t at;           /* where it stands */
    const char *id, *path; /* of the history; the path is NULL when it stands with the finding */
    const char *format, *skew, *digest, *spec;
    const struct ln_spec_class *own; /* the serial executions that stand with it, while it is judged; NULL: none */
    uint64_t number;
    bool keyed;
    bool open; /* no answer yet */
    enum ln_verified answer;
    const char *what; /* in words; NULL: it was told why it cannot be judged */
};

struct verifying {
    const struct ln_verify_asked *asked;
    const char *path; /* of the findings */
    struct ln_memory *memory;
    struct ln_arena arena;              /* holds what belongs to claims */
    LN_VEC(struct verify_claim) claims; /* of a batch: so many that they fit */
    size_t bytes;                       /* of their lines */
    struct verify_source *source;       /* the file of histories that was read last; NULL: none */
};

/* verify_judge.c: the history as it was read, without an object but with what its file says of it. */
struct verify_history {
    struct ln_history *history;
    const struct ln_reader *reader;
    const char *named; /* NULL: the file does not say what the object is */
    const char *path;
};

/* Answers the claims that are open from `claims` on and give it the same object as the first of those: binding changes a
 * history. */
void verify_judge(struct verifying *verifying, struct verify_claim **claims, size_t count,
                  const struct verify_history *read);
void verify_answer(struct verifying *verifying, struct verify_claim *claim, enum ln_verified answer, const char *what);
/* It was told why it cannot be judged. */
void verify_give_up(struct verify_claim *claim);

/* verify_source.c: answers all claims. Each file of histories is read once, from its first history to the last that a
 * claim is about, whatever the order of the claims; once more only for each further object that claims give the same
 * history. */
void verify_claims(struct verifying *verifying);
void verify_source_close(struct verifying *verifying);
/* The same for one whose history stands with it: these lines; `serial`: the executions that it is judged by, if any. */
void verify_here(struct verifying *verifying, struct verify_claim *claim, struct ln_text history,
                 const struct ln_str *serial);

#endif
