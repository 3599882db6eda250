/* Formulas for the monitor: from a file, or derived from a grammar. */
#ifndef LN_INQUIRY_FORMULA_H
#define LN_INQUIRY_FORMULA_H

#include "counting/grammar.h"
#include "counting/ocl.h"

struct ln_formula_source {
    const char *path;         /* of the formulas; or */
    const char *grammar;      /* of linnet's, or a file; or NULL both: there are none */
    uint32_t k;               /* that they are derived for, and evaluated at, */
    bool k_is_usual;          /* unless they are for another one: nobody asked for it */
    struct ln_budget *budget; /* what deriving may take */
};

/* *formula is NULL when there are none. What was derived is added to `derived`, and a line about how much it tells to
 * `facts`. Errors name the file, and where there is one the line and column; LN_USAGE: they are for another k; LN_MISSING: the module that derives;
 * LN_STOPPED: the budget was spent before they were derived. */
enum ln_status ln_formula_load(struct ln_ocl **formula, const struct ln_formula_source *source, struct ln_str *derived,
                               struct ln_str *facts, struct ln_error *error);

#endif
