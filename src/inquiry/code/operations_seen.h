/* Of which declared operations stress and explore have seen what, and which threads call nothing: part of every verdict
 * that nothing speaks against. */
#ifndef LN_INQUIRY_CODE_OPERATIONS_SEEN_H
#define LN_INQUIRY_CODE_OPERATIONS_SEEN_H

#include "finding/facts.h"
#include "finding/sight.h"
#include "object/seen.h"

struct ln_operations_seen {
    unsigned count, threads;
    struct {
        const char *name;
        enum ln_sight sight;
    } at[LINNET_OPERATIONS];
    bool chosen;            /* the user chose all calls: what they do not come to is told, and no more */
    const char *left_out;   /* the option by which the user leaves operations out */
    const char *not_called; /* why what could be called never was */
    const char *advice;     /* on that */
};

/* Adds the next one. `uncalled`: what it is if it was never called. */
void ln_operations_seen_add(struct ln_operations_seen *operations, const char *name, const struct ln_seen *seen,
                            enum ln_sight uncalled);

bool ln_operations_any(const struct ln_operations_seen *operations, enum ln_sight sight);
/* How many were not seen. */
uint64_t ln_operations_unseen(const struct ln_operations_seen *operations);

/* Behind the answer: `, but inc is never called: ...`; then the others, and what can be done. Nothing if all were seen. */
void ln_operations_write_unseen(const struct ln_operations_seen *operations, struct ln_str *answer,
                                struct ln_str *rest);
/* Lines on what holds is said of less than one might think. */
void ln_operations_write_gaps(const struct ln_operations_seen *operations, struct ln_str *out);
/* Of processes, or threads, a bit for each that calls nothing: `, of which 2 call nothing (numbers 2, 3)`, or nothing. */
void ln_callers_write_idle(uint64_t idle, struct ln_str *out);
void ln_callers_say_idle(uint64_t idle, struct ln_facts *facts);
void ln_operations_say(const struct ln_operations_seen *operations, struct ln_facts *facts);

#endif
