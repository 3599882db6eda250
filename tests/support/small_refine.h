/* Small programs and the search. */
#ifndef LN_TESTS_SMALL_REFINE_H
#define LN_TESTS_SMALL_REFINE_H

#include "refine/refine.h"
#include "support/small_program.h"

struct small_how {
    enum ln_search_order order;
    uint32_t reduction; /* enum ln_reduction */
    bool looping;       /* processes call again and again, not small->calls times */
};

struct small_found {
    enum ln_verdict verdict;
    enum ln_flaw flaw;
    uint64_t states;
};

/* What the search finds in a program that was made from `small`; a counterexample has to come about again. What may
 * have no end, since it loops or is endless, is unknown after 2 MB. */
struct small_found small_refine(const struct small_program *small, const struct ln_program *program, uint64_t seed,
                                struct small_how how);

/* Ends the test. */
void small_complain(const struct small_program *small, uint64_t seed, const char *message);

#endif
