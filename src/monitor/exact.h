/* Deciding histories of collections while they happen: the patterns of pattern.h, one event after the other.
 *
 * After every return the verdict is exact for the history so far, its open operations being pending: no false alarm, and a
 * violation is told at the first return at which it is one. What is finished and cannot matter any more is forgotten, so
 * that a run may last for ever. docs/patterns.md says for which objects, and how much is remembered. */
#ifndef LN_MONITOR_EXACT_H
#define LN_MONITOR_EXACT_H

#include "finding/verdict.h"
#include "spec/spec.h"

/* Belongs to one thread at a time. */
struct ln_exact;

enum { LN_EXACT_TICKETS = 3 };

struct ln_exact_verdict {
    enum ln_verdict verdict; /* so far; once it is not LN_HOLDS it stays what it is */
    const char *pattern;     /* of a violation: as in docs/patterns.md; else NULL */
    /* Of a violation: the operation whose return showed it, then others that are part of it and still remembered. */
    uint32_t tickets[LN_EXACT_TICKETS];
    size_t ticket_count;
    const char *declined; /* why it is unknown; else NULL */
};

/* Why a spec has no incremental form, in a few words; NULL: it has one. */
const char *ln_exact_why_not(const struct ln_spec *spec);

/* A spec without one is declined: *declined says why, and *exact is NULL. `spec` must outlive the monitor. */
enum ln_status ln_exact_new(struct ln_exact **exact, const struct ln_spec *spec, struct ln_memory *memory,
                            const char **declined);
void ln_exact_free(struct ln_exact *exact);

/* An operation begins. `ticket` is the caller's name for it and may be used again after its return; `args` are bound as
 * by ln_spec_bind_call. LN_USAGE, and nothing happens, when an open operation has the ticket. After LN_NO_MEMORY the
 * verdict is unknown. */
enum ln_status ln_exact_call(struct ln_exact *exact, uint32_t ticket, uint16_t method, const ln_value *args);
/* It returns; likewise when no open operation has the ticket. */
enum ln_status ln_exact_return(struct ln_exact *exact, uint32_t ticket, ln_value result);

struct ln_exact_verdict ln_exact_verdict(const struct ln_exact *exact);

#endif
