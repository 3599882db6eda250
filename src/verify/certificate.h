/* Certificates: what shows that a verdict is right, in a file (linnet-certificate(5)).
 *
 * JSON Lines, one certificate a line: which history it is about, with the digest of its text, and either the witness of
 * one that is linearizable or the core of one that is not. Everything in it is checked against the history itself. */
#ifndef LN_VERIFY_CERTIFICATE_H
#define LN_VERIFY_CERTIFICATE_H

#include "base/hash.h"
#include "history/history.h"
#include "spec/spec.h"

/* Which history a certificate is about and how to read it. */
struct ln_certificate {
    struct ln_memory *memory;
    char *input, *format, *spec, *skew; /* NULL: not said */
    char digest[LN_DIGEST_TEXT];
    int64_t number;              /* of the history within its file, from 1 */
    bool keyed;
    bool holds;                  /* what it claims; else violated */
    size_t core;                 /* operations of the core, once checked */
};

/* The line is taken apart as far as can be without the history. LN_BAD_INPUT, with a message without a place and its
 * *column, when it is no certificate. fini in any case. */
enum ln_status ln_certificate_init(struct ln_certificate *certificate, struct ln_text line, size_t *column,
                                   struct ln_memory *memory, struct ln_error *error);
void ln_certificate_fini(struct ln_certificate *certificate);

/* Does the certificate show what it claims of the history? LN_OK: it does. LN_BAD_INPUT: it does not, and why.
 * LN_STOPPED: it is too large to be checked. Values are added to the history's table; `spec` may be NULL for a history
 * without operations. */
enum ln_status ln_certificate_check(struct ln_certificate *certificate, struct ln_text line,
                                    struct ln_history *history, const struct ln_spec *spec, struct ln_error *error);

#endif
