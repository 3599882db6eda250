/* What a finding claims of a history, and whether what it shows for it is right (linnet-finding(5)).
 *
 * A history that is said to be linearizable has a witness, one that is not has a core. Everything in either is checked
 * against the history itself, by code that shares nothing with the engines. */
#ifndef LN_VERIFY_CLAIM_H
#define LN_VERIFY_CLAIM_H

#include "finding/finding.h"
#include "spec/spec.h"

/* Which history it is about, and how that is read. Texts are the finding's; NULL: not said. */
struct ln_claim {
    const char *input, *format, *skew;
    const char *digest; /* of the input */
    const char *here;   /* of the history that stands with the finding */
    const char *spec;
    uint64_t number; /* of the history within its input, from 1 */
    bool keyed;
    bool in_source; /* the spec is one that came with the code, whatever its name is: nothing here can judge by it */
    bool holds;     /* what it claims; else violated */
};

/* LN_BAD_INPUT, with a message without a place, when it makes no sense. LN_STOPPED: the finding claims nothing. */
enum ln_status ln_claim_read(struct ln_claim *claim, const struct ln_finding *finding, struct ln_error *error);

/* What was checked. */
struct ln_checked {
    bool holds;
    size_t core; /* operations of the core */
};

/* Does the finding on that line show what it claims of the history? LN_OK: it does. LN_BAD_INPUT: it does not, and why.
 * LN_STOPPED: it claims nothing, or is too large to be checked. Values are added to the history's table; `spec` may be
 * NULL for a history without operations. */
enum ln_status ln_claim_check(struct ln_text line, struct ln_history *history, const struct ln_spec *spec,
                              struct ln_checked *checked, struct ln_error *error);

#endif
